import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import * as migrations from '#server/platform/db/migrations/all.ts'
import { openOwner } from '#server/testing/snapshot.ts'

/** Positions that copied somebody before they said so themselves say so afterwards, also those that have ended. */

let owner: Awaited<ReturnType<typeof openOwner>>['owner']
beforeAll(async () => {
  owner = (await openOwner()).owner
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db: owner, provider }).migrateTo('48-copy-terms')
  if (error) throw error
  await owner.transaction().execute(async (tx) => {
    await sql`select set_config('plumb.writer', 'contract', true)`.execute(tx)
    await sql`
      insert into customer (id, email, password_hash, nickname, invite_code, language, created_at)
      overriding system value
      values (1, 'lead@example.com', '-', 'Anna', 'A', 'en', now()), (2, 'other@example.com', '-', null, 'B', 'en', now()),
        (3, 'follower@example.com', '-', 'Carl', 'C', 'en', now())`.execute(tx)
    await sql`
      insert into copy_lead (id, customer_id, status, introduction, share_bps, applied_at, leading_since)
      values (11, 1, 'leading', '-', 1000, now(), now()), (12, 2, 'leading', '-', 1000, now(), now())`.execute(
      tx,
    )
    await sql`
      insert into copy_relation (id, lead_id, lead_customer_id, customer_id, status, end_reason, ended_at, mode, number,
        max_trade, max_total, slippage_bps, share_bps, trades, wins, profit, peak, fall, peak_of_fall, capital,
        high_water_mark, reserved, share_paid, next_share_at, margin, open_copies, is_closing, triggers_sequence,
        agreement_version, terms_version, started_at, updated_at)
      select id, lead, customer, 3, status, reason, case when reason is null then null else now() end, 'amount', 1, 1, 1, 1, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now(), 0, 0, false, 0, 1, 1, now(), now()
      from (values (21, 11, 1, 'ended', 'user'), (22, 12, 2, 'active', null)) r (id, lead, customer, status, reason)`.execute(
      tx,
    )
    await sql`
      insert into contract_position (id, customer_id, symbol, direction, leverage, lots, open_lots, status, reason,
        entry_price, entry_sequence, spread, margin, initial_margin, maintenance, fee, financing, realized_pnl,
        close_price, close_sequence, terms_version, lot_size, fee_bps, financing_bps, maintenance_bps, margin_call_bps,
        tape_sequence, triggers_sequence, financed_day, created_at, opened_at, closed_at, updated_at)
      select id, 3, 'BTC-USDT', 'long', 10, 1, 0, 'closed', 'user', 100, 1, 1, 0, 1, 1, 0, 0, 0, 100, 2, 1, 1, 5, 2, 5000, 7500,
        1, 1, 1, now(), now(), now(), now()
      from unnest(array[31, 32, 33]) id`.execute(tx)
    await sql`
      insert into copy_position (position_id, relation_id, customer_id, lead_position_id, is_following, has_own_stops)
      values (31, 21, 3, 1, false, false), (32, 22, 3, 2, false, false)`.execute(tx)
  })
  await migrate(owner)
})
afterAll(() => owner?.destroy())

test('a copy names its relation and what the lead is called, an own position neither', async () => {
  const { rows } = await sql`
    select id::int as id, relation_id::int as relation, lead_name as lead from contract_position order by id`.execute(
    owner,
  )
  expect(rows).toEqual([
    { id: 31, relation: 21, lead: 'Anna' },
    { id: 32, relation: 22, lead: null },
    { id: 33, relation: null, lead: null },
  ])
})

test('what has ended does not change any more afterwards', async () => {
  await expect(
    sql`update contract_position set status = 'open', open_lots = 1, reason = null where id = 31`.execute(
      owner,
    ),
  ).rejects.toThrow()
})
