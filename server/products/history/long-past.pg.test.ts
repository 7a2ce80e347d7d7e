import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { newestOrders, newestOrdersQuery } from '#server/core/own-orders.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Writer } from '#server/platform/db/fencing-token.ts'
import * as all from '#server/products/all.ts'
import { endedPositions } from '#server/products/contract/ended.ts'
import { endedOptions } from '#server/products/option/ended.ts'
import { endedOrders } from '#server/products/spot/ended.ts'
import { asWriter } from '#server/testing/as-writer.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { analyze, rowsRead } from '#server/testing/rows-read.ts'
import type { Product } from '../product.ts'
import { endedQuery, type HistoryFilter } from './store.ts'

/** A customer with a long past, and filters that let little of it through: a page costs its own rows. */

const CUSTOMER = customerId(10_001n)
const allProducts: readonly Product[] = Object.values(all)
const SOURCES = [endedOrders, endedPositions, endedOptions]
/** Of each product. */
const RECORDS = 20_000
const PAGE = 21

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const n = sql`generate_series(1, ${RECORDS}::int) n`
  // One in a thousand is of an instrument of its own; one in 5,000 ended in a rare way.
  const symbol = sql`case when n % 1000 = 0 then 'ETH-USDT' else 'BTC-USDT' end`
  const at = sql`'2026-01-02T00:00:00Z'::timestamptz + n * interval '1 minute'`
  const add = (writer: Writer, rows: RawBuilder<unknown>) => asWriter(db, writer, (tx) => rows.execute(tx))
  await add(
    'spot',
    sql`
    insert into spot_order (id, customer_id, symbol, side, order_type, time_in_force, post_only, price, quantity,
      filled, notional, fee, maker_fee_bps, taker_fee_bps, terms_version, status, reason, created_at, updated_at)
    select n, ${CUSTOMER}, ${symbol}, 'buy', 'limit', 'gtc', false, 1, 1, case when n % 5000 = 1 then 0 else 1 end, 0, 0,
      0, 0, 1, case when n % 5000 = 1 then 'cancelled' else 'filled' end, case when n % 5000 = 1 then 'user' end, ${at}, ${at}
    from ${n}`,
  )
  await add(
    'contract',
    sql`
    insert into contract_position (id, customer_id, symbol, direction, leverage, lots, open_lots, status, reason,
      entry_price, entry_sequence, spread, margin, initial_margin, maintenance, fee, financing, realized_pnl, close_price,
      close_sequence, terms_version, lot_size, fee_bps, financing_bps, maintenance_bps, margin_call_bps, tape_sequence,
      triggers_sequence, financed_day, created_at, opened_at, closed_at, updated_at)
    select 100000 + n, ${CUSTOMER}, ${symbol}, 'long', 10, 1, 0, 'closed',
      case when n % 5000 = 1 then 'liquidation' else 'user' end, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 5000, 7500, 1, 1, 1,
      ${at}, ${at}, ${at}, ${at}
    from ${n}`,
  )
  await add(
    'option',
    sql`
    insert into option_order (id, customer_id, symbol, direction, stake, winnings, seconds, payout_bps, entry_after_ms,
      stale_after_ms, terms_version, rules_version, accepted_at, accepted_sequence)
    select 200000 + n, ${CUSTOMER}, ${symbol}, 'rise', 1, 1, 60, 8500, 1000, 2000, 1, 1, ${at}, 0 from ${n}`,
  )
  await add(
    'option',
    sql`
    insert into option_result (id, order_id, customer_id, symbol, outcome, reason, entry_sequence, entry_price, entry_at,
      expires_at, exit_sequence, exit_price, exit_at, settled_at, losses)
    select 200000 + n, 200000 + n, ${CUSTOMER}, ${symbol}, case when is_void then 'void' else 'tie' end,
      case when is_void then 'no-entry' end, ${sql.join(
        ['1', '1', 'entry', "entry + interval '1 minute'", '1', '1', "entry + interval '1 minute'"].map(
          (value) => sql`case when is_void then null else ${sql.raw(value)} end`,
        ),
      )}, ${at} + interval '2 minutes', 0
    from ${n}, lateral (select n % 5000 = 1 as is_void, ${at} + interval '1 second' as entry) made`,
  )
  await analyze(db)
})
afterAll(() => database?.close())

const FROM = Date.UTC(2026, 0, 5)
const filters: [string, Omit<HistoryFilter, 'customer'>, most: number][] = [
  ['without a filter', {}, 400],
  ['of a rare instrument', { symbol: 'ETH-USDT' }, 400],
  ['that ended in a rare way', { status: 'void' }, 100],
  ['that were liquidated', { status: 'liquidated' }, 100],
  ['that were cancelled', { status: 'cancelled' }, 100],
  ['of a time', { fromMs: FROM, toMs: FROM + 86_400_000 }, 400],
  ['of a product, an instrument and a time', { product: 'contract', symbol: 'BTC-USDT', toMs: FROM }, 100],
]

test.each(filters)(
  'a page of records %s reads few rows, at its beginning and deep inside',
  async (_, filter, most) => {
    const { db } = database
    const after = [BigInt(Date.UTC(2026, 0, 4)), 0n]
    for (const slice of [
      { offset: 0, limit: PAGE },
      { offset: 0, limit: PAGE, after },
    ]) {
      const query = endedQuery(SOURCES, { ...filter, ...slice, customer: CUSTOMER })!
      expect(await rowsRead(db, query)).toBeLessThan(most)
    }
  },
)

test('the newest orders to ask the service about cost as little', async () => {
  const { db } = database
  const sources = allProducts.flatMap(({ ownOrders }) => ownOrders ?? [])
  expect(await rowsRead(db, newestOrdersQuery(sources, CUSTOMER, 20))).toBeLessThan(400)
  const newest = await newestOrders(db, sources, CUSTOMER, 20)
  // The last of each product are of one minute: the ids say which came later.
  expect(newest.slice(0, 3).map(({ kind, id }) => [kind, Number(id)])).toEqual([
    ['option-order', 200_000 + RECORDS],
    ['contract-position', 100_000 + RECORDS],
    ['spot-order', RECORDS],
  ])
})

test('all of it is read once by the cursor, what ended together by its id', async () => {
  const { db } = database
  const seen = new Set<bigint>()
  let after: readonly bigint[] | undefined
  let before: readonly [bigint, bigint] = [2n ** 62n, 0n]
  for (;;) {
    const { rows } = await endedQuery(SOURCES, {
      customer: CUSTOMER,
      after,
      offset: 0,
      limit: 5_000,
    })!.execute(db)
    for (const { id, ended_at } of rows) {
      expect(ended_at < before[0] || (ended_at === before[0] && id < before[1])).toBe(true)
      before = [ended_at, id]
      seen.add(id)
    }
    const last = rows.at(-1)
    if (!last || rows.length < 5_000) break
    after = [last.ended_at, last.id]
  }
  expect(seen.size).toBe(3 * RECORDS)
})
