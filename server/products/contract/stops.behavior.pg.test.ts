import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractSetStops, contractSubmit, type PositionView } from '#domain/contract/contract.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'

/** Take profit and stop loss set from two devices, at the door. */

let exchange: Exchange
let alice: Person

beforeAll(async () => {
  exchange = await openExchange()
  ;({ alice } = exchange)
})
afterAll(() => exchange?.close())

const opened = (): Promise<PositionView> =>
  alice.ask(contractSubmit, { symbol: 'BTC-USDT', direction: 'long', lots: '0.02', leverage: '10' } as never)

/** A price some percent from where a position opened. */
const at = ({ entryPrice }: PositionView, percent: number) =>
  ((Number(entryPrice) * (100 + percent)) / 100).toFixed(2)

const setStops = (id: string, stops: object) =>
  exchange.send('customers', contractSetStops, alice.token, { id, ...stops })

const outcomeOf = ({ ok, error, data }: Awaited<ReturnType<typeof setStops>>) =>
  ok ? (data as { target_profit_price: string | null; stop_loss_price: string | null }) : error

describe('two changes of take profit and stop loss at once', () => {
  test('leave what the one asked for, whole, and refuse the other, which saw what is no more', async () => {
    const position = await opened()
    const before = { seen_target_profit_price: '0', seen_stop_loss_price: '0' }
    const answers = (
      await Promise.all([
        setStops(position.id, { ...before, target_profit_price: at(position, 2) }),
        setStops(position.id, { ...before, stop_loss_price: at(position, -2) }),
      ])
    ).map(outcomeOf)
    expect(answers).toHaveLength(2)
    expect(answers.filter((answer) => answer === 'STOPS_CHANGED')).toHaveLength(1)
    const [kept] = answers.filter((answer) => typeof answer === 'object')
    expect([kept!.target_profit_price, kept!.stop_loss_price].filter((price) => price !== null)).toHaveLength(
      1,
    )
  })

  test('go through one after the other when the second saw the first', async () => {
    const position = await opened()
    const [profit, loss] = [at(position, 2), at(position, -2)]
    const first = { seen_target_profit_price: '0', seen_stop_loss_price: '0', target_profit_price: profit }
    await setStops(position.id, first)
    const second = { seen_target_profit_price: profit, seen_stop_loss_price: '0', stop_loss_price: loss }
    expect(outcomeOf(await setStops(position.id, second))).toMatchObject({
      ...{ target_profit_price: profit, stop_loss_price: loss },
    })
    // Sent twice, it saw what it has itself changed.
    expect(outcomeOf(await setStops(position.id, second))).toBe('STOPS_CHANGED')
  })

  test('without what was seen, as the specification’s client asks, each sets what it names', async () => {
    const position = await opened()
    const [profit, loss] = [at(position, 2), at(position, -2)]
    await setStops(position.id, { target_profit_price: profit })
    expect(outcomeOf(await setStops(position.id, { stop_loss_price: loss }))).toMatchObject({
      ...{ target_profit_price: profit, stop_loss_price: loss },
    })
  })
})
