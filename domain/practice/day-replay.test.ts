import { describe, expect, test } from 'vitest'
import { contractTermsOf } from '../contract/terms.ts'
import { findInstrument } from '../market/instruments.ts'
import {
  addMarginInReplay,
  beginReplay,
  cancelInReplay,
  closeAllInReplay,
  closeInReplay,
  type DayReplay,
  openInReplay,
  playMinute,
  type ReplayMinute,
  replayResult,
} from './day-replay.ts'

/** A day of the past, in prices of BTC with two decimals: 20,000.00 is 2,000,000 ticks. */

const BTC = findInstrument('BTC-USDT')!
const terms = contractTermsOf(BTC)!
const START = 100_000_000_000n
const minute = (open: number, high: number, low: number, close: number, n = 0): ReplayMinute => ({
  ...{ openAtMs: n * 60_000, open, high, low, close },
})
const at = (price: number, n = 0) => minute(price, price, price, price, n)

const begun = (price = 2_000_000) => playMinute(beginReplay(BTC, terms, 2, START), at(price))
const long = { direction: 'long', lots: '0.10', leverage: 10 } as const
function open(replay: DayReplay, draft: Parameters<typeof openInReplay>[1] = long): DayReplay {
  const done = openInReplay(replay, draft)
  if (!done.ok) throw new Error(done.code)
  return done.replay
}
const only = ({ positions }: DayReplay) => positions[0]!

describe('a position in a replay', () => {
  test('opens at the ask and closes at the bid, and pays both fees', () => {
    const opened = open(begun())
    expect(only(opened)).toMatchObject({ entryPrice: 2_000_001, openedAtMs: 60_000, closed: null })
    expect(opened.now).toEqual({ price: 2_000_000, atMs: 60_000 })
    const closed = closeInReplay(opened, 1)
    expect(only(closed).closed).toMatchObject({ price: 1_999_999, reason: 'user', atMs: 60_000 })
    const { result, fees } = replayResult(closed)
    // What is gone is the spread and the fees, and what is available says the same.
    expect(closed.available - START).toBe(result)
    expect(result).toBeLessThan(-fees)
    expect(closeInReplay(closed, 1)).toEqual(closed)
  })

  test('is refused before the first minute, and where not enough is available', () => {
    const none = beginReplay(BTC, terms, 2, START)
    expect(openInReplay(none, long)).toMatchObject({ ok: false, code: 'PRICE_STALE' })
    const poor = playMinute(beginReplay(BTC, terms, 2, 1n), at(2_000_000))
    expect(openInReplay(poor, long)).toMatchObject({ ok: false, code: 'INSUFFICIENT_BALANCE' })
    expect(openInReplay(begun(), { ...long, leverage: 3 })).toMatchObject({ code: 'LEVERAGE_NOT_OFFERED' })
  })

  test('takes its profit at its price, not at the best of the minute', () => {
    const opened = open(begun(), { ...long, takeProfit: '20100.00' })
    const after = playMinute(opened, minute(2_000_000, 2_050_000, 2_000_000, 2_040_000, 1))
    expect(only(after).closed).toMatchObject({ price: 2_009_999, reason: 'take-profit', atMs: 60_000 })
  })

  test.each([
    ['long', '20100.00', '19900.00', 1_989_999],
    ['short', '19900.00', '20100.00', 2_010_001],
  ] as const)(
    '%s: of both prices in a minute its stop loss comes first',
    (direction, takeProfit, stopLoss, price) => {
      const opened = open(begun(), { ...long, direction, takeProfit, stopLoss })
      const after = playMinute(opened, minute(2_000_000, 2_020_000, 1_980_000, 2_000_000, 1))
      expect(only(after).closed).toMatchObject({ price, reason: 'stop-loss' })
    },
  )

  test('ends at the first price of a minute where the price leapt past its own', () => {
    const opened = open(begun(), { ...long, stopLoss: '19900.00' })
    const after = playMinute(opened, at(1_950_000, 1))
    expect(only(after).closed).toMatchObject({ price: 1_949_999, reason: 'stop-loss' })
  })

  test('is liquidated where its equity is down to the maintenance, and loses its margin at most', () => {
    const opened = open(begun())
    const { liquidationPrice, initialMargin, fee } = only(opened)
    expect(liquidationPrice).toBeGreaterThan(1_800_000)
    const above = playMinute(opened, at(liquidationPrice! + 1, 1))
    expect(only(above).closed).toBeNull()
    expect(only(playMinute(opened, at(liquidationPrice!, 1))).closed).toMatchObject({ reason: 'liquidation' })
    // Where the price leapt far past it, no more than the margin is lost.
    const leapt = playMinute(opened, at(1_000_000, 1))
    expect(replayResult(leapt).result).toBe(-(initialMargin + fee))
    expect(leapt.available).toBe(START - initialMargin - fee)
  })
})

