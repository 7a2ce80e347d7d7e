import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerId, positionId } from '#domain/ids.ts'
import { instruments } from '#domain/market/instruments.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { runApart } from '#server/core/engine/start-apart.ts'
import { accountId, outsideAccount, PLATFORM, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, lockBalances, post, type Transfer } from '#server/core/ledger/ledger.ts'
import {
  customerOfPractice,
  isPracticeOwner,
  practiceAccounts,
  practiceOwnerOf,
} from '#server/core/ledger/practice.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { openOne, platformOf, startTestContracts } from '#server/testing/contract.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { platformMoney, startTestOptions } from '#server/testing/option.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { meet } from '#server/testing/waiting.ts'
import { createContractEngine } from '../contract/engine.ts'
import { practiceRealm } from '../contract/realm.ts'
import { positionsById } from '../contract/store.ts'
import { lead as makeLead } from '../copy/testing.ts'
import { practiceOptions } from '../option/service.ts'
import { optionsById } from '../option/store.ts'
import { auditPractice } from './audit.ts'
import { followInPractice } from './following.ts'
import { fillPracticeIn, fundPractice, openPractice } from './service.ts'

/** What the database lets nobody write, what happens at the same moment, and a start that has missed prices. */

const NOW = Date.UTC(2026, 2, 3, 12)
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const customer = customerId(11_000n)
const owner = practiceOwnerOf(customer)
const practice = (currency = PRACTICE_CURRENCY, who = owner) =>
  accountId(who, practiceAccounts.contract, 'available', currency)
const amount = (text: string) => readAmount(text, PRACTICE_CURRENCY)
const postNow = (transfer: Pick<Transfer, 'debit' | 'credit'> & Partial<Transfer>) =>
  database.db
    .transaction()
    .execute((tx) =>
      post(tx, [{ amount: amount('1'), reason: 'practice-grant', reference: 1n, ...transfer }], NOW),
    )

describe('a practice owner', () => {
  test('is the customer’s, and no customer', () => {
    expect(isPracticeOwner(owner)).toBe(true)
    expect(isPracticeOwner(customer)).toBe(false)
    expect(customerOfPractice(owner)).toBe(customer)
    // The largest account there can be is still one that the database can name.
    expect(accountId(owner, practiceAccounts.contract, 'held', PRACTICE_CURRENCY)).toBeLessThan(2n ** 63n)
  })
})

