import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement, statementCsv } from '#domain/statement/contract.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { addMonths } from '#server/core/ledger/months.ts'
import { rollUpOldest } from '#server/core/ledger/rollup.ts'
import { verifyNewEntries } from '#server/core/ledger/verify.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { openTestApp, START_MS, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { giveFunds } from '#server/testing/funds.ts'

/** The statement where older months have been archived: what is left is whole, and says where it begins. */

const DECEMBER = Date.UTC(2023, 11, 10)
const JANUARY = Date.UTC(2024, 0, 1)
const MAY = Date.UTC(2024, 4, 3)

const signer = tapeKeyFrom(new Uint8Array(32).fill(5))
let app: TestApp
let customer: TestCustomer
beforeAll(async () => {
  app = await openTestApp()
  customer = await app.newCustomer()
  for (const [atMs, amount] of [
    [DECEMBER, '100'],
    [DECEMBER + 1, '20'],
    [JANUARY, '5'],
    [MAY, '7'],
  ] as const) {
    await addMonths(app.db, atMs)
    await giveFunds(app.db, customer.id, [['funding', 'USDT', amount]], atMs)
  }
})
afterAll(() => app.close())

const answer = async (call: Parameters<TestApp['call']>[0], input = {}) => {
  const { data, error } = await app.call(call, input, customer.token)
  expect(error).toBeUndefined()
  return data
}
const amounts = ({ items }: { items: readonly { amount: string; balance: string }[] }) =>
  items.map(({ amount, balance }) => [Number(amount), Number(balance)])

test('before, every entry is there', async () => {
  const page = await answer(statement, { limit: 10 })
  expect(amounts(page)).toEqual([
    [7, 132],
    [5, 125],
    [20, 120],
    [100, 100],
  ])
  expect(page.keptFromMs).toBeNull()
  expect(page.sums).toMatchObject([{ entries: 4 }])
})

test('after, the entries since are there with their balances, and the answer says from when on', async () => {
  const { db, clock, dataDir } = app
  await verifyNewEntries(db, signer, START_MS)
  expect(await rollUpOldest({ db, clock, signer, dataDir })).toBe(1n)

  const page = await answer(statement, { limit: 10 })
  expect(amounts(page)).toEqual([
    [7, 132],
    [5, 125],
  ])
  expect(page.keptFromMs).toBe(JANUARY)
  const [sums] = page.sums
  expect([sums.entries, Number(sums.in), Number(sums.net)]).toEqual([2, 12, 12])
  expect(amounts(await answer(statement, { limit: 10, to: JANUARY }))).toEqual([])
  expect(Number((await answer(walletDetail, { currency: 'USDT', type: 'funding' })).available)).toBe(132)
  expect(isConsistent(await auditLedger(db))).toBe(true)
})

test('a page by a cursor and the CSV file end where the statement begins', async () => {
  const first = await answer(statement, { limit: 1 })
  const second = await answer(statement, { limit: 1, cursor: first.next })
  expect([amounts(first), amounts(second)]).toEqual([[[7, 132]], [[5, 125]]])
  const end = second.next && (await answer(statement, { limit: 1, cursor: second.next }))
  expect(amounts(end || { items: [] })).toEqual([])
  const file = await app.app.inject({
    method: 'GET',
    url: `/api${statementCsv.path}`,
    headers: { authorization: customer.token },
  })
  expect(file.body.trim().split('\r\n')).toHaveLength(3)
})
