import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { units } from '../money/amount.ts'
import {
  can,
  decideCustomerLimit,
  decideSale,
  invalidSaleTerm,
  isSellable,
  saleStatuses,
  saleValue,
  termsOf,
} from './rules.ts'

const usdt = (whole: number) => units(BigInt(whole) * 10_000_000n)
const terms = {
  ...{ feeBps: 50, minimumFee: usdt(5), minimum: usdt(20), maxPerCustomer: usdt(100_000) },
  ...{ internationalFeeBps: 100, internationalMinimumFee: usdt(25) },
  quoteSeconds: 10,
}
const most = usdt(1_000_000)
/** 20,000.00 and 20,010.00. */
const tick = { sequence: 1, bid: 2_000_000, ask: 2_001_000 }
const btc = (satoshi: bigint) => units(satoshi)

describe('what is paid', () => {
  test('USDT is paid one for one, less the fee', () => {
    expect(decideSale('USDT', usdt(2_000), undefined, terms, most)).toMatchObject({
      ...{ ok: true, fee: usdt(10), received: 199_000n, value: usdt(2_000) },
    })
  })

  test('the least fee is that much of the value, in the coin', () => {
    expect(decideSale('USDT', usdt(100), undefined, terms, most)).toMatchObject({
      fee: usdt(5),
      received: 9_500n,
    })
    // 0.005 BTC are 100 USDT: 5 of them are 0.00025 BTC.
    expect(decideSale('BTC', btc(500_000n), tick, terms, most)).toMatchObject({
      ...{ fee: 25_000n, received: 9_500n, value: usdt(100) },
    })
  })

  test('a coin is sold at the bid', () => {
    expect(saleValue('BTC', btc(100_000_000n), tick)).toBe(usdt(20_000))
    expect(decideSale('BTC', btc(100_000_000n), tick, terms, most)).toMatchObject({
      ...{ fee: 500_000n, received: 1_990_000n },
    })
  })

  test('an international card costs 1 % and at least 25, and from 50 on', () => {
    const abroad = termsOf('international', terms)
    expect(decideSale('USDT', usdt(4_000), undefined, abroad, most)).toMatchObject({
      fee: usdt(40),
      received: 396_000n,
    })
    expect(decideSale('USDT', usdt(50), undefined, abroad, most)).toMatchObject({
      fee: usdt(25),
      received: 2_500n,
    })
    expect(decideSale('USDT', units(usdt(50) - 1n), undefined, abroad, most)).toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
      params: { minimum: '50.0000000' },
    })
    expect(termsOf('domestic', terms)).toEqual({ feeBps: 50, minimumFee: usdt(5), minimum: usdt(20) })
    expect(termsOf('international', { ...terms, minimum: usdt(60) }).minimum).toBe(usdt(60))
  })

  test('a cent is not paid that is not there', () => {
    expect(decideSale('USDT', units(1_000_099_999n), undefined, terms, most)).toMatchObject({
      received: 9_500n,
    })
  })

  test.each([
    [19.9999999, 'AMOUNT_TOO_SMALL'],
    [20, undefined],
    [2_000, undefined],
    [2_000.0000001, 'AMOUNT_TOO_LARGE'],
  ])('T22: of %d USDT at basic verification: %s', (amount, code) => {
    const decision = decideSale(
      'USDT',
      units(BigInt(Math.round(amount * 1e7))),
      undefined,
      terms,
      usdt(2_000),
    )
    expect(decision.ok ? undefined : decision.code).toBe(code)
  })

  test('fee and payment together are never worth more than the coin, and never nothing', () => {
    const amounts = fc.oneof(fc.bigInt(10_000n, 10_000_000_000n), fc.constantFrom(100_000n, 100_001n))
    const bids = fc.integer({ min: 1_000_000, max: 20_000_000 })
    fc.assert(
      fc.property(amounts, bids, (amount, bid) => {
        const decision = decideSale('BTC', units(amount), { sequence: 1, bid, ask: bid }, terms, most)
        if (!decision.ok) return
        const { fee, received, value } = decision
        expect(fee > 0n && fee < amount && received > 0n).toBe(true)
        expect(received * 100_000n).toBeLessThanOrEqual(value)
        expect(saleValue('BTC', fee, { sequence: 1, bid, ask: bid })).toBeGreaterThanOrEqual(
          terms.minimumFee - 1n,
        )
      }),
    )
  })
})

test('coins with a price and USDT can be sold; dollars, euros and what is unknown not', () => {
  expect(['USDT', 'BTC', 'ETH', 'USD', 'EUR', 'XXX'].filter(isSellable)).toEqual(['USDT', 'BTC', 'ETH'])
})

test('what ended allows nothing, and only what is being paid can be paid', () => {
  const allowing = (action: Parameters<typeof can>[0]) => saleStatuses.filter((status) => can(action, status))
  expect([allowing('start'), allowing('pay'), allowing('giveBack')]).toEqual([
    ['hold'],
    ['paying'],
    ['hold', 'paying'],
  ])
})

test('T22: a customer sells up to the limit of a day, and hears what is left', () => {
  expect(decideCustomerLimit(usdt(99_000), usdt(1_000), terms.maxPerCustomer).ok).toBe(true)
  expect(decideCustomerLimit(usdt(99_000), usdt(1_001), terms.maxPerCustomer)).toMatchObject({
    ...{ code: 'SALE_CUSTOMER_LIMIT', params: { left: '1000.0000000' } },
  })
})

test.each([
  [{}, undefined],
  [{ feeBps: 0 }, 'feeBps'],
  [{ minimumFee: usdt(0) }, 'minimumFee'],
  [{ internationalFeeBps: 501 }, 'internationalFeeBps'],
  [{ internationalMinimumFee: usdt(0) }, 'internationalMinimumFee'],
  [{ minimum: usdt(9) }, 'minimum'],
  [{ maxPerCustomer: usdt(19) }, 'maxPerCustomer'],
  [{ quoteSeconds: 31 }, 'quoteSeconds'],
])('terms with %o: the first that is wrong is %s', (change, wrong) => {
  expect(invalidSaleTerm({ ...terms, ...change })).toBe(wrong)
})
