import { type Kysely, sql } from 'kysely'

/**
 * A chain's transaction can pay several customers: what is credited once is an output or a log of it, not the
 * transaction.
 *
 * What was credited before is of no chain: nobody wrote down which output it was, so it stands for the whole
 * transaction. While a proposal waits, no other one can be made for the same payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE incoming_payment
      ADD COLUMN chain text NOT NULL DEFAULT '',
      ADD COLUMN output_index integer NOT NULL DEFAULT 0 CHECK (output_index >= 0),
      DROP CONSTRAINT incoming_payment_pkey,
      ADD PRIMARY KEY (tx_reference, chain, output_index)`.execute(db)
  await sql`
    ALTER TABLE incoming_payment ALTER COLUMN chain DROP DEFAULT, ALTER COLUMN output_index DROP DEFAULT`.execute(
    db,
  )

  await sql`
    ALTER TABLE deposit_request
      ADD COLUMN output_index integer CHECK (output_index >= 0),
      DROP CONSTRAINT deposit_credited_once`.execute(db)
  await sql`
    ALTER TABLE deposit_request
      ADD CONSTRAINT deposit_credited_once UNIQUE (tx_reference, network, output_index)`.execute(db)
  await sql`GRANT UPDATE (output_index) ON deposit_request TO plumb_app`.execute(db)

  await sql`
    CREATE UNIQUE INDEX proposal_payment_pending
      ON proposal ((params ->> 'chain'), (params ->> 'txReference'), (params ->> 'outputIndex'))
      WHERE status = 'pending' AND params ->> 'chain' IS NOT NULL`.execute(db)
}
