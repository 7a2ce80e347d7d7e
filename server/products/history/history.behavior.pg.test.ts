import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractCancel, contractClose, contractSubmit } from '#domain/contract/contract.ts'
import { historyCsv, historyList } from '#domain/history/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { optionAcceptRisk, optionDetail, optionSubmit } from '#domain/option/contract.ts'
import { spotCancel, spotTrade } from '#domain/spot/contract.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'
import { acceptedRisk } from '../option/testing.ts'

/** Everything of a customer's that ended, at the door: one list of all products, and the same as a file. */

let exchange: Exchange
let alice: Person
let bob: Person
let startMs: number
/** Bob's side of what Alice bought. */
let sold: string
/** By how each ended, in the order in which they did. */
const ids: Record<string, string> = {}

const market = { symbol: 'BTC-USDT', lots: '0.02', leverage: '10' } as const
const option = { symbol: 'ETH-USDT', currency: 'USDT', seconds: 60, stake: '10' } as const

beforeAll(async () => {
  exchange = await openExchange()
  ;({ alice, bob } = exchange)
  const last = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
  const at = (share: number) => (Math.round(last * share * 100) / 100).toFixed(2)
  const pair = { base: 'BTC', quote: 'USDT' } as const

  // Opened first, closed after all that follows: it stands where it ended.
  const position = await alice.ask(contractSubmit, { ...market, direction: 'short' })
  startMs = position.createdAtMs
  await exchange.advance(1_000)
  const waiting = await alice.ask(spotTrade, {
    ...pair,
    side: 'sell',
    quantity: '0.02',
    limitPrice: at(1.03),
  })
  sold = (await bob.ask(spotTrade, { ...pair, side: 'sell', quantity: '0.01', limitPrice: at(1.01) })).id
  const bought = await alice.ask(spotTrade, { ...pair, side: 'buy', quantity: '0.01', limitPrice: at(1.02) })
  await exchange.advance(1_000)
  await alice.ask(spotCancel, { id: waiting.id })
  await exchange.advance(1_000)
  const order = await alice.ask(contractSubmit, { ...market, direction: 'long', limitPrice: at(0.97) })
  await alice.ask(contractCancel, { id: order.id })
  await alice.ask(optionAcceptRisk, acceptedRisk)
  const settled = await alice.ask(optionSubmit, { ...option, direction: 'rise' })
  for (let second = 0; second < 66; second++) await exchange.advance(1_000)
  const lost = await alice.ask(optionSubmit, { ...option, direction: 'fall' })
  // Nobody says a price for longer than an entry may take.
  await exchange.stopFeed()
  exchange.passTime(90_000)
  exchange.startFeed()
  for (let second = 0; second < 5; second++) await exchange.advance(1_000)
  await alice.ask(contractClose, { id: position.id })
  Object.assign(ids, { filled: bought.id, cancelled: waiting.id, unopened: order.id, settled: settled.id })
  Object.assign(ids, { void: lost.id, closed: position.id })
})
afterAll(() => exchange?.close())

const listed = async (filter = {}, who = alice) => (await who.ask(historyList, filter)).items
const idsOf = async (filter = {}, who = alice) => (await listed(filter, who)).map(({ id }) => id)

