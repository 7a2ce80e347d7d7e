import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#domain/alert/contract.ts'
import { MAX_ALERTS } from '#domain/alert/rules.ts'
import { notices } from '#domain/notice/contract.ts'
import type { RawTick } from '#server/markets/feeds/feed.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { faultyDatabase } from '#server/testing/faulty-database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { meet, untilWaiting } from '#server/testing/waiting.ts'
import { lockCustomer } from '#server/users/store.ts'
import { followSource } from '../notice/follow.ts'
import { setAlert } from './service.ts'
import { alertsReached } from './source.ts'

/** Price alerts, from the call that sets one to the notice; on a real tape, with BTC at 20,000.00 when they are set. */

let app: TestApp
let dataDir: string
let markets: Markets
let take: (tick: RawTick) => void
beforeAll(async () => {
  app = await openTestApp()
  dataDir = mkdtempSync(join(tmpdir(), 'plumb-alerts-'))
})
afterAll(async () => {
  await app?.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  markets = await createMarkets({
    db: app.db,
    clock: app.clock,
    settings: { feed: { kind: 'simulated' }, dataDir },
    log: { info() {}, error() {} },
    seed: 7,
    feed: {
      start(taker) {
        take = taker
      },
      stop() {},
    },
  })
  markets.start()
})
afterEach(() => markets.stop())

let last = 20_000
/** No tick is so far from the one before that it is held. */
const STEP = 0.004

/** Has BTC go to these prices in dollars, in steps on the tape that are seconds apart. */
async function prices(...dollars: number[]): Promise<void> {
  for (const dollar of dollars) {
    for (;;) {
      const rest = dollar - last
      const step = Math.min(Math.abs(rest), Math.floor(last * STEP))
      last += Math.sign(rest) * step
      app.clock.advance(1_000)
      const sourceAtMs = app.clock.nowMs()
      const price = last * 100
      take({
        ...{ symbol: 'BTC-USDT', price, bid: price - 1, ask: price + 1 },
        ...{ volume: 0, source: 'simulated', sourceAtMs },
      })
      if (last === dollar) break
    }
  }
  await markets.tape.flush()
}

const follow = (db: Db = app.db) => followSource(db, alertsReached, app.clock.nowMs())
const add = (customer: TestCustomer, draft: Record<string, string>) =>
  app.call(calls.addAlert, { symbol: 'BTC-USDT', ...draft }, customer.token)
const waiting = async ({ token }: TestCustomer) =>
  ((await app.call(calls.alerts, {}, token)).data as { items: calls.AlertView[] }).items
const told = async ({ token }: TestCustomer) =>
  (
    (await app.call(notices, {}, token)).data as {
      items: { kind: string; title: string; text: string; subject: string }[]
    }
  ).items

