import { type Kysely, sql } from 'kysely'

/**
 * A transaction that takes the place of a prepared one and pays nothing: it spends the same, so that only one of the two can be in
 * the chain. One withdrawal has one at most, and of the two only one is ever kept signed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE withdrawal_voiding (
      withdrawal_id bigint PRIMARY KEY REFERENCES withdrawal_transaction,
      unsigned text NOT NULL,
      -- The transaction's id, where it is known before it is signed.
      expected_txid text,
      -- In the smallest unit of the chain's own coin.
      most_network_fee numeric(78, 0) NOT NULL CHECK (most_network_fee > 0),
      written_by bigint NOT NULL,
      written_at timestamptz NOT NULL,
      signed text,
      txid text,
      signed_by bigint,
      signed_at timestamptz,
      CONSTRAINT withdrawal_voiding_signed_whole CHECK (num_nulls(signed, txid, signed_by, signed_at) IN (0, 4))
    )`.execute(db)
  // Reserves ask whether the fee of a transaction is known.
  await sql`CREATE INDEX withdrawal_voiding_txid ON withdrawal_voiding (txid)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (signed, txid, signed_by, signed_at) ON withdrawal_voiding TO plumb_app`.execute(
    db,
  )
  await sql`
    CREATE FUNCTION withdrawal_voiding_alone() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        IF OLD.signed IS NOT NULL THEN
          RAISE EXCEPTION 'what voids withdrawal % is signed', OLD.withdrawal_id
            USING ERRCODE = 'integrity_constraint_violation';
        END IF;
      END IF;
      -- Whoever signs the one or the other waits for who signs the other one.
      PERFORM 1 FROM withdrawal_transaction WHERE withdrawal_id = NEW.withdrawal_id AND signed IS NULL FOR UPDATE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the transaction of withdrawal % is signed', NEW.withdrawal_id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER withdrawal_voiding_alone BEFORE INSERT OR UPDATE ON withdrawal_voiding
      FOR EACH ROW EXECUTE FUNCTION withdrawal_voiding_alone()`.execute(db)
  await sql`
    CREATE FUNCTION withdrawal_transaction_not_voided() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.signed IS NOT NULL AND OLD.signed IS NULL AND EXISTS (
        SELECT 1 FROM withdrawal_voiding v WHERE v.withdrawal_id = NEW.withdrawal_id AND v.signed IS NOT NULL) THEN
        RAISE EXCEPTION 'withdrawal % is voided', NEW.withdrawal_id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER withdrawal_transaction_not_voided BEFORE UPDATE OF signed ON withdrawal_transaction
      FOR EACH ROW EXECUTE FUNCTION withdrawal_transaction_not_voided()`.execute(db)
}
