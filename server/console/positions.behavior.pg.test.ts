import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleAudit, consoleDashboard } from '#domain/console/contract.ts'
import { consoleContractExposure, consoleContractTerms, consolePositions } from '#domain/contract/console.ts'
import { contractCancel, contractClose, contractList, contractSubmit } from '#domain/contract/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { consoleOptionOrders } from '#domain/option/console.ts'
import { optionAcceptRisk, optionList, optionSubmit } from '#domain/option/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { acceptedRisk } from '#server/products/option/testing.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'

/** Customers' contracts and seconds options as operators see them: by customer, status and day, and what the day came to. */

let exchange: Exchange
const day = { before: {} as Record<string, Figure>, after: {} as Record<string, Figure> }
type Figure = { count: number; amounts: readonly { currency: string; amount: string }[] }
let startMs: number

const order = { symbol: 'BTC-USDT', lots: '0.02', leverage: '10', direction: 'long' } as const
const option = { symbol: 'BTC-USDT', currency: 'USDT', seconds: '60', stake: '10' } as const

const figures = async (): Promise<Record<string, Figure>> =>
  Object.fromEntries((await exchange.maker.ask(consoleDashboard)).figures.map((one) => [one.name, one]))

beforeAll(async () => {
  exchange = await openExchange()
  const { alice, bob } = exchange
  day.before = await figures()
  const last = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
  startMs = (await bob.ask(contractSubmit, order)).createdAtMs
  const { id } = await alice.ask(contractSubmit, { ...order, direction: 'short' })
  await alice.ask(contractClose, { id })
  const limitPrice = (Math.round(last * 97) / 100).toFixed(2)
  const waiting = await alice.ask(contractSubmit, { ...order, limitPrice })
  await alice.ask(contractCancel, { id: waiting.id })
  for (const person of [alice, bob]) {
    await person.ask(optionAcceptRisk, acceptedRisk)
    await person.ask(optionSubmit, { ...option, direction: person === alice ? 'rise' : 'fall' })
  }
  // The dashboard is read anew after ten seconds.
  for (let second = 0; second < 66; second++) await exchange.advance(1_000)
})
afterAll(() => exchange?.close())

describe('a customer’s contracts and seconds options', () => {
  test('are listed with what their owner sees of them, masked, and nobody else’s', async () => {
    const { alice, maker } = exchange
    const { items } = await maker.ask(consolePositions, { customer: String(alice.id) })
    const own = (await alice.ask(contractList)).items
    expect(items.map(({ customerId, contact, ...position }) => position)).toEqual(own)
    expect(items.map(({ status }) => status)).toEqual(['cancelled', 'closed'])
    expect(items[0]).toMatchObject({ customerId: String(alice.id) })
    expect(items[0]!.contact).not.toContain('alice')
    const options = (await maker.ask(consoleOptionOrders, { customer: String(alice.id) })).items
    const [seen] = (await alice.ask(optionList)).items
    const { entryAfterMs, staleAfterMs, acceptedSequence, ...shown } = seen!
    expect(options).toMatchObject([{ ...shown, customerId: String(alice.id) }])
  })

  test('are found by status, side, day and number, of all customers too', async () => {
    const { maker, alice, bob } = exchange
    const positions = async (filter: object) =>
      (await maker.ask(consolePositions, filter as never)).items.map(({ status }) => status)
    expect(await positions({})).toEqual(['cancelled', 'closed', 'open'])
    expect(await positions({ status: 'open', side: 'long' })).toEqual(['open'])
    expect(await positions({ fromMs: startMs + 86_400_000 })).toEqual([])
    expect(await positions({ fromMs: startMs, toMs: startMs + 1_000 })).toHaveLength(3)
    const options = async (filter: object) =>
      (await maker.ask(consoleOptionOrders, filter as never)).items.map(({ customerId }) => customerId)
    expect(await options({})).toEqual([String(bob.id), String(alice.id)])
    expect(await options({ side: 'rise' })).toEqual([String(alice.id)])
    expect([await options({ status: 'open' }), await options({ status: 'settled' })]).toEqual([
      [],
      [String(bob.id), String(alice.id)],
    ])
    const { id } = (await maker.ask(consolePositions, { status: 'open' })).items[0]!
    expect((await maker.ask(consolePositions, { search: id })).items).toHaveLength(1)
  })

  test('that are looked at stand in the audit log', async () => {
    const { maker, alice } = exchange
    const { items } = await maker.ask(consoleAudit, { customer: String(alice.id) })
    const lists = items.flatMap(({ detail }) => (detail as { list?: string }).list ?? [])
    expect(lists).toEqual(expect.arrayContaining(['contract', 'option']))
  })
})

