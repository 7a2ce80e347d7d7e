import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractClose, contractDetail, contractProof, contractSubmit } from '#domain/contract/contract.ts'
import { copyAcceptAgreement, copyFollow, copyMine, copySettings } from '#domain/copy/contract.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { notices } from '#domain/notice/contract.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { setRail } from '#domain/user/guard-rails.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'
import { lead as makeLead } from '../copy/testing.ts'
import { lostToday } from './own-loss.ts'

/** What customers allow themselves to lose with contracts in a day, at the door. */

let quoted: QuotedApp
let alice: TestCustomer
beforeAll(async () => {
  quoted = await openQuotedApp()
  const { db, clock, give } = quoted.app
  alice = await addTestCustomer(db, clock, { nickname: 'Alice' })
  await give(alice.id, 'contract', 'USDT', '10000')
})
afterAll(() => quoted.close())

const at = (price: number) => quoted.quote(price, { bid: price * 100, ask: price * 100 })
const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' }
const open = (key?: string) => quoted.app.call(contractSubmit, order, alice.token, { key })
const lost = () => lostToday(quoted.app.db, alice.id, quoted.app.clock.nowMs())

/** Opens at one price and closes at another. */
async function trade(from: number, to: number): Promise<void> {
  await at(from)
  const { data } = await open()
  await at(to)
  expect((await quoted.app.call(contractClose, { id: data.id }, alice.token)).error).toBeUndefined()
}

/** A limit order far below the market. */
const wait = async (leverage: string): Promise<string> => {
  const draft = { ...order, leverage, lots: '0.01', limitPrice: '19100' }
  const { data, error } = await quoted.app.call(contractSubmit, draft, alice.token)
  expect(error).toBeUndefined()
  return data.id
}
const positionOf = async (id: string) =>
  (await quoted.app.call(contractDetail, { id }, alice.token)).data.position
/** What Alice was told of an order. */
async function toldOf(id: string) {
  await quoted.notify()
  const { items } = (await quoted.app.call(notices, {}, alice.token)).data
  return items.find(({ subject }: { subject: string }) => subject === id)
}
/** How an order ends that her own limits end: it says so, and she is told. */
async function expectEndedByLimits(id: string): Promise<void> {
  expect(await positionOf(id)).toMatchObject({
    status: 'cancelled',
    reason: 'own-limits',
    margin: '0.0000000',
  })
  expect(await toldOf(id)).toMatchObject({
    ...{ kind: 'contract-position', topic: 'trading', title: 'BTC/USDT order canceled' },
    text: 'Your personal limits allow no new position at present. What was held for 0.01 lots is available again.',
  })
}
const statusOf = async (id: string) =>
  (await quoted.app.call(contractDetail, { id }, alice.token)).data.position.status

async function runOwnLimits(): Promise<void> {
  const { contract, copy } = quoted.opened
  for (const { name, run } of [...contract.jobs!, ...copy.jobs!])
    if (/^contract: cancel orders beyond|^copy: pause/.test(name)) await run()
}

