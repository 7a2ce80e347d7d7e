import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { MARKET_MAKER } from '#server/core/ledger/accounts.ts'
import { broadcast, type NewNotice, writeNotices } from '#server/core/notices/notices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { chainDepositOf } from '#server/testing/chain-deposits.ts'
import { type FaultyDatabase, faultyDatabase } from '#server/testing/faulty-database.ts'
import { cancelOf, order, startTestSpot, type TestSpot } from '#server/testing/spot.ts'
import { spotFills, triggeredStops } from '../spot/notices.ts'
import { auditNotices, auditUntold } from './audit.ts'
import { deliverNew } from './deliver.ts'
import { followSource, sendBroadcasts } from './follow.ts'

/** That everything is told once, whatever is done twice, at the same time, or cut off. */

let app: TestApp
let spot: TestSpot
beforeAll(async () => {
  app = await openTestApp()
  spot = await startTestSpot(app.db)
})
afterAll(async () => {
  await spot?.engine.stop()
  await app?.close()
})

const follow = (db: Db = app.db) => followSource(db, spotFills, app.clock.nowMs())
async function trader(currency: string, amount: string): Promise<CustomerId> {
  const { id } = await app.newCustomer()
  await app.give(id, 'spot', currency, amount)
  return id
}
const noticesOf = (customer: CustomerId) =>
  app.db.selectFrom('notice').selectAll().where('customer_id', '=', customer).orderBy('id').execute()
const write = (notices: NewNotice[]) =>
  app.db.transaction().execute((tx) => writeNotices(tx, notices, app.clock.nowMs()))
const credited = (customer: CustomerId, subject: string): NewNotice => ({
  ...{ customer, subject, kind: 'deposit-credited' },
  params: { reference: `D-${subject}`, amount: '10.0000000', currency: 'USDT' },
})

/** Runs something on a database that is lost at its first, second, … transaction, until it comes to its end. */
async function cutOff(moment: 'before' | 'after', run: (db: Db) => Promise<unknown>): Promise<number> {
  for (let cuts = 0; ; cuts++) {
    const faulty: FaultyDatabase = faultyDatabase(app.db)
    faulty.loseAt(1, moment)
    const isOver = await run(faulty.db).then(
      () => true,
      () => false,
    )
    if (isOver || cuts === 20) return cuts
    // What was cut off is begun anew, each time one transaction further.
    const further = faultyDatabase(app.db)
    further.loseAt(2, moment)
    await run(further.db).catch(() => undefined)
  }
}

describe('a fill', () => {
  test('is told to both sides once, and anew as the order goes on to fill', async () => {
    const buyer = await trader('USDT', '1000')
    const seller = await trader('BTC', '1')
    const resting = await order(spot, buyer, { quantity: '0.02' })
    await order(spot, seller, { side: 'sell', quantity: '0.005' })
    await follow()
    const [first] = await noticesOf(buyer)
    expect(first).toMatchObject({
      kind: 'spot-fill',
      subject: String(resting.id),
      is_final: false,
      params: { variant: 'buy-part', symbol: 'BTC/USDT', percent: '25', base: 'BTC', feeCurrency: 'BTC' },
    })
    expect(await noticesOf(seller)).toHaveLength(1)

    await Promise.all([follow(), follow(), follow()])
    expect(await noticesOf(buyer)).toEqual([first])

    await order(spot, seller, { side: 'sell', quantity: '0.015' })
    await follow()
    const [last, ...others] = await noticesOf(buyer)
    expect(others).toEqual([])
    expect(last).toMatchObject({ is_final: true, params: { variant: 'buy', percent: '100' } })
    expect(last!.id).toBeGreaterThan(first!.id)
    expect(await noticesOf(seller)).toHaveLength(2)
    expect(await auditNotices(app.db)).toEqual([])
  })

  test('against the market maker is told to the customer alone', async () => {
    const customer = await trader('USDT', '1000')
    await app.give(MARKET_MAKER, 'spot', 'BTC', '1')
    await order(spot, MARKET_MAKER, { side: 'sell', quantity: '0.01' })
    await order(spot, customer, { quantity: '0.01' })
    await follow()
    expect(await noticesOf(customer)).toHaveLength(1)
    expect(await noticesOf(MARKET_MAKER)).toEqual([])
  })

  test.each(['before', 'after'] as const)(
    'is told once when following is cut off %s a commit',
    async (moment) => {
      const buyer = await trader('USDT', '1000')
      const seller = await trader('BTC', '1')
      for (let n = 0; n < 3; n++) {
        await order(spot, buyer, { quantity: '0.01' })
        await order(spot, seller, { side: 'sell', quantity: '0.01' })
      }
      await cutOff(moment, follow)
      await follow()
      expect(await noticesOf(buyer)).toHaveLength(3)
      expect(await noticesOf(seller)).toHaveLength(3)
      expect(await auditUntold(app.db)).toEqual([])
    },
  )
})