describe('the ledger refuses', () => {
  const outside = outsideAccount(PRACTICE_CURRENCY)
  const funding = (currency: string, who = customer) => accountId(who, wallets.funding, 'available', currency)

  test('practice money of a customer, and money of a practice owner', async () => {
    const mixed = /account_is_practice_or_not/
    for (const kind of [wallets.funding, wallets.contract, practiceAccounts.contract]) {
      const account = accountId(customer, kind, 'available', PRACTICE_CURRENCY)
      await expect(postNow({ debit: outside, credit: account })).rejects.toThrow(mixed)
    }
    const given = { reason: 'demo-grant', debit: outsideAccount('USDT') } as const
    for (const kind of [wallets.funding, wallets.contract, practiceAccounts.contract]) {
      const account = accountId(owner, kind, 'available', 'USDT')
      await expect(postNow({ ...given, credit: account })).rejects.toThrow(mixed)
    }
    const kindOfPractice = accountId(customer, practiceAccounts.contract, 'available', 'USDT')
    await expect(postNow({ ...given, credit: kindOfPractice })).rejects.toThrow(mixed)
    const kindOfMoney = accountId(owner, wallets.contract, 'available', PRACTICE_CURRENCY)
    await expect(postNow({ debit: outside, credit: kindOfMoney })).rejects.toThrow(mixed)
    const ownKind = accountId(PLATFORM, wallets.funding, 'available', PRACTICE_CURRENCY)
    await expect(postNow({ debit: outside, credit: ownKind })).rejects.toThrow(mixed)
    const ownMoney = platformAccount(practiceAccounts.fees, 'USDT')
    await expect(postNow({ ...given, credit: ownMoney })).rejects.toThrow(mixed)
  })

  test('a transfer between practice and money, either way', async () => {
    await openPractice(database.db, customer, NOW)
    await postNow({ debit: outsideAccount('USDT'), credit: funding('USDT'), reason: 'demo-grant' })
    const oneCurrency = /transfer_in_one_currency/
    const reason = 'account-transfer'
    await expect(postNow({ debit: practice(), credit: funding('USDT'), reason })).rejects.toThrow(oneCurrency)
    await expect(postNow({ debit: funding('USDT'), credit: practice(), reason })).rejects.toThrow(oneCurrency)
  })

  test('practice money from outside for another reason, and money for that one', async () => {
    const reasons = /transfer_from_outside_is_money_brought_in/
    for (const reason of ['deposit', 'treasury-funding', 'demo-grant', 'account-transfer'] as const)
      await expect(postNow({ debit: outside, credit: practice(), reason })).rejects.toThrow(reasons)
    await expect(postNow({ debit: outsideAccount('USDT'), credit: funding('USDT') })).rejects.toThrow(reasons)
  })

  test('a listed currency with a number of practice', async () => {
    const insert = sql`insert into currency values (4000, 'FAKE', 'Fake', 7, 'crypto', '#123456')`
    await expect(insert.execute(database.db)).rejects.toThrow(/currency_is_no_practice/)
  })
})

const wallet = (who: typeof customer) =>
  balanceOf(database.db, practice(PRACTICE_CURRENCY, practiceOwnerOf(who)))

describe('at the same moment', () => {
  test('T07: a wallet is opened once', async () => {
    const who = customerId(11_001n)
    const outcomes = await meet(database.db, {
      lock: (tx) => lockBalances(tx, [outsideAccount(PRACTICE_CURRENCY)]),
      parties: [1, 2].map(() => () => openPractice(database.db, who, NOW)),
    })
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await wallet(who)).toBe(amount('10000'))
  })

  test('T07: a wallet is filled up once', async () => {
    const who = customerId(11_002n)
    await openPractice(database.db, who, NOW)
    const own = practice(PRACTICE_CURRENCY, practiceOwnerOf(who))
    const fees = platformAccount(practiceAccounts.fees, PRACTICE_CURRENCY)
    await postNow({ debit: own, credit: fees, amount: amount('400'), reason: 'contract-fee' })
    const fill = (nowMs: number) => database.db.transaction().execute((tx) => fillPracticeIn(tx, who, nowMs))
    const outcomes = await meet(database.db, {
      lock: (tx) => sql`select from practice_account where customer_id = ${who} for update`.execute(tx),
      parties: [1, 2].map(() => () => fill(NOW)),
    })
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await wallet(who)).toBe(amount('10000'))
    // The day after, where it has as much, nothing is given.
    await expect(fill(NOW + DAY_MS)).rejects.toMatchObject({ code: 'PRACTICE_ENOUGH' })
    expect(await wallet(who)).toBe(amount('10000'))
  })

  test('T07: a lead is followed once', async () => {
    const who = customerId(11_004n)
    const { id: leads } = await addTestCustomer(database.db, virtualClock(NOW), { tier: 'advanced' })
    await openPractice(database.db, who, NOW)
    const leadId = await makeLead(database.db, leads, NOW)
    const follow = () =>
      database.db.transaction().execute((tx) => followInPractice(tx, who, { leadId, number: '100' }, NOW))
    const outcomes = await meet(database.db, {
      lock: (tx) => sql`select from practice_account where customer_id = ${who} for update`.execute(tx),
      parties: [follow, follow],
    })
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ALREADY_FOLLOWING' },
    })
  })

  test('the platform’s side is filled up once', async () => {
    const counterparty = platformAccount(practiceAccounts.counterparty, PRACTICE_CURRENCY)
    const outcomes = await meet(database.db, {
      lock: (tx) => sql`select from practice_progress for update`.execute(tx),
      parties: [1, 2].map(() => () => fundPractice(database.db, NOW)),
    })
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const filled = await balanceOf(database.db, counterparty)
    await fundPractice(database.db, NOW)
    expect(await balanceOf(database.db, counterparty)).toBe(filled)
    expect(filled).toBe(amount('1000000000'))
  })
})

