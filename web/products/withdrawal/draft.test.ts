import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { figuresOf, isOpenElsewhere, isStopped, mostOf, validateDraft } from './draft.ts'

const way: Parameters<typeof validateDraft>[2] = {
  currency: 'USDT',
  network: 'ERC20',
  decimals: 7,
  minimum: '10',
  available: '500',
  isPaused: false,
  unitValue: '0.00005',
  pricedFromMs: null,
  cardKind: null,
}
const terms = { limit: '500', left: '500' }
const NOW = 1_770_000_000_000
const usable = NOW - DAY_MS
const check = (
  typed: string,
  at: number | undefined = usable,
  more: { way?: Partial<typeof way>; left?: string } = {},
) =>
  validateDraft(typed, at, { ...way, ...more.way }, { ...terms, ...(more.left && { left: more.left }) }, NOW)

describe('a withdrawal while it is written', () => {
  test('can be looked at with a usable address and an amount within what there is', () => {
    expect(check('500')).toEqual({ amount: undefined, other: undefined, isReady: true })
    expect(check('500.').isReady).toBe(true)
  })

  test.each(['', '0', '0.'])('says nothing of an amount that is not there yet: "%s"', (typed) => {
    expect(check(typed)).toEqual({ amount: undefined, other: undefined, isReady: false })
  })

  test('says at the amount that it is below the minimum, more than there is, or more than the limit', () => {
    expect(check('9.99').amount).toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
      params: { minimum: '10', currency: 'USDT' },
    })
    expect(check('500.0000001').amount).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(check('400', usable, { left: '0.01' }).amount).toMatchObject({
      code: 'WITHDRAWAL_LIMIT',
      params: { limit: '500', left: '0.01', currency: 'BTC' },
    })
    expect(check('9.99').isReady).toBe(false)
  })

  test('says at the amount that it has more decimals than its chain, whatever else is wrong with it', () => {
    const chain = { way: { decimals: 6, available: '50.0000001' } }
    for (const typed of ['50.0000001', '500.0000001', '9.0000001'])
      expect(check(typed, usable, chain).amount).toMatchObject({
        code: 'AMOUNT_TOO_PRECISE',
        params: { decimals: 6, currency: 'USDT' },
      })
    expect(check('50.0000001', usable, chain).isReady).toBe(false)
    expect(check('50.000000', usable, chain).isReady).toBe(true)
    expect(check('50.0000000', usable, chain).isReady).toBe(true)
  })

  test.each([
    ['50.0000001', 6, '50.000000'],
    ['50.9999999', 6, '50.999999'],
    ['0.0000009', 6, '0.000000'],
    ['50.0000001', 7, '50.0000001'],
  ])('the most of %s that a chain of %d decimals takes is %s', (available, decimals, most) => {
    const taken = mostOf({ ...way, available, decimals })
    expect(taken).toBe(most)
    expect(check(taken, usable, { way: { available, decimals } }).amount?.code).not.toBe('AMOUNT_TOO_PRECISE')
  })

  test('is refused before it is looked at: for a new card', () => {
    const card = { way: { cardKind: 'domestic' as const } }
    expect(check('20', NOW + HOUR_MS, card).other).toMatchObject({ code: 'CARD_NEW', params: { hours: 1 } })
    expect(check('20', NOW, card).other).toBeUndefined()
  })

  test.each([
    ['100', '5.00', '95.00'],
    ['1000.', '5.00', '995.00'],
    ['1000.01', '5.01', '995.00'],
    ['4000', '20.00', '3980.00'],
  ])('says what %s dollars to a card cost, and what is left', (typed, fee, receive) => {
    expect(figuresOf(typed, { currency: 'USD', fee: '5', feeBps: 50 })).toEqual({ fee, receive })
  })

  test('is refused before it is looked at: for a new address, and by a network that is closed', () => {
    expect(check('20', NOW + HOUR_MS + 1).other).toMatchObject({ code: 'ADDRESS_NEW', params: { hours: 2 } })
    expect(check('20', usable, { way: { isPaused: true } }).other).toMatchObject({
      ...{ code: 'WITHDRAWAL_CLOSED', params: { currency: 'USDT', network: 'Ethereum (ERC20)' } },
    })
    const card = { network: 'Card', cardKind: 'domestic' as const, isPaused: true }
    expect(check('20', usable, { way: card }).other).toMatchObject({ code: 'WITHDRAWAL_PAUSED' })
    expect(check('20', NOW + 1).isReady).toBe(false)
  })

  test('is refused at once without a price, as the limit is counted by it: with or without an amount', () => {
    const closed = { way: { unitValue: null, pricedFromMs: NOW + DAY_MS } }
    for (const typed of ['', '20']) {
      const params = { symbol: 'USDT' }
      expect(check(typed, usable, closed).other).toMatchObject({ code: 'MARKET_SESSION_CLOSED', params })
      expect(check(typed, usable, { way: { unitValue: null } }).other).toMatchObject({
        ...{ code: 'PRICE_STALE', params },
      })
    }
    expect(check('20', usable, closed).isReady).toBe(false)
  })

  test('needs an address', () => {
    expect(validateDraft('20', undefined, way, terms, NOW).isReady).toBe(false)
  })
})

test.each([
  ['nothing', {}, false],
  ['no verification', { isVerified: false }, true],
  ['no pay password', { hasPayPassword: false }, true],
  ['a hold of the account', { heldUntilMs: NOW }, true],
  ['hours that the customer locked', { nightLockedUntilMs: NOW }, true],
])('what stands against every withdrawal: %s', (_, change, stops) => {
  const free = { isVerified: true, hasPayPassword: true, heldUntilMs: null, nightLockedUntilMs: null }
  expect(isStopped({ ...free, ...change })).toBe(stops)
})

test('a closed network leads to another one only where the same currency has one that is open', () => {
  const ways = [
    { currency: 'USDT', isPaused: true },
    { currency: 'USDT', isPaused: false },
    { currency: 'BTC', isPaused: true },
  ]
  expect(isOpenElsewhere('USDT', ways)).toBe(true)
  expect(isOpenElsewhere('BTC', ways)).toBe(false)
})