test('T22: once as much is lost as they allow for a day, no position is opened until midnight UTC', async () => {
  await quoted.app.call(setRail, { kind: 'loss', value: '20' }, alice.token)
  await at(20_000)
  const bob = await addTestCustomer(quoted.app.db, quoted.app.clock, { nickname: 'Bob' })
  const leadId = String(await makeLead(quoted.app.db, bob.id, quoted.app.clock.nowMs()))
  await quoted.app.call(copyAcceptAgreement, { version: String(COPY_AGREEMENT_VERSION) }, alice.token)
  const settings = { leadId, mode: 'amount', number: '100' }
  const { data: relation } = await quoted.app.call(copyFollow, settings, alice.token)
  const relationId: string = relation.id
  const waiting = await wait('10')
  await runOwnLimits()
  expect(await statusOf(waiting)).toBe('pending')
  await trade(20_000, 19_850)
  // 0.1 × 150, and 5 bps of 2,000 and of 1,985.
  expect(await lost()).toBe(readAmount('16.9925', 'USDT'))
  // A gain is taken off: 0.1 × 100, less 5 bps of 1,985 and of 1,995.
  await trade(19_850, 19_950)
  expect(await lost()).toBe(readAmount('8.9825', 'USDT'))
  await at(19_950)
  const before = await open('before')
  expect(before.error).toBeUndefined()
  await at(19_820)
  await quoted.app.call(contractClose, { id: before.data.id }, alice.token)
  // 13 and the fees of 1,995 and 1,982 more.
  expect(await lost()).toBe(readAmount('23.971', 'USDT'))
  expect(await open()).toMatchObject({ error: 'OWN_LOSS_LIMIT' })
  // What waited or was copied before opens no more either.
  await runOwnLimits()
  await expectEndedByLimits(waiting)
  expect((await quoted.app.call(copyMine, {}, alice.token)).data.items).toMatchObject([{ status: 'paused' }])
  const resumed = { relationId, status: 'active' }
  expect((await quoted.app.call(copySettings, resumed, alice.token)).error).toBe('OWN_LOSS_LIMIT')
  // What was asked for before is answered again.
  expect((await open('before')).data.id).toBe(before.data.id)
  quoted.app.clock.advance(DAY_MS)
  expect(await lost()).toBe(0n)
  await at(19_820)
  expect((await open()).error).toBeUndefined()
})

test('T22: what waits above a later ceiling, or in locked hours, is cancelled; the rest goes on waiting', async () => {
  const [high, low] = [await wait('10'), await wait('5')]
  await quoted.app.call(setRail, { kind: 'leverage', value: '5' }, alice.token)
  await runOwnLimits()
  await runOwnLimits()
  await expectEndedByLimits(high)
  expect(await statusOf(low)).toBe('pending')
  const hour = new Date(quoted.app.clock.nowMs()).getUTCHours()
  await quoted.app.call(setRail, { kind: 'night', value: String(hour + 1) }, alice.token)
  await runOwnLimits()
  expect(await statusOf(low)).toBe('cancelled')
})

describe('T22: an order whose price comes before the job does is refused by its tick', () => {
  /** An order that waits, its price after the customer's limits have changed, and the proof of how it ended. */
  async function reached(leverage: string, limit: () => Promise<unknown>): Promise<void> {
    await at(19_200)
    const id = await wait(leverage)
    await limit()
    await at(19_090)
    await expectEndedByLimits(id)
    const { position, changes } = (await quoted.app.call(contractDetail, { id }, alice.token)).data
    expect(position.entryPrice).toBeNull()
    expect(changes.at(-1)).toMatchObject({ kind: 'cancelled', reason: 'own-limits' })
    expect(changes.at(-1).sequence).not.toBeNull()
    await at(19_200)
    expect((await quoted.app.call(contractProof, { id }, alice.token)).error).toBeUndefined()
  }
  const rail = (kind: string, value: number) =>
    quoted.app.call(setRail, { kind, value: String(value) }, alice.token)
  const loosened = async (kind: string) => {
    await rail(kind, 0)
    quoted.app.clock.advance(DAY_MS)
  }

  test('in the hours that they locked', async () => {
    await loosened('night')
    await loosened('leverage')
    await reached('5', () => rail('night', new Date(quoted.app.clock.nowMs()).getUTCHours() + 1))
    // Not in the hours after.
    await at(19_200)
    quoted.app.clock.advance(9 * HOUR_MS)
    await at(19_200)
    const id = await wait('5')
    await at(19_090)
    expect(await statusOf(id)).toBe('open')
    await quoted.app.call(contractClose, { id }, alice.token)
  })

  test('above the leverage that they allow', async () => {
    await loosened('night')
    await reached('10', () => rail('leverage', 5))
  })

  test('once as much is lost as they allow', async () => {
    await loosened('leverage')
    await rail('loss', 20)
    // Twice 12 and the fees, above the price of what waits.
    await reached('5', async () => {
      for (let n = 0; n < 2; n++) await trade(19_230, 19_110)
    })
  })
})
