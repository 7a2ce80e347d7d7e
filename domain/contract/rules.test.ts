import { describe, expect, test } from 'vitest'
import { refused } from '../errors.ts'
import { adoptInstruments, findInstrument, instruments } from '../market/instruments.ts'
import { parseDecimal, units } from '../money/amount.ts'
import {
  type ContractDraft,
  type ContractMarket,
  checkContract,
  checkSlippage,
  checkStops,
  preview,
  profitAtMove,
  profitAtPrice,
  readLots,
} from './order.ts'
import {
  type Collateral,
  closingPrice,
  type Direction,
  dayOf,
  formatMark,
  initialMargin,
  isLiquidatedAt,
  markOf,
  notionalAt,
  openingPrice,
  partOf,
  priceOfEquity,
  profitAtMark,
  profitBetween,
  settleClose,
  shareOf,
} from './rules.ts'
import { contractTermsOf, tickValue } from './terms.ts'

const usdt = (text: string) => units(parseDecimal(text, 7)!)
const instrument = (symbol: string) => findInstrument(symbol)!
const termsOf = (symbol: string) => contractTermsOf(instrument(symbol))!
const market = (symbol: string, bid: number, ask: number, conversionMark?: number): ContractMarket => ({
  ...{ instrument: instrument(symbol), terms: termsOf(symbol), tick: { bid, ask }, conversionMark },
})

describe('the slippage cap', () => {
  const { instrument: btc, terms } = market('BTC-USDT', 0, 0)
  const check = (direction: Direction, seen: number, bid: number, ask: number) =>
    checkSlippage({ instrument: btc, terms, tick: { bid, ask } }, direction, seen)

  test.each([
    ['long', 2_000_000, 2_009_990, 2_010_000, true],
    ['long', 2_000_000, 2_009_990, 2_010_001, false],
    ['long', 2_000_000, 1_000_000, 1_000_001, true],
    ['short', 2_000_000, 1_990_000, 1_990_010, true],
    ['short', 2_000_000, 1_989_999, 1_990_010, false],
    ['short', 2_000_000, 3_000_000, 3_000_001, true],
  ] as const)('of a %s that was seen at %d: %d and %d', (direction, seen, bid, ask, isWithin) =>
    expect(check(direction, seen, bid, ask).ok).toBe(isWithin),
  )

  test('takes no price that nobody was shown', () =>
    expect(check('long', 20_000_011, 2_000_000, 2_000_001)).toEqual(refused('PRICE_INVALID')))

  test('says what the price is now', () =>
    expect(check('long', 1_000_000, 2_000_000, 2_000_001)).toEqual(
      refused('PRICE_MOVED', { price: '20000.01' }),
    ))
})

describe('the terms', () => {
  test.each([
    ['BTC-USDT', { lotSize: 1, leverages: [2, 5, 10], feeBps: 5, stressBps: 1_000, slippageBps: 50 }],
    ['DOGE-USDT', { lotSize: 1, leverages: [2, 5, 10], feeBps: 5, stressBps: 1_000, slippageBps: 100 }],
    [
      'EUR-USD',
      { lotSize: 100_000, leverages: [5, 10, 20], feeBps: 1, stressBps: 300, conversion: undefined },
    ],
    [
      'USD-KRW',
      { lotSize: 100_000, leverages: [2, 5, 10], conversion: { symbol: 'USD-KRW', isInverse: true } },
    ],
    ['EUR-GBP', { leverages: [5, 10, 20], conversion: { symbol: 'GBP-USD', isInverse: false } }],
    ['XAU-USD', { lotSize: 100, leverages: [2, 5, 10], feeBps: 2 }],
    ['ES', { lotSize: 50 }],
    ['AAPL', { lotSize: 1, leverages: [2, 5] }],
  ])('of %s', (symbol, expected) => {
    expect(termsOf(symbol)).toMatchObject({ ...expected, financingBps: 2, maintenanceBps: 5_000 })
  })

  test('there are none where nothing converts the quote, or contracts are not offered', () => {
    expect(contractTermsOf({ ...instrument('USD-JPY'), quote: 'SEK' })).toBeUndefined()
    expect(contractTermsOf({ ...instrument('BTC-USDT'), products: ['spot'] })).toBeUndefined()
  })

  test('keep what converts the quote when the opposite pair is listed later', () => {
    const before = instruments
    try {
      for (const [listed, symbol] of [
        ['USD-JPY', 'JPY-USD'],
        ['GBP-USD', 'USD-GBP'],
      ] as const) {
        const [base, quote] = symbol.split('-') as [string, string]
        const traded = before.filter((each) => each.quote === listed.replace(/-?USD-?/, ''))
        const conversions = () => traded.map((each) => contractTermsOf(each)?.conversion?.symbol)
        adoptInstruments([...before, { ...instrument(listed), symbol, base, quote, status: 'halted' }])
        expect(new Set(conversions())).toEqual(new Set([listed]))
      }
    } finally {
      adoptInstruments(before)
    }
  })
})

