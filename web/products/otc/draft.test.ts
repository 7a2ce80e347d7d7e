import { describe, expect, test } from 'vitest'
import { otcPriceText } from '#domain/otc/rules.ts'
import { createIdempotencyKeys } from '#web/app/idempotency-keys.ts'
import { amountProblem, coinsOfMoney, mostOf, orderIntent } from './draft.ts'

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
    expect(amountProblem(coins, offer, available)?.code).toBe(expected)
  })

  test.each([
    [undefined, '5000.0000000'],
    ['100.0000000', '100.0000000'],
    ['6250.0000000', '5000.0000000'],
  ])('the most with %s is %s', (available, most) => {
    expect(mostOf(offer, available)).toBe(most)
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
