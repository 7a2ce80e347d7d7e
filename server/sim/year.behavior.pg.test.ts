// long-running
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscribe } from '#domain/earn/contract.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { auditProducts } from '#server/audit-products.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { doOneOfEach, type Exchange, openExchange } from '#server/testing/exchange.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { LONG } from '#server/testing/timeouts.ts'

/**
 * A year on a virtual clock, day by day: what customers began in products with a term has ended as it had to, and nothing that
 * was due was left behind.
 */

const DAYS = 365
/** Run every day; all others, prices among them, every seventh: no product may need its prices to go on. */
const DAILY = /^(earn|dual: settlement|ieo|loan|nft|box|coupon|invite|game)/
/** How long the year may take: the goal is a minute; it was not measured on a quiet machine. */
const YEAR = { timeout: 5 * LONG.timeout }

let exchange: Exchange
/** How many jobs were run of how many that there are. */
let ran = 0

beforeAll(async () => {
  exchange = await openExchange()
  await doOneOfEach(exchange, exchange.alice)
  await subscribeToEach(exchange)
  for (let day = 1; day <= DAYS; day++)
    ran += await exchange.live(DAY_MS, (job) => day % 7 === 0 || day === DAYS || DAILY.test(job))
}, YEAR.timeout)
afterAll(() => exchange?.close())

/** Puts the least into one product of each kind and term. */
async function subscribeToEach({ db, clock, bob }: Exchange): Promise<void> {
  const { rows } = await sql<{ id: bigint; currency: string; minimum: bigint }>`
    select distinct on (kind, term_days) id, currency, minimum from earn_product
    where status = 'open' order by kind, term_days, id`.execute(db)
  expect(rows.length).toBeGreaterThan(3)
  for (const { id, currency, minimum } of rows) {
    const amount = formatAmount(minimum, currency)
    await giveFunds(db, bob.id, [['funding', currency, amount]], clock.nowMs())
    await bob.ask(subscribe, { productId: String(id), amount })
  }
}

const count = async (of: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${of}`.execute(exchange.db)
  return rows[0]!.n
}
const now = () => sql`${new Date(exchange.clock.nowMs())}::timestamptz`

describe('after a year', () => {
  test('each day was lived', () => {
    expect(ran).toBeGreaterThan(DAYS * 10)
  })

  test.each<[string, RawBuilder<unknown>]>([
    ['deposits that matured', sql`earn_subscription where status = 'matured'`],
    ['dual investments that were settled', sql`dual_order where status in ('above', 'below', 'unpriced')`],
    ['new-coin orders that were paid back', sql`ieo_order where status = 'refunded'`],
    ['loans that are overdue', sql`loan where status = 'overdue'`],
    ['auctions that are over', sql`nft_auction where over_at is not null`],
    ['boxes that are opened or paid back', sql`box where state in ('opened', 'refunded')`],
    ['trials that were paid', sql`coupon_use where kind = 'trial' and status = 'paid'`],
    ['rounds of the game that are over', sql`game_round where status in ('counted', 'void')`],
  ])('there are %s', async (_, of) => {
    expect(await count(of)).toBeGreaterThan(0)
  })

  test.each<[string, () => RawBuilder<unknown>]>([
    [
      'deposit that was due',
      () => sql`earn_subscription where status = 'active' and next_due_at <= ${now()}`,
    ],
    ['dual investment that was due', () => sql`dual_order where status = 'active' and due_at <= ${now()}`],
    [
      'sale that is over and not decided',
      () => sql`ieo_project where status = 'sale' and ends_at <= ${now()}`,
    ],
    [
      'order of a sale that failed',
      () => sql`ieo_order o join ieo_project p on p.id = o.project_id
        where p.status = 'failed' and o.status not in ('unlocked', 'refunded')`,
    ],
    ['loan that is due and not overdue', () => sql`loan where status = 'issued' and due_at < ${now()}`],
    [
      'auction that ended and is open',
      () => sql`nft_auction n join nft_artwork a on a.id = n.artwork_id
        where n.status = 'open' and a.is_open and n.ends_at <= ${now()}`,
    ],
    [
      'deposit of an auction that is over',
      () => sql`nft_margin m join nft_auction a on a.id = m.auction_id
        where m.status = 'held' and a.over_at is not null and a.is_settled
          and not exists (select from nft_order o where o.margin_id = m.id and o.status = 'unpaid')`,
    ],
    [
      'order of an artwork not paid in time',
      () => sql`nft_order where status = 'unpaid' and pay_by <= ${now()}`,
    ],
    ['box that waits', () => sql`box where state in ('sealed', 'drawn')`],
    ['series of boxes that is over', () => sql`box_series where status = 'sale' and ends_at <= ${now()}`],
    ['coupon that is over', () => sql`coupon where status = 'usable' and expires_at <= ${now()}`],
    ['trial that was due', () => sql`coupon_use where status = 'running' and due_at <= ${now()}`],
    ['commission that was due', () => sql`invite_commission where status = 'held' and due_at <= ${now()}`],
  ])('there is no %s', async (_, of) => {
    expect(await count(of())).toBe(0)
  })

  test('the ledger and all products agree', LONG, async () => {
    expect(isConsistent(await auditLedger(exchange.db))).toBe(true)
    expect(await auditProducts(exchange.db)).toEqual([])
  })
})
