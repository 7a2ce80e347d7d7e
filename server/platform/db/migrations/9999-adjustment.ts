import { type Kysely, sql } from 'kysely'

/**
 * Adjustments of customers' balances. Each is what two operators agreed on, word for word; what is given or returned was
 * taken before, in the same currency, and no more than that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE adjustment (
      id bigint PRIMARY KEY REFERENCES proposal,
      direction text NOT NULL CHECK (direction IN ('take', 'give', 'return')),
      customer_id bigint NOT NULL REFERENCES customer,
      wallet text CHECK (wallet IN ('funding', 'spot')),
      currency text NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      -- The adjustment that took what this one gives or returns.
      take bigint REFERENCES adjustment,
      chain text,
      tx_reference text,
      output_index integer,
      -- As the customer reads it.
      reason text NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT adjustment_has_source CHECK ((direction = 'take') = (take IS NULL)),
      CONSTRAINT adjustment_has_wallet CHECK ((direction = 'return') = (wallet IS NULL)),
      CONSTRAINT adjustment_has_payment CHECK (
        num_nonnulls(chain, tx_reference, output_index) = CASE direction WHEN 'return' THEN 3 ELSE 0 END),
      CONSTRAINT adjustment_paid_once UNIQUE (chain, tx_reference, output_index)
    )`.execute(db)
  await sql`CREATE INDEX adjustment_customer ON adjustment (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX adjustment_take ON adjustment (take) INCLUDE (amount)`.execute(db)
  // Who writes holds the account of suspense in the ledger, so that two do not draw on the same at once.
  await sql`
    CREATE FUNCTION adjustment_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.id AND p.kind = 'adjustment' AND p.status = 'approved' AND p.reason = NEW.reason
          AND p.params ->> 'direction' = NEW.direction
          AND p.params ->> 'customer' = NEW.customer_id::text
          AND p.params ->> 'wallet' IS NOT DISTINCT FROM NEW.wallet
          AND p.params ->> 'currency' = NEW.currency
          AND p.params ->> 'units' = NEW.amount::text
          AND p.params ->> 'take' IS NOT DISTINCT FROM NEW.take::text
          AND p.params ->> 'chain' IS NOT DISTINCT FROM NEW.chain
          AND p.params ->> 'txReference' IS NOT DISTINCT FROM NEW.tx_reference
          AND p.params ->> 'outputIndex' IS NOT DISTINCT FROM NEW.output_index::text
      ) THEN
        RAISE EXCEPTION 'adjustment_agreed: an adjustment is as two operators agreed on it'
          USING ERRCODE = 'check_violation';
      END IF;
      IF NEW.take IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM adjustment t
        WHERE t.id = NEW.take AND t.direction = 'take' AND t.currency = NEW.currency
          AND (NEW.direction = 'give' OR t.customer_id = NEW.customer_id)
          AND t.amount >= NEW.amount + coalesce((SELECT sum(amount) FROM adjustment WHERE take = t.id), 0)
      ) THEN
        RAISE EXCEPTION 'adjustment_agreed: what is given or returned was taken, and is there'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER adjustment_agreed BEFORE INSERT ON adjustment
      FOR EACH ROW EXECUTE FUNCTION adjustment_agreed()`.execute(db)
  await sql`GRANT SELECT, INSERT ON adjustment TO plumb_app`.execute(db)
}
