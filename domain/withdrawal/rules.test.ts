import { describe, expect, test } from 'vitest'
import { parseDecimal, units } from '../money/amount.ts'
import { adoptCurrencies } from '../money/currencies.ts'
import { seedListing } from '../seed/listing.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import {
  can,
  countedStatuses,
  type Destination,
  decideWithdrawal,
  feeOf,
  highestRate,
  invalidWithdrawalTerm,
  limitValueOf,
  openStatuses,
  readPayee,
  type WithdrawalRequest,
  withdrawalStatuses,
} from './rules.ts'

adoptCurrencies(seedListing.currencies)

const NOW = Date.UTC(2026, 0, 2, 12)
const btc = (amount: number) => units(BigInt(Math.round(amount * 1e8)))
const request = (change: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  ...{ currency: 'USDT', decimals: 7, amount: units(500_0000000n) },
  terms: { fee: units(1_0000000n), feeBps: 0, minimum: units(10_0000000n), isPaused: false },
  ...{
    to: 'address',
    network: 'TRC20',
    areAllPaused: false,
    heldUntilMs: undefined,
    savedAtMs: NOW - DAY_MS,
  },
  ...{ limit: btc(200), value: btc(0.025), used: btc(0), isFirst: false },
  ...change,
})
const codeOf = (change: Partial<WithdrawalRequest>) => {
  const decision = decideWithdrawal(request(change), NOW)
  return decision.ok ? 'ok' : decision.code
}

describe('deciding a request', () => {
  test('the fee is taken from the amount, so that what arrives is less by it', () => {
    expect(decideWithdrawal(request(), NOW)).toEqual({
      ok: true,
      fee: 1_0000000n,
      receive: 499_0000000n,
      value: btc(0.025),
      needsReview: false,
    })
  })

  test('it is refused in the order of the rulings: amount, pause, hold, address, price, limit', () => {
    const wrong: [Partial<WithdrawalRequest>, string][] = [
      [{ amount: units(9_9999999n) }, 'AMOUNT_TOO_SMALL'],
      [{ areAllPaused: true }, 'WITHDRAWAL_PAUSED'],
      [{ heldUntilMs: NOW + 1 }, 'WITHDRAWAL_HELD'],
      [{ savedAtMs: NOW - DAY_MS + 1 }, 'ADDRESS_NEW'],
      [{ value: undefined }, 'PRICE_STALE'],
    ]
    for (const [n, [, code]] of wrong.entries()) {
      const rest = Object.assign({ used: btc(200) }, ...wrong.slice(n).map(([change]) => change))
      expect(codeOf(rest)).toBe(code)
    }
    expect(codeOf({ used: btc(200) })).toBe('WITHDRAWAL_LIMIT')
    expect(codeOf({ to: 'card', savedAtMs: NOW - DAY_MS + 1 })).toBe('CARD_NEW')
    expect(codeOf({ to: 'card', savedAtMs: NOW - DAY_MS })).toBe('ok')
  })

  test('a fee other than the one that was reviewed is refused last, and without one that was seen any is taken', () => {
    expect(codeOf({ feeSeen: units(1_0000000n) })).toBe('ok')
    expect(codeOf({ feeSeen: undefined })).toBe('ok')
    expect(codeOf({ feeSeen: units(9999999n) })).toBe('TERMS_CHANGED')
    expect(codeOf({ feeSeen: units(1_0000001n) })).toBe('TERMS_CHANGED')
    expect(codeOf({ feeSeen: units(0n), used: btc(200) })).toBe('WITHDRAWAL_LIMIT')
  })

  test('one network that is paused is closed, by its name, while a card and all of them are paused', () => {
    const terms = { ...request().terms, isPaused: true }
    expect(decideWithdrawal(request({ terms, network: 'ERC20' }), NOW)).toMatchObject({
      code: 'WITHDRAWAL_CLOSED',
      params: { currency: 'USDT', network: 'Ethereum (ERC20)' },
    })
    expect(codeOf({ terms, areAllPaused: true })).toBe('WITHDRAWAL_PAUSED')
    expect(codeOf({ terms, to: 'card', network: 'Card' })).toBe('WITHDRAWAL_PAUSED')
  })

  test('a hold is over at its moment', () => {
    expect(codeOf({ heldUntilMs: NOW })).toBe('ok')
  })

  test('what is left of a wait is said in hours, rounded up', () => {
    expect(decideWithdrawal(request({ savedAtMs: NOW - 2 * HOUR_MS - 1 }), NOW)).toMatchObject({
      params: { hours: 22 },
    })
  })

  test('the limit is met to the last unit, and by nobody who is not verified', () => {
    expect(codeOf({ used: units(btc(200) - btc(0.025)) })).toBe('ok')
    expect(codeOf({ used: units(btc(200) - btc(0.025) + 1n) })).toBe('WITHDRAWAL_LIMIT')
    expect(codeOf({ limit: btc(500), used: btc(499) })).toBe('ok')
    expect(codeOf({ limit: btc(0) })).toBe('WITHDRAWAL_LIMIT')
  })

  test('the first one and those above 1 BTC are looked at', () => {
    const looked = (change: Partial<WithdrawalRequest>) =>
      (decideWithdrawal(request(change), NOW) as { needsReview: boolean }).needsReview
    expect(looked({ isFirst: true })).toBe(true)
    expect(looked({ value: btc(1) })).toBe(false)
    expect(looked({ value: units(btc(1) + 1n) })).toBe(true)
  })
})

