import { type Kysely, sql } from 'kysely'

/**
 * Which risk notices customers have accepted, by product and version. Only added to. What was accepted of seconds
 * options stood among the choices of their customers before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE accepted_disclosure (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      product text NOT NULL,
      version integer NOT NULL CHECK (version > 0),
      accepted_at timestamptz NOT NULL,
      UNIQUE (customer_id, product, version)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON accepted_disclosure TO plumb_app`.execute(db)
  await sql`
    INSERT INTO accepted_disclosure (id, customer_id, product, version, accepted_at)
    SELECT min(id), customer_id, 'option', version, min(created_at) FROM option_choice
    WHERE kind = 'risk' GROUP BY customer_id, version`.execute(db)
}
