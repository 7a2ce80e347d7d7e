import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/otc/contract.ts'
import { PAY_WINDOW_MS } from '#domain/otc/rules.ts'
import { lockBalances } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { type OtcFixture, openOtcFixture, type Trader } from '#server/testing/otc.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { untilWaiting } from '#server/testing/waiting.ts'
import { accountOf } from './accounts.ts'
import { auditOtc } from './audit.ts'
import { applyAsMerchant, reviewMerchant } from './service.ts'
import { lockOffer } from './store.ts'

/** What happens to offers and orders at once: the coin is in one place afterwards. */

let app: OtcFixture
let seller: Trader
beforeAll(async () => {
  app = await openOtcFixture()
  seller = await app.merchant({ usdt: '100000' })
}, LONG.timeout)
afterAll(() => app?.close())

const USDT = 10_000_000n
const done = (answers: readonly { error?: string | undefined }[]) =>
  answers.filter(({ error }) => error === undefined).length
const statusOf = async (who: Trader, id: string) =>
  (await app.call(calls.otcOrder, { id }, who.token)).data.status as string

async function expectConsistent(): Promise<void> {
  expect(await auditOtc(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
}

test('64 orders at once on the last unit of an offer leave one', LONG, async () => {
  const offer = await app.offer(seller, { minimum: '10', maximum: '10', total: '10' })
  const takers = await Promise.all(Array.from({ length: 8 }, () => app.trader()))
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => app.place(takers[n % takers.length]!, offer, '10')),
  )
  expectAtOnce(answers, { done: 1, refused: 'OTC_OFFER_TAKEN' })
  expect((await app.call(calls.otcOffer, { id: offer })).data.remaining).toBe('0.0000000')
  await expectConsistent()
})

test('paying and running out at once leave one of both', LONG, async () => {
  const buyer = await app.trader()
  for (let round = 0; round < 3; round++) {
    const id = await app.order(buyer, await app.offer(seller), '10')
    app.clock.advance(PAY_WINDOW_MS - 1)
    const [pays] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => app.pay(buyer, id))),
      Promise.resolve(app.clock.advance(1)),
      ...Array.from({ length: 4 }, () => app.runJobs()),
    ])
    await app.runJobs()
    const status = await statusOf(buyer, id)
    expect(done(pays)).toBe(status === 'paid' ? 1 : 0)
    expect(['paid', 'expired']).toContain(status)
    if (status === 'paid') await app.release(seller, id)
    await expectConsistent()
  }
})

test('releasing races appealing, and cancelling races paying: the coin goes one way', LONG, async () => {
  const buyer = await app.trader()
  for (let round = 0; round < 4; round++) {
    const had = await app.balance(buyer, 'available')
    const id = await app.order(buyer, await app.offer(seller), '10')
    const [paid, cancelled] = await Promise.all([app.pay(buyer, id), app.cancel(buyer, id)])
    expect(done([paid, cancelled])).toBe(1)
    if (cancelled.error === undefined) {
      expect(await app.balance(buyer, 'available')).toBe(had)
      continue
    }
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => app.release(seller, id)),
      app.appeal(buyer, id),
      app.cancel(buyer, id),
    ])
    expect(answers[4]!.error).toBe('OTC_STATUS')
    // Disputed first or not, it is released once.
    expect(done(answers.slice(0, 3))).toBe(1)
    expect(await app.balance(buyer, 'available')).toBe(had + 10n * USDT)
    await expectConsistent()
  }
})

test('a decision of two operators and a release at once pay once', LONG, async () => {
  const buyer = await app.trader()
  const had = await app.balance(buyer, 'available')
  const id = await app.order(buyer, await app.offer(seller), '10')
  await app.pay(buyer, id)
  await app.appeal(buyer, id)
  const asked = { id, settled_as: 'returned', reason: 'no transfer came' }
  const { data } = await app.post('maker', '/console/otc/settle', asked)
  const approval = { id: data.proposal.id as string, reason: 'seen too' }
  const answers = await Promise.all([
    app.release(seller, id),
    app.post('checker', '/console/proposal/approve', approval),
  ])
  expect(done(answers)).toBe(1)
  const status = await statusOf(buyer, id)
  expect(await app.balance(buyer, 'available')).toBe(status === 'released' ? had + 10n * USDT : had)
  await expectConsistent()
})

