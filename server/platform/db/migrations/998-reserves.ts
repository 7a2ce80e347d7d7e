import { type Kysely, sql } from 'kysely'

/**
 * What the platform's addresses have on chains, as nodes said it: the cold addresses that two operators agreed on, what was
 * found at a block beside what the ledger makes of the same block, and what chains charged.
 *
 * Cold addresses are only added to: the newest row of an address says whether it is looked at. A network fee is known by the
 * transaction of a withdrawal, or by two operators who looked it up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE reserves_address (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      chain text NOT NULL,
      address text NOT NULL,
      label text NOT NULL,
      is_watched boolean NOT NULL,
      proposal bigint NOT NULL REFERENCES proposal CONSTRAINT reserves_address_proposed_once UNIQUE
    )`.execute(db)
  await sql`CREATE INDEX reserves_address_newest ON reserves_address (chain, address, id DESC)`.execute(db)
  await sql`
    CREATE FUNCTION reserves_address_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.status = 'approved'
          AND p.kind = CASE WHEN NEW.is_watched THEN 'reserves-address' ELSE 'reserves-retire' END
          AND p.params ->> 'chain' = NEW.chain AND p.params ->> 'address' = NEW.address
          AND p.params ->> 'label' = NEW.label
      ) THEN
        RAISE EXCEPTION 'reserves_address_agreed: an address is as two operators agreed on it'
          USING ERRCODE = 'check_violation';
      END IF;
      IF NEW.is_watched AND EXISTS (
        SELECT 1 FROM customer_address c WHERE c.chain = NEW.chain AND c.address = NEW.address) THEN
        RAISE EXCEPTION 'reserves_address_agreed: an address of a customer is no cold one'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER reserves_address_agreed BEFORE INSERT ON reserves_address
      FOR EACH ROW EXECUTE FUNCTION reserves_address_agreed()`.execute(db)
  await sql`GRANT SELECT, INSERT ON reserves_address TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE reserves_fee (
      chain text NOT NULL,
      txid text NOT NULL CHECK (txid ~ '^[0-9a-f]{64}$'),
      -- In the smallest unit of the chain's own coin.
      amount numeric(78, 0) NOT NULL CHECK (amount > 0),
      proposal bigint NOT NULL REFERENCES proposal CONSTRAINT reserves_fee_proposed_once UNIQUE,
      CONSTRAINT reserves_fee_once PRIMARY KEY (chain, txid)
    )`.execute(db)
  await sql`
    CREATE FUNCTION reserves_fee_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.status = 'approved' AND p.kind = 'reserves-fee'
          AND p.params ->> 'chain' = NEW.chain AND p.params ->> 'txid' = NEW.txid
          AND p.params ->> 'units' = NEW.amount::text
      ) THEN
        RAISE EXCEPTION 'reserves_fee_agreed: a fee is as two operators agreed on it'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER reserves_fee_agreed BEFORE INSERT ON reserves_fee
      FOR EACH ROW EXECUTE FUNCTION reserves_fee_agreed()`.execute(db)
  await sql`GRANT SELECT, INSERT ON reserves_fee TO plumb_app`.execute(db)

  // All amounts but the last in the chain's smallest unit.
  await sql`
    CREATE TABLE reserves_look (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      chain text NOT NULL,
      currency text NOT NULL,
      looked_at timestamptz NOT NULL,
      height bigint NOT NULL,
      hash text NOT NULL,
      addresses integer NOT NULL,
      on_deposit numeric(78, 0) NOT NULL,
      on_payer numeric(78, 0) NOT NULL,
      on_cold numeric(78, 0) NOT NULL,
      arrived numeric(78, 0) NOT NULL,
      by_hand numeric(78, 0) NOT NULL,
      funded numeric(78, 0) NOT NULL,
      paid numeric(78, 0) NOT NULL,
      fees numeric(78, 0) NOT NULL,
      under_way numeric(78, 0) NOT NULL,
      fees_unknown integer NOT NULL,
      -- What the ledger has of this currency by way of this chain, in the ledger's unit.
      booked bigint NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX reserves_look_newest ON reserves_look (chain, currency, id DESC)`.execute(db)
  await sql`CREATE INDEX reserves_look_age ON reserves_look (looked_at)`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON reserves_look TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE reserves_silence (
      chain text PRIMARY KEY,
      since timestamptz NOT NULL,
      error text NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (error), DELETE ON reserves_silence TO plumb_app`.execute(db)

  await sql`
    ALTER TABLE withdrawal_transaction
      -- In the smallest unit of the chain's own coin: at most, and as it was charged. Null where that is not known.
      ADD COLUMN most_network_fee numeric(78, 0) CHECK (most_network_fee >= 0),
      ADD COLUMN network_fee numeric(78, 0) CHECK (network_fee >= 0)`.execute(db)
  await sql`GRANT UPDATE (network_fee) ON withdrawal_transaction TO plumb_app`.execute(db)

  // What is added up at each look stands in these, without a row of the tables.
  await sql`
    CREATE INDEX chain_deposit_sums ON chain_deposit (chain, currency) INCLUDE (status, height, on_chain, amount)`.execute(
    db,
  )
  await sql`CREATE INDEX chain_deposit_address ON chain_deposit (chain, address, height)`.execute(db)
  await sql`
    CREATE INDEX deposit_request_sums ON deposit_request (network, currency) INCLUDE (credited)
      WHERE status = 'approved'`.execute(db)
  await sql`
    CREATE INDEX withdrawal_sums ON withdrawal (network, currency, status) INCLUDE (amount, fee)
      WHERE status IN ('signing', 'sent', 'done')`.execute(db)
  await sql`
    CREATE INDEX proposal_treasury_funding ON proposal (id)
      WHERE kind = 'treasury-funding' AND status = 'approved'`.execute(db)
}
