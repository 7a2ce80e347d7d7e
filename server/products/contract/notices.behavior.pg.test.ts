import { beforeEach, expect, test } from 'vitest'
import * as calls from '#domain/contract/contract.ts'
import { copyAcceptAgreement, copyFollow } from '#domain/copy/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { markNoticesRead, type NoticeView, notices, setNoticeSetting } from '#domain/notice/contract.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'
import { lead as makeLead } from '../copy/testing.ts'
import { deliverNew } from '../notice/deliver.ts'

/** What a price does to a position, or to all copies of a lead, is told once, with its words: by the customer's own list. */

let quoted: QuotedApp
let alice: TestCustomer
let bob: TestCustomer

beforeEach(async () => {
  quoted = await openQuotedApp()
  ;[alice, bob] = [await customer('Alice'), await customer('Bob')]
  await at(20_000)
  return async () => {
    expect(await quoted.app.isConsistent()).toBe(true)
    await quoted.close()
  }
})

async function customer(nickname: string): Promise<TestCustomer> {
  const { db, clock, give } = quoted.app
  const one = await addTestCustomer(db, clock, { nickname })
  await give(one.id, 'contract', 'USDT', '10000')
  return one
}

/** These prices one after the other, with no spread: the least moves that the tick filter takes at once. */
async function at(...prices: number[]) {
  for (const price of prices) await quoted.quote(price, { bid: price * 100, ask: price * 100 })
}

async function ask(who: TestCustomer, call: Endpoint, input: Record<string, string>) {
  const { data, error } = await quoted.app.call(call, input, who.token)
  expect(error, call.path).toBeUndefined()
  return data
}

/** All that somebody is told; what is due is written twice, as by a job that runs again. */
async function told(who: TestCustomer): Promise<NoticeView[]> {
  for (let n = 0; n < 2; n++) await quoted.notify()
  return (await ask(who, notices, {})).items
}

const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' }

test('a margin call is one notice, with the price to come, told again a quarter lower; the liquidation takes its place', async () => {
  const { id } = await ask(alice, calls.contractSubmit, order)
  await at(19_850, 19_700, 19_550)
  expect(await told(alice)).toEqual([])

  await at(19_480)
  const called = await told(alice)
  // 200 USDT of margin, 100 of maintenance, 5 bps for the closing: 0.1 × (20,000 − c) + 0.00005 × c = 100.
  expect(called).toMatchObject([
    {
      ...{ kind: 'contract-position', topic: 'trading', subject: id, isRead: false },
      title: 'BTC/USDT: margin call',
      text: 'The position will be liquidated at 19,009.50. Add margin or close it to avoid this.',
    },
  ])
  await ask(alice, markNoticesRead, { id: called[0]!.id })
  await at(19_470, 19_330)
  expect(await told(alice)).toEqual([{ ...called[0], isRead: true }])

  // Of 150 USDT at the first call 112.50 are left, at 19,134.
  await at(19_180)
  expect(await told(alice)).toEqual([{ ...called[0], isRead: true }])
  await at(19_040)
  const again = await told(alice)
  expect(again).toMatchObject([{ subject: id, title: 'BTC/USDT: margin call', isRead: false }])
  expect(again[0]!.id).not.toBe(called[0]!.id)
  await at(19_005)
  expect(await told(alice)).toMatchObject([
    {
      ...{ kind: 'contract-position', subject: id, isRead: false },
      title: 'BTC/USDT: position liquidated',
      // 99.50 of the price, 1 of the opening and 5 bps of 1,900.50.
      text: '0.10 lots closed at 19,005.00: −101.45025 USDT. You lose at most the margin.',
    },
  ])
  const once = await told(alice)
  await at(18_900)
  expect(await told(alice)).toEqual(once)
  expect(await told(bob)).toEqual([])
})

test('a margin call after added margin is told anew', async () => {
  const { id } = await ask(alice, calls.contractSubmit, order)
  await at(19_850, 19_700, 19_550, 19_480)
  const [first] = await told(alice)
  await ask(alice, calls.contractAddMargin, { id, amount: '100' })
  await at(19_330, 19_180, 19_000)
  expect(await told(alice)).toEqual([first])
  await at(18_850, 18_700, 18_550, 18_400)
  const [second, ...others] = await told(alice)
  expect(others).toEqual([])
  expect(second).toMatchObject({ subject: id, title: 'BTC/USDT: margin call', isRead: false })
  expect(second!.id).not.toBe(first!.id)
  expect(second!.text).not.toBe(first!.text)
})

test('each margin call is told by mail, also where it is not the first that is told of the position', async () => {
  await ask(alice, setNoticeSetting, { topic: 'trading', way: 'mail', isOn: '1' })
  const mails = async () => {
    await deliverNew(quoted.app.db, quoted.app.clock.nowMs())
    return (await quoted.app.messagesTo(alice.email)).map((mail) => 'subject' in mail && mail.subject)
  }
  const { id } = await ask(alice, calls.contractSubmit, { ...order, limitPrice: '19900' })
  await at(19_850)
  await told(alice)
  expect(await mails()).toEqual(['BTC/USDT position opened'])
  await at(19_700, 19_550, 19_400, 19_330)
  await told(alice)
  const called = 'BTC/USDT: margin call'
  expect(await mails()).toEqual(['BTC/USDT position opened', called])
  await ask(alice, calls.contractAddMargin, { id, amount: '100' })
  await at(19_180, 19_030, 18_880, 18_730, 18_580, 18_430, 18_330)
  await told(alice)
  await told(alice)
  expect(await mails()).toEqual(['BTC/USDT position opened', called, called])
})

test('the end of a relation by its own stop loss is one notice, and so is that of each copy it closes', async () => {
  const leadId = String(await makeLead(quoted.app.db, bob.id, quoted.app.clock.nowMs()))
  await ask(alice, copyAcceptAgreement, { version: '1' })
  const { id: relation } = await ask(alice, copyFollow, {
    ...{ leadId, mode: 'amount', number: '100', stopLoss: '10' },
  })
  await ask(bob, calls.contractSubmit, order)
  const { items: copies } = await ask(alice, calls.contractList, {})
  expect(copies).toMatchObject([{ lots: '0.05', status: 'open' }])
  // 7.50 USDT and the fee of the opening, 0.50, are lost by then.
  await at(19_850)
  // What was copied is told with the copies.
  const ofPrices = async () => (await told(alice)).filter(({ kind }) => kind !== 'copy-day')
  expect(await ofPrices()).toEqual([])

  await at(19_700)
  const ended = await ofPrices()
  expect(ended).toHaveLength(2)
  expect(ended.find(({ kind }) => kind === 'copy-relation')).toMatchObject({
    ...{ topic: 'trading', subject: relation, isRead: false },
    title: 'You no longer copy Bob',
    text: 'The stop loss of your copies was reached: −15.50 USDT.',
  })
  expect(ended.find(({ kind }) => kind === 'contract-position')).toMatchObject({
    ...{ topic: 'trading', subject: copies[0].id, isRead: false },
    title: 'BTC/USDT: stop loss of your copies reached',
    text: '0.05 lots closed at 19,700.00: −15.9925 USDT.',
  })
  await at(19_550)
  expect(await ofPrices()).toEqual(ended)
  // The lead's own position is open, and who follows is none of their notices.
  expect(await told(bob)).toEqual([])
})
