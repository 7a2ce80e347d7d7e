import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { APP_ROLE, type Database, type Tx } from '#server/platform/db/database.ts'
import { up as countLosses } from '#server/platform/db/migrations/36-losses-in-a-row.ts'
import { idsOf, nextId } from '#server/platform/ids.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { asWriter } from '#server/testing/as-writer.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import {
  BTC,
  optionCustomers,
  optionMoney,
  platformMoney,
  resultByTape,
  startTestOptions,
  type TestOptions,
} from '#server/testing/option.ts'
import { auditOptions, auditResults } from './audit.ts'
import { insertTerms, newestTerms, optionsById } from './store.ts'

/** Seconds options on a database: which ticks decide, what moves, who is refused, and that it all happens once. */

let database: Database
let fixture: TestOptions
let alice: CustomerId
let bob: CustomerId

beforeAll(async () => {
  database = await openTestDatabase()
  fixture = await startTestOptions(database.db)
})
afterAll(async () => {
  await fixture.engine.stop()
  await database.close()
})
beforeEach(async () => {
  fixture.clock.advance(1_000)
  await fixture.tick(2_000_000)
  ;[alice, bob] = (await optionCustomers(fixture, 2)) as [CustomerId, CustomerId]
})
afterEach(async () => {
  await fixture.pass(310_000, 2_000_000)
  expect(await auditOptions(database.db)).toEqual([])
  expect(await auditResults(database.db)).toEqual([])
  expect((await platformMoney(database.db)).escrow).toBe(0n)
})

const usdt = (text: string) => readAmount(text, 'USDT')
const refused = (code: string) => ({ name: 'Refusal', code })
const stored = async (id: bigint) => (await optionsById(database.db, [id as never])).get(id as never)!
/** The first tick that may be the entry of what was ordered now. */
async function enter() {
  fixture.clock.advance(1_000)
  await fixture.tick(2_000_000)
}
/** Lets the period of an order pass at these prices: entry, then exit. */
async function run(entry: number, exit: number, seconds = 60) {
  fixture.clock.advance(1_500)
  await fixture.tick(entry)
  await fixture.pass(seconds * 1_000 - 1_000, entry)
  fixture.clock.advance(1_000)
  await fixture.tick(exit)
  fixture.clock.advance(500)
  await fixture.tick(entry)
}

/** Has Alice lose so many orders. */
async function lose(count: number) {
  await fixture.tick(2_000_000)
  for (let n = 0; n < count; n++) await fixture.place(alice)
  await run(2_000_000, 1_999_999)
}
async function wait(ms: number) {
  fixture.clock.advance(ms)
  await fixture.tick(2_000_000)
}

