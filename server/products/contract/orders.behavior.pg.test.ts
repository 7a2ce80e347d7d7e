import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contractCancel,
  contractClose,
  contractCsv,
  contractList,
  contractSubmit,
} from '#domain/contract/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'

/** All contract orders and positions at the door: by status, side, instrument and time, and as a file. */

let exchange: Exchange
let alice: Person
let bob: Person
let middleMs: number
const ids: Record<string, string> = {}

const order = { symbol: 'BTC-USDT', lots: '0.02', leverage: '10' } as const

beforeAll(async () => {
  exchange = await openExchange()
  ;({ alice, bob } = exchange)
  const last = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
  const limitPrice = (Math.round(last * 97) / 100).toFixed(2)
  const submit = async (more: object) =>
    (await alice.ask(contractSubmit, { ...order, direction: 'long', ...more } as never)).id
  ids.closed = await submit({ direction: 'short' })
  ids.cancelled = await submit({ limitPrice })
  // Within a minute ids need not grow with time.
  for (let second = 0; second < 150; second += 15) await exchange.advance(15_000)
  middleMs = (await alice.ask(contractClose, { id: ids.closed })).updatedAtMs
  await alice.ask(contractCancel, { id: ids.cancelled })
  ids.open = await submit({ symbol: 'ETH-USDT', lots: '0.50' })
  ids.pending = await submit({ limitPrice })
})
afterAll(() => exchange?.close())

const idsOf = async (filter: object, who = alice) =>
  (await who.ask(contractList, filter as never)).items.map(({ id }) => id)

describe('the list of contract orders', () => {
  test('has those of every status, newest first, or of one', async () => {
    expect(await idsOf({})).toEqual([ids.pending, ids.open, ids.cancelled, ids.closed])
    for (const status of ['pending', 'open', 'closed', 'cancelled']) {
      expect(await idsOf({ status })).toEqual([ids[status]])
    }
  })

  test('filters by when they were ordered, by side and by instrument, and by all of them', async () => {
    expect(await idsOf({ fromMs: middleMs })).toEqual([ids.pending, ids.open])
    expect(await idsOf({ toMs: middleMs })).toEqual([ids.cancelled, ids.closed])
    expect(await idsOf({ direction: 'short' })).toEqual([ids.closed])
    expect(await idsOf({ symbol: 'ETH-USDT', direction: 'long', status: 'open', fromMs: middleMs })).toEqual([
      ids.open,
    ])
    expect(await idsOf({ fromMs: middleMs + 3_600_000 })).toEqual([])
  })

  test('is a file with the same rows, in UTC, and nobody else’s', async () => {
    const lines = async (filter: object, { token }: Person) => {
      const { text } = await exchange.send('customers', contractCsv, token, filter as never)
      return text.trimEnd().split('\r\n')
    }
    const [head, ...rows] = await lines({ status: 'closed' }, alice)
    expect(rows).toHaveLength(1)
    const names = head!.split(',')
    const row = Object.fromEntries(rows[0]!.split(',').map((cell, at) => [names[at]!, cell]))
    const [closed] = (await alice.ask(contractList, { status: 'closed' })).items
    expect(row).toMatchObject({
      ...{
        id: ids.closed,
        symbol: 'BTC-USDT',
        direction: 'short',
        lots: '0.02',
        status: 'closed',
        reason: 'user',
      },
      ...{
        entry_price: closed!.entryPrice,
        close_price: closed!.closePrice,
        realized_pnl: closed!.realizedPnl,
      },
      ...{
        fee: closed!.fee,
        margin_currency: 'USDT',
        closed_at_utc: new Date(closed!.closedAtMs!).toISOString(),
      },
    })
    expect(await lines({}, bob)).toEqual([head])
  })
})
