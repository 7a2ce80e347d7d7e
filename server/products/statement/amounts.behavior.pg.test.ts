import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement, statementCsv } from '#domain/statement/contract.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { openTestApp, START_MS, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { giveFunds } from '#server/testing/funds.ts'

/** The statement narrowed to amounts, at the customer's door. */

let app: TestApp
let customer: TestCustomer
beforeAll(async () => {
  app = await openTestApp()
  customer = await app.newCustomer()
  for (const [n, [currency, amount]] of (
    [
      ['USDT', '499.9999999'],
      ['USDT', '500'],
      ['BTC', '0.5'],
      ['USDT', '500.0000001'],
      ['BTC', '500'],
      ['USDT', '2000'],
    ] as const
  ).entries())
    await giveFunds(app.db, customer.id, [['funding', currency, amount]], START_MS + n)
})
afterAll(() => app.close())

async function found(input: Record<string, unknown>): Promise<string[]> {
  const { data, error } = await app.call(statement, { limit: 20, ...input }, customer.token)
  expect(error).toBeUndefined()
  const { items } = data as { items: readonly { amount: string; currency: string }[] }
  return items.map(({ amount, currency }) => `${Number(amount)} ${currency}`)
}

test('shows what is between two amounts, both with it, in whatever coin', async () => {
  expect(await found({ min_amount: '500' })).toEqual(['2000 USDT', '500 BTC', '500.0000001 USDT', '500 USDT'])
  expect(await found({ max_amount: '500' })).toEqual(['500 BTC', '0.5 BTC', '500 USDT', '499.9999999 USDT'])
  expect(await found({ min_amount: '500', max_amount: '500' })).toEqual(['500 BTC', '500 USDT'])
  expect(await found({ min_amount: '600', max_amount: '500' })).toEqual([])
})

test('beside the other filters', async () => {
  const range = { min_amount: '500', max_amount: '1000' }
  expect(await found({ ...range, currency: 'USDT' })).toEqual(['500.0000001 USDT', '500 USDT'])
  expect(await found({ ...range, from: START_MS + 4 })).toEqual(['500 BTC'])
  expect(await found({ ...range, type: 'change' })).toEqual([])
  expect(await found({ ...range, reason: 'spot-fee' })).toEqual([])
})

test('finds what left as what came', async () => {
  const moved = await app.newCustomer()
  await giveFunds(app.db, moved.id, [['funding', 'USDT', '70']], START_MS)
  await app.call(
    walletTransfer,
    { currency_id: 'USDT', number: '30', from_field: 'legal', to_field: 'change' },
    moved.token,
  )
  const { data } = await app.call(statement, { limit: 20, min_amount: '30', max_amount: '30' }, moved.token)
  expect((data as { items: { amount: string }[] }).items.map(({ amount }) => Number(amount)).sort()).toEqual([
    -30, 30,
  ])
})

test('with more decimals than a coin has, only what is between', async () => {
  expect(await found({ min_amount: '499.99999995', max_amount: '500.00000005', currency: 'USDT' })).toEqual([
    '500 USDT',
  ])
})

test('adds up what it shows, pages through it, and puts the same into the file', async () => {
  const range = { min_amount: '500', max_amount: '2000' }
  const first = await app.call(statement, { ...range, limit: 2 }, customer.token)
  const { sums, items, next } = first.data as {
    sums: { currency: string; in: string; entries: number }[]
    items: unknown[]
    next: string
  }
  expect(sums).toMatchObject([
    { currency: 'BTC', entries: 1 },
    { currency: 'USDT', in: '3000.0000001', entries: 3 },
  ])
  const second = await app.call(statement, { ...range, limit: 2, cursor: next }, customer.token)
  expect(items.length + (second.data as { items: unknown[] }).items.length).toBe(4)
  const file = await app.call(statementCsv, range, customer.token)
  expect(file.body.trim().split('\n')).toHaveLength(5)
})

test('is refused for what is no plain decimal', async () => {
  for (const min_amount of ['-1', '1e3', 'x', '1,5', '9'.repeat(50)])
    expect((await app.call(statement, { min_amount }, customer.token)).error).toBe('PARAMETER_ERROR')
})
