import { type Kysely, sql } from 'kysely'

/**
 * A position that was opened by copying says of which relation, and what the lead was called when that began. In the
 * history copies and own positions are parts of their own: an index for each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE copy_relation ADD COLUMN lead_name text`.execute(db)
  await sql`
    ALTER TABLE contract_position ADD COLUMN relation_id bigint, ADD COLUMN lead_name text,
      ADD CONSTRAINT contract_position_named_is_copied CHECK (lead_name IS NULL OR relation_id IS NOT NULL)`.execute(
    db,
  )
  // What copied before says so too; of these rows nothing else changes, also where they have ended.
  const tables = ['copy_relation', 'contract_position']
  for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(db)
  await sql`
    UPDATE copy_relation r SET lead_name = c.nickname FROM customer c WHERE c.id = r.lead_customer_id`.execute(
    db,
  )
  await sql`
    UPDATE contract_position p SET relation_id = r.id, lead_name = r.lead_name
    FROM copy_position c JOIN copy_relation r ON r.id = c.relation_id WHERE c.position_id = p.id`.execute(db)
  for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(db)

  const ended = sql`(customer_id, symbol, (CASE reason WHEN 'liquidation' THEN 'liquidated' ELSE status END),
    closed_at, id)`
  await sql`DROP INDEX contract_position_ended`.execute(db)
  await sql`
    CREATE INDEX contract_position_ended ON contract_position ${ended}
      WHERE status IN ('closed', 'cancelled') AND relation_id IS NULL`.execute(db)
  await sql`
    CREATE INDEX contract_position_copied_ended ON contract_position ${ended}
      WHERE status IN ('closed', 'cancelled') AND relation_id IS NOT NULL`.execute(db)
  await sql`
    CREATE INDEX contract_position_copied ON contract_position (customer_id, id) WHERE relation_id IS NOT NULL`.execute(
    db,
  )
}
