// long-running
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#domain/errors.ts'
import { DAY_MS } from '#domain/time.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { can, type WithdrawalStatus } from '#domain/withdrawal/rules.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { openScreening } from './screening.ts'
import { approveWithdrawal, failWithdrawal, finishWithdrawal } from './service.ts'
import * as store from './store.ts'

/** Withdrawals at once: one limit, one end, and what was held goes out once or comes back once. */

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let operator: Person

beforeAll(async () => {
  app = await openTestApp({ markets: { isFresh: (symbol) => symbol === 'BTC-USDT' } })
  consoleApp = openTestConsole(app)
  operator = await consoleApp.addOperator('finance')
})
afterAll(async () => {
  await consoleApp.close()
  await app.close()
})

async function payee(amount: string): Promise<TestCustomer> {
  const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
  await app.give(customer.id, 'funding', 'USDT', amount)
  await makeReadyToWithdraw(app.db, customer.id)
  return customer
}
const ask = (customer: TestCustomer, amount: string, key?: string) =>
  app.call(
    calls.requestWithdrawal,
    { currency: 'USDT', network: 'TRC20', amount, address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD },
    customer.token,
    key ? { key } : {},
  )
const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))
const funding = (customer: TestCustomer, state: 'available' | 'held') =>
  balanceOf(app.db, accountId(customer.id, wallets.funding, state, 'USDT'))

/** 199 BTC at 20,000. */
const ALMOST_ALL = '3980000'

test(
  'T09: at once under one limit of 200 BTC one of 199 BTC is taken, and the next when a day is over',
  LONG,
  async () => {
    const customer = await payee('40000000')
    const errors = (await times(8, () => ask(customer, ALMOST_ALL))).map(({ error }) => error)
    expect(errors.filter((error) => error === undefined)).toHaveLength(1)
    expect(errors.filter((error) => error === 'WITHDRAWAL_LIMIT')).toHaveLength(7)
    expect(await funding(customer, 'held')).toBe(3_980_000_0000000n)
    app.clock.advance(DAY_MS - 1)
    expect((await ask(customer, ALMOST_ALL)).error).toBe('WITHDRAWAL_LIMIT')
    app.clock.advance(1)
    expect((await ask(customer, ALMOST_ALL)).error).toBeUndefined()
  },
)

test('at once for more than there is, no more is held than there is', LONG, async () => {
  const customer = await payee('250')
  const errors = (await times(8, () => ask(customer, '100'))).map(({ error }) => error)
  expect(errors.filter((error) => error === undefined)).toHaveLength(2)
  expect(errors.filter((error) => error === 'INSUFFICIENT_BALANCE')).toHaveLength(6)
  expect(await funding(customer, 'held')).toBe(200_0000000n)
  expect(await funding(customer, 'available')).toBe(50_0000000n)
})

test('T14: 64 cancellations at once give it back once', LONG, async () => {
  const customer = await payee('1000')
  const { id } = (await ask(customer, '100')).data
  const answers = await times(64, () => app.call(calls.cancelWithdrawal, { id }, customer.token))
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(await funding(customer, 'available')).toBe(1000_0000000n)
  expect(await funding(customer, 'held')).toBe(0n)
})

/** What each action makes of a withdrawal. */
const results = {
  approve: 'approved',
  cancel: 'cancelled',
  reject: 'rejected',
  prepare: 'signing',
  finish: 'done',
  fail: 'failed',
} as const satisfies Record<string, WithdrawalStatus>
type Action = keyof typeof results

/** What two actions do one after the other: whether each is done, and the status they leave. */
function inTurn(from: WithdrawalStatus, actions: readonly Action[]) {
  let status: WithdrawalStatus = from
  const done = actions.map((action) => {
    const isDone = can(action, status)
    if (isDone) status = results[action]
    return isDone
  })
  return { done, status }
}

const pairs = (from: WithdrawalStatus, actions: readonly Action[]) =>
  actions.flatMap((one, n) => actions.slice(n).map((other) => ({ from, one, other })))

test(
  'T04: 16 transfers to another wallet beside 16 withdrawals of the same money take no more than there is, together',
  LONG,
  async () => {
    const customer = await payee('250')
    const transfer = () =>
      app.call(
        walletTransfer,
        { currency: 'USDT', amount: '100', from: 'funding', to: 'spot' },
        customer.token,
      )
    const answers = await Promise.all([
      times(16, (n) => (n % 2 ? transfer() : ask(customer, '100'))),
      times(16, (n) => (n % 2 ? ask(customer, '100') : transfer())),
    ])
    const errors = answers.flat().map(({ error }) => error)
    expect(errors.filter((error) => error === undefined)).toHaveLength(2)
    expect(errors.filter((error) => error === 'INSUFFICIENT_BALANCE')).toHaveLength(30)
    const moved = await balanceOf(app.db, accountId(customer.id, wallets.spot, 'available', 'USDT'))
    expect(moved + (await funding(customer, 'held'))).toBe(200_0000000n)
    expect(await funding(customer, 'available')).toBe(50_0000000n)
    expect(await app.isConsistent()).toBe(true)
  },
)