describe('an order', () => {
  test('sets stake and winnings aside when it is accepted, frozen with its terms and its place on the tape', async () => {
    const before = await platformMoney(database.db)
    const placed = await fixture.place(alice)
    expect(placed).toMatchObject({
      order: {
        ...{ symbol: BTC.symbol, direction: 'rise', stake: usdt('10'), winnings: usdt('8.5'), seconds: 60 },
        ...{ payoutBps: 8_500, entryAfterMs: 1_000, staleAfterMs: 2_000, termsVersion: 1, rulesVersion: 1 },
        ...{ acceptedAtMs: fixture.clock.nowMs(), acceptedSequence: fixture.tape.at(-1)!.sequence },
      },
      ...{ entry: null, expiresAtMs: null, result: null },
    })
    expect(await optionMoney(database.db, alice)).toEqual({ wallet: usdt('990'), staked: usdt('10') })
    const after = await platformMoney(database.db)
    expect(after).toEqual({ fund: before.fund - usdt('8.5'), escrow: usdt('8.5') })
  })

  test.each([
    ['won', 'rise', 2_000_001, '1008.5'],
    ['lost', 'rise', 1_999_999, '990'],
    ['tie', 'rise', 2_000_000, '1000'],
    ['won', 'fall', 1_999_999, '1008.5'],
    ['lost', 'fall', 2_000_001, '990'],
  ] as const)('is %s with %s at %i', async (outcome, direction, exit, wallet) => {
    const before = await platformMoney(database.db)
    const { order } = await fixture.place(alice, { direction })
    await run(2_000_000, exit)
    const now = await stored(order.id)
    expect(now.result).toMatchObject({ outcome, reason: null })
    expect([now.result?.entry?.price, now.result?.exit?.price]).toEqual([2_000_000, exit])
    expect(await optionMoney(database.db, alice)).toEqual({ wallet: usdt(wallet), staked: 0n })
    expect((await platformMoney(database.db)).fund).toBe(before.fund + usdt('1000') - usdt(wallet))
    expect(now.result).toMatchObject(resultByTape(fixture, now))
  })

  test('has its result where a checkpoint says that its expiry is over, and no tick does yet', async () => {
    const { order } = await fixture.place(alice)
    await enter()
    await fixture.pass(59_000, 2_000_000)
    fixture.clock.advance(1_200)
    await fixture.tick({ price: 2_000_100, sourceAtMs: fixture.clock.nowMs() - 300 })
    expect((await stored(order.id)).result).toMatchObject({ outcome: 'won' })
    expect(await auditResults(database.db)).toEqual([])
  })

  test('tells its customer of the acceptance, the entry and the result', async () => {
    const from = fixture.told.length
    const { order } = await fixture.place(alice)
    await run(2_000_000, 2_000_100)
    const told = fixture.told.slice(from).filter((now) => now.order.id === order.id)
    await expect.poll(() => told.length).toBe(3)
    expect(told.map(({ entry, result }) => [entry?.price, result?.outcome])).toEqual([
      [undefined, undefined],
      [2_000_000, undefined],
      [2_000_000, 'won'],
    ])
    expect(told[2]).toEqual(await stored(order.id))
  })

  test('is void without a valid tick in time after it, or before its expiry: the stake comes back', async () => {
    const late = await fixture.place(alice)
    fixture.clock.advance(1_000)
    await fixture.tick({ price: 1, isHeld: true }, { symbol: 'ETH-USDT', price: 150_000 })
    fixture.clock.advance(2_001)
    await fixture.tick(2_000_000)
    expect((await stored(late.order.id)).result).toMatchObject({
      ...{ outcome: 'void', reason: 'no-entry', entry: null, exit: null, expiresAtMs: null },
    })
    const gap = await fixture.place(alice)
    await enter()
    await fixture.pass(57_000, 2_000_000)
    fixture.clock.advance(3_001)
    await fixture.tick({ symbol: 'ETH-USDT', price: 150_000 })
    expect((await stored(gap.order.id)).result).toMatchObject({ outcome: 'void', reason: 'no-exit' })
    expect(await optionMoney(database.db, alice)).toEqual({ wallet: usdt('1000'), staked: 0n })
  })

  test('T28: is not settled before the tape has reached a later time, whatever the server’s clock says', async () => {
    const { order } = await fixture.place(alice)
    await enter()
    await fixture.pass(59_000, 2_000_000)
    fixture.clock.advance(1_000)
    // At the expiry itself: another tick of that moment may follow.
    await fixture.tick(1_900_000)
    fixture.clock.advance(60_000)
    expect(await fixture.engine.settle()).toBe(0)
    expect((await stored(order.id)).result).toBeNull()
    await fixture.tick({ symbol: 'TIME', price: 1, source: 'tape', isHeld: true })
    expect((await stored(order.id)).result).toMatchObject({ outcome: 'lost', exit: { price: 1_900_000 } })
  })

  test('under a key that comes again is the same order', async () => {
    const placed = await fixture.place(alice, {}, 'once')
    const again = await fixture.place(alice, {}, 'once')
    expect(again).toEqual(placed)
    await expect(fixture.place(alice, { stake: '11' }, 'once')).rejects.toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    )
    expect(await optionMoney(database.db, alice)).toEqual({ wallet: usdt('990'), staked: usdt('10') })
  })
})

