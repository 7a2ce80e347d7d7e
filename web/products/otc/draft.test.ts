import { describe, expect, test } from 'vitest'
import { otcPriceText } from '#domain/otc/rules.ts'
import { createIdempotencyKeys } from '#web/app/idempotency-keys.ts'
import { amountProblem, chosenCard, coinsOfMoney, mostOf, orderIntent, tierLimit } from './draft.ts'

const offer = { currency: 'USDT', minimum: '20.0000000', maximum: '5000.0000000' }

describe('an amount of an offer', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['', undefined, undefined],
    ['0', undefined, undefined],
    ['19.99', undefined, 'AMOUNT_TOO_SMALL'],
    ['20', undefined, undefined],
    ['5000', undefined, undefined],
    ['5000.01', undefined, 'AMOUNT_TOO_LARGE'],
    ['100', '100.0000000', undefined],
    ['100.01', '100.0000000', 'INSUFFICIENT_BALANCE'],
  ])('%s with %s: %s', (coins, available, expected) => {
    expect(amountProblem(coins, offer, { available })?.code).toBe(expected)
  })

  test.each([
    [undefined, '5000.0000000'],
    ['100.0000000', '100.0000000'],
    ['6250.0000000', '5000.0000000'],
  ])('the most with %s is %s', (available, most) => {
    expect(mostOf(offer, { available })).toBe(most)
  })
})

describe('the tier’s limit of one trade', () => {
  const terms = { isVerified: true, maximum: '2000.0000000', limitCurrency: 'USDT' }
  const bitcoin = { currency: 'BTC', minimum: '0.00100000', maximum: '1.00000000' }

  test.each([
    ['2000', undefined],
    ['2000.0000001', 'AMOUNT_TOO_LARGE'],
    ['5000', 'AMOUNT_TOO_LARGE'],
  ])('is said of %s USDT as the server says it', (coins, code) => {
    const tier = tierLimit(terms, 'USDT', undefined)
    const problem = amountProblem(coins, offer, { available: '6000.0000000', tier })
    expect(problem?.code).toBe(code)
    if (code) expect(problem?.params).toEqual({ maximum: '2000', currency: 'USDT' })
  })

  test('is said after what the offer takes, and before the balance', () => {
    const tier = tierLimit(terms, 'USDT', undefined)
    expect(amountProblem('5001', offer, { available: '1', tier })?.params).toEqual({
      ...{ maximum: '5000', currency: 'USDT' },
    })
    expect(amountProblem('2001', offer, { available: '1', tier })?.code).toBe('AMOUNT_TOO_LARGE')
    expect(amountProblem('2000', offer, { available: '1', tier })?.code).toBe('INSUFFICIENT_BALANCE')
  })

  test('counts a coin at its last price, to the last unit', () => {
    const tier = tierLimit(terms, 'BTC', '30000.00')
    expect(tier?.most).toBe('0.06666666')
    expect(amountProblem('0.06666666', bitcoin, { tier })).toBeUndefined()
    expect(amountProblem('0.06666667', bitcoin, { tier })).toMatchObject({
      ...{ code: 'AMOUNT_TOO_LARGE', params: { maximum: '2000', currency: 'USDT' } },
    })
  })

  test('is left to the server while the coin has no price', () => {
    expect(tierLimit(terms, 'BTC', undefined)).toEqual({ maximum: '2000', currency: 'USDT', most: undefined })
    expect(amountProblem('1', bitcoin, { tier: tierLimit(terms, 'BTC', undefined) })).toBeUndefined()
  })

  test('is none of who has to be verified first', () => {
    expect(
      tierLimit({ ...terms, isVerified: false, maximum: '0.0000000' }, 'USDT', undefined),
    ).toBeUndefined()
  })

  test.each([
    ['6250.0000000', '2000.0000000'],
    ['100.0000000', '100.0000000'],
    [undefined, '2000.0000000'],
  ])('is the most that %s can give', (available, most) => {
    expect(mostOf(offer, { available, tier: tierLimit(terms, 'USDT', undefined) })).toBe(most)
  })

  test('above what the offer takes changes nothing', () => {
    const tier = tierLimit({ ...terms, maximum: '1000000.0000000' }, 'USDT', undefined)
    expect(mostOf(offer, { available: '6250.0000000', tier })).toBe('5000.0000000')
  })
})

describe('the card that a sale is paid to', () => {
  const [old, fresh, newest] = [
    { id: '1', usableAtMs: 1_000 },
    { id: '2', usableAtMs: 2_000 },
    { id: '3', usableAtMs: 3_000 },
  ] as const

  test.each([
    ['the first that can be used', [newest, old, fresh], undefined, '1'],
    ['the one that is asked for, also a new one', [old, fresh], '2', '2'],
    ['a new one where there is no other', [newest, fresh], undefined, '3'],
    ['none where there is none', [], undefined, undefined],
    ['the first that can be used where the one asked for is not there', [fresh, old], '9', '1'],
  ] as const)('is %s', (_, cards, asked, expected) => {
    expect(chosenCard(cards, asked, 1_500)?.id).toBe(expected)
  })
})

describe('money', () => {
  const pair = { currency: 'USDT', fiat: 'USD' } as const
  /** 1.003 dollars in units of a price. */
  const PRICE = 10_030_000n

  test.each([
    ['50.15', '50'],
    ['200', '199.4017946'],
    ['0', ''],
    ['', ''],
  ])('%s USD at 1.003 is %s USDT', (money, coins) => {
    expect(coinsOfMoney(money, pair, PRICE)).toBe(coins)
  })

  test('is no amount without a price', () => {
    expect(coinsOfMoney('200', pair, undefined)).toBe('')
  })
})

describe('an order that is sent again after a lost answer, the price having moved on', () => {
  const pair = { currency: 'USDT', fiat: 'USD' } as const
  /** 1.003 dollars in units of a price, then 1.004. */
  const [PRICE, MOVED] = [10_030_000n, 10_040_000n]

  /** What is sent of an amount written in one unit, at each of the prices. */
  function sends(unit: string, written: string) {
    const keys = createIdempotencyKeys()
    return (price: bigint, typed = { unit, written }) => {
      const amount = unit === 'USD' ? coinsOfMoney(typed.written, pair, price) : typed.written
      const input = { offerId: '7', amount, payment: 'domestic', price: otcPriceText(price) } as const
      return keys.attemptOf(orderIntent(input, typed), input)
    }
  }

  test.each([
    ['USD', '200', '199.4017946'],
    ['USDT', '50', '50'],
  ])('is the same order, written in %s: %s', (unit, written, amount) => {
    const send = sends(unit, written)
    const first = send(PRICE)
    expect(first.input).toMatchObject({ amount, price: '1.003' })
    expect(send(MOVED)).toEqual(first)
  })

  test('is another where another amount was written', () => {
    const send = sends('USD', '200')
    expect(send(PRICE, { unit: 'USD', written: '201' }).key).not.toBe(send(PRICE).key)
  })
})
