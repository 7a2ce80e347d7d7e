import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '#domain/loan/contract.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { requestWithdrawal } from '#domain/withdrawal/contract.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { type LoanFixture, openLoanFixture } from '#server/testing/loan.ts'
import { PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { meet } from '#server/testing/waiting.ts'
import { auditLoans, auditResults } from './audit.ts'
import { markDue, remindDue } from './jobs.ts'
import { findOverdue, lockBorrower } from './store.ts'

/** Loans at once: one of two wins, and nothing is lost; and what the database does not take. */

let app: LoanFixture
beforeAll(async () => {
  app = await openLoanFixture()
})
afterAll(async () => {
  expect(await auditLoans(app.db)).toEqual([])
  expect(await auditResults(app.db, 1_000)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

const usdt = (text: string) => readAmount(text, 'USDT')
const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))
const repay = ({ token }: TestCustomer, id: string, amount?: string) =>
  app.call(calls.repayLoan, { id, ...(amount && { amount }) }, token)

test('T44: applications at once are one', LONG, async () => {
  const customer = await app.borrower()
  const answers = await times(8, () =>
    app.call(calls.applyForLoan, { amount: '3200', days: '7' }, customer.token),
  )
  expectAtOnce(answers, { done: 1, refused: 'LOAN_PENDING' })
})

test('T44: applications that meet at one borrower are one', LONG, async () => {
  const customer = await app.borrower()
  // There is a row to wait for.
  await app.db.transaction().execute((tx) => lockBorrower(tx, customer.id))
  const answers = await meet(app.db, {
    lock: (tx) => lockBorrower(tx, customer.id),
    parties: Array.from(
      { length: 3 },
      () => () => app.call(calls.applyForLoan, { amount: '3200', days: '7' }, customer.token),
    ),
  })
  const said = answers.map((answer) => answer.status === 'fulfilled' && answer.value.error)
  expect(said.toSorted()).toEqual(['LOAN_PENDING', 'LOAN_PENDING', undefined])
})

test('repaid wholly many times at once, a loan is repaid once', LONG, async () => {
  const customer = await app.borrower('5000')
  const id = await app.lend(customer, '1000')
  expectAtOnce(await times(8, () => repay(customer, id)), { done: 1, refused: 'LOAN_STATUS' })
  expect((await app.balances(customer)).own).toBe(usdt('5000'))
  expect(await app.scoreOf(customer)).toBe(610)
})

test('two parts at once are both paid, and together no more than is owed', LONG, async () => {
  const customer = await app.borrower('5000')
  const id = await app.lend(customer, '1000')
  const answers = await times(8, () => repay(customer, id, '300'))
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(3)
  expect(answers.filter(({ error }) => error === 'LOAN_REPAYMENT_TOO_LARGE')).toHaveLength(5)
  expect((await app.row(id)).outstanding).toBe(usdt('100'))
  expect((await app.balances(customer)).own).toBe(usdt('5100'))
})

test('taken back while it is paid out, an application is one of both', LONG, async () => {
  for (let n = 0; n < 6; n++) {
    const customer = await app.borrower()
    const id = await app.apply(customer, '500')
    const [paid, cancelled] = await Promise.allSettled([
      app.payOut(id),
      app.call(calls.cancelLoan, { id }, customer.token).then(({ error }) => {
        if (error !== undefined) throw new Error(error)
      }),
    ])
    const isPaid = paid.status === 'fulfilled'
    expect(cancelled.status).toBe(isPaid ? 'rejected' : 'fulfilled')
    expect((await app.row(id)).status).toBe(isPaid ? 'issued' : 'cancelled')
    expect((await app.balances(customer)).own).toBe(isPaid ? usdt('500') : 0n)
  }
})

test(
  'taken back while two approve, and rejected at once: one wins, and no proposal is left',
  LONG,
  async () => {
    for (let n = 0; n < 3; n++) {
      const customer = await app.borrower()
      const id = await app.apply(customer, '500')
      const { data } = await app.post('maker', '/console/loan/approve', { id, reason: 'good' })
      const approval = { id: data.proposal.id, reason: 'seen' }
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => app.post('checker', '/console/proposal/approve', approval)),
        app.call(calls.cancelLoan, { id }, customer.token),
      ])
      expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
      const { status } = await app.row(id)
      expect((await app.balances(customer)).own).toBe(status === 'issued' ? usdt('500') : 0n)
      const waiting = await app.db
        .selectFrom('proposal')
        .select('id')
        .where('id', '=', BigInt(data.proposal.id))
        .where('status', '=', 'pending')
        .execute()
      expect(waiting).toEqual([])
    }
  },
)