describe('the engine of practice', () => {
  test('decides after a restart what the tape decided meanwhile, with its own accounts and tables alone', async () => {
    const contracts = await startTestContracts(database.db)
    const { db, clock } = contracts
    await fundPractice(db, clock.nowMs())
    const who = customerId(11_003n)
    await openPractice(db, who, clock.nowMs())
    const start = async () => {
      const signer = tapeKeyFrom(new Uint8Array(32).fill(5))
      const onError = (error: unknown) => contracts.errors.push(error)
      const engine = createContractEngine({
        ...{ db, clock, onError, instruments: () => instruments, signer, realm: practiceRealm },
      })
      await engine.start()
      return { ...contracts, engine, realm: practiceRealm }
    }
    const before = await platformOf(contracts)
    const first = await start()
    const { id, liquidationPrice } = await openOne(first, practiceOwnerOf(who))
    await first.engine.stop()
    await contracts.record('17000')
    const second = await start()
    for (let hasMore = true; hasMore; ) hasMore = await second.engine.ticks([])
    const ended = (await positionsById(db, [id], practiceRealm)).get(id)!
    expect(ended).toMatchObject({ status: 'closed', reason: 'liquidation', closePrice: 1_700_000 })
    expect(liquidationPrice).toBeGreaterThan(1_700_000)
    // 200 of margin and a fee of 1 are gone, and nothing else.
    expect(await wallet(who)).toBe(amount('9799'))
    expect(await platformOf(contracts)).toEqual(before)
    expect((await positionsById(db, [id])).size).toBe(0)
    expect(await receiptsOf(db, 'contract', [id])).toEqual(new Map())
    expect(await auditPractice(db)).toEqual([])
    expect(contracts.errors).toEqual([])
    await second.engine.stop()
    await contracts.engine.stop()
  })
})

describe('the tables of practice', () => {
  test.each(['position', 'change', 'progress'])('have what those of contracts have: %s', async (table) => {
    const of = async (name: string) => {
      const { rows } = await sql<{ column: string; type: string; is_null: string }>`
        select column_name as column, data_type as type, is_nullable as is_null, column_default
        from information_schema.columns where table_name = ${name} order by column_name`.execute(database.db)
      const { rows: checks } = await sql<{ definition: string }>`
        select pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = ${name}::regclass and contype = 'c'
          and conname not in ('practice_position_of_practice', 'contract_position_of_a_customer') order by 1`.execute(
        database.db,
      )
      const { rows: triggers } = await sql<{ definition: string }>`
        select regexp_replace(pg_get_triggerdef(oid), 'practice', 'contract', 'g') as definition from pg_trigger
        where tgrelid = ${name}::regclass and not tgisinternal order by 1`.execute(database.db)
      const { rows: grants } = await sql<{ privilege: string; column: string }>`
        select privilege_type as privilege, column_name as column from information_schema.column_privileges
        where table_name = ${name} and grantee = 'plumb_app' order by 1, 2`.execute(database.db)
      return { rows, checks, triggers, grants }
    }
    expect(await of(`practice_${table}`)).toEqual(await of(`contract_${table}`))
  })
})

