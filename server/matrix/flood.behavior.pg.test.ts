import { afterAll, beforeAll, expect, test } from 'vitest'
import { spotList, spotTrade } from '#domain/spot/contract.ts'
import { login } from '#domain/user/contract.ts'
import { restingOrder } from '#server/products/spot/testing.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'
import { LONG } from '#server/testing/timeouts.ts'

/** Sign-in is flooded from many networks at once, and trading goes on. */

const AT_ONCE = 200
const ORDERS = 20

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange()
})
afterAll(() => exchange?.close())

test('T86: every order is taken while 200 wrong sign-ins at once are answered or refused', LONG, async () => {
  const answers = new Map<string | undefined, number>()
  let tries = 0
  let isOver = false
  /** Tries again as soon as it is answered, each time another contact from another network: what limits know stops none. */
  async function keepTrying(): Promise<void> {
    while (!isOver) {
      const n = ++tries
      const nobody = { contact: `nobody-${n}@flood.test`, password: 'mapleTree8' }
      const ip = `10.${(n >> 8) & 255}.${n & 255}.1`
      const { error } = await exchange.send('customers', login, undefined, nobody, undefined, ip)
      answers.set(error, (answers.get(error) ?? 0) + 1)
    }
  }
  const flood = Array.from({ length: AT_ONCE }, keepTrying)
  const orders: unknown[] = []
  try {
    const order = await restingOrder(exchange.alice)
    for (let n = 0; n < ORDERS; n++) {
      const { error } = await exchange.send('customers', spotTrade, exchange.alice.token, order)
      orders.push(error)
    }
  } finally {
    isOver = true
    await Promise.all(flood)
  }
  expect(orders).toEqual(Array.from({ length: ORDERS }, () => undefined))
  const { items } = await exchange.alice.ask(spotList, { limit: 50 })
  expect(items).toHaveLength(ORDERS)
  expect(answers.get('LOGIN_FAILED')).toBeGreaterThan(0)
  for (const error of answers.keys()) expect(['LOGIN_FAILED', 'TOO_MANY_REQUESTS']).toContain(error)
})
