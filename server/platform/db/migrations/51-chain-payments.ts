import { type Kysely, sql } from 'kysely'

/**
 * One key for each incoming payment over all ways it is credited by; and what chains leave behind.
 *
 * The outputs of a transaction have numbers of the chain's own. The logs of one do not: a watcher counts within the
 * transaction, people read the number within the block. A number is therefore kept with who gave it, beside the address
 * and the amount, by which the two are compared. A key of a chain whose addresses name their network belongs to one
 * network. A payment that left its block for good is dropped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE incoming_payment
      ADD COLUMN numbered_by text NOT NULL DEFAULT 'person' CHECK (numbered_by IN ('chain', 'watcher', 'person')),
      -- Null where nobody wrote it down.
      ADD COLUMN address text,
      ADD COLUMN amount bigint CHECK (amount > 0),
      DROP CONSTRAINT incoming_payment_pkey,
      ADD PRIMARY KEY (tx_reference, chain, numbered_by, output_index)`.execute(db)
  await sql`ALTER TABLE incoming_payment ALTER COLUMN numbered_by DROP DEFAULT`.execute(db)
  await sql`
    UPDATE incoming_payment SET numbered_by = CASE
      WHEN chain IN ('Bitcoin', 'Litecoin') THEN 'chain'
      WHEN credited_as LIKE 'chain:%' THEN 'watcher'
      ELSE 'person' END`.execute(db)
  await sql`
    UPDATE incoming_payment p SET address = d.address, amount = d.amount FROM chain_deposit d
      WHERE p.credited_as = 'chain:' || d.id AND d.amount > 0`.execute(db)
  await sql`
    UPDATE incoming_payment p SET address = CASE WHEN d.is_address_ours THEN d.address END, amount = d.credited
      FROM deposit_request d WHERE p.credited_as = 'deposit:' || d.id AND d.credited > 0`.execute(db)

  await sql`
    INSERT INTO chain_key (chain, key_id, next_index)
      SELECT DISTINCT k.chain, k.key_id || ${networkOf(sql`a.address`)}, k.next_index
      FROM chain_key k JOIN customer_address a USING (chain, key_id)
      WHERE ${networkOf(sql`a.address`)} <> ''`.execute(db)
  await sql`
    UPDATE customer_address SET key_id = key_id || ${networkOf(sql`address`)}
      WHERE ${networkOf(sql`address`)} <> ''`.execute(db)
  await sql`
    DELETE FROM chain_key k
      WHERE NOT EXISTS (SELECT 1 FROM customer_address a WHERE a.chain = k.chain AND a.key_id = k.key_id)
        AND EXISTS (SELECT 1 FROM chain_key n WHERE n.chain = k.chain AND n.key_id LIKE k.key_id || '-%')`.execute(
    db,
  )

  await sql`
    ALTER TABLE chain_deposit
      ADD COLUMN left_at timestamptz,
      DROP CONSTRAINT chain_deposit_status_check`.execute(db)
  await sql`UPDATE chain_deposit SET left_at = now() WHERE height IS NULL`.execute(db)
  await sql`
    ALTER TABLE chain_deposit
      ADD CONSTRAINT chain_deposit_status_check
        CHECK (status IN ('confirming', 'credited', 'below-minimum', 'credited-before', 'dropped')),
      ADD CONSTRAINT chain_deposit_left CHECK ((height IS NULL) = (left_at IS NOT NULL))`.execute(db)
  await sql`
    CREATE INDEX chain_deposit_left ON chain_deposit (chain, left_at)
      WHERE status = 'confirming' AND height IS NULL`.execute(db)
  await sql`GRANT UPDATE (left_at) ON chain_deposit TO plumb_app`.execute(db)
}

/** What a key's id ends with where its addresses name another network than the main one. */
const networkOf = (address: ReturnType<typeof sql>) => sql`CASE
    WHEN ${address} ~ '^(tb|tltc)1' THEN '-test'
    WHEN ${address} ~ '^(bcrt|rltc)1' THEN '-regtest'
    ELSE '' END`
