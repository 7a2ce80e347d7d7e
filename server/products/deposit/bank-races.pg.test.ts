import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/deposit/contract.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { publishDemoAccounts } from './seed.ts'

/** Payments to a bank account at once: each is credited once, whoever claims it and however many approve it. */

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let operators: string[]
const MANY = 16

beforeAll(async () => {
  app = await openTestApp()
  await app.db.transaction().execute((tx) => publishDemoAccounts(tx, app.clock.nowMs()))
  consoleApp = openTestConsole(app)
  operators = []
  // One after the other: each takes a step of the clock for a code of their own.
  for (let n = 0; n <= MANY; n++)
    operators.push(await consoleApp.tokenOf(await consoleApp.addOperator('finance')))
}, LONG.timeout)
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

const wire = { accountId: '1', amount: '500', currency: 'USD', remitter: 'A. Sender' }
const funding = ({ id }: TestCustomer) =>
  balanceOf(app.db, accountId(id, wallets.funding, 'available', 'USD'))
const claimed = async (customer: TestCustomer) =>
  (await app.call(calls.requestBankDeposit, wire, customer.token)).data.id as string
const propose = (id: string, txReference: string, token = operators[0]!) =>
  consoleApp.post('/console/deposit/propose', token, {
    ...{ id, tx_reference: txReference, amount: '500', reason: 'on the statement' },
  })
const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))

test('T12: approved by sixteen operators at once, it is credited once', LONG, async () => {
  const customer = await app.newCustomer()
  const { data } = await propose(await claimed(customer), 'FT26003RACE00000001')
  const answers = await times(MANY, (n) =>
    consoleApp.post('/console/proposal/approve', operators[n + 1]!, {
      ...{ id: data.proposal.id, reason: 'seen', again: '500.00' },
    }),
  )
  expectAtOnce(answers, { done: 1, refused: 'PROPOSAL_NOT_PENDING' })
  expect(await funding(customer)).toBe(50_000n)
})

test('T12: one payment claimed by many at once is proposed for one of them', LONG, async () => {
  const customers = await times(8, () => app.newCustomer())
  const ids = await Promise.all(customers.map(claimed))
  const answers = await times(8, (n) => propose(ids[n]!, 'FT26003RACE00000002', operators[n]!))
  expectAtOnce(answers, { done: 1, refused: 'PROPOSAL_EXISTS' })
})

test(
  'T03: the same request sixteen times at once is one, and its customer has one reference',
  LONG,
  async () => {
    const customer = await app.newCustomer()
    const answers = await times(MANY, () => app.call(calls.requestBankDeposit, wire, customer.token))
    expectAtOnce(answers, { done: 1, refused: 'DEPOSIT_ALREADY_SENT' })
    const references = await times(8, async () => {
      const { data } = await app.call(calls.bankAccounts, {}, customer.token)
      return data.paymentReference as string
    })
    expect(new Set(references).size).toBe(1)
  },
)
