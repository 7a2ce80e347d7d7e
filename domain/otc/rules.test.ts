import { describe, expect, test } from 'vitest'
import { units } from '../money/amount.ts'
import '../seed/adopt-for-tests.ts'
import {
  coinsFor,
  coinsWorth,
  completionPercent,
  decideAmounts,
  decideOtcOrder,
  isOtcCoin,
  leastOf,
  type OfferTerms,
  offerPrice,
  otcAllows,
  otcPriceText,
  otcStatuses,
  otcValue,
  readMargin,
  readOtcPrice,
  readPayments,
  takeable,
  totalOf,
  worstPrice,
} from './rules.ts'

const usdt = (whole: bigint) => units(whole * 10_000_000n)
const eurUsd = { symbol: 'EUR-USD', sequence: 7, price: 105_876 }
const btcUsdt = { symbol: 'BTC-USDT', sequence: 9, price: 2_000_000 }

const offer: OfferTerms = {
  ...{ side: 'sell', currency: 'USDT', fiat: 'EUR', price: 9_445_000n, margin_bps: null },
  ...{ minimum: usdt(10n), maximum: usdt(500n), remaining: usdt(1_000n) },
}
const decide = (amount: bigint, change: Partial<OfferTerms> = {}, worst?: bigint) =>
  decideOtcOrder({ ...offer, ...change }, units(amount), [eurUsd], { limit: usdt(2_000n), worst })

describe('the price of an offer', () => {
  test('is what was fixed, whatever the tape says', () => {
    expect(offerPrice(offer, [])).toBe(9_445_000n)
  })

  test.each([
    // 1 / 1.05876 = 0.944501…: to four decimals, for the maker.
    ['sell', 'USDT', 'EUR', 0, '0.9446'],
    ['buy', 'USDT', 'EUR', 0, '0.9445'],
    ['sell', 'USDT', 'USD', 0, '1.00'],
    ['sell', 'USDT', 'USD', 30, '1.003'],
    ['buy', 'USDT', 'USD', -30, '0.997'],
    ['sell', 'BTC', 'USD', 50, '20100.00'],
    // 20,000 / 1.05876 = 18890.0222…
    ['buy', 'BTC', 'EUR', 0, '18890.02'],
    ['sell', 'BTC', 'EUR', 0, '18890.03'],
  ] as const)('of %s %s for %s at %s bps is %s', (side, currency, fiat, margin, expected) => {
    const asked = { side, currency, fiat, price: null, margin_bps: margin }
    expect(otcPriceText(offerPrice(asked, [eurUsd, btcUsdt]))).toBe(expected)
  })

  test('is rounded for its maker, however small it is', () => {
    for (const margin of [-2_000, -1, 0, 1, 333, 2_000]) {
      const asked = { currency: 'BTC', fiat: 'EUR', price: null, margin_bps: margin } as const
      const [sold, bought] = (['sell', 'buy'] as const).map((side) =>
        offerPrice({ ...asked, side }, [eurUsd, btcUsdt]),
      )
      expect(sold! >= bought!).toBe(true)
    }
  })
})

describe('what is paid at the bank', () => {
  test('is the amount at the price', () => {
    expect(totalOf('USDT', 'EUR', usdt(500n), 9_445_000n)).toBe(47_225n)
  })
  test('is rounded up to a cent, so that the seller gets no less', () => {
    expect(totalOf('USDT', 'EUR', units(1n), 9_445_000n)).toBe(1n)
    expect(totalOf('BTC', 'USD', units(1n), 200_000_000_000n)).toBe(1n)
  })
  test.each([
    [47_225n, 9_445_000n],
    [20_000n, 10_030_000n],
    [1n, 9_999_999n],
  ])('of %s cents at %s buys the most coins that cost no more', (money, price) => {
    const coins = coinsFor('USDT', 'USD', units(money), price)
    expect(totalOf('USDT', 'USD', coins, price)).toBeLessThanOrEqual(money)
    expect(totalOf('USDT', 'USD', units(coins + 1n), price)).toBeGreaterThan(money)
  })
})