describe('an order is refused', () => {
  test.each([
    [{ stake: '4.99' }, 'AMOUNT_TOO_SMALL'],
    [{ stake: '500.01' }, 'AMOUNT_TOO_LARGE'],
    [{ stake: '-1' }, 'AMOUNT_INVALID'],
    [{ seconds: 59 }, 'OPTION_PERIOD_UNKNOWN'],
    [{ currency: 'BTC' }, 'CURRENCY_UNKNOWN'],
    [{ symbol: 'GONE-USDT' }, 'INSTRUMENT_UNKNOWN'],
    [{ termsVersion: 2 }, 'TERMS_CHANGED'],
    [{ stake: '201' }, 'OPTION_LOSS_LIMIT'],
    [{ symbol: 'ETH-USDT' }, 'PRICE_STALE'],
  ])('with %o', async (changes, code) => {
    await expect(fixture.place(alice, changes)).rejects.toMatchObject(refused(code))
    expect(await optionMoney(database.db, alice)).toEqual({ wallet: usdt('1000'), staked: 0n })
  })

  test('T26: on a price that is too old, and on none', async () => {
    fixture.clock.advance(2_001)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('PRICE_STALE'))
  })

  test('without the money for it', async () => {
    const [carol] = await optionCustomers(fixture, 1, '12')
    await fixture.place(carol!)
    await expect(fixture.place(carol!)).rejects.toMatchObject(refused('INSUFFICIENT_BALANCE'))
  })

  test('beyond five open ones, of which any may end first', async () => {
    for (let n = 0; n < 5; n++) await fixture.place(alice, { seconds: n === 0 ? 60 : 300 })
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_TOO_MANY_OPEN'))
    await run(2_000_000, 2_000_001)
    await fixture.place(alice)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_TOO_MANY_OPEN'))
  })

  test('after five losses in a row for 15 minutes, also by an engine that was started since', async () => {
    for (let n = 0; n < 5; n++) await fixture.place(alice)
    await run(2_000_000, 1_999_999)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_PAUSED'))
    await fixture.restart()
    await fixture.tick(2_000_000)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_PAUSED'))
    await fixture.place(bob)
    fixture.clock.advance(15 * 60_000)
    await fixture.tick(2_000_000)
    expect((await fixture.place(alice)).order.customer).toBe(alice)
  })

  test('after the fifth loss in a row, also where an engine was started days after the first four', async () => {
    await lose(4)
    await wait(3 * DAY_MS)
    await fixture.restart()
    await lose(1)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_PAUSED'))
  })

  test('not for losses that have led to a pause already, also by an engine that was started a day later', async () => {
    await lose(1)
    await wait(HOUR_MS)
    await lose(4)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_PAUSED'))
    // The first of the five is longer than a day ago, the others are not.
    await wait(DAY_MS - HOUR_MS / 2)
    await fixture.restart()
    await lose(1)
    expect((await fixture.place(alice)).order.customer).toBe(alice)
  })

  test('after as many losses as before its start for an engine that settles orders it found open', async () => {
    await lose(3)
    await wait(2 * DAY_MS)
    await fixture.place(alice)
    await fixture.restart()
    await run(2_000_000, 1_999_999)
    await fixture.restart()
    await lose(1)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_PAUSED'))
  })

  test('after a move of more than 10 % within 5 minutes, for 5 minutes, also after a restart', async () => {
    await fixture.tick(2_200_000)
    await fixture.place(alice)
    await fixture.tick(2_200_001)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_BREAKER'))
    await fixture.restart()
    await fixture.tick(2_200_000)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_BREAKER'))
    await fixture.pass(600_000, 2_000_000)
    expect((await fixture.place(alice)).order.customer).toBe(alice)
  })

  test('where a hundredth more would be owed for one second than the fund allows', async () => {
    // Two in a hundred of a million are 20,000: for one second, 47 orders of 500 USDT at 85 %.
    const customers = await optionCustomers(fixture, 48)
    await Promise.all(
      customers.map((customer) =>
        fixture.engine.choose(customer, [{ kind: 'loss-limit', amount: usdt('1000') }]),
      ),
    )
    fixture.clock.advance(24 * 3_600_000)
    await fixture.tick(2_000_000)
    const placed = await Promise.allSettled(
      customers.map((customer) => fixture.place(customer, { stake: '500' })),
    )
    const reasons = placed.flatMap((each) => (each.status === 'rejected' ? each.reason.code : []))
    expect(reasons).toEqual(['OPTION_CAPACITY'])
  })
})