describe('what a position is worth', () => {
  const notional = (symbol: string, lots: bigint, at: bigint, conversionMark?: number) => {
    const { lotSize, conversion } = termsOf(symbol)
    return notionalAt(tickValue(instrument(symbol), lotSize, conversion, conversionMark), lots, at)
  }

  test('is lots times lot size times price, in USDT', () => {
    expect(notional('BTC-USDT', 100n, 1_777_849n)).toBe(usdt('17778.49'))
    expect(notional('EUR-USD', 1n, 106_320n)).toBe(usdt('1063.2'))
    expect(notional('ES', 50n, 16_094n)).toBe(usdt('100587.5'))
  })

  test('is converted by the named pair, in the direction in which it is quoted', () => {
    // 0.01 lot is 1,000 dollars whatever the yen costs, where the conversion is of the same moment.
    expect(notional('USD-JPY', 1n, 135_580n, 2 * 135_580)).toBe(usdt('1000'))
    // 1,000 euros at 0.86000 pounds of 1.23630 dollars.
    expect(notional('EUR-GBP', 1n, 86_000n, 2 * 123_630)).toBe(usdt('1063.218'))
  })

  test('T16: rounds margin and fees up, and profits down', () => {
    expect(initialMargin(units(100n), 3)).toBe(34n)
    expect(shareOf(units(1n), 5)).toBe(1n)
    const third = { numerator: 1n, denominator: 3n }
    expect(profitBetween(third, 'long', 1n, 10n, 11n)).toBe(0n)
    expect(profitBetween(third, 'short', 1n, 10n, 11n)).toBe(-1n)
    expect(profitAtMark(third, 'long', 1n, 10n, 23n)).toBe(0n)
    expect(profitAtMark(third, 'short', 1n, 10n, 23n)).toBe(-1n)
  })

  test('opens at one side of the market and closes at the other', () => {
    const tick = { bid: 99, ask: 102 }
    expect([openingPrice('long', tick), closingPrice('long', tick)]).toEqual([102, 99])
    expect([openingPrice('short', tick), closingPrice('short', tick)]).toEqual([99, 102])
    expect(markOf(tick)).toBe(201)
    expect(formatMark(instrument('BTC-USDT'), 201)).toBe('1.005')
    expect(formatMark(instrument('BTC-USDT'), 200)).toBe('1.00')
  })
})

