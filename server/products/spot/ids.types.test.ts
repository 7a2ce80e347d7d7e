import { expect, test } from 'vitest'
import { type CustomerId, customerId, type OrderId, orderId } from '#domain/ids.ts'
import { accountId, MARKET_MAKER, ownerOf, PLATFORM } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { spotAccounts } from './accounts.ts'
import type { Engine } from './engine.ts'
import { findOrder, orderInTrade } from './order-store.ts'

/** What is promised of ids: each line below marked so must not compile. */

const [customer, order] = [customerId(10_001n), orderId(7n)]
const takesCustomer = (id: CustomerId): bigint => id
const takesOrder = (id: OrderId): bigint => id

test('a customer, an order and a trade are not taken for each other', () => {
  // @ts-expect-error an order is no customer
  expect(takesCustomer(order)).toBe(7n)
  // @ts-expect-error a customer is no order
  expect(takesOrder(customer)).toBe(10_001n)
  // @ts-expect-error a plain bigint is nobody's id until somebody says whose
  expect(takesCustomer(10_001n)).toBe(10_001n)
  expect(takesOrder(order)).toBe(7n)
})

test('nor where orders are cancelled, found and looked for', () => {
  const neverCalled = [
    // @ts-expect-error the customer comes first
    (engine: Engine) => engine.cancel(order, customer),
    // @ts-expect-error here too
    (db: Db) => findOrder(db, order, customer),
    // @ts-expect-error an order is no trade
    (db: Db) => orderInTrade(db, customer, order),
  ]
  expect(neverCalled).toHaveLength(3)
})

test('an account is a customer’s or the platform’s, never an order’s', () => {
  const accountOf = (owner: Parameters<typeof accountId>[0]) =>
    accountId(owner, spotAccounts.spot, 'held', 'USDT')
  expect(ownerOf(accountOf(customer))).toBe(customer)
  expect(ownerOf(accountOf(MARKET_MAKER))).toBe(MARKET_MAKER)
  expect(ownerOf(accountOf(PLATFORM))).toBe(PLATFORM)
  // @ts-expect-error an order owns no account
  expect(ownerOf(accountOf(order))).toBe(order)
  // @ts-expect-error the platform is no customer
  expect(takesCustomer(PLATFORM)).toBe(2n)
})