describe('what customers choose for themselves', () => {
  test('a lower loss limit counts at once, a higher one after a day, also after a restart', async () => {
    await fixture.engine.choose(alice, [{ kind: 'loss-limit', amount: usdt('15') }])
    await fixture.place(alice)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_LOSS_LIMIT'))
    await fixture.engine.choose(alice, [{ kind: 'loss-limit', amount: usdt('100') }])
    await fixture.restart()
    await fixture.tick(2_000_000)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_LOSS_LIMIT'))
    await run(2_000_000, 2_000_000)
    fixture.clock.advance(24 * 3_600_000)
    await fixture.tick(2_000_000)
    await fixture.place(alice, { stake: '100' })
  })

  test('an exclusion counts at once and is never made shorter', async () => {
    const days = (count: number) => fixture.clock.nowMs() + count * 24 * 3_600_000
    const exclude = (untilMs: number) => fixture.engine.choose(alice, [{ kind: 'exclusion', untilMs }])
    await expect(exclude(days(0.5))).rejects.toMatchObject(refused('OPTION_EXCLUSION_INVALID'))
    await exclude(days(30))
    await expect(exclude(days(10))).rejects.toMatchObject(refused('OPTION_EXCLUSION_INVALID'))
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_EXCLUDED'))
    await fixture.restart()
    await fixture.tick(2_000_000)
    await expect(fixture.place(alice)).rejects.toMatchObject(refused('OPTION_EXCLUDED'))
  })
})

describe('a restart', () => {
  test('finds entries and results on the tape, the same as if it had never stopped', async () => {
    const { order: entered } = await fixture.place(alice)
    await enter()
    const { order: waiting } = await fixture.place(bob, { direction: 'fall' })
    // Written to the tape while no engine looks.
    fixture.clock.advance(100)
    await fixture.record(2_000_050)
    for (let second = 0; second < 63; second++) {
      fixture.clock.advance(1_000)
      await fixture.record(2_000_000 + second)
    }
    await fixture.restart()
    let due = await fixture.engine.settle()
    while (due > 0) due = await fixture.engine.settle()
    for (const order of [entered, waiting]) {
      const now = await stored(order.id)
      expect(now.result).toMatchObject(resultByTape(fixture, now))
    }
    expect((await optionMoney(database.db, alice)).wallet).toBe(usdt('1008.5'))
  })

  test('numbers results after those of a process whose clock was ahead', async () => {
    const { order: early } = await fixture.place(alice)
    await run(2_000_000, 2_000_001)
    const ahead = nextId() + idsOf(HOUR_MS)
    await alterAsOwner(database, sql`update option_result set id = ${ahead} where order_id = ${early.id}`)
    await fixture.restart()
    const { order: late } = await fixture.place(bob)
    await run(2_000_000, 2_000_001)
    const { rows } = await sql<{ id: bigint }>`
      select id from option_result where order_id = ${late.id}`.execute(database.db)
    expect(rows[0]!.id).toBeGreaterThan(ahead)
  })

  test('an engine that missed a segment of the tape reads it rather than go on without', async () => {
    const { order } = await fixture.place(alice)
    await enter()
    await fixture.pass(58_000, 2_000_000)
    const missed = fixture.errors.length
    fixture.clock.advance(1_500)
    await fixture.record(2_000_001)
    const end = fixture.tape.at(-1)!
    fixture.clock.advance(1_000)
    await fixture.record(1_999_000)
    const last = fixture.tape.at(-1)!
    await expect(
      fixture.engine.written({
        firstSequence: last.sequence,
        sequence: last.sequence,
        atMs: last.atMs,
        ticks: [last],
      }),
    ).rejects.toThrow(/no tick is missed/)
    expect(fixture.errors.length).toBeGreaterThan(missed)
    await fixture.tick(2_000_000)
    expect((await stored(order.id)).result).toMatchObject({
      outcome: 'won',
      exit: { sequence: end.sequence },
    })
  })
})