describe('an order', () => {
  const draft: ContractDraft = { direction: 'long', lots: '0.10', leverage: 10 }
  const btc = market('BTC-USDT', 1_999_900, 2_000_100)

  test('shows margin, fees, liquidation price and worst case before it is placed', () => {
    const checked = checkContract(btc, draft)
    expect(checked).toMatchObject({
      ok: true,
      preview: {
        entryPrice: 2_000_100,
        notional: usdt('2000.1'),
        margin: usdt('200.01'),
        openingFee: usdt('1.00005'),
        financing: usdt('0.40002'),
        maintenance: usdt('100.005'),
        worstCase: usdt('201.01005'),
      },
    })
    // Down to half the margin, with the spread of two dollars and the fee of the closing on the way.
    const { liquidationPrice } = preview(btc, { ...draft, lots: 10, limitPrice: null })
    expect(liquidationPrice).toBe(1_901_145n)
  })

  test('gains and loses in proportion, and never more than its worst case', () => {
    const order = { direction: 'long', lots: 10 } as const
    const shown = preview(btc, { ...order, leverage: 10, limitPrice: null })
    expect(profitAtMove(btc, order, shown, 100)).toBe(usdt('20.001') - usdt('1.00005') - usdt('1.0100505'))
    expect(profitAtMove(btc, order, shown, -10_000)).toBe(-shown.worstCase)
    expect(profitAtMove(btc, { ...order, direction: 'short' }, shown, 5_000)).toBe(-shown.worstCase)
  })

  test('gains at a price what the way there brings, less both fees', () => {
    const order = { direction: 'long', lots: 10 } as const
    const shown = preview(btc, { ...order, leverage: 10, limitPrice: null })
    const gained = usdt('99.9') - usdt('1.00005') - usdt('1.05')
    expect(profitAtPrice(btc, order, shown, 2_100_000n)).toBe(gained)
    expect(profitAtPrice(btc, order, shown, 0n)).toBe(-shown.worstCase)
  })

  test.each([
    [{ leverage: 3 }, refused('LEVERAGE_NOT_OFFERED', { symbol: 'BTC/USDT', allowed: '2, 5, 10' })],
    [{ lots: '0.105' }, refused('LOTS_OFF_STEP', { step: '0.01', nearest: '0.11' })],
    [{ lots: '0' }, refused('AMOUNT_INVALID')],
    [{ lots: '-1' }, refused('AMOUNT_INVALID')],
    [{ lots: '1e30' }, refused('AMOUNT_INVALID')],
    [{ lots: '99999999999999' }, refused('LOTS_TOO_MANY', { maximum: '10995116277.76' })],
    [{ lots: '99999999' }, refused('LOTS_TOO_MANY', { maximum: '46.11' })],
    [{ limitPrice: '20000.005' }, refused('PRICE_OFF_TICK', { tick: '0.01', nearest: '20000.01' })],
    [{ limitPrice: '0' }, refused('PRICE_INVALID')],
    [{ limitPrice: '18999.99' }, refused('PRICE_OUT_OF_RANGE', { lowest: '19000.00', highest: '21000.00' })],
    [{ takeProfit: '20000' }, refused('TAKE_PROFIT_LONG', { mark: '20000.00' })],
    [{ stopLoss: '20000' }, refused('STOP_LOSS_LONG', { mark: '20000.00' })],
    [{ stopLoss: '19011.45' }, refused('STOP_LOSS_BEYOND_LIQUIDATION', { liquidation: '19011.45' })],
    [{ takeProfit: '-1' }, refused('PRICE_INVALID')],
    [
      { takeProfit: '999999' },
      refused('TRIGGER_PRICE_OUT_OF_RANGE', { lowest: '0.01', highest: '200000.00' }),
    ],
    [{ direction: 'short', takeProfit: '20000' }, refused('TAKE_PROFIT_SHORT', { mark: '20000.00' })],
    [{ direction: 'short', stopLoss: '19999' }, refused('STOP_LOSS_SHORT', { mark: '20000.00' })],
  ] as const)('T21, T22: with %o is refused', (changes, expected) => {
    expect(checkContract(btc, { ...draft, ...changes })).toEqual(expected)
  })

  test('below five USDT is refused, with the smallest that would do', () => {
    const doge = market('DOGE-USDT', 8_960, 8_966)
    expect(checkContract(doge, { ...draft, lots: '1' })).toEqual(
      refused('CONTRACT_TOO_SMALL', { minimum: '5', currency: 'USDT', lots: '55.77' }),
    )
  })

  test('is refused where the spread alone would have it liquidated', () => {
    const wide = market('BTC-USDT', 1_800_000, 2_000_000)
    expect(checkContract(wide, draft)).toEqual(refused('SPREAD_TOO_WIDE', { symbol: 'BTC/USDT' }))
  })

  test('T21: has its stops checked against its limit price while it waits', () => {
    const waits = { ...draft, limitPrice: '19500', stopLoss: '19400', takeProfit: '19600' }
    expect(checkContract(btc, waits)).toMatchObject({
      ok: true,
      order: { limitPrice: 1_950_000, stopLoss: 1_940_000, takeProfit: 1_960_000 },
      preview: { entryPrice: 1_950_000 },
    })
    // Beyond the ask it opens at once, at the ask.
    expect(checkContract(btc, { ...draft, limitPrice: '20500' })).toMatchObject({
      preview: { entryPrice: 2_000_100 },
    })
  })

  test('takes a limit within 5 % of the mark price, to the tick at both ends', () => {
    const taken = ['18999.99', '19000.00', '21000.00', '21000.01'].map((limitPrice) =>
      (['long', 'short'] as const).map(
        (direction) => checkContract(btc, { ...draft, direction, limitPrice }).ok,
      ),
    )
    expect(taken).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, false],
    ])
  })

  test('clears a stop by 0, and leaves what is not said', () => {
    const check = (stops: Pick<ContractDraft, 'takeProfit' | 'stopLoss'>) =>
      checkStops(btc.instrument, 'long', stops, 4_000_000, 0)
    expect(check({ takeProfit: '0' })).toMatchObject({ takeProfit: null, stopLoss: undefined })
    expect(check({ stopLoss: '0.00' })).toMatchObject({ takeProfit: undefined, stopLoss: null })
  })

  test('reads lots', () => {
    expect(readLots('1.50')).toEqual({ ok: true, lots: 150n })
  })
})