test('the dashboard counts the day’s contract orders, fees and seconds options, with their amounts', async () => {
  day.after = await figures()
  expect(day.before).toMatchObject({ 'contract-orders': { count: 0 }, options: { count: 0 } })
  expect(day.after).toMatchObject({
    'contract-orders': { count: 3 },
    'contract-fees': { count: 3 },
    options: { count: 2, amounts: [{ currency: 'USDT', amount: '20.0000000' }] },
  })
  const positions = (await exchange.maker.ask(consolePositions)).items
  const fees = positions
    .filter(({ status }) => status !== 'cancelled')
    .reduce((sum, { fee }) => sum + Number(fee), 0)
  expect(Number(day.after['contract-fees']!.amounts[0]!.amount)).toBeCloseTo(fees, 6)
})

test('the dashboard says what is owed by what is open, and what there is to pay it with', async () => {
  const read = async () => (await exchange.maker.ask(consoleDashboard)).open
  const { needed, counterparty, isCovered } = await exchange.maker.ask(consoleContractExposure)
  const line = (await read()).find(({ product }) => product === 'contract')!
  expect(line).toMatchObject({ currency: 'USDT', has: counterparty, isCovered })
  // Prices go on: the one was asked a moment before the other.
  expect(Number(line.needed)).toBeGreaterThan(0)
  expect(Math.abs(Number(line.needed) - Number(needed))).toBeLessThan(Number(needed))
  expect(line.instruments).toMatchObject([
    { symbol: 'BTC-USDT', label: 'BTC/USDT', net: '0.02 lots', needed: line.needed, usedBps: line.usedBps },
  ])
  expect(line.usedBps).toBe(Math.ceil((Number(line.needed) / Number(line.has)) * 10_000))
  expect((await read()).find(({ product }) => product === 'option')).toMatchObject({
    ...{ needed: '0.0000000', usedBps: 0, isCovered: true },
  })
  await exchange.bob.ask(optionSubmit, { ...option, direction: 'rise' })
  await exchange.advance(11_000)
  const { items } = await exchange.maker.ask(consoleOptionOrders, { status: 'open' })
  expect(items).toHaveLength(1)
  expect((await read()).find(({ product }) => product === 'option')).toMatchObject({
    ...{ needed: items[0]!.winnings, isCovered: true },
    instruments: [{ symbol: 'BTC-USDT', net: null, needed: items[0]!.winnings }],
  })
})

test('the dashboard says what midnight will charge on what is open', async () => {
  const { alice, maker } = exchange
  const { nowMs, due } = await maker.ask(consoleDashboard)
  const midnightMs = Math.ceil(nowMs / DAY_MS) * DAY_MS
  const [position] = (await maker.ask(consolePositions, { status: 'open' })).items
  const rate = (await maker.ask(consoleContractTerms)).instruments.find(
    ({ symbol }) => symbol === 'BTC-USDT',
  )!
  const last = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
  const financing = due.find(({ name }) => name === 'financing')!
  expect(financing).toMatchObject({ product: 'contract', atMs: midnightMs, count: 1 })
  const about = (Number(position!.openLots) * last * rate.financingBps) / 10_000
  // By the middle of bid and ask, not by the last price.
  expect(Number(financing.amounts[0]!.amount) / about).toBeCloseTo(1, 2)
})