describe('T14: any two steps at once are as one after the other, and the money moves once', () => {
  test.each([
    ...pairs('under-review', ['approve', 'cancel', 'reject']),
    ...pairs('approved', ['cancel', 'reject', 'prepare']),
    ...pairs('signing', ['finish', 'fail', 'cancel']),
  ])('$one and $other of one that is $from', LONG, async ({ from, one, other }) => {
    const customer = await payee('1000')
    const outsideBefore = await balanceOf(app.db, outsideAccount('USDT'))
    const { id } = (await ask(customer, '100')).data
    const token = await consoleApp.tokenOf(operator)
    const act = actionsOn(customer, id, token)
    const way: Record<string, Action[]> = { approved: ['approve'], signing: ['approve', 'prepare'] }
    for (const action of way[from] ?? []) expect(await act[action]()).toBe(true)
    const done = await Promise.all([act[one](), act[other]()])
    const { data } = await app.call(calls.withdrawalDetail, { id }, customer.token)
    const { status } = data as calls.WithdrawalView
    const swapped = inTurn(from, [other, one])
    expect([inTurn(from, [one, other]), { ...swapped, done: swapped.done.toReversed() }]).toContainEqual({
      done,
      status,
    })
    const isBack = status === 'cancelled' || status === 'rejected' || status === 'failed'
    expect(await funding(customer, 'available')).toBe(isBack ? 1000_0000000n : 900_0000000n)
    expect(await funding(customer, 'held')).toBe(isBack || status === 'done' ? 0n : 100_0000000n)
    const paidOut = (await balanceOf(app.db, outsideAccount('USDT'))) - outsideBefore
    expect(paidOut).toBe(status === 'done' ? 99_0000000n : 0n)
    expect(await store.auditWithdrawals(app.db)).toEqual([])
    expect(await app.isConsistent()).toBe(true)
  })
})

test(
  'T14: the database keeps no transaction signed once what voids it is, and keeps what is signed as it is',
  LONG,
  async () => {
    let made = 0
    /** A prepared withdrawal, and what may be kept of it, each in a transaction of its own and without the lock that goes before. */
    async function prepared() {
      const customer = await payee('1000')
      const { id } = (await ask(customer, '100')).data
      const actions = actionsOn(customer, id, await consoleApp.tokenOf(operator))
      expect([await actions.approve(), await actions.prepare()]).toEqual([true, true])
      const [withdrawal, by, nowMs] = [BigInt(id), operator.id, app.clock.nowMs()]
      const written = { unsigned: '0x02', expectedTxid: undefined, mostNetworkFee: 1n }
      const spends = [`nonce:${++made}`]
      const prepared = { ...written, spends, looked: { height: 0, hash: null } }
      const inTx = (work: (tx: Tx) => Promise<void>) => app.db.transaction().execute(work)
      await inTx((tx) =>
        store.insertTransaction(
          tx,
          withdrawal,
          { chain: 'Tron', payer: 'somebody', format: 'evm', prepared, operator: by },
          nowMs,
        ),
      )
      return {
        write: (n = 1) => inTx((tx) => store.insertVoiding(tx, withdrawal, { ...written, n }, by, nowMs)),
        sign: () => inTx((tx) => store.keepSigned(tx, withdrawal, '0x02aa', by, nowMs)),
        signVoid: (n = 1) =>
          inTx((tx) => store.keepSignedVoid(tx, withdrawal, { n, raw: '0x02bb', txid: `ab${n}` }, by, nowMs)),
      }
    }
    const voided = await prepared()
    await voided.write()
    await expect(voided.write()).rejects.toThrow('withdrawal_voiding_pkey')
    await voided.signVoid()
    await expect(voided.signVoid()).rejects.toThrow('is signed')
    await voided.write(2)
    await voided.signVoid(2)
    await expect(voided.sign()).rejects.toThrow('is voided')

    const signed = await prepared()
    await signed.write()
    await signed.sign()
    await signed.signVoid()

    for (let n = 0; n < 8; n++) {
      const both = await prepared()
      await both.write()
      const [payment, nothing] = await Promise.allSettled([both.sign(), both.signVoid()])
      expect(nothing.status).toBe('fulfilled')
      if (payment.status === 'rejected') expect(String(payment.reason)).toMatch('is voided')
    }
  },
)

/** Each action on a withdrawal; whether it was done, or refused. */
function actionsOn(
  customer: TestCustomer,
  id: string,
  token: string,
): Record<Action, () => Promise<boolean>> {
  const rules = { chains: [], screening: openScreening(undefined, app.clock, pino({ level: 'silent' })) }
  const nowMs = app.clock.nowMs()
  const inTx = (work: (tx: Tx) => Promise<unknown>) =>
    app.db
      .transaction()
      .execute(work)
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal) return false
          throw error
        },
      )
  const post = async (path: string, fields: Record<string, string>) => {
    const { error } = await consoleApp.post(`/console/withdrawal/${path}`, token, { id, ...fields })
    if (error !== undefined) expect(error).toBe('WITHDRAWAL_STATUS')
    return error === undefined
  }
  return {
    approve: () => inTx((tx) => approveWithdrawal(tx, rules, BigInt(id), { maker: 1n, checker: 2n }, nowMs)),
    async cancel() {
      const { error } = await app.call(calls.cancelWithdrawal, { id }, customer.token)
      if (error !== undefined) expect(error).toBe('WITHDRAWAL_NOT_CANCELABLE')
      return error === undefined
    },
    reject: () => post('reject', { reason: 'the name of the payee differs' }),
    prepare: () => post('prepare', {}),
    finish: () => inTx((tx) => finishWithdrawal(tx, BigInt(id), { txid: `hash of ${id}` }, nowMs)),
    fail: () => inTx((tx) => failWithdrawal(tx, BigInt(id), {}, nowMs)),
  }
}
