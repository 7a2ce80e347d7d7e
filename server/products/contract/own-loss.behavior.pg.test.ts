import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractClose, contractDetail, contractSubmit } from '#domain/contract/contract.ts'
import { copyAcceptAgreement, copyFollow, copyMine, copySettings } from '#domain/copy/contract.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
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
  expect(await statusOf(waiting)).toBe('cancelled')
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
  expect([await statusOf(high), await statusOf(low)]).toEqual(['cancelled', 'pending'])
  const hour = new Date(quoted.app.clock.nowMs()).getUTCHours()
  await quoted.app.call(setRail, { kind: 'night', value: String(hour + 1) }, alice.token)
  await runOwnLimits()
  expect(await statusOf(low)).toBe('cancelled')
})
