import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Units } from '#domain/money/amount.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { accountId, FIRST_CUSTOMER, outsideAccount } from './accounts.ts'
import { auditHistory, auditLedger } from './audit.ts'
import { post } from './ledger.ts'

/** What is missing is seen like what is too much: by the database, by the audit, and on the operators' page. */

const account = accountId(FIRST_CUSTOMER, wallets.funding, 'available', 'USDT')
const outside = outsideAccount('USDT')

/** Runs a statement with the rights of the tables' owner, as somebody with the database's password could. */
const asOwner = (statement: string) => runAsOwner(app, statement)

let app: TestApp
let operators: ReturnType<typeof openTestConsole>
let token: string
let transfers: readonly bigint[]
beforeAll(async () => {
  app = await openTestApp()
  operators = openTestConsole(app)
  token = await operators.tokenOf(await operators.addOperator('finance'))
  const deposit = (amount: bigint) => ({
    ...{ debit: outside, credit: account, amount: amount as Units, reference: 1n },
    reason: 'deposit' as const,
  })
  transfers = await app.db
    .transaction()
    .execute((tx) => post(tx, [deposit(100n), deposit(50n)], app.clock.nowMs()))
})
afterAll(async () => {
  await operators.close()
  await app.close()
})

/** What the operators' page says of the ledger. */
const health = async () => (await operators.post('/console/ledger/check', token)).data
const change = (id: bigint, by: number) =>
  asOwner(`update account set balance = balance + ${by} where id = ${id}`)

test('entries that do not sum to zero are refused by the database, whoever writes them', async () => {
  const entry = (amount: number) => `(${account}, 77, 3, ${amount}, ${150 + amount}, now())`
  const other = (amount: number) => `(${outside}, 77, 3, ${amount}, ${-150 + amount}, now())`
  const insert = (...rows: string[]) =>
    asOwner(
      `insert into entry (account_id, transfer_id, version, amount, balance, created_at) values ${rows.join(', ')}`,
    )
  for (const rows of [[entry(5)], [entry(-5)], [entry(5), other(-4)], [entry(-5), other(4)]])
    await expect(insert(...rows)).rejects.toThrow(/do not sum to zero/)
  expect(await health()).toMatchObject({ isSound: true })
})

test.each([1, -1])(
  'a balance that is off by %i unit is seen, in its account and in its currency',
  async (off) => {
    await change(account, off)
    expect(await auditLedger(app.db)).toMatchObject({
      unbalanced: [{ currency: 'USDT', sum: BigInt(off) }],
      drifted: [{ account, balance: 150n + BigInt(off), entries: 150n }],
    })
    expect(await health()).toMatchObject({ isSound: false, unbalanced: ['USDT'] })
    await change(account, -off)
    expect(await health()).toMatchObject({ isSound: true })
  },
)

test('two balances that are wrong by the same amount are seen although their currency sums to zero', async () => {
  await change(account, -1)
  await change(outside, 1)
  expect((await auditLedger(app.db)).drifted.map((line) => line.account)).toHaveLength(2)
  expect(await health()).toMatchObject({ isSound: false, unbalanced: [] })
  await change(account, 1)
  await change(outside, -1)
  expect(await health()).toMatchObject({ isSound: true })
})

test('a transfer that is gone, and an entry that is gone, are seen in the history', async () => {
  const columns = 'id, debit, credit, amount, reason, reference, created_at'
  await asOwner(`create table kept as select ${columns} from transfer where amount = 50`)
  await asOwner('delete from transfer where amount = 50')
  const torn = async () => new Set((await auditHistory(app.db)).torn.map(({ transfer }) => transfer))
  expect(await torn()).toEqual(new Set([transfers[1]]))
  expect(await health()).toMatchObject({ isSound: false })
  await asOwner(`insert into transfer (${columns}) select ${columns} from kept`)
  expect(await health()).toMatchObject({ isSound: true })
  await asOwner(`delete from entry where account_id = ${account} and amount = 50`)
  expect(await torn()).toEqual(new Set([transfers[1]]))
  expect(await health()).toMatchObject({ isSound: false })
})
