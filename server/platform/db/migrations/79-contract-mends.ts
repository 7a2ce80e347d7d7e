import { type Kysely, sql } from 'kysely'

/**
 * Mends in contracts.
 *
 * How much of base one lot of an instrument's contract is, with the instrument: two operators decide it when they list it.
 * Until now the program knew it, for what it began with; of what was listed since it took one unit, or 100,000 in forex.
 *
 * How often the customer of a position was warned of its liquidation since its margin grew, or the day began.
 *
 * An order that ends by its customer's own limits says so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE instrument ADD COLUMN lot_size integer CHECK (lot_size > 0)`.execute(db)
  await sql`
    UPDATE instrument SET lot_size = CASE symbol
      WHEN 'ES' THEN 50 WHEN 'NQ' THEN 20 WHEN 'YM' THEN 5 WHEN 'GC' THEN 100 WHEN 'CL' THEN 1000
      WHEN '6E' THEN 125000 WHEN 'XAU-USD' THEN 100
      ELSE CASE class WHEN 'forex' THEN 100000 ELSE 1 END END`.execute(db)
  await sql`ALTER TABLE instrument ALTER COLUMN lot_size SET NOT NULL`.execute(db)

  await sql`
    ALTER TABLE contract_position ADD COLUMN margin_calls smallint NOT NULL DEFAULT 0 CHECK (margin_calls >= 0)`.execute(
    db,
  )
  // Written by no engine; of what is over nothing is written any more.
  await sql`ALTER TABLE contract_position DISABLE TRIGGER USER`.execute(db)
  await sql`
    UPDATE contract_position SET margin_calls = 1
    WHERE margin_call_sequence IS NOT NULL AND status = 'open'`.execute(db)
  await sql`ALTER TABLE contract_position ENABLE TRIGGER USER`.execute(db)
  await sql`GRANT UPDATE (margin_calls) ON contract_position TO plumb_app`.execute(db)

  await sql`
    ALTER TABLE contract_position DROP CONSTRAINT contract_position_reason_check,
      ADD CONSTRAINT contract_position_reason_check CHECK (reason IN ('user', 'take-profit', 'stop-loss',
        'liquidation', 'lead', 'copy-stop', 'exposure', 'halted', 'own-limits'))`.execute(db)
}
