import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import * as migrations from '#server/platform/db/migrations/all.ts'
import { openOwner } from '#server/testing/snapshot.ts'

/** Who led before that was kept: the log says when, and what was accepted. */

let owner: Awaited<ReturnType<typeof openOwner>>['owner']
beforeAll(async () => {
  owner = (await openOwner()).owner
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db: owner, provider }).migrateTo('79-contract-mends')
  if (error) throw error
  await owner.transaction().execute(async (tx) => {
    await sql`select set_config('plumb.writer', 'contract', true)`.execute(tx)
    await sql`
      insert into customer (id, email, password_hash, invite_code, language, created_at)
      overriding system value
      select id, id || '@example.com', '-', id::text, 'en', now() from generate_series(1, 3) id`.execute(tx)
    await sql`
      insert into copy_lead (id, customer_id, status, introduction, share_bps, applied_at, leading_since)
      values (11, 1, 'under-review', 'applied again', 2000, now(), '2026-01-01'),
        (12, 2, 'leading', 'leads', 500, now(), '2026-01-02'), (13, 3, 'under-review', 'new', 700, now(), null)`.execute(
      tx,
    )
    // The first led twice, followed the second time; the second leads.
    await sql`
      insert into copy_lead_log (id, lead_id, action, operator_id, introduction, created_at)
      values (1, 11, 'applied', null, 'first', '2025-12-31'), (2, 11, 'accepted', 1, null, '2026-01-01'),
        (3, 11, 'stopped', null, null, '2026-01-03'), (4, 11, 'applied', null, 'second', '2026-01-04'),
        (5, 11, 'accepted', 1, null, '2026-01-05'), (6, 12, 'applied', null, 'leads', '2026-01-01'),
        (7, 12, 'accepted', 1, null, '2026-01-02'), (8, 11, 'stopped', null, null, '2026-01-06'),
        (9, 11, 'applied', null, 'applied again', '2026-01-07'), (10, 13, 'applied', null, 'new', '2026-01-08')`.execute(
      tx,
    )
    await sql`
      insert into copy_record (lead_id, trades, wins, profit, peak, fall, peak_of_fall, capital, followers, followers_ever,
        followers_profit, followers_capital, followers_sample, followers_trades, assets, earned, reserved, place, updated_at)
      select id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now() from unnest(array[11, 12]) id`.execute(
      tx,
    )
    await sql`
      insert into copy_relation (id, lead_id, lead_customer_id, customer_id, status, end_reason, ended_at, mode, number,
        max_trade, max_total, slippage_bps, share_bps, trades, wins, profit, peak, fall, peak_of_fall, capital,
        high_water_mark, reserved, share_paid, next_share_at, margin, open_copies, is_closing, triggers_sequence,
        agreement_version, terms_version, started_at, updated_at)
      values (21, 11, 1, 3, 'ended', 'lead-stopped', now(), 'amount', 1, 1, 1, 1, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now(),
        0, 0, false, 0, 1, 1, now(), now())`.execute(tx)
  })
  await migrate(owner)
})
afterAll(() => owner?.destroy())

test('the log says from when until when each lead led', async () => {
  const { rows } = await sql`
    select lead_id::int as lead, started_at::date::text as started, stopped_at::date::text as stopped
    from copy_leading order by started_at`.execute(owner)
  expect(rows).toEqual([
    { lead: 11, started: '2026-01-01', stopped: '2026-01-03' },
    { lead: 12, started: '2026-01-02', stopped: null },
    { lead: 11, started: '2026-01-05', stopped: '2026-01-06' },
  ])
})

test('what waits for review stands beside what was accepted', async () => {
  const { rows } = await sql`
    select id::int as id, introduction, share_bps, applied_introduction as applied, applied_share_bps as share
    from copy_lead order by id`.execute(owner)
  expect(rows).toEqual([
    { id: 11, introduction: 'second', share_bps: 1000, applied: 'applied again', share: 2000 },
    { id: 12, introduction: 'leads', share_bps: 500, applied: 'leads', share: 500 },
    { id: 13, introduction: 'new', share_bps: 700, applied: 'new', share: 700 },
  ])
})