test('what was paid late is paid out once, by two operators, the seller, or both at once', LONG, async () => {
  const [merchant, buyer] = [await app.merchant(), await app.trader()]
  const had = await app.balance(buyer, 'available')
  const id = await app.order(buyer, await app.offer(merchant), '10')
  app.clock.advance(PAY_WINDOW_MS)
  await app.runJobs()
  expect(done(await Promise.all([app.appeal(buyer, id), app.appeal(buyer, id)]))).toBe(1)
  const asked = { id, settled_as: 'released', reason: 'the transfer is there' }
  const { data } = await app.post('maker', '/console/otc/settle', asked)
  const approval = { id: data.proposal.id as string, reason: 'seen too' }
  const answers = await Promise.all([
    app.release(merchant, id),
    app.release(merchant, id),
    app.post('checker', '/console/proposal/approve', approval),
  ])
  expect(done(answers)).toBe(1)
  expect(await app.balance(buyer, 'available')).toBe(had + 10n * USDT)
  await expectConsistent()
  const change = () =>
    sql`update otc_late set outcome = 'returned' where order_id = ${BigInt(id)}`.execute(app.db)
  await expect(change()).rejects.toThrow(/ended/)
})

test('closing an offer while it is taken and given back loses nothing', LONG, async () => {
  const takers = await Promise.all(Array.from({ length: 6 }, () => app.trader()))
  const before = await app.balance(seller, 'available')
  const offer = await app.offer(seller, { total: '60', maximum: '10' })
  const held = await Promise.all(takers.slice(0, 3).map((taker) => app.order(taker, offer, '10')))
  await Promise.all([
    app.call(calls.closeOtcOffer, { id: offer }, seller.token),
    ...held.map((id, n) => app.cancel(takers[n]!, id)),
    ...takers.slice(3).map((taker) => app.place(taker, offer, '10')),
  ])
  await expectConsistent()
  app.clock.advance(PAY_WINDOW_MS)
  await app.runJobs()
  await expectConsistent()
  expect(await app.balance(seller, 'available')).toBe(before)
})

test('what ended stays so, whoever asks the database', async () => {
  const buyer = await app.trader()
  const id = await app.order(buyer, await app.offer(seller), '10')
  await app.cancel(buyer, id)
  await expect(
    app.db.updateTable('otc_order').set({ status: 'placed' }).where('id', '=', BigInt(id)).execute(),
  ).rejects.toThrow()
})

testOnPostgres(
  'stopping a merchant waits for an order of their second offer, and locks nothing that it needs',
  LONG,
  async () => {
    const one = await app.merchant()
    await app.offer(one)
    const second = await app.offer(one)
    const stop = { customer: one.id, action: 'stopped', operator: 1n, reason: 'complaints' } as const
    let stopping: Promise<unknown> | undefined
    await app.db.transaction().execute(async (tx) => {
      // As an order does: the offer first, then the accounts.
      await lockOffer(tx, BigInt(second))
      stopping = app.db.transaction().execute((other) => reviewMerchant(other, stop, app.clock.nowMs()))
      stopping.catch(() => undefined)
      await untilWaiting(tx, 1)
      await lockBalances(tx, [accountOf(one.id, 'available', 'USDT'), accountOf(one.id, 'held', 'USDT')])
    })
    await stopping
    expect(await app.balance(one, 'held')).toBe(0n)
    await expectConsistent()
  },
)

testOnPostgres(
  'of two applications with one name at once, the second is refused by a code',
  LONG,
  async () => {
    const [first, second] = await Promise.all([
      app.trader({ tier: 'advanced' }),
      app.trader({ tier: 'advanced' }),
    ])
    const apply = (tx: Tx, { id }: Trader) =>
      applyAsMerchant(
        tx,
        { customer: id, name: 'Early Bird', introduction: 'hello' },
        'TEST',
        app.clock.nowMs(),
      )
    let other: Promise<unknown> | undefined
    await app.db.transaction().execute(async (tx) => {
      await apply(tx, first)
      other = app.db.transaction().execute((beside) => apply(beside, second))
      other.catch(() => undefined)
      await untilWaiting(tx, 1)
    })
    await expect(other).rejects.toMatchObject({ code: 'OTC_NAME_TAKEN' })
  },
)