describe('a closing', () => {
  test.each([
    ['a profit', 100n, 40n, 3n, { loss: 0n, profit: 40n, fee: 3n, released: 97n, shortfall: 0n }],
    ['a loss', 100n, -40n, 3n, { loss: 40n, profit: 0n, fee: 3n, released: 57n, shortfall: 0n }],
    [
      'a loss that leaves less than the fee',
      100n,
      -98n,
      3n,
      { loss: 98n, profit: 0n, fee: 2n, released: 0n, shortfall: 0n },
    ],
    [
      'a loss beyond the margin',
      100n,
      -130n,
      3n,
      { loss: 100n, profit: 0n, fee: 0n, released: 0n, shortfall: 30n },
    ],
  ])('with %s', (_, margin, pnl, fee, expected) => {
    expect(settleClose(margin, pnl, units(fee))).toEqual(expected)
  })

  test('of a part takes its part of the margin, the odd unit staying with the rest', () => {
    expect([partOf(100n, 1n, 3n), partOf(67n, 1n, 2n), partOf(34n, 1n, 1n)]).toEqual([33n, 33n, 34n])
  })
})

test('a day begins at 00:00 UTC', () => {
  expect(dayOf(Date.parse('1970-01-02T00:00:00Z'))).toBe(1)
  expect(dayOf(Date.parse('1970-01-02T00:00:00Z') - 1)).toBe(0)
})

// ── Over many positions

/** A seeded source of numbers: the same positions in every run. */
function numbers(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    one: <T>(all: readonly T[]): T => all[below(all.length)]!,
    chance: (p: number) => next() < p,
  }
}

const SYMBOLS = ['BTC-USDT', 'DOGE-USDT', 'EUR-USD', 'USD-JPY', 'EUR-GBP', 'ES', 'AAPL'] as const

/** A position of any instrument as it opens. */
function anyPosition(random: ReturnType<typeof numbers>) {
  const symbol = random.one(SYMBOLS)
  const terms = termsOf(symbol)
  const { tickSize, referencePrice } = instrument(symbol)
  const mid = Math.round((Number(referencePrice) / Number(tickSize)) * (0.5 + random.below(1_000) / 1_000))
  const spread = 1 + random.below(Math.max(1, Math.round(mid / 2_000)))
  const tick = { bid: mid - Math.floor(spread / 2), ask: mid + Math.ceil(spread / 2) }
  const conversionMark =
    terms.conversion && (terms.conversion.symbol === symbol ? markOf(tick) : 2 * 123_630 + random.below(999))
  const value = tickValue(instrument(symbol), terms.lotSize, terms.conversion, conversionMark)
  const direction: Direction = random.one(['long', 'short'])
  const lots = BigInt(1 + random.below(random.chance(0.5) ? 50 : 100_000))
  const entryPrice = BigInt(openingPrice(direction, tick))
  const margin: bigint = initialMargin(notionalAt(value, lots, entryPrice), random.one(terms.leverages))
  const maintenance: bigint = shareOf(units(margin), terms.maintenanceBps)
  return {
    ...{ direction, lots, entryPrice, margin, maintenance, value, feeBps: terms.feeBps, terms, tick },
    spread: BigInt(tick.ask - tick.bid),
  }
}

