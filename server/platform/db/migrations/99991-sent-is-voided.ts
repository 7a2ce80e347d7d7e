import { type Kysely, sql } from 'kysely'

/**
 * What is signed and sent, and costs too little for its chain to take it, is voided as well: it and what pays nothing spend the
 * same, and so the chain has one of them. Once what pays nothing is signed, the payment still cannot be.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION withdrawal_voiding_alone() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        IF OLD.signed IS NOT NULL THEN
          RAISE EXCEPTION 'what voids withdrawal % is signed', OLD.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
        END IF;
      END IF;
      -- Whoever signs the one or the other waits for who signs the other one.
      PERFORM 1 FROM withdrawal_transaction WHERE withdrawal_id = NEW.withdrawal_id FOR UPDATE;
      RETURN NEW;
    END $$`.execute(db)
}