describe('the history', () => {
  test('has what ended in spot, contracts and seconds options, what ended last first', async () => {
    expect(await idsOf()).toEqual(
      [ids.filled, ids.cancelled, ids.unopened, ids.settled, ids.void, ids.closed].reverse(),
    )
    expect((await listed()).map(({ product, status }) => `${product} ${status}`)).toEqual([
      ...['contract closed', 'option void', 'option settled', 'contract cancelled'],
      ...['spot cancelled', 'spot filled'],
    ])
    expect(await idsOf({}, bob)).toEqual([sold])
  })

  test('says what each came to: net of fees, nothing where nothing was opened', async () => {
    const [closed, void_, settled, unopened, cancelled, filled] = await listed()
    expect(closed).toMatchObject({
      ...{ symbol: 'BTC-USDT', side: 'short', quantity: '0.02', filled: '0.02', unit: 'lots' },
      ...{ resultCurrency: 'USDT', feeCurrency: 'USDT', placedAtMs: startMs },
    })
    // A fiftieth of a coin, from the entry down to the close, less both fees; the tick's cents divide evenly.
    const gained = (Number(closed!.openPrice) - Number(closed!.closePrice)) * 0.02 - Number(closed!.fee)
    expect(Number(closed!.result)).toBeCloseTo(gained, 6)
    expect(unopened).toMatchObject({
      side: 'long',
      filled: '0.00',
      openPrice: null,
      result: null,
      fee: '0.0000000',
    })
    expect(void_).toMatchObject({ side: 'fall', quantity: '10.0000000', filled: '0.0000000', result: null })
    const { outcome, paid } = await alice.ask(optionDetail, { id: ids.settled! })
    expect(['won', 'lost', 'tie']).toContain(outcome)
    expect(Number(settled!.result)).toBeCloseTo(Number(paid) - 10, 7)
    expect(cancelled).toMatchObject({ side: 'sell', quantity: '0.02000', filled: '0.00000', unit: 'BTC' })
    expect(filled).toMatchObject({ side: 'buy', filled: '0.01000', result: null, feeCurrency: 'BTC' })
    expect(Number(filled!.fee)).toBeGreaterThan(0)
  })

  test('filters by product, instrument, status and when a record ended, and by all of them', async () => {
    expect(await idsOf({ product: 'contract' })).toEqual([ids.closed, ids.unopened])
    expect(await idsOf({ symbol: 'ETH-USDT' })).toEqual([ids.void, ids.settled])
    expect(await idsOf({ status: 'cancelled' })).toEqual([ids.unopened, ids.cancelled])
    expect(await idsOf({ status: 'void', product: 'spot' })).toEqual([])
    expect(await idsOf({ status: 'liquidated' })).toEqual([])
    const { endedAtMs } = (await listed({ status: 'settled' }))[0]!
    expect(await idsOf({ fromMs: endedAtMs })).toEqual([ids.closed, ids.void, ids.settled])
    expect(await idsOf({ toMs: endedAtMs })).toEqual([ids.unopened, ids.cancelled, ids.filled])
    const all = { product: 'contract', symbol: 'BTC-USDT', status: 'closed', fromMs: endedAtMs } as const
    expect(await idsOf(all)).toEqual([ids.closed])
  })

  test('is read on by its cursor: what ends meanwhile moves nothing', async () => {
    const first = await alice.ask(historyList, { limit: '2' })
    const { id } = await alice.ask(contractSubmit, { ...market, direction: 'long' })
    await alice.ask(contractClose, { id })
    const second = await alice.ask(historyList, { limit: '2', cursor: first.next! })
    const third = await alice.ask(historyList, { limit: '2', cursor: second.next! })
    expect([first, second, third].flatMap(({ items }) => items.map((item) => item.id))).toEqual(
      [ids.filled, ids.cancelled, ids.unopened, ids.settled, ids.void, ids.closed].reverse(),
    )
    expect(third.next).toBe(null)
    expect((await idsOf())[0]).toBe(id)
  })

  test('is a file with the same rows, in UTC, of the same filter and of nobody else', async () => {
    const lines = async (filter: object, { token }: Person) => {
      const { text, contentType } = await exchange.send('customers', historyCsv, token, { ...filter })
      expect(contentType).toMatch(/^text\/csv/)
      return text.trimEnd().split('\r\n')
    }
    const [head, ...rows] = await lines({ status: 'cancelled' }, alice)
    expect(head).toBe(
      'product,id,symbol,side,status,quantity,filled,unit,open_price,close_price,result,result_currency,fee,' +
        'fee_currency,relation_id,lead_name,placed_at_utc,ended_at_utc',
    )
    const [unopened] = await listed({ status: 'cancelled' })
    expect(rows).toHaveLength(2)
    expect(rows[0]!.split(',')).toEqual([
      ...[
        'contract',
        ids.unopened,
        'BTC-USDT',
        'long',
        'cancelled',
        '0.02',
        '0.00',
        'lots',
        '',
        '',
        '',
        'USDT',
      ],
      ...['0.0000000', 'USDT', '', '', new Date(unopened!.placedAtMs).toISOString()],
      new Date(unopened!.endedAtMs).toISOString(),
    ])
    expect(await lines({ product: 'option' }, bob)).toEqual([head])
  })
})
