import { type Kysely, sql } from 'kysely'

/**
 * Deposits that are seen on chains: whose addresses are watched, which blocks are known, and what they pay.
 *
 * An address belongs to one customer for good. A payment is a row for good, one for each output or log; what a block
 * that left its chain had in it goes back to no block. What is credited stays so, with what it credited, whatever its
 * chain does afterwards. The ids are of one row with those of deposits by proof: a reference names one deposit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE chain_key (
      chain text NOT NULL,
      key_id text NOT NULL,
      next_index integer NOT NULL CHECK (next_index >= 0),
      PRIMARY KEY (chain, key_id)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (next_index) ON chain_key TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE customer_address (
      customer_id bigint NOT NULL,
      chain text NOT NULL,
      key_id text NOT NULL,
      index integer NOT NULL CHECK (index >= 0),
      address text NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (chain, address),
      CONSTRAINT customer_address_one_each UNIQUE (customer_id, chain, key_id),
      CONSTRAINT customer_address_of_one UNIQUE (chain, key_id, index),
      FOREIGN KEY (chain, key_id) REFERENCES chain_key
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON customer_address TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE chain_block (
      chain text NOT NULL,
      height bigint NOT NULL CHECK (height >= 0),
      hash text NOT NULL,
      PRIMARY KEY (chain, height)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON chain_block TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE chain_deposit (
      id bigint PRIMARY KEY DEFAULT nextval('deposit_request_id_seq'),
      chain text NOT NULL,
      txid text NOT NULL CHECK (txid ~ '^[0-9a-f]{64}$'),
      output_index integer NOT NULL CHECK (output_index >= 0),
      customer_id bigint NOT NULL,
      currency text NOT NULL,
      network text NOT NULL,
      address text NOT NULL,
      -- In the chain's smallest unit, and in the ledger's.
      on_chain numeric(78, 0) NOT NULL CHECK (on_chain > 0),
      amount bigint NOT NULL CHECK (amount >= 0),
      confirmations_needed integer NOT NULL CHECK (confirmations_needed > 0),
      status text NOT NULL CHECK (status IN ('confirming', 'credited', 'below-minimum', 'credited-before')),
      -- Null while it is in no block of the chain.
      height bigint,
      seen_at timestamptz NOT NULL,
      decided_at timestamptz,
      CONSTRAINT chain_deposit_once UNIQUE (chain, txid, output_index),
      CONSTRAINT chain_deposit_decided CHECK ((status = 'confirming') = (decided_at IS NULL)),
      CONSTRAINT chain_deposit_credits_something CHECK (status <> 'credited' OR amount > 0),
      FOREIGN KEY (chain, address) REFERENCES customer_address
    )`.execute(db)
  await sql`CREATE INDEX chain_deposit_customer ON chain_deposit (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX chain_deposit_height ON chain_deposit (chain, height)`.execute(db)
  await sql`
    CREATE INDEX chain_deposit_confirming ON chain_deposit (chain, height) WHERE status = 'confirming'`.execute(
    db,
  )
  await sql`
    CREATE INDEX chain_deposit_reversed ON chain_deposit (chain, id)
      WHERE status = 'credited' AND height IS NULL`.execute(db)
  await sql`
    CREATE FUNCTION chain_deposit_stays_credited() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'chain deposit % is credited', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER chain_deposit_stays_credited BEFORE UPDATE ON chain_deposit FOR EACH ROW
      WHEN (OLD.status = 'credited' AND (NEW.status, NEW.customer_id, NEW.currency, NEW.on_chain, NEW.amount)
        IS DISTINCT FROM (OLD.status, OLD.customer_id, OLD.currency, OLD.on_chain, OLD.amount))
      EXECUTE FUNCTION chain_deposit_stays_credited()`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (customer_id, currency, network, address, on_chain, amount, confirmations_needed,
      status, height, decided_at) ON chain_deposit TO plumb_app`.execute(db)
  await sql`GRANT USAGE ON SEQUENCE deposit_request_id_seq TO plumb_app`.execute(db)
}