describe('an order', () => {
  test('is decided with price, total and value', () => {
    expect(decide(5_000_000_000n)).toMatchObject({
      ok: true,
      price: 9_445_000n,
      total: 47_225n,
      value: usdt(500n),
    })
  })
  test.each([
    ['below the minimum', usdt(10n) - 1n, {}, 'AMOUNT_TOO_SMALL'],
    ['above the maximum', usdt(500n) + 1n, {}, 'AMOUNT_TOO_LARGE'],
    ['of more than is left', usdt(60n), { remaining: usdt(50n) }, 'OTC_OFFER_TAKEN'],
    ['of nothing that is left', usdt(60n), { remaining: units(0n) }, 'OTC_OFFER_TAKEN'],
    ['above the tier', usdt(2_001n), { maximum: usdt(5_000n), remaining: usdt(5_000n) }, 'AMOUNT_TOO_LARGE'],
  ] as const)('%s is refused', (_, amount, change, code) => {
    expect(decide(amount, change)).toMatchObject({ ok: false, code })
  })
  test('takes the rest of an offer that is below its minimum, all of it', () => {
    const rest = { remaining: usdt(4n) }
    expect(leastOf({ ...offer, ...rest })).toBe(usdt(4n))
    expect(takeable({ ...offer, ...rest })).toBe(usdt(4n))
    expect(decide(usdt(4n), rest).ok).toBe(true)
    expect(decide(usdt(3n), rest)).toMatchObject({ code: 'AMOUNT_TOO_SMALL' })
  })
  test('at a tier’s limit exactly is allowed', () => {
    const large = { maximum: usdt(5_000n), remaining: usdt(5_000n) }
    expect(decide(usdt(2_000n), large).ok).toBe(true)
  })
  test('is refused at a worse price than the customer agreed to, on either side', () => {
    expect(decide(usdt(100n), {}, 9_444_999n)).toMatchObject({ code: 'OTC_PRICE_MOVED' })
    expect(decide(usdt(100n), {}, 9_445_000n).ok).toBe(true)
    expect(decide(usdt(100n), { side: 'buy' }, 9_445_001n)).toMatchObject({ code: 'OTC_PRICE_MOVED' })
    expect(decide(usdt(100n), { side: 'buy' }, 9_445_000n).ok).toBe(true)
  })
  test('counts a coin at the tape’s price for the limit', () => {
    expect(otcValue('BTC', units(10_000_000n), [btcUsdt])).toBe(usdt(2_000n))
    expect(otcValue('USDT', usdt(5n), [])).toBe(usdt(5n))
  })
  test.each([
    ['USDT', 10_000_000n, []],
    ['BTC', 200_000_000_000n, [btcUsdt]],
    ['BTC', 300_000_100_000n, [{ ...btcUsdt, price: 3_000_001 }]],
  ] as const)('takes so much %s at %s, to the last unit, as the limit lets it', (currency, price, ticks) => {
    const most = coinsWorth(currency, usdt(2_000n), price)
    expect(otcValue(currency, most, ticks)).toBeLessThanOrEqual(usdt(2_000n))
    expect(otcValue(currency, units(most + 1n), ticks)).toBeGreaterThan(usdt(2_000n))
  })
  test('agrees to half a percent where the price moves, and to none where it is fixed', () => {
    expect(worstPrice(offer, 9_445_000n)).toBe(9_445_000n)
    expect(worstPrice({ side: 'sell', price: null }, 10_000_000n)).toBe(10_050_000n)
    expect(worstPrice({ side: 'buy', price: null }, 10_000_000n)).toBe(9_950_000n)
  })
})

describe('what is typed', () => {
  test.each([
    ['0.9445', 9_445_000n],
    ['17778.49', 177_784_900_000n],
  ])('as a price %s', (typed, price) => expect(readOtcPrice(typed)).toEqual({ ok: true, price }))
  test.each(['', '0', '-1', '1e3', '0.00000001', '99999999999', 'x'])('is no price: "%s"', (typed) =>
    expect(readOtcPrice(typed)).toMatchObject({ ok: false, code: 'PRICE_INVALID' }),
  )
  test.each([
    ['0', 0],
    ['-0.5', -50],
    ['+1.25', 125],
    ['20', 2_000],
  ])('as a margin %s', (typed, marginBps) => expect(readMargin(typed)).toEqual({ ok: true, marginBps }))
  test.each(['20.01', '-21', '0.001', '', '--1'])('is no margin: "%s"', (typed) =>
    expect(readMargin(typed).ok).toBe(false),
  )
  test('as ways to pay, each once', () => {
    expect(readPayments('international, domestic,domestic')).toEqual(['domestic', 'international'])
    for (const typed of ['', 'cash', 'domestic,', 'domestic,cash'])
      expect(readPayments(typed)).toBeUndefined()
  })
  test('as amounts that fit each other', () => {
    const amounts = { minimum: usdt(10n), maximum: usdt(20n), total: usdt(30n) }
    expect(decideAmounts(amounts).ok).toBe(true)
    expect(decideAmounts({ ...amounts, minimum: usdt(21n) }).ok).toBe(false)
    expect(decideAmounts({ ...amounts, total: usdt(19n) }).ok).toBe(false)
  })
  test('as a coin: no fiat, none without a price', () => {
    expect(['USDT', 'BTC', 'USD', 'EUR', 'XXX'].map(isOtcCoin)).toEqual([true, true, false, false, false])
  })
})

test('only what is not paid can be cancelled or run out, and only a dispute is decided', () => {
  const allowing = (action: Parameters<typeof otcAllows>[0]) =>
    otcStatuses.filter((status) => otcAllows(action, status))
  expect(allowing('cancel')).toEqual(['placed'])
  expect(allowing('expire')).toEqual(['placed'])
  expect(allowing('pay')).toEqual(['placed'])
  expect(allowing('appeal')).toEqual(['paid'])
  expect(allowing('release')).toEqual(['paid', 'disputed'])
  expect(allowing('decide')).toEqual(['disputed'])
})

test('a record says nothing of who did nothing, and never rounds up to all', () => {
  expect(completionPercent({ completed: 0, failed: 0 })).toBeNull()
  expect(completionPercent({ completed: 2, failed: 1 })).toBe('66.6')
  expect(completionPercent({ completed: 1_999, failed: 1 })).toBe('99.9')
  expect(completionPercent({ completed: 3, failed: 0 })).toBe('100.0')
})
