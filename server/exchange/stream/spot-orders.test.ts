import { expect, test } from 'vitest'
import { customerId, orderId, tradeId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Trade } from '#server/products/spot/batch.ts'
import { createOrder, type SpotOrder } from '#server/products/spot/order.ts'
import { idNumber } from '../number.ts'
import { executionReports } from './spot-orders.ts'

/** BTC-USDT: a tick of 0.01, a step of 0.00001; USDT has 7 decimals, so that a tick times a step is one unit. */
const btc = findInstrument('BTC-USDT')!
const ANA = customerId(1_001n)

function order(change: Partial<SpotOrder> = {}): SpotOrder {
  const made = createOrder(btc, 50, {
    ...{ id: orderId(7n), customer: ANA, side: 'buy', orderType: 'limit', timeInForce: 'gtc' },
    ...{ postOnly: false, price: 2_000_000, quantity: 300, tapeSequence: 1 },
  })
  return { ...made, ...change }
}

function trade(id: bigint, quantity: number, change: Partial<Trade> = {}): Trade {
  return {
    ...{ id: tradeId(id), symbol: btc.symbol, price: 1_990_000, quantity },
    ...{ maker: orderId(3n), makerCustomer: customerId(1_002n), makerFee: 5n },
    ...{ taker: orderId(7n), takerCustomer: ANA, takerSide: 'buy', takerFee: 9n, ...change },
  }
}

const notional = (ticks: bigint, steps: bigint) => ticks * steps
const of = (told: SpotOrder, trades: readonly Trade[] = [], isNew = true) =>
  executionReports(btc, { order: told, trades, isNew }, 99)
const words = (reports: ReturnType<typeof of>) => reports.map(({ x, X, z, l }) => [x, X, l, z])

test('an order that comes to rest is new', () => {
  expect(of(order())).toEqual([
    {
      ...{ e: 'executionReport', E: 99, s: 'BTCUSDT', c: '7', S: 'BUY', o: 'LIMIT', f: 'GTC' },
      ...{
        q: '0.00300',
        p: '20000.00',
        P: '0',
        F: '0',
        g: -1,
        C: '',
        x: 'NEW',
        X: 'NEW',
        r: 'NONE',
        i: idNumber(7n),
      },
      ...{ l: '0', z: '0.00000', L: '0', n: '0', N: null, T: 50, t: -1, I: 0, w: true, m: false, M: true },
      ...{ O: 50, Z: '0.0000000', Y: '0', Q: '0' },
    },
  ])
})

test('an order that meets two is new, then filled twice, each time with the figures as they stood then', () => {
  const trades = [trade(21n, 100), trade(22n, 200, { price: 1_995_000 })]
  const both = notional(1_990_000n, 100n) + notional(1_995_000n, 200n)
  const reports = of(order({ filled: 300, notional: both, fee: 18n, status: 'filled' }), trades)
  expect(words(reports)).toEqual([
    ['NEW', 'NEW', '0', '0.00000'],
    ['TRADE', 'PARTIALLY_FILLED', '0.00100', '0.00100'],
    ['TRADE', 'FILLED', '0.00200', '0.00300'],
  ])
  expect(reports[1]).toMatchObject({
    ...{
      L: '19900.00',
      t: idNumber(21n),
      n: '0.00000009',
      N: 'BTC',
      m: false,
      Y: '19.9000000',
      Z: '19.9000000',
    },
    w: false,
  })
  expect(reports[2]).toMatchObject({ L: '19950.00', t: idNumber(22n), Y: '39.9000000', Z: '59.8000000' })
})

test('a maker is filled without being new, and pays the maker’s fee in what it receives', () => {
  const sale = order({ side: 'sell', filled: 100, notional: notional(2_000_000n, 100n) })
  const own = trade(21n, 100, { maker: sale.id, makerCustomer: ANA, taker: orderId(9n), price: 2_000_000 })
  const reports = of(sale, [own], false)
  expect(words(reports)).toEqual([['TRADE', 'PARTIALLY_FILLED', '0.00100', '0.00100']])
  expect(reports[0]).toMatchObject({ S: 'SELL', m: true, n: '0.0000005', N: 'USDT', w: true })
})

test.each([
  [{ status: 'cancelled', reason: 'user' }, false, [['CANCELED', 'CANCELED', '0', '0.00000']]],
  [
    { status: 'cancelled', reason: 'ioc', timeInForce: 'ioc' },
    true,
    [
      ['NEW', 'NEW', '0', '0.00000'],
      ['EXPIRED', 'EXPIRED', '0', '0.00000'],
    ],
  ],
  [{ quantity: 200, updatedAtMs: 60 }, false, [['REPLACED', 'NEW', '0', '0.00000']]],
  [
    {
      triggerPrice: 2_000_100,
      triggerSequence: 9,
      triggerDirection: 'rises',
      orderType: 'stop-limit',
      updatedAtMs: 60,
    },
    false,
    [['NEW', 'NEW', '0', '0.00000']],
  ],
] as const)('an order that is %j is told as such', (change, isNew, told) => {
  expect(words(of(order(change), [], isNew))).toEqual(told)
})

test('a market order has no price of its own, and what of it found nobody has expired', () => {
  const told = order({
    ...{ orderType: 'market', filled: 100, notional: notional(1_990_000n, 100n) },
    ...{ status: 'cancelled', reason: 'no-liquidity' },
  })
  const reports = of(told, [trade(21n, 100)])
  expect(words(reports).map(([x]) => x)).toEqual(['NEW', 'TRADE', 'EXPIRED'])
  expect(reports[2]).toMatchObject({ p: '0', o: 'MARKET', z: '0.00100', Z: '19.9000000', w: false })
})

test('fills that were not told with their trades are told by what the order is now', () => {
  const told = order({ filled: 300, notional: notional(1_990_000n, 300n), status: 'filled', updatedAtMs: 60 })
  expect(words(of(told, [], false))).toEqual([['REPLACED', 'FILLED', '0', '0.00300']])
})