test('repaid while it is marked overdue and reminded, a loan costs the score once', LONG, async () => {
  const customers = await times(4, () => app.borrower('1000'))
  const loans = await Promise.all(
    customers.map(async (customer) => ({ customer, id: await app.lend(customer, '100') })),
  )
  app.clock.advance(8 * DAY_MS + 1)
  const nowMs = app.clock.nowMs()
  await Promise.all([
    ...loans.map(({ customer, id }) => app.repay(customer, id)),
    ...[markDue, markDue, remindDue].map((job) => job(app.db, nowMs)),
  ])
  for (const { customer, id } of loans) {
    expect((await app.row(id)).status).toBe('repaid')
    // Overdue, and a further day has begun.
    expect(await app.scoreOf(customer)).toBe(545)
    // Six days by the daily rate, and two overdue.
    expect((await app.balances(customer)).own).toBe(usdt('1000') - usdt('0.30'))
  }
})

test('a job that ended half-way is finished by the next', LONG, async () => {
  const customers = await times(3, () => app.borrower())
  for (const customer of customers) await app.lend(customer, '100')
  app.clock.advance(7 * DAY_MS + 1)
  let seen = 0
  const dying = new Proxy(app.db, {
    get(db, name) {
      if (name === 'transaction' && ++seen > 1) throw new Error('the process ended')
      const found: unknown = Reflect.get(db, name, db)
      return typeof found === 'function' ? found.bind(db) : found
    },
  })
  const due = async () => (await findOverdue(app.db, app.clock.nowMs(), 500)).length
  const before = await due()
  expect(before).toBeGreaterThanOrEqual(3)
  await expect(markDue(dying, app.clock.nowMs())).rejects.toThrow('the process ended')
  expect(await due()).toBe(before - 1)
  for (let run = 0; run < 2; run++) await markDue(app.db, app.clock.nowMs())
  expect(await due()).toBe(0)
  for (const customer of customers) expect(await app.scoreOf(customer)).toBe(550)
})

test('T44: withdrawals at once do not each count on the same rest', LONG, async () => {
  const customer = await app.borrower('300')
  await app.lend(customer, '1000')
  const answers = await times(6, () =>
    app.call(
      requestWithdrawal,
      {
        ...{ currency: 'USDT', network: 'TRC20', amount: '200' },
        ...{ address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD },
      },
      customer.token,
    ),
  )
  const errors = answers.map(({ error }) => error)
  expect(errors.filter((error) => error === undefined)).toHaveLength(1)
  expect(errors.filter((error) => error === 'EQUITY_OWED')).toHaveLength(5)
})

test('pay-outs at once lend no more than customers may owe together', LONG, async () => {
  const { rows } = await sql<{ outstanding: bigint }>`
    select coalesce(sum(outstanding), 0)::bigint as outstanding from loan`.execute(app.db)
  const room = rows[0]!.outstanding + usdt('1500')
  await alterAsOwner(
    { db: app.db },
    sql`update loan_terms set maximum = ${usdt('1000')}, max_outstanding = ${room}`,
  )
  const customers = await times(4, () => app.borrower())
  const ids: string[] = []
  for (const customer of customers) ids.push(await app.apply(customer, '1000'))
  const paid = await Promise.allSettled(ids.map((id) => app.payOut(id)))
  expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

describe('the database', () => {
  const refused = async (statement: ReturnType<typeof sql>) =>
    expect(statement.execute(app.db)).rejects.toThrow()

  test('lets no loan go back, be lent by one, or be owed more than was lent', async () => {
    const customer = await app.borrower('1000')
    const open = BigInt(await app.lend(customer, '100'))
    await refused(sql`update loan set status = 'pending' where id = ${open}`)
    await refused(sql`update loan set outstanding = outstanding + 1 where id = ${open}`)
    await refused(sql`update loan set has_free_day = false where id = ${open}`)
    await refused(sql`update loan set amount = 1 where id = ${open}`)
    await refused(sql`update loan set daily_rate = 1 where id = ${open}`)
    await refused(sql`delete from loan where id = ${open}`)
    await refused(sql`update loan_repayment set principal = 1`)
    await refused(sql`update loan_score set change = 0`)
    await refused(
      sql`insert into loan_score select id + 1, customer_id, loan_id, cause, day, change, score, at from loan_score limit 1`,
    )
    await repay(customer, String(open))
    await refused(sql`update loan set status = 'issued', ended_at = null where id = ${open}`)
  })

  test('pays out nothing that one operator agreed on with themselves', async () => {
    const customer = await app.borrower()
    const id = BigInt(await app.apply(customer, '100'))
    const now = new Date(app.clock.nowMs())
    await refused(
      sql`update loan set status = 'issued', paid_out_at = ${now}, due_at = ${now}::timestamptz + interval '168 hours',
        has_free_day = true, outstanding = amount, maker = 1, checker = 1 where id = ${id}`,
    )
  })
})