test('an engine that could not start is tried again, and starts once what it reads is right', async () => {
  const { db } = database
  const key = tapeKeyFrom(new Uint8Array(32).fill(5))
  const errors: unknown[] = []
  const engine = createContractEngine({
    ...{ db, clock: virtualClock(NOW), signer: key, instruments: () => instruments, realm: practiceRealm },
    onError: (error) => errors.push(error),
  })
  const createFeeder = () => ({ start() {}, stop() {}, settled: async () => undefined })
  const apart = runApart({ engine, createFeeder, onError: (error) => errors.push(error), firstPauseMs: 1 })
  await alterAsOwner(database, sql`alter table practice_progress rename to practice_progress_away`)
  try {
    await apart.start()
    expect(apart.isReady()).toBe(false)
    expect(String(errors[0])).toContain('practice_progress')
    await expect(engine.cancel(owner, positionId(1n))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  } finally {
    await alterAsOwner(database, sql`alter table practice_progress_away rename to practice_progress`)
  }
  await expect.poll(apart.isReady, TIMEOUT).toBe(true)
  await expect(engine.cancel(owner, positionId(1n))).rejects.toMatchObject({ code: 'POSITION_NOT_FOUND' })
  await apart.stop()
  expect(apart.isReady()).toBe(false)
})

describe('seconds options of practice', () => {
  test('are decided after a restart by what the tape said meanwhile, with their own accounts and tables alone', async () => {
    // A tape is of one key: that of contracts has signed the one above.
    const own = await openTestDatabase()
    const fixture = await startTestOptions(own.db, { realm: practiceOptions })
    const { db, clock } = fixture
    await fundPractice(db, clock.nowMs())
    const who = customerId(11_006n)
    await openPractice(db, who, clock.nowMs())
    await fixture.tick(2_000_000)
    const before = await platformMoney(db)
    const { order } = await fixture.place(practiceOwnerOf(who))
    const has = () => balanceOf(db, practice(PRACTICE_CURRENCY, practiceOwnerOf(who)))
    expect(await has()).toBe(amount('9990'))
    clock.advance(1_500)
    await fixture.record(2_000_000)
    for (let n = 0; n < 61; n++) {
      clock.advance(1_000)
      await fixture.record(2_000_100)
    }
    await fixture.restart()
    while ((await fixture.engine.settle()) > 0) {}
    expect((await optionsById(db, [order.id], practiceOptions)).get(order.id)).toMatchObject({
      result: { outcome: 'won', entry: { price: 2_000_000 }, exit: { price: 2_000_100 } },
    })
    expect(await has()).toBe(amount('10000') + order.winnings)
    expect(await platformMoney(db)).toEqual(before)
    expect((await optionsById(db, [order.id])).size).toBe(0)
    expect(await receiptsOf(db, 'option', [order.id])).toEqual(new Map())
    expect(await auditPractice(db)).toEqual([])
    expect(fixture.errors).toEqual([])
    await fixture.engine.stop()
    await own.close()
  })

  test.each(['order', 'result', 'open'])('have tables like those of real ones: %s', async (table) => {
    const of = async (name: string) => {
      const { rows } = await sql<{ text: string }>`
        select column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as text
        from information_schema.columns where table_name = ${name}
        union all select pg_get_constraintdef(oid) from pg_constraint where conrelid = ${name}::regclass
          and conname not in (${`${name}_of_practice`}, 'option_order_of_a_customer') and contype <> 'n'
        union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = ${name}::regclass and not tgisinternal
        union all select regexp_replace(indexdef, '.* USING', '') from pg_indexes where tablename = ${name}
        union all select privilege_type || ' ' || column_name from information_schema.column_privileges
        where table_name = ${name} and grantee = 'plumb_app'`.execute(database.db)
      const real = (text: string) =>
        text.replaceAll('practice_option_', 'option_').replaceAll("'practice-option'", "'option'")
      return rows.map(({ text }) => real(text)).sort()
    }
    expect(await of(`practice_option_${table}`)).toEqual(await of(`option_${table}`))
  })
})
