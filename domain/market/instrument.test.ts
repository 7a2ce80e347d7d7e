import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_UNITS, price, quantity } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'
import {
  baseAmountOf,
  classIds,
  classOfId,
  formatPrice,
  formatQuantity,
  notionalOf,
  parsePrice,
  parseQuantity,
  priceFromFeed,
  unitsPerStep,
  unitsPerTickStep,
} from './instrument.ts'
import { findInstrument, instruments } from './instruments.ts'

const listed = (symbol: string) => findInstrument(symbol) ?? expect.fail(`${symbol} is not listed`)
const anyInstrument = fc.constantFrom(...instruments)

describe('the list of instruments', () => {
  it('has no symbol twice and fills all five classes', () => {
    expect(new Set(instruments.map(({ symbol }) => symbol)).size).toBe(instruments.length)
    const count = (kind: string) => instruments.filter((instrument) => instrument.class === kind).length
    expect(count('crypto')).toBeGreaterThanOrEqual(14)
    expect(count('forex')).toBeGreaterThanOrEqual(8)
    expect(count('stock')).toBe(9)
    expect(count('future')).toBe(7)
    expect(count('etf')).toBe(7)
  })

  const spot = instruments.filter(({ products }) => products.includes('spot'))

  it.each(spot)('$symbol: a tick times a step, and a step, are whole numbers of units', (instrument) => {
    expect(unitsPerTickStep(instrument)).toBeGreaterThan(0n)
    expect(unitsPerStep(instrument)).toBeGreaterThan(0n)
  })

  it.each(instruments)('$symbol: its reference price is on its tick', (instrument) => {
    expect(parsePrice(instrument, instrument.referencePrice)).toBeGreaterThan(0n)
  })

  it('leaves room in 64 bits for a hundred billion units of money in every quote currency', () => {
    for (const { quote } of spot) {
      const decimals = findCurrency(quote)?.decimals ?? expect.fail(`${quote} is not a currency`)
      expect(100_000_000_000n * 10n ** BigInt(decimals)).toBeLessThan(MAX_UNITS)
    }
  })

  it('reads the class numbers of the wire both ways', () => {
    for (const [name, id] of Object.entries(classIds)) expect(classOfId(id)).toBe(name)
    expect(classOfId(100)).toBeUndefined()
  })
})

describe('prices and quantities', () => {
  it.each([
    ['BTC-USDT', '17778.49', 1_777_849n],
    ['BTC-USDT', '17778.5', 1_777_850n],
    ['BTC-USDT', '17778.491', undefined],
    ['ES', '4023.50', 16_094n],
    ['ES', '4023.60', undefined],
    ['YM', '34150', 34_150n],
    ['6E', '1.06745', 21_349n],
    ['6E', '1.06746', undefined],
    ['BTC-USDT', '-1', undefined],
    ['BTC-USDT', '1e3', undefined],
    ['BTC-USDT', '', undefined],
  ])('%s at %s is %s ticks', (symbol, text, expected) => {
    expect(parsePrice(listed(symbol), text)).toBe(expected)
  })

  it('costs one bitcoin its price, exactly', () => {
    const btc = listed('BTC-USDT')
    const one = parseQuantity(btc, '1') ?? expect.fail('a quantity')
    expect(notionalOf(btc, price(1_777_849n), one)).toBe(177_784_900_000n)
    expect(baseAmountOf(btc, one)).toBe(100_000_000n)
  })

  it('reads back every price and quantity it writes', () => {
    const counts = fc.integer({ min: 0, max: 2 ** 40 })
    fc.assert(
      fc.property(anyInstrument, counts, (instrument, count) => {
        expect(parsePrice(instrument, formatPrice(instrument, count))).toBe(price(BigInt(count)))
        expect(parseQuantity(instrument, formatQuantity(instrument, count))).toBe(quantity(BigInt(count)))
      }),
    )
  })

  it('finds its own price again in what a feed says', () => {
    fc.assert(
      fc.property(anyInstrument, fc.integer({ min: 1, max: 10 ** 9 }), (instrument, count) => {
        expect(priceFromFeed(instrument, formatPrice(instrument, count))).toBe(count)
      }),
    )
  })

  it.each(['0', '-1', 'NaN', 'Infinity', 'abc', ''])('does not take %j from a feed', (text) => {
    expect(priceFromFeed(listed('BTC-USDT'), text)).toBeUndefined()
  })
})