test('a value is rounded up to the limit’s smallest unit', () => {
  const price = (text: bigint, decimals = 0) => ({ price: text, decimals })
  expect(limitValueOf(units(20_000_0000000n), 'USDT', price(1n), price(20_000n))).toBe(100_000_000n)
  expect(limitValueOf(units(1n), 'USDT', price(1n), price(20_000n))).toBe(1n)
  expect(limitValueOf(units(150_000_000n), 'BTC', price(2_000_000n, 2), price(20_000n))).toBe(150_000_000n)
})

test('a fee is always below the smallest withdrawal', () => {
  const invalid = (fee: bigint, feeBps: number, minimum: bigint, network: string) =>
    invalidWithdrawalTerm({ fee: units(fee), feeBps, minimum: units(minimum) }, network)
  expect(invalid(1n, 0, 2n, 'TRC20')).toBeUndefined()
  expect(invalid(2n, 0, 2n, 'TRC20')).toBe('minimum')
  expect(invalid(-1n, 0, 2n, 'TRC20')).toBe('fee')
  expect(invalid(1n, 500, 2n, 'Card')).toBeUndefined()
  expect(invalid(0n, 500, 1n, 'Card')).toBe('minimum')
})

test('a rate is of cards alone, and 5 % at most', () => {
  const invalid = (feeBps: number, network: string) =>
    invalidWithdrawalTerm({ fee: units(500n), feeBps, minimum: units(2000n) }, network)
  expect(invalid(1, 'TRC20')).toBe('feeBps')
  for (const network of ['Card', 'International card']) {
    expect(invalid(500, network)).toBeUndefined()
    expect(invalid(501, network)).toBe('feeBps')
    expect(invalid(-1, network)).toBe('feeBps')
  }
})

// Source: rulings, section 5: half a percent and at least 5; 1 % and at least 25.
test.each([
  ['20.00', 50, '5.00', '5.00'],
  ['1000.00', 50, '5.00', '5.00'],
  ['1000.01', 50, '5.00', '5.01'],
  ['2000.00', 50, '5.00', '10.00'],
  ['2500.00', 100, '25.00', '25.00'],
  ['2500.01', 100, '25.00', '25.01'],
  ['50.00', 100, '25.00', '25.00'],
  ['123456.00', 0, '5.00', '5.00'],
])('T08: of %s at %i hundredths of a percent and at least %s costs %s', (amount, feeBps, least, fee) => {
  const cents = (text: string) => units(parseDecimal(text, 2)!)
  expect(feeOf(cents(amount), { feeBps, fee: cents(least) })).toBe(cents(fee))
})

test('the rate that the site says is the highest of all ways, in percent', () => {
  expect(highestRate([])).toBe('0')
  expect(highestRate([{ feeBps: 0 }])).toBe('0')
  expect(highestRate([{ feeBps: 50 }, { feeBps: 0 }])).toBe('0.5')
  expect(highestRate([{ feeBps: 0 }, { feeBps: 50 }, { feeBps: 100 }])).toBe('1')
  expect(highestRate([{ feeBps: 125 }])).toBe('1.25')
})

describe('where money is to go', () => {
  const read = (said: Omit<Destination, 'currency'>, currency = 'USD') => {
    const decision = readPayee({ currency, ...said })
    if (decision.ok) return decision.payee
    return decision.params.field === undefined ? decision.code : `${decision.code} ${decision.params.field}`
  }
  const toCard = (kind: 'domestic' | 'international' | undefined) => ({ to: 'card', cardId: 7n, kind })

  test('an address by its network', () => {
    const said = { network: 'TRC20', address: 'T1' }
    expect(read(said, 'USDT')).toEqual({ to: 'address', ...said })
    expect(read({ address: 'T1' }, 'USDT')).toBe('PARAMETER_ERROR network')
    expect(read({ network: 'TRC20' }, 'USDT')).toBe('PARAMETER_ERROR address')
    expect(read({}, 'USDT')).toBe('PARAMETER_ERROR network')
  })

  test('a card, whether its kind is said, by its network or not at all', () => {
    expect(read({ cardId: 7n })).toEqual(toCard(undefined))
    expect(read({ cardId: 7n, cardKind: 'domestic' })).toEqual(toCard('domestic'))
    expect(read({ cardId: 7n, network: 'International card' })).toEqual(toCard('international'))
    expect(read({ cardId: 7n, network: 'Card', cardKind: 'domestic' })).toEqual(toCard('domestic'))
  })

  test('a card that is not named is asked for', () => {
    for (const said of [{}, { cardKind: 'domestic' as const }, { network: 'Card' }])
      expect(read(said)).toBe('CARD_REQUIRED')
  })

  test('never to two places', () => {
    expect(read({ cardId: 7n, address: 'T1' })).toBe('PARAMETER_ERROR address')
    expect(read({ cardId: 7n, network: 'TRC20' })).toBe('PARAMETER_ERROR network')
    expect(read({ cardId: 7n, network: 'Card', cardKind: 'international' })).toBe('PARAMETER_ERROR cardKind')
  })
})

test('nothing that ended can be changed, and from signing on only the chain ends it', () => {
  for (const status of ['done', 'rejected', 'failed', 'cancelled'] as const)
    for (const action of ['approve', 'cancel', 'reject', 'prepare', 'send', 'finish', 'fail'] as const)
      expect(can(action, status)).toBe(false)
  for (const status of ['signing', 'sent'] as const) {
    expect(can('cancel', status)).toBe(false)
    expect(can('reject', status)).toBe(false)
  }
})

test('what may still leave counts towards the limit, and what came back does not', () => {
  expect(withdrawalStatuses.filter((status) => !countedStatuses.includes(status))).toEqual([
    'rejected',
    'failed',
    'cancelled',
  ])
  expect(countedStatuses.filter((status) => !openStatuses.includes(status))).toEqual(['done'])
})
