import { expect, test } from 'vitest'
import { customerId, positionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Position, PositionChange } from '#server/products/contract/position.ts'
import { idNumber } from '../number.ts'
import { accountReason, baseOfLots, orderUpdates, positionFigures } from './contract-orders.ts'

const btc = findInstrument('BTC-USDT')!
const ANA = customerId(1_001n)

const position = (change: Partial<Position> = {}): Position => ({
  ...{ id: positionId(7n), customer: ANA, symbol: btc.symbol, direction: 'long', leverage: 10 },
  ...{ lots: 150, openLots: 150, status: 'open', reason: null, limitPrice: null, relation: null },
  ...{ leadName: null, entryPrice: 2_000_000, entrySequence: 5, spread: 10 },
  ...{ conversionMark: null, conversionSequence: null, margin: 300_000_000_000n },
  ...{ initialMargin: 300_000_000_000n, maintenance: 1n, fee: 1n, financing: 0n, realizedPnl: 0n },
  ...{ takeProfit: null, stopLoss: null, liquidationPrice: null, closePrice: null, closeSequence: null },
  ...{ termsVersion: 1, lotSize: 1, feeBps: 5, financingBps: 2, maintenanceBps: 1, marginCallBps: 1 },
  ...{ tapeSequence: 5, triggersSequence: 5, financedDay: 1, marginCallSequence: null, marginCalls: 0 },
  ...{ createdAtMs: 50, openedAtMs: 50, closedAtMs: null, updatedAtMs: 50 },
  ...change,
})

const change = (told: Partial<PositionChange>): PositionChange => ({
  ...{ id: 21n, position: positionId(7n), customer: ANA, kind: 'opened', reason: null, lots: null },
  ...{ price: null, sequence: 5, conversionMark: null, conversionSequence: null, amount: null, fee: null },
  ...{ shortfall: null, margin: 1n, takeProfit: null, stopLoss: null, liquidationPrice: null, atMs: 50 },
  ...told,
})

const ordersOf = (told: Position, changes: readonly PositionChange[], isNew = false) =>
  orderUpdates(btc, { position: told, changes, isNew }, 99).map(({ o }) => o)

test.each([
  [100, 1, '1'],
  [150, 1, '1.5'],
  [1, 1, '0.01'],
  [1, 0.1, '0.001'],
  [250, 125_000, '312500'],
  [0, 50, '0'],
])('%d hundredths of a lot of %d are %s of base', (lots, lotSize, base) => {
  expect(baseOfLots(lots, lotSize)).toBe(base)
})

test('a position opened at the market is a new order, and filled', () => {
  const [first, second, ...more] = ordersOf(
    position(),
    [change({ lots: 150, price: 2_000_000, fee: 150_000_000n })],
    true,
  )
  expect(first).toMatchObject({
    x: 'NEW',
    X: 'NEW',
    i: idNumber(7n),
    S: 'BUY',
    ps: 'LONG',
    o: 'MARKET',
    q: '1.5',
    z: '0',
  })
  expect(second).toMatchObject({
    ...{
      x: 'TRADE',
      X: 'FILLED',
      i: idNumber(7n),
      l: '1.5',
      z: '1.5',
      L: '20000.00',
      ap: '20000.00',
      t: idNumber(21n),
    },
    ...{ n: '15.0000000', N: 'USDT', R: false, rp: '0' },
  })
  expect(more).toEqual([])
})

test('an order that opens as it is accepted has no record of it, and is filled all the same', () => {
  const opened = position({ fee: 150_000_000n })
  expect(ordersOf(opened, [], true)).toMatchObject([
    { x: 'NEW', q: '1.5' },
    { x: 'TRADE', X: 'FILLED', l: '1.5', L: '20000.00', n: '15.0000000', t: idNumber(7n), T: 50 },
  ])
  expect(ordersOf(opened, [], false)).toEqual([])
})

test('an order at a limit price waits, and is cancelled', () => {
  const waiting = position({ status: 'pending', openLots: 0, limitPrice: 1_990_000, entryPrice: null })
  expect(ordersOf(waiting, [], true)).toMatchObject([{ x: 'NEW', o: 'LIMIT', p: '19900.00' }])
  const amended = change({ kind: 'amended', lots: 120, price: 1_980_000 })
  expect(ordersOf({ ...waiting, lots: 120, limitPrice: 1_980_000 }, [amended])).toMatchObject([
    { x: 'AMENDMENT', X: 'NEW', i: idNumber(7n), q: '1.2', p: '19800.00', z: '0' },
  ])
  // Amended and opened by one commit: each is told as it was.
  const opened = change({ id: 22n, kind: 'opened', lots: 120, price: 1_979_000, fee: 1n })
  expect(
    ordersOf(position({ lots: 120, limitPrice: 1_980_000 }), [amended, opened]).map(({ x, q }) => [x, q]),
  ).toEqual([
    ['AMENDMENT', '1.2'],
    ['TRADE', '1.2'],
  ])
  const cancelled = { ...waiting, status: 'cancelled', reason: 'user' } as const
  expect(ordersOf(cancelled, [change({ kind: 'cancelled', reason: 'user' })])).toMatchObject([
    { x: 'CANCELED', X: 'CANCELED' },
  ])
})

test('a closing is an order of its own that only reduces, with what it gained', () => {
  const half = position({ openLots: 50 })
  const told = change({
    id: 22n,
    kind: 'closed',
    reason: 'user',
    lots: 100,
    price: 2_010_000,
    amount: -5n,
    fee: 3n,
  })
  expect(ordersOf(half, [told])).toMatchObject([
    {
      ...{
        i: idNumber(22n),
        c: '22',
        S: 'SELL',
        ps: 'LONG',
        R: true,
        x: 'TRADE',
        X: 'FILLED',
        q: '1',
        l: '1',
      },
      ...{ L: '20100.00', rp: '-0.0000005', n: '0.0000003', o: 'MARKET' },
    },
  ])
})

test('a liquidation is named as the exchange names it', () => {
  const told = change({ kind: 'closed', reason: 'liquidation', lots: 150, price: 1_900_000 })
  expect(ordersOf(position({ status: 'closed', openLots: 0, direction: 'short' }), [told])).toMatchObject([
    { c: 'autoclose-21', o: 'LIQUIDATION', S: 'BUY', ps: 'SHORT' },
  ])
})

test('financing and margin are no orders', () => {
  expect(
    ordersOf(position(), [change({ kind: 'financing', amount: 1n }), change({ kind: 'margin' })]),
  ).toEqual([])
  expect(accountReason([change({ kind: 'financing' })])).toBe('FUNDING_FEE')
  expect(accountReason([change({ kind: 'margin' })])).toBe('MARGIN_TRANSFER')
  expect(accountReason([change({ kind: 'financing' }), change({ kind: 'closed' })])).toBe('ORDER')
  expect(accountReason([])).toBe('ORDER')
})

test('positions of an instrument and direction are one, at the average of their prices', () => {
  const open = [position({ openLots: 100 }), position({ openLots: 200, entryPrice: 2_000_001 })]
  expect(positionFigures(btc, 'short', open, ({ openLots }) => BigInt(openLots))).toEqual({
    ...{ s: 'BTCUSDT', pa: '-3', ep: '20000.0066', cr: '0.0000000', up: '0.0000300', mt: 'isolated' },
    ...{ iw: '60000.0000000', ps: 'SHORT', ma: 'USDT' },
  })
})

test('where none is left open, nothing is held', () => {
  expect(positionFigures(btc, 'short', [], () => undefined)).toMatchObject({
    pa: '0',
    ep: '0',
    up: '0.0000000',
  })
})