/** Whether the equity at a mark price is at or below a floor: in fractions, without any rounding. */
function isDownTo(
  { direction, lots, entryPrice, margin, spread, feeBps, value }: Collateral,
  floor: bigint,
  mark: bigint,
) {
  const way = direction === 'long' ? 1n : -1n
  const closing = mark - way * spread
  const one = 2n * 10_000n * value.denominator
  const profit = way * (closing - 2n * entryPrice) * lots * value.numerator * 10_000n
  const fee = BigInt(feeBps) * closing * lots * value.numerator
  return (margin - floor) * one + profit - fee <= 0n
}

test('the liquidation price shown is the one acted on, over 10,000 positions resized, topped up and financed', () => {
  const random = numbers(8)
  let [acted, never] = [0, 0]
  for (let n = 0; n < 10_000; n++) {
    let position = anyPosition(random)
    for (let change = random.below(6); change > 0; change--) {
      const { lots, margin, maintenance, value, entryPrice, terms } = position
      const kind = random.one(['resize', 'top up', 'finance'] as const)
      if (kind === 'resize' && lots > 1n) {
        const closed = 1n + BigInt(random.below(Number(lots) - 1))
        position = {
          ...position,
          lots: lots - closed,
          margin: margin - partOf(margin, closed, lots),
          maintenance: maintenance - partOf(maintenance, closed, lots),
        }
      } else if (kind === 'top up') {
        position = { ...position, margin: margin + (margin * BigInt(random.below(90))) / 100n }
      } else {
        const charge = shareOf(notionalAt(value, lots, entryPrice), terms.financingBps)
        position = { ...position, margin: margin > charge ? margin - charge : 0n }
      }
    }
    const { direction, maintenance } = position
    const shown = priceOfEquity(position, maintenance)
    if (shown === 0n) {
      // A long that has its whole worth as margin: not even the last tick takes it there.
      expect(direction).toBe('long')
      expect(isDownTo(position, maintenance, 2n)).toBe(false)
      never++
      continue
    }
    const away = direction === 'long' ? 2n : -2n
    expect(isDownTo(position, maintenance, 2n * shown)).toBe(true)
    expect(isDownTo(position, maintenance, 2n * shown + away)).toBe(false)
    expect(isLiquidatedAt(direction, Number(shown), Number(2n * shown))).toBe(true)
    expect(isLiquidatedAt(direction, Number(shown), Number(2n * shown + away))).toBe(false)
    acted++
  }
  expect(acted).toBeGreaterThan(8_000)
  expect(never).toBeGreaterThan(0)
})

test('T23: over 20,000 gap paths no customer loses more than the margin, and the insurance pays exactly the rest', () => {
  const random = numbers(23)
  let [platform, insurance, shortfalls, gaps] = [0n, 0n, 0n, 0]
  for (let n = 0; n < 20_000; n++) {
    const position = anyPosition(random)
    const { direction, lots, entryPrice, margin, maintenance, value, feeBps } = position
    const at = Number(priceOfEquity(position, maintenance))
    let { bid, ask } = position.tick
    for (let step = 0; step < 30; step++) {
      const move = random.chance(0.1) ? (random.below(181) - 90) / 100 : (random.below(41) - 20) / 1_000
      const spread = ask - bid
      bid = Math.max(1, Math.round(bid * (1 + move)))
      ask = bid + spread
      if (isLiquidatedAt(direction, at, markOf({ bid, ask }))) break
    }
    const closed = BigInt(closingPrice(direction, { bid, ask }))
    const pnl = profitBetween(value, direction, lots, entryPrice, closed)
    const settled = settleClose(margin, pnl, shareOf(notionalAt(value, lots, closed), feeBps))
    const { loss, profit, fee, released, shortfall } = settled
    for (const amount of Object.values(settled)) expect(amount >= 0n).toBe(true)
    expect(loss + fee + released).toBe(margin)
    platform += loss + shortfall - profit
    insurance -= shortfall
    shortfalls += -pnl > margin ? -pnl - margin : 0n
    // The platform gets the whole loss and pays the whole profit, whatever the margin was.
    platform += pnl
    if (shortfall > 0n) gaps++
  }
  expect(platform).toBe(0n)
  expect(insurance).toBe(-shortfalls)
  expect(gaps).toBeGreaterThan(1_000)
})
