import { hexToBytes } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import * as calls from '#domain/liabilities/contract.ts'
import { hasLogGrown, isStated, openLiabilitiesCheckpoint } from '#domain/liabilities/log.ts'
import { checkLiabilities } from '#domain/liabilities/proof.ts'
import { reservesOf } from '#domain/liabilities/stated.ts'
import { readStatement } from '#domain/liabilities/statement.ts'
import { units } from '#domain/money/amount.ts'
import { currencyOfNumber } from '#domain/money/currencies.ts'
import type { Reason } from '#domain/reasons.ts'
import { HOUR_MS } from '#domain/time.ts'
import { products } from '#server/contract.ts'
import {
  type AccountId,
  accountId,
  accountRange,
  FIRST_CUSTOMER,
  outsideAccount,
  platformAccount,
} from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { setAsideIn } from '../product.ts'
import { readOwed } from './owed.ts'
import { type Liabilities, MIN_INTERVAL_MS, openLiabilities, TREES_KEPT_MS } from './service.ts'

/** What the platform owes all customers, as it is published: on a real ledger, asked for over HTTP. */

const signer = tapeKeyFrom(new Uint8Array(32).fill(5))
let app: TestApp
let liabilities: Liabilities
let alice: TestCustomer
let bob: TestCustomer
let nobody: TestCustomer
beforeAll(async () => {
  app = await openTestApp()
  liabilities = openLiabilities({ db: app.db, clock: app.clock, signer, setAside: setAsideIn(products) })
  alice = await app.newCustomer()
  bob = await app.newCustomer()
  nobody = await app.newCustomer()
})
afterAll(() => app.close())

const ask = async (call: Parameters<TestApp['call']>[0], input = {}, as?: TestCustomer) => {
  const { data, error } = await app.call(call, input, as?.token)
  expect(error).toBeUndefined()
  return data
}
const proofOf = (customer: TestCustomer, input = {}) => ask(calls.liabilitiesProof, input, customer)

/** What all customers have by the ledger itself, without zeros. */
async function sumsOfLedger(): Promise<Record<string, bigint>> {
  const [first] = accountRange(FIRST_CUSTOMER)
  const { rows } = await sql<{ number: number; sum: bigint }>`
    select account_currency(id)::int as number, sum(balance)::bigint as sum from account
    where id >= ${first}::bigint group by 1 having sum(balance) <> 0`.execute(app.db)
  return Object.fromEntries(rows.map(({ number, sum }) => [currencyOfNumber(number)!.code, sum]))
}

test('before the first, there is nothing to see and nothing to prove', async () => {
  expect(await ask(calls.liabilities)).toMatchObject({ checkpoint: null, statement: null, snapshots: [] })
  const { error } = await app.call(calls.liabilitiesProof, {}, alice.token)
  expect(error).toBe('NOT_FOUND')
})

test('where nobody is owed anything, that is published too', async () => {
  const said = await liabilities.take()
  expect(said).toMatchObject({ number: 1, height: 0, currencies: [], transfer: 0n })
})