describe('a stop whose tick came', () => {
  const stop = { orderType: 'stop-limit', triggerPrice: '20100', limitPrice: '20200' } as const
  const followStops = (db: Db = app.db) => followSource(db, triggeredStops, app.clock.nowMs())

  test('is told of once: that it waits in the book, or why it ended', async () => {
    await spot.tick(2_000_000)
    const [resting, alone, gone] = await Promise.all([
      trader('USDT', '1000'),
      trader('USDT', '1000'),
      trader('USDT', '1000'),
    ])
    const far = await trader('BTC', '1')
    await order(spot, resting, stop)
    await order(spot, alone, { orderType: 'stop-market', triggerPrice: '20100' })
    const canceled = await order(spot, gone, stop)
    const sale = {
      side: 'sell',
      orderType: 'stop-limit',
      triggerPrice: '19900',
      limitPrice: '19800',
    } as const
    await order(spot, far, sale)
    await followStops()
    for (const customer of [resting, alone, gone, far]) expect(await noticesOf(customer)).toEqual([])

    await spot.tick(2_010_000)
    await cancelOf(spot, gone, canceled.id)
    // So far below its limit that it may not wait there.
    await spot.tick(1_300_000)
    await Promise.all([followStops(), followStops()])
    const toldOf = async (customer: CustomerId) =>
      (await noticesOf(customer)).map(({ kind, params }) => ({ kind, ...(params as object) }))
    const about = { kind: 'spot-stop', symbol: 'BTC/USDT', base: 'BTC' }
    expect(await toldOf(resting)).toMatchObject([{ ...about, variant: 'rests', trigger: '20100.00' }])
    expect(await toldOf(alone)).toMatchObject([{ ...about, variant: 'no-liquidity' }])
    expect(await toldOf(far)).toMatchObject([{ ...about, variant: 'price-band', price: '19800.00' }])
    expect(await noticesOf(gone)).toEqual([])
    expect(await auditNotices(app.db)).toEqual([])
    expect(await auditUntold(app.db)).toEqual([])
    await spot.engine.cancelAll(resting)
  })

  test('and fills is told of by its fill alone', async () => {
    await spot.tick(2_000_000)
    const buyer = await trader('USDT', '1000')
    const seller = await trader('BTC', '1')
    await order(spot, buyer, stop)
    await order(spot, seller, { side: 'sell', limitPrice: '20150' })
    await spot.tick(2_010_000)
    await follow()
    await followStops()
    expect(await noticesOf(buyer)).toMatchObject([{ kind: 'spot-fill' }])
  })
})

describe('a notice', () => {
  test('is there once for what it is about, from sixty-four writers at once', async () => {
    const { id } = await app.newCustomer()
    await Promise.all(Array.from({ length: 64 }, () => write([credited(id, '7')])))
    const written = await noticesOf(id)
    expect(written).toHaveLength(1)
    // Not unread again, and not the newest again.
    await write([credited(id, '7')])
    expect(await noticesOf(id)).toEqual(written)
  })

  test('is gone with the transaction it was written in', async () => {
    const { id } = await app.newCustomer()
    const lost = app.db.transaction().execute(async (tx) => {
      await writeNotices(tx, [credited(id, '8')], app.clock.nowMs())
      throw new Error('rolled back')
    })
    await expect(lost).rejects.toThrow('rolled back')
    expect(await noticesOf(id)).toEqual([])
  })

  test('is mailed once, by many who deliver at once and by who is cut off', async () => {
    const { id, email } = await app.newCustomer()
    await write([credited(id, '9')])
    await cutOff('after', (db) => deliverNew(db, app.clock.nowMs()))
    await cutOff('before', (db) => deliverNew(db, app.clock.nowMs()))
    await Promise.all(Array.from({ length: 8 }, () => deliverNew(app.db, app.clock.nowMs())))
    const mails = await app.messagesTo(email)
    expect(mails).toMatchObject([{ subject: 'Your deposit was credited' }])
  })
})

test('a deposit that its chain confirmed is told of rightly, and one that is still counted is not told of', async () => {
  const { id: customer } = await app.newCustomer()
  const nowMs = app.clock.nowMs()
  await chainDepositOf(app.db, customer, { txid: 'ab'.repeat(32) }, nowMs)
  const counted = await chainDepositOf(app.db, customer, { txid: 'cd'.repeat(32), isCounted: true }, nowMs)
  const wrong = async () =>
    (await auditNotices(app.db)).filter((what) => what.includes(`customer ${customer} `))
  expect(await noticesOf(customer)).toMatchObject([{ kind: 'deposit-credited' }])
  expect(await wrong()).toEqual([])
  await write([credited(customer, counted.id)])
  expect(await wrong()).toHaveLength(1)
})

test('new terms are told once to each of more customers than one transaction takes', async () => {
  const customers = await Promise.all(Array.from({ length: 520 }, async () => (await app.newCustomer()).id))
  const ordered = customers.toSorted((one, other) => (one < other ? -1 : 1))
  const audience = {
    kind: 'earn-terms' as const,
    next: async (_: unknown, subject: string, after: CustomerId, limit: number) =>
      subject === '1.2' ? ordered.filter((id) => id > after).slice(0, limit) : [],
  }
  const params = { variant: 'locked', currency: 'USDT', days: '7', rate: '0.05' } as const
  await app.db.transaction().execute((tx) => broadcast(tx, { kind: 'earn-terms', subject: '1.2', params }))
  const send = (db: Db) => sendBroadcasts(db, [audience], app.clock.nowMs())
  await cutOff('after', send)
  await Promise.all([send(app.db), send(app.db)])
  const rows = await app.db
    .selectFrom('notice')
    .select('customer_id')
    .where('kind', '=', 'earn-terms')
    .execute()
  expect(rows.map((row) => row.customer_id).toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ordered)
  expect(await app.db.selectFrom('notice_broadcast').selectAll().execute()).toEqual([])
  // Such a subject is no number: looking at it as one would end the whole check.
  expect((await auditNotices(app.db)).filter((what) => what.includes('earn-terms'))).toEqual([])
})
