import { type Kysely, sql } from 'kysely'

/**
 * How far the chain was looked through for the transaction of a withdrawal: it is looked for until it is found, however late.
 * Until now that ended 300 blocks after it was written; what was written before is looked for from there.
 *
 * Another transaction may take its place, of which nobody here can say what it paid: it is named until two operators say it. So
 * may one that pays the same: what ends a withdrawal names what paid it.
 *
 * One transaction may pay several withdrawals by outputs of its own; what was paid until now is taken as paid by its first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE withdrawal_transaction
      ADD COLUMN looked_through bigint,
      ADD COLUMN looked_hash text,
      ADD COLUMN other_txid text`.execute(db)
  await sql`ALTER TABLE withdrawal_transaction DISABLE TRIGGER USER`.execute(db)
  await sql`UPDATE withdrawal_transaction SET looked_through = greatest(0, from_height - 1)`.execute(db)
  await sql`ALTER TABLE withdrawal_transaction ENABLE TRIGGER USER`.execute(db)
  await sql`ALTER TABLE withdrawal_transaction ALTER COLUMN looked_through SET NOT NULL`.execute(db)
  await sql`
    CREATE OR REPLACE FUNCTION withdrawal_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.signed IS NOT NULL
        AND (NEW.signed, NEW.signed_by, NEW.signed_at) IS DISTINCT FROM (OLD.signed, OLD.signed_by, OLD.signed_at) THEN
        RAISE EXCEPTION 'the transaction of withdrawal % is signed', OLD.withdrawal_id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`GRANT UPDATE (looked_through, looked_hash, other_txid) ON withdrawal_transaction TO plumb_app`.execute(
    db,
  )
  await sql`
    CREATE OR REPLACE FUNCTION withdrawal_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status <> NEW.status AND NOT (OLD.status || ' ' || NEW.status) = ANY (TG_ARGV) THEN
        RAISE EXCEPTION 'withdrawal % does not go from % to %', OLD.id, OLD.status, NEW.status
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.ended_at IS NOT NULL OR (OLD.hold_id IS NOT NULL AND NEW.hold_id IS DISTINCT FROM OLD.hold_id)
        OR (OLD.txid IS NOT NULL AND (NEW.txid, NEW.output_index) IS DISTINCT FROM (OLD.txid, OLD.output_index)
          AND NEW.status <> 'done') THEN
        RAISE EXCEPTION 'withdrawal % ended or names its hold and transaction', OLD.id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    ALTER TABLE withdrawal
      ADD COLUMN output_index integer NOT NULL DEFAULT 0 CHECK (output_index >= 0),
      DROP CONSTRAINT withdrawal_paid_once,
      ADD CONSTRAINT withdrawal_paid_once UNIQUE (txid, output_index)`.execute(db)
  await sql`GRANT UPDATE (output_index) ON withdrawal TO plumb_app`.execute(db)
}