describe('with customers', () => {
  beforeAll(async () => {
    await app.give(alice.id, 'funding', 'USDT', '1000')
    await app.give(alice.id, 'spot', 'BTC', '0.5')
    await app.give(alice.id, 'options', 'USDT', '25')
    await app.holdBack(alice.id, 'spot', 'BTC', '0.2', 7n)
    await app.give(bob.id, 'contract', 'USDT', '300')
  })

  test('the total is the sum of the ledger to the unit: all wallets, held amounts and products', async () => {
    await move(accountId(alice.id, wallets.funding, 'available', 'USDT'), earnOf(alice), 250_0000000n)
    await move(outsideAccount('USDT'), platformAccount(treasury, 'USDT'), 9_999_0000000n, 'treasury-funding')
    const said = await liabilities.take()
    const sums = Object.fromEntries(said.currencies.map(({ code, liabilities }) => [code, liabilities]))
    expect(sums).toEqual(await sumsOfLedger())
    // The platform's own funds are among the reserves, and no liability.
    const reserves = Object.fromEntries(said.currencies.map((one) => [one.code, reservesOf(one)]))
    expect(reserves).toEqual({ BTC: sums.BTC, USDT: sums.USDT! + 9_999_0000000n })
    const { rows } = await sql<{ id: bigint }>`select max(id) as id from transfer`.execute(app.db)
    expect(said.transfer).toBe(rows[0]!.id)
  })

  test('every customer finds their own balance in it, and nobody else in theirs', async () => {
    for (const [customer, own] of [
      [alice, { BTC: 50_000_000n, USDT: 1_025_0000000n }],
      [bob, { BTC: 0n, USDT: 300_0000000n }],
    ] as const) {
      const file = await proofOf(customer)
      const { ok, facts } = checkLiabilities(file, String(customer.id))
      expect(ok).toBe(true)
      expect(calls.liabilitiesProofFile.parse(file)).toEqual(file)
      const codes = facts.statement!.currencies.map(({ code }) => code)
      expect(Object.fromEntries(codes.map((code, n) => [code, facts.own![n]]))).toEqual(own)
      const other = customer === alice ? bob : alice
      expect(checkLiabilities(file, String(other.id)).ok).toBe(false)
      expect(JSON.stringify(file)).not.toContain(String(other.id))
    }
  })

  test('an id in the question changes nothing: the proof is of who is signed in', async () => {
    const file = await proofOf(bob, { customer: String(alice.id), uid: String(alice.id), customer_id: '1' })
    expect(file.customer).toBe(String(bob.id))
  })

  test('who had nothing is told so', async () => {
    const { error } = await app.call(calls.liabilitiesProof, {}, nobody.token)
    expect(error).toBe('LIABILITIES_NOTHING_OWED')
  })

  test('the same snapshot proves the same later, and a new one divides and places balances anew', async () => {
    const [before, again] = [await proofOf(alice), await proofOf(alice)]
    expect(again).toEqual(before)
    await liabilities.take()
    const after = await proofOf(alice)
    expect(after.salt).not.toBe(before.salt)
    expect(await proofOf(alice, { number: '2' })).toMatchObject({
      ...{ statement: before.statement, salt: before.salt, leaves: before.leaves },
    })
    expect(checkLiabilities(await proofOf(alice, { number: '2' }), String(alice.id)).ok).toBe(true)
  })

  test('each statement is in the log, and the log only grows', async () => {
    const { publicKey, checkpoint, snapshots, statement } = await ask(calls.liabilities)
    const newest = openLiabilitiesCheckpoint(checkpoint, publicKey)!
    expect(newest.size).toBe(3)
    expect(snapshots.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
    expect(readStatement(statement)!.number).toBe(3)
    for (const number of [1, 2, 3]) {
      const told = await ask(calls.liabilitiesStatement, { number: String(number) })
      expect(isStated(newest, { number, text: told.statement }, told.proof.map(hexToBytes))).toBe(true)
    }
    await liabilities.take()
    const later = await ask(calls.liabilities)
    const grown = openLiabilitiesCheckpoint(later.checkpoint, publicKey)!
    const { proof } = await ask(calls.liabilitiesConsistency, { from: '3', to: '4' })
    expect(hasLogGrown(newest, grown, proof.map(hexToBytes))).toBe(true)
    for (const wrong of [
      { from: '4', to: '3' },
      { from: '3', to: '5' },
    ])
      expect((await app.call(calls.liabilitiesConsistency, wrong)).error).toBe('NOT_FOUND')
    expect((await app.call(calls.liabilitiesStatement, { number: '5' })).error).toBe('NOT_FOUND')
  })

  test('a balance that moved meanwhile counts once: a snapshot is of one moment', async () => {
    const [from, to] = [wallets.funding, wallets.spot].map((kind) =>
      accountId(alice.id, kind, 'available', 'USDT'),
    ) as [AccountId, AccountId]
    const total = (await sumsOfLedger()).USDT
    let isOver = false
    const moving = (async () => {
      for (let n = 0; !isOver; n++) await move(n % 2 === 0 ? from : to, n % 2 === 0 ? to : from, 100_0000000n)
    })()
    const totals: (bigint | undefined)[] = []
    for (let round = 0; round < 10; round++) {
      const { currencies } = await liabilities.take()
      totals.push(currencies.find(({ code }) => code === 'USDT')?.liabilities)
    }
    isOver = true
    await moving
    expect(new Set(totals)).toEqual(new Set([total]))
  })

  test('sixty-four who ask at once get one snapshot', async () => {
    const [said, ...others] = await Promise.all(Array.from({ length: 64 }, () => liabilities.take()))
    expect(new Set(others.map(({ number }) => number))).toEqual(new Set([said!.number]))
  })
})

describe('ahead of the hour', () => {
  const taken = () =>
    sql<{ subject: string }>`select subject from audit_log where action = 'published' order by id`
      .execute(app.db)
      .then(({ rows }) => rows.map(({ subject }) => subject))
  const newest = async (): Promise<number> => (await ask(calls.liabilities)).snapshots[0].number

  test('an operator publishes once in five minutes, and each line of the log is of a snapshot of theirs', async () => {
    const operators = openTestConsole(app)
    const token = await operators.tokenOf(await operators.addOperator('finance'))
    const take = () => operators.post('/console/liabilities/take', token, {})
    app.clock.advance(MIN_INTERVAL_MS)
    const before = await newest()
    const answers = await Promise.all(Array.from({ length: 64 }, take))
    // Who asks while it is being published gets the same, or is told that it was a moment ago.
    for (const { code, data, error } of answers)
      expect(code === 1 ? data.number : error).toBe(code === 1 ? before + 1 : 'LIABILITIES_TOO_SOON')
    expect(await newest()).toBe(before + 1)
    expect(await taken()).toEqual([`liabilities:${before + 1}`])
    expect(await take()).toMatchObject({ error: 'LIABILITIES_TOO_SOON' })
    app.clock.advance(MIN_INTERVAL_MS)
    expect((await take()).data).toMatchObject({ number: before + 2 })
    expect(await taken()).toEqual([`liabilities:${before + 1}`, `liabilities:${before + 2}`])
    const { data } = await operators.get('/console/liabilities', token)
    expect(data).toMatchObject({ newest: { number: before + 2 }, onChains: [] })
    expect(data.snapshots[0]).toMatchObject({ number: before + 2 })
    await operators.close()
  })

  test('what cannot be logged is not published', async () => {
    app.clock.advance(MIN_INTERVAL_MS)
    const before = await newest()
    const broken = liabilities.takeAhead(() => Promise.reject(new Error('the log is full')))
    await expect(broken).rejects.toThrow('the log is full')
    expect(await newest()).toBe(before)
  })
})

describe('hour by hour', () => {
  test('one is published in each hour, however often the job looks', async () => {
    const size = async () => (await ask(calls.liabilities)).snapshots[0].number
    app.clock.advance(HOUR_MS)
    const before = await size()
    for (let look = 0; look < 3; look++) await liabilities.takeDue()
    expect(await size()).toBe(before + 1)
    app.clock.advance(HOUR_MS)
    await liabilities.takeDue()
    expect(await size()).toBe(before + 2)
  })

  test('trees leave after two days, statements never', async () => {
    const { number } = (await ask(calls.liabilities)).snapshots[0]
    app.clock.advance(TREES_KEPT_MS + 1)
    await liabilities.takeDue()
    const { snapshots } = await ask(calls.liabilities)
    expect(snapshots).toMatchObject([{ number: number + 1 }])
    const { error } = await app.call(calls.liabilitiesProof, { number: String(number) }, alice.token)
    expect(error).toBe('NOT_FOUND')
    expect((await ask(calls.liabilitiesStatement, { number: String(number) })).proof.length).toBeGreaterThan(
      0,
    )
    const { rows } = await sql<{ n: number }>`
      select count(distinct number)::int as n from liability_tile`.execute(app.db)
    expect(rows[0]!.n).toBe(1)
  })
})

test('what was published cannot be changed or removed by the application', async () => {
  for (const change of [
    sql`update liability_statement set statement = 'x'`,
    sql`delete from liability_statement`,
    sql`update liability_tile set leaves = ''`,
    sql`update liability_tree set key = key`,
  ])
    await expect(change.execute(app.db)).rejects.toMatchObject({ code: '42501' })
})

test('a log signed with another key is not signed on top of', async () => {
  const other = tapeKeyFrom(new Uint8Array(32).fill(6))
  const stranger = openLiabilities({ db: app.db, clock: app.clock, signer: other, setAside: [] })
  await expect(stranger.take()).rejects.toThrow('those that were signed')
})

test('what is read of each customer is what a plain sum of their accounts says', async () => {
  // The first and the last of a range that is read as one, and one after ranges that nobody is in.
  const customers = [FIRST_CUSTOMER, 16_383n, 16_384n, 16_385n, 32_767n, 200_000n].map((id) => customerId(id))
  for (const [n, customer] of customers.entries()) {
    const amount = BigInt(n + 1) * 3_000_000_000n
    for (const currency of ['BTC', 'USDT']) {
      const own = accountId(customer, wallets.funding, 'available', currency)
      const held = accountId(customer, wallets.spot, 'held', currency)
      await move(outsideAccount(currency), own, amount, 'demo-grant')
      await move(own, held, amount / 3n + BigInt(n), 'account-transfer')
    }
  }
  const { owed, rows } = await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const owed = await readOwed(tx, setAsideIn(products))
      const { rows } = await sql<{ customer: bigint; currency: number; sum: bigint }>`
        select account_owner(id) as customer, account_currency(id)::int as currency, sum(balance)::bigint as sum
        from account where account_owner(id) >= ${FIRST_CUSTOMER}::bigint and balance <> 0 group by 1, 2`.execute(
        tx,
      )
      return { owed, rows }
    })
  const read = owed.customers.flatMap((customer, n) =>
    owed.listed.flatMap(({ number }, place) => {
      const sum = owed.amounts[n * owed.currencies + place]!
      return sum === 0n ? [] : [`${customer} ${number} ${sum}`]
    }),
  )
  expect(read.toSorted()).toEqual(
    rows.map(({ customer, currency, sum }) => `${customer} ${currency} ${sum}`).toSorted(),
  )
  expect(owed.customers).toEqual(expect.arrayContaining(customers.map(Number)))
})

test('the ledger is as consistent as before', async () => {
  expect(await app.isConsistent()).toBe(true)
})

const treasury = { number: 8, name: 'treasury' }
const earnOf = ({ id }: TestCustomer) => accountId(id, { number: 16, name: 'earn' }, 'available', 'USDT')

const move = (debit: AccountId, credit: AccountId, amount: bigint, reason: Reason = 'account-transfer') =>
  app.db
    .transaction()
    .execute((tx) =>
      post(tx, [{ debit, credit, amount: units(amount), reason, reference: 1n }], app.clock.nowMs()),
    )