describe('an alert', () => {
  test('above is told once, at the first price there, and waits no more', async () => {
    const me = await app.newCustomer()
    expect((await add(me, { condition: 'above', price: '20100' })).data).toMatchObject({
      ...{ upper: '20100.00', lower: null, from: '20000.00', condition: 'above' },
    })
    await prices(20_050, 20_099)
    await follow()
    expect(await told(me)).toEqual([])
    await prices(20_120, 20_300, 20_110)
    await Promise.all([follow(), follow(), follow()])
    expect(await told(me)).toMatchObject([
      {
        kind: 'alert-reached',
        title: 'BTC/USDT rose to your price alert',
        text: 'The price was 20,120.00; your alert was set to 20,100.00.',
        subject: 'BTC-USDT',
      },
    ])
    expect(await waiting(me)).toEqual([])
    await prices(20_000, 20_400)
    await follow()
    expect(await told(me)).toHaveLength(1)
  })

  test('below is told at a price on its limit', async () => {
    const me = await app.newCustomer()
    await add(me, { condition: 'below', price: '19900' })
    await prices(19_950, 19_900)
    await follow()
    expect(await told(me)).toMatchObject([{ title: 'BTC/USDT fell to your price alert' }])
  })

  test('of a move is told on the side that came first', async () => {
    const [up, down] = [await app.newCustomer(), await app.newCustomer()]
    expect((await add(up, { condition: 'move', percent: '2.5' })).data).toMatchObject({
      ...{ upper: '20500.00', lower: '19500.00', percent: '2.5' },
    })
    await prices(20_499, 20_500, 19_000)
    await follow()
    expect(await told(up)).toMatchObject([{ title: 'BTC/USDT rose by 2.5%' }])
    await add(down, { condition: 'move', percent: '5' })
    await prices(19_001)
    await follow()
    expect(await told(down)).toEqual([])
    await prices(18_999)
    await follow()
    expect(await told(down)).toMatchObject([{ title: 'BTC/USDT fell by 5%' }])
  })

  test('is not told for a price from before it was set', async () => {
    const me = await app.newCustomer()
    await prices(25_000, 20_000)
    await add(me, { condition: 'above', price: '24000' })
    await follow()
    expect(await told(me)).toEqual([])
    expect(await waiting(me)).toHaveLength(1)
  })

  test('that was reached while nobody followed is told afterwards, once, however that is cut off', async () => {
    const me = await app.newCustomer()
    await add(me, { condition: 'above', price: '23000' })
    await prices(23_500, 20_000)
    for (const moment of ['before', 'after'] as const) {
      const faulty = faultyDatabase(app.db)
      faulty.loseAt(1, moment)
      await follow(faulty.db).catch(() => undefined)
    }
    await follow()
    expect(await told(me)).toHaveLength(1)
  })

  test('is set by what is on the tape, also before that is published', async () => {
    const me = await app.newCustomer()
    const [price, tick] = [markets.lastPrice('BTC-USDT'), markets.lastTick('BTC-USDT')]
    const behind = { lastPrice: () => price, lastTick: () => tick }
    const set = (limit: string) =>
      app.db
        .transaction()
        .execute((tx) =>
          setAlert(
            tx,
            behind,
            { customer: me.id, symbol: 'BTC-USDT', condition: 'above', price: limit },
            app.clock.nowMs(),
          ),
        )
    await prices(20_100)
    await expect(set('20050')).rejects.toMatchObject({ code: 'ALERT_REACHED', params: { price: '20100.00' } })
    expect(await set('20150')).toMatchObject({ from_price: 20_100_00n })
    await prices(20_000)
  })

  testOnPostgres(
    'that a price crosses while it is set is told, whoever follows the tape meanwhile',
    async () => {
      const [me, other] = [await app.newCustomer(), await app.newCustomer()]
      await add(other, { condition: 'above', price: '90000' })
      let following: Promise<void> | undefined
      await app.db.transaction().execute(async (tx) => {
        const draft = { symbol: 'BTC-USDT', condition: 'above', price: '20050' } as const
        await setAlert(tx, markets, { ...draft, customer: me.id }, app.clock.nowMs())
        await prices(20_100, 20_000)
        following = follow()
        await Promise.race([following, untilWaiting(tx, 1)])
      })
      await following
      await follow()
      expect(await told(me)).toMatchObject([{ title: 'BTC/USDT rose to your price alert' }])
    },
  )

  test('that waited to be set while a price crossed it is refused or told, and not kept for later', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    await add(other, { condition: 'above', price: '90000' })
    const draft = { symbol: 'BTC-USDT', condition: 'above', price: '20050' } as const
    const set = () =>
      app.db
        .transaction()
        .execute((tx) => setAlert(tx, markets, { ...draft, customer: me.id }, app.clock.nowMs()))
    const [answer] = await meet(app.db, {
      lock: (tx) => lockCustomer(tx, me.id, 'to change'),
      parties: [set],
      meanwhile: async () => {
        await prices(20_100)
        await follow()
      },
    })
    await follow()
    if (answer?.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'ALERT_REACHED' })
    else expect(await told(me)).toHaveLength(1)
    expect(await waiting(me)).toEqual([])
    await prices(20_000)
  })

  test('that is set again by the same key is one, also at once, and is set again by another', async () => {
    const me = await app.newCustomer()
    const draft = { symbol: 'BTC-USDT', condition: 'above', price: '80000' }
    const set = (key: string) => app.call(calls.addAlert, draft, me.token, { key })
    const answers = await Promise.all([set('one'), set('one'), set('one')])
    expect(new Set([...answers, await set('one')].map(({ data }) => data?.id)).size).toBe(1)
    expect(await waiting(me)).toHaveLength(1)
    await set('two')
    expect(await waiting(me)).toHaveLength(2)
  })

  test('that is removed is not told', async () => {
    const me = await app.newCustomer()
    const { id } = (await add(me, { condition: 'above', price: '22000' })).data as { id: string }
    expect((await app.call(calls.removeAlert, { id }, me.token)).error).toBeUndefined()
    expect((await app.call(calls.removeAlert, { id }, me.token)).error).toBe('NOT_FOUND')
    await prices(22_500)
    await follow()
    expect(await told(me)).toEqual([])
  })

  test('of somebody else is neither seen nor removed', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    const { id } = (await add(me, { condition: 'above', price: '90000' })).data as { id: string }
    expect(await waiting(other)).toEqual([])
    expect((await app.call(calls.removeAlert, { id }, other.token)).error).toBe('NOT_FOUND')
    expect(await waiting(me)).toHaveLength(1)
  })
})

describe('setting one is refused', () => {
  test.each([
    ['where the price is there already', { condition: 'above', price: '20000' }, 'ALERT_REACHED'],
    ['where it is there from above', { condition: 'below', price: '20000.01' }, 'ALERT_REACHED'],
    ['without a price', { condition: 'above' }, 'PRICE_INVALID'],
    ['at nothing', { condition: 'below', price: '0' }, 'PRICE_INVALID'],
    ['between two ticks', { condition: 'below', price: '19000.001' }, 'PRICE_INVALID'],
    ['for a move of nothing', { condition: 'move', percent: '0' }, 'PERCENT_INVALID'],
    ['for a move to below nothing', { condition: 'move', percent: '100' }, 'PERCENT_INVALID'],
    ['in what is not listed', { symbol: 'XYZ-USDT', condition: 'above', price: '1' }, 'INSTRUMENT_UNKNOWN'],
    ['in what has no price', { symbol: 'ETH-USDT', condition: 'above', price: '99999' }, 'PRICE_STALE'],
  ])('%s', async (_, draft, code) => {
    const me = await app.newCustomer()
    expect((await add(me, draft as unknown as Record<string, string>)).error).toBe(code)
    expect(await waiting(me)).toEqual([])
  })

  test('beyond as many as one may have, also by many at once', async () => {
    const me = await app.newCustomer()
    const far = { condition: 'above', price: '90000' }
    const answers = await Promise.all(Array.from({ length: 64 }, () => add(me, far)))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(MAX_ALERTS)
    expect(new Set(answers.flatMap(({ error }) => error ?? []))).toEqual(new Set(['TOO_MANY_ALERTS']))
  })
})