describe('a limit order in a replay', () => {
  const waits = { ...long, limitPrice: '19900.00' } as const
  const waiting = () => open(begun(), waits)

  test('sets margin and fee aside, and gives both back when it is cancelled', () => {
    const replay = waiting()
    // 0.10 lots of 19,900.00 at ten times: 199 of margin and 0.995 of fee, in seven decimals.
    expect(START - replay.available).toBe(1_999_950_000n)
    expect([replay.positions, replay.waiting.length]).toEqual([[], 1])
    const cancelled = cancelInReplay(replay, 1)
    expect([cancelled.available, cancelled.waiting]).toEqual([START, []])
    expect(cancelInReplay(cancelled, 1)).toBe(cancelled)
    expect(closeAllInReplay(replay).available).toBe(START)
  })

  test('is refused beyond the collar, and without what it sets aside', () => {
    expect(openInReplay(begun(), { ...long, limitPrice: '18999.00' })).toMatchObject({
      ...{ ok: false, code: 'PRICE_OUT_OF_RANGE' },
    })
    const poor = playMinute(beginReplay(BTC, terms, 2, 1_999_949_999n), at(2_000_000))
    expect(openInReplay(poor, waits)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })

  test('opens at its price once the ask is there, and not a tick before', () => {
    const before = playMinute(waiting(), minute(2_000_000, 2_000_000, 1_990_000, 1_995_000, 1))
    expect([before.positions, before.waiting.length]).toEqual([[], 1])
    const after = playMinute(before, minute(1_995_000, 1_995_000, 1_989_999, 1_992_000, 2))
    expect(after.waiting).toEqual([])
    expect(only(after)).toMatchObject({ id: 1, entryPrice: 1_990_000, openedAtMs: 120_000, closed: null })
    expect(after.available).toBe(START - only(after).margin - only(after).fee)
  })

  test('of a short one opens at the bid', () => {
    const replay = open(begun(), { ...long, direction: 'short', limitPrice: '20100.00' })
    const before = playMinute(replay, minute(2_000_000, 2_010_000, 2_000_000, 2_005_000, 1))
    expect(before.waiting).toHaveLength(1)
    const after = playMinute(before, minute(2_005_000, 2_010_001, 2_005_000, 2_005_000, 2))
    expect(only(after)).toMatchObject({ direction: 'short', entryPrice: 2_010_000 })
  })

  test('opens at the first price of a minute that leapt past it, and what it did not need comes back', () => {
    const after = playMinute(waiting(), at(1_980_000, 1))
    expect(only(after)).toMatchObject({ entryPrice: 1_980_001, closed: null })
    expect(after.available).toBe(START - only(after).margin - only(after).fee)
    expect(after.available).toBeGreaterThan(waiting().available)
  })

  test('that is better than the market opens at once, at the market', () => {
    const replay = open(begun(), { ...long, limitPrice: '20100.00' })
    expect([replay.waiting, only(replay).entryPrice]).toEqual([[], 2_000_001])
  })

  test('loses by the worst price of the minute in which it opens, and wins by its last alone', () => {
    const stops = { ...waits, takeProfit: '20050.00', stopLoss: '19800.00' }
    const fell = playMinute(open(begun(), stops), minute(2_000_000, 2_000_000, 1_970_000, 2_000_000, 1))
    expect(only(fell).closed).toMatchObject({ price: 1_979_999, reason: 'stop-loss' })
    // The high may have been before it opened.
    const rose = minute(2_000_000, 2_010_000, 1_985_000, 2_000_000, 1)
    expect(only(playMinute(open(begun(), stops), rose)).closed).toBeNull()
    const ended = minute(2_000_000, 2_010_000, 1_985_000, 2_010_000, 1)
    expect(only(playMinute(open(begun(), stops), ended)).closed).toMatchObject({ reason: 'take-profit' })
  })
})

test('a limit order that opens at the first price of a minute wins by its best price too, after its worst', () => {
  const stops = { ...long, limitPrice: '19900.00', takeProfit: '20050.00', stopLoss: '19500.00' }
  const leapt = minute(1_980_000, 2_010_000, 1_970_000, 1_990_000, 1)
  const rose = only(playMinute(open(begun(), stops), leapt))
  expect(rose).toMatchObject({ entryPrice: 1_980_001, openedAtMs: 60_000 })
  expect(rose.closed).toMatchObject({ price: 2_004_999, reason: 'take-profit', atMs: 60_000 })
  const fell = only(playMinute(open(begun(), stops), { ...leapt, low: 1_940_000 }))
  expect(fell.closed).toMatchObject({ price: 1_949_999, reason: 'stop-loss' })
  // The same prices, but opened after the first: the best may have been before it.
  const within = only(playMinute(open(begun(), stops), { ...leapt, open: 2_000_000 }))
  expect(within).toMatchObject({ entryPrice: 1_990_000, closed: null })
})

describe('more margin in a replay', () => {
  test('moves the liquidation away and comes back with the closing', () => {
    const opened = open(begun())
    const added = addMarginInReplay(opened, 1, '50')
    if (!added.ok) throw new Error(added.code)
    const { margin, liquidationPrice, maintenance } = only(added.replay)
    expect(margin).toBe(only(opened).margin + 500_000_000n)
    expect(maintenance).toBe(only(opened).maintenance)
    expect(liquidationPrice).toBeLessThan(only(opened).liquidationPrice!)
    // It is acted on: where the smaller margin would have ended it, it goes on.
    const there = at(only(opened).liquidationPrice!, 1)
    expect(only(playMinute(opened, there)).closed).not.toBeNull()
    expect(only(playMinute(added.replay, there)).closed).toBeNull()
    const closed = closeInReplay(added.replay, 1)
    expect(closed.available).toBe(closeInReplay(opened, 1).available)
    expect(replayResult(closed)).toEqual(replayResult(closeInReplay(opened, 1)))
  })

  test('is refused of nothing, of more than there is, and where nothing is open', () => {
    const opened = open(begun())
    for (const amount of ['0', '-1', 'x', '0.00000001'])
      expect(addMarginInReplay(opened, 1, amount)).toMatchObject({ code: 'AMOUNT_INVALID' })
    expect(addMarginInReplay(opened, 1, '10000')).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(addMarginInReplay(opened, 2, '1')).toMatchObject({ code: 'POSITION_NOT_OPEN' })
    expect(addMarginInReplay(closeInReplay(opened, 1), 1, '1')).toMatchObject({ code: 'POSITION_NOT_OPEN' })
  })
})

test('the day ends with all positions closed, and its result is what changed hands', () => {
  let replay = open(open(begun()), { ...long, direction: 'short' })
  replay = playMinute(replay, minute(2_000_000, 2_010_000, 1_995_000, 2_008_000, 1))
  const ended = closeAllInReplay(replay)
  expect(ended.positions.every(({ closed }) => closed !== null)).toBe(true)
  const { result, trades, won } = replayResult(ended)
  expect([trades, won]).toEqual([2, 1])
  expect(ended.available).toBe(START + result)
})
