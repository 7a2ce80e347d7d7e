import { type Kysely, sql } from 'kysely'

/**
 * What a customer's program asked to be closed, under its name: of which positions, and how much of each. It is written before
 * anything is closed and never changed, so that asking again under the same name closes the same and nothing else.
 *
 * A stop may be called anew when it is set anew. Closings are found by their number and their customer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE exchange_closing (
      customer_id bigint NOT NULL REFERENCES customer,
      client_id text NOT NULL,
      symbol text NOT NULL,
      direction text NOT NULL CHECK (direction IN ('long', 'short')),
      -- What was asked for; positions may have less. In hundredths of a lot.
      lots bigint NOT NULL CHECK (lots > 0),
      -- A list of { position, lots }, in the order in which they are closed.
      parts jsonb NOT NULL CHECK (jsonb_array_length(parts) > 0),
      created_at timestamptz NOT NULL,
      PRIMARY KEY (customer_id, client_id)
    )`.execute(db)
  await sql`CREATE INDEX exchange_closing_created ON exchange_closing (created_at)`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON exchange_closing TO plumb_app`.execute(db)
  await sql`GRANT UPDATE (client_id, created_at) ON exchange_order TO plumb_app`.execute(db)
  await sql`
    CREATE INDEX contract_change_closed ON contract_change (customer_id, id) WHERE kind = 'closed'`.execute(
    db,
  )
}