describe('the database', () => {
  const insert = (
    id: bigint,
    change: Record<string, unknown>,
    order: { acceptedAtMs: number; acceptedSequence: number },
  ) => {
    const row: Record<string, unknown> = {
      ...{ id: nextId(), order_id: id, customer_id: alice, symbol: 'BTC-USDT', outcome: 'won', reason: null },
      ...{
        entry_sequence: order.acceptedSequence + 1,
        entry_price: 100,
        entry_at: new Date(order.acceptedAtMs + 1_000),
      },
      ...{ expires_at: new Date(order.acceptedAtMs + 61_000) },
      ...{
        exit_sequence: order.acceptedSequence + 2,
        exit_price: 101,
        exit_at: new Date(order.acceptedAtMs + 61_000),
      },
      ...{ settled_at: new Date(order.acceptedAtMs + 62_000), losses: 1, ...change },
    }
    const values = sql.join(Object.values(row))
    return asWriter(database.db, 'option', (tx) =>
      sql`insert into option_result (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${values})`.execute(tx),
    )
  }

  test('refuses every result that is not the one that its ticks make', async () => {
    const { order } = await fixture.place(alice)
    const { acceptedAtMs: at, acceptedSequence: sequence } = order
    for (const change of [
      { outcome: 'lost' },
      { outcome: 'tie' },
      { outcome: 'void', reason: 'no-exit' },
      { exit_price: 99 },
      { exit_price: 100 },
      { entry_sequence: sequence },
      { entry_at: new Date(at + 999), expires_at: new Date(at + 60_999), exit_at: new Date(at + 60_999) },
      { entry_at: new Date(at + 3_001), expires_at: new Date(at + 63_001) },
      { expires_at: new Date(at + 60_999) },
      { exit_at: new Date(at + 61_001) },
      { exit_at: new Date(at + 58_999) },
      { exit_sequence: sequence },
      { customer_id: bob },
    ]) {
      await expect(insert(order.id, change, order)).rejects.toThrow(/is not the one that its ticks make/)
    }
  })

  test.each([
    'update option_order set winnings = 1',
    "update option_result set outcome = 'won'",
    'delete from option_result',
    'delete from option_order',
    'update option_choice set until_at = now()',
    'delete from option_choice',
    'update option_terms set maximum = maximum',
    'update option_period set payout_bps = 1',
  ])('lets the application not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/permission denied/)
  })

  test('keeps an order open until it has a result', async () => {
    const { order } = await fixture.place(alice)
    await expect(
      sql`delete from option_open where order_id = ${order.id}`.execute(database.db),
    ).rejects.toThrow(/open until it has a result/)
  })
})

test('the results of before losses were counted in them get from the migration what the engine wrote', async () => {
  await lose(3)
  await fixture.place(alice, { direction: 'fall' })
  await run(2_000_000, 1_999_999)
  await lose(5)
  await wait(HOUR_MS)
  await lose(2)
  const all = async (tx: Tx) =>
    (await sql`select order_id, losses, paused_until from option_result order by id`.execute(tx)).rows
  await database.db.transaction().execute(async (tx) => {
    const written = await all(tx)
    expect(written.slice(-11)).toMatchObject([1, 2, 3, 0, 1, 2, 3, 4, 0, 1, 2].map((losses) => ({ losses })))
    await sql`reset role`.execute(tx)
    await sql`alter table option_result drop column losses, drop column paused_until`.execute(tx)
    await sql`drop index option_result_customer`.execute(tx)
    await countLosses(tx as unknown as Kysely<unknown>)
    expect(await all(tx)).toEqual(written)
    await sql`set role ${sql.id(APP_ROLE)}`.execute(tx)
  })
})

test('a loss limit may be as high as what all orders of a day may cost by the terms in force', async () => {
  const { version: _, ...terms } = await newestTerms(database.db)
  await database.db
    .transaction()
    .execute((tx) => insertTerms(tx, { ...terms, maxDaily: 10 }, null, fixture.clock.nowMs()))
  const choose = (amount: string) =>
    fixture.engine.choose(alice, [{ kind: 'loss-limit', amount: usdt(amount) }])
  await expect(choose('5000.01')).rejects.toMatchObject(refused('OPTION_LOSS_LIMIT_INVALID'))
  expect(await choose('5000')).toHaveLength(1)
})
