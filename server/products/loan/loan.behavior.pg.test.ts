import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '#domain/loan/contract.ts'
import { goldenLoans } from '#domain/loan/golden.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { requestWithdrawal } from '#domain/withdrawal/contract.ts'
import { nextId } from '#server/platform/ids.ts'
import { liveIn, switchCountry } from '#server/testing/countries.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { type LoanFixture, openLoanFixture } from '#server/testing/loan.ts'
import { PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { auditLoans, auditResults } from './audit.ts'
import { payOutLoan, repayLoan } from './service.ts'
import { insertLoan, lockBorrower, newestTerms } from './store.ts'

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

const usdt = (text: string) => (Number(text) === 0 ? 0n : readAmount(text, 'USDT'))
const info = async ({ token }: TestCustomer) =>
  (await app.call(calls.loanInfo, {}, token)).data as calls.LoanInfo
const contract = async ({ token }: TestCustomer, id: string) =>
  (await app.call(calls.loanContract, { id }, token)).data as calls.LoanContract
/** A customer whose session ended meanwhile, signed in again. */
const again = async (customer: TestCustomer): Promise<TestCustomer> => ({
  ...customer,
  token: await app.signIn(customer),
})
const noticesOf = async ({ id }: TestCustomer): Promise<Record<string, string>[]> =>
  (
    await app.db
      .selectFrom('notice')
      .select(['kind', 'params'])
      .where('customer_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind, params }) => ({ ...(params as Record<string, string>), kind }))
const applying = ({ token }: TestCustomer, amount: string, more: Record<string, string> = {}) =>
  app.call(calls.applyForLoan, { amount, days: '7', ...more }, token)

test('the terms of a new exchange are those of the rulings', async () => {
  const { data } = await app.call(calls.loanTerms)
  expect(data).toMatchObject({
    ...{ days: [7, 15, 30, 60, 90], minimum: '100.0000000', maximum: '10000.0000000', reviewHours: 4 },
    ...{ currency: 'USDT', dailyRatePercent: '0.03', overdueRatePercent: '0.06' },
  })
})

describe('an application', () => {
  test('of the limit waits for review; nothing is paid, and the rest of the limit is known', async () => {
    const customer = await app.borrower('50')
    const { data } = await applying(customer, '200', { days: '30' })
    expect(data).toMatchObject({
      ...{ status: 'pending', amount: '200.0000000', days: 30, hasFreeDay: true },
      ...{ totalInterest: '1.7400000', paidOutAtMs: null, remaining: '0.0000000', debt: null },
    })
    expect(await info(customer)).toMatchObject({
      ...{ score: 600, limit: '3200.0000000', used: '0.0000000', available: '3200.0000000' },
      ...{ balance: '50.0000000', hasFreeDay: true, application: { id: data.id }, open: [] },
    })
    expect((await app.balances(customer)).own).toBe(usdt('50'))
  })

  test('T44: is refused above the limit, below zero, of no days, and while another waits', async () => {
    const customer = await app.borrower()
    expect((await applying(customer, '3200.0000001')).error).toBe('LOAN_LIMIT')
    expect((await applying(customer, '99')).error).toBe('AMOUNT_TOO_SMALL')
    expect((await applying(customer, '10001')).error).toBe('AMOUNT_TOO_LARGE')
    for (const amount of ['-1', '0', '1e3', '0x10', '100.00000001'])
      expect((await applying(customer, amount)).error).toBeDefined()
    for (const days of ['0', '-7', '8', '7.0', '365'])
      expect((await applying(customer, '100', { days })).error).toBe('VALUE_NOT_ALLOWED')
    expect((await applying(customer, '3200')).error).toBeUndefined()
    expect((await applying(customer, '100')).error).toBe('LOAN_PENDING')
  })

  test('takes advanced verification, and the terms that were seen', async () => {
    const basic = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    expect((await applying(basic, '100')).error).toBe('KYC_REQUIRED')
    expect(await info(basic)).toMatchObject({ isVerified: false, limit: '0.0000000', score: 600 })
    const customer = await app.borrower()
    expect((await applying(customer, '100', { termsVersion: '999' })).error).toBe('TERMS_CHANGED')
    expect((await applying(customer, '100', { termsVersion: '1' })).error).toBeUndefined()
  })

  test('is taken back by its customer once, and another can be made', async () => {
    const [customer, other] = [await app.borrower(), await app.borrower()]
    const id = await app.apply(customer, '100')
    const cancel = ({ token }: TestCustomer) => app.call(calls.cancelLoan, { id }, token)
    expect((await cancel(other)).error).toBe('LOAN_NOT_FOUND')
    expect((await cancel(customer)).data).toMatchObject({ status: 'cancelled', id })
    expect((await cancel(customer)).error).toBe('LOAN_STATUS')
    expect((await applying(customer, '100')).error).toBeUndefined()
  })

  test('without a loan there is none, and another’s is as missing', async () => {
    const [customer, other] = [await app.borrower(), await app.borrower()]
    expect((await app.call(calls.loanContract, {}, customer.token)).error).toBe('LOAN_NONE')
    const id = await app.apply(other, '100')
    for (const call of [calls.loanContract, calls.loanPdf, calls.repayLoan])
      expect((await app.call(call, { id }, customer.token)).error).toBe('LOAN_NOT_FOUND')
    expect((await app.call(calls.loanContract, {}, other.token)).data).toMatchObject({ id })
  })
})

describe('review', () => {
  test('T44: two operators pay out, each only once; the customer reads of it', async () => {
    const customer = await app.borrower()
    const id = await app.apply(customer, '500', 30)
    const before = await app.balances(customer)
    const proposed = await app.post('maker', '/console/loan/approve', { id, reason: 'score and history' })
    expect(proposed.data).toMatchObject({
      ...{ proposal: { status: 'pending' }, actions: [], viewerAction: 'waiting' },
      customer: { score: 600, limit: '3200.0000000', used: '0.0000000', repaidOnTime: 0, scores: [] },
    })
    expect((await app.post('checker', '/console/loan/reject', { id, reason: 'no' })).error).toBe(
      'PROPOSAL_EXISTS',
    )
    const approve = (who: 'maker' | 'checker') =>
      app.post(who, '/console/proposal/approve', { id: proposed.data.proposal.id, reason: 'seen' })
    expect((await approve('maker')).error).toBe('PROPOSAL_IS_YOURS')
    expect((await approve('checker')).error).toBeUndefined()
    expect((await approve('checker')).error).toBe('PROPOSAL_NOT_PENDING')
    const after = await app.balances(customer)
    expect(after.own - before.own).toBe(usdt('500'))
    expect(before.fund - after.fund).toBe(usdt('500'))
    const paid = await contract(customer, id)
    expect(paid).toMatchObject({
      ...{ status: 'issued', hasFreeDay: true, remaining: '500.0000000', repaid: '0.0000000' },
      dueAtMs: app.clock.nowMs() + 30 * DAY_MS,
    })
    expect(await noticesOf(customer)).toMatchObject([{ kind: 'loan-issued', amount: '500.0000000' }])
  })

  test('one operator rejects, with a reason that the customer reads', async () => {
    const customer = await app.borrower()
    const id = await app.apply(customer, '100')
    const { data } = await app.post('maker', '/console/loan/reject', { id, reason: 'Income is not shown' })
    expect(data).toMatchObject({ status: 'rejected', why: 'Income is not shown', actions: [] })
    expect(await noticesOf(customer)).toMatchObject([{ kind: 'loan-rejected', why: 'Income is not shown' }])
    expect((await app.post('maker', '/console/loan/approve', { id, reason: 'again' })).error).toBe(
      'LOAN_STATUS',
    )
    expect((await applying(customer, '100')).error).toBeUndefined()
  })

  test('what the customer takes back, no operator waits for any more', async () => {
    const customer = await app.borrower()
    const id = await app.apply(customer, '100')
    const { data } = await app.post('maker', '/console/loan/approve', { id, reason: 'good' })
    expect((await app.call(calls.cancelLoan, { id }, customer.token)).error).toBeUndefined()
    const approval = { id: data.proposal.id, reason: 'seen' }
    expect((await app.post('checker', '/console/proposal/approve', approval)).error).toBe(
      'PROPOSAL_NOT_PENDING',
    )
    expect((await app.row(id)).status).toBe('cancelled')
  })

  test('nothing is paid out that was taken back, nor twice', async () => {
    const customer = await app.borrower()
    const cancelled = await app.apply(customer, '100')
    expect((await app.call(calls.cancelLoan, { id: cancelled }, customer.token)).error).toBeUndefined()
    await expect(app.payOut(cancelled)).rejects.toMatchObject({ code: 'LOAN_STATUS' })
    const id = await app.lend(customer, '100')
    await expect(app.payOut(id)).rejects.toMatchObject({ code: 'LOAN_STATUS' })
    expect((await app.row(id)).outstanding).toBe(100_0000000n)
  })

  test('nothing is paid out to an account that was frozen, or lost its verification, meanwhile', async () => {
    const customer = await app.borrower()
    const id = await app.apply(customer, '100')
    await app.call(freezeAccount, {}, customer.token)
    await expect(app.payOut(id)).rejects.toThrow('CUSTOMER_FROZEN')
    const other = await app.borrower()
    const second = await app.apply(other, '100')
    await app.db.updateTable('customer').set({ tier: 'unverified' }).where('id', '=', other.id).execute()
    await expect(app.payOut(second)).rejects.toThrow('KYC_REQUIRED')
  })

  test('T22: nothing is paid out where loans were closed meanwhile; what was paid out can be repaid', async () => {
    const customer = await app.borrower()
    const lent = await app.lend(customer, '100')
    const id = await app.apply(customer, '100')
    await liveIn(app.db, customer.id, { country: 'PT' })
    const at = { country: 'PT', product: 'loan' } as const
    await switchCountry(app.db, { ...at, isOpen: false })
    await expect(app.payOut(id)).rejects.toThrow('COUNTRY_NOT_OFFERED')
    expect(await app.row(id)).toMatchObject({ status: 'pending' })
    expect(await app.repay(customer, lent)).toMatchObject({ status: 'repaid' })
    await switchCountry(app.db, { ...at, isOpen: true })
    expect(await app.payOut(id)).toMatchObject({ status: 'issued' })
  })

  test('terms are changed by two, for applications to come', async () => {
    const customer = await app.borrower()
    const id = await app.lend(customer, '100')
    const terms = {
      ...{ daily_rate: '0.0004', overdue_rate: '0.0008', minimum: '100', maximum: '9000' },
      ...{ per_point: '20', score_floor: '440', max_outstanding: '1000000', reason: 'new terms' },
    }
    const bad = await app.post('maker', '/console/loan/propose_terms', { ...terms, overdue_rate: '0.0001' })
    expect(bad).toMatchObject({ error: 'TERMS_INVALID' })
    const { data } = await app.post('maker', '/console/loan/propose_terms', terms)
    expect((await app.call(calls.loanTerms)).data).toMatchObject({ version: 1, dailyRatePercent: '0.03' })
    const people = { maker: 'checker', checker: 'maker' } as const
    // Finance and risk decide on terms: the reviewer of compliance may not.
    const approval = { id: data.id, reason: 'seen' }
    expect((await app.post(people.maker, '/console/proposal/approve', approval)).error).toBe(
      'OPERATOR_ROLE_REQUIRED',
    )
    expect(await contract(customer, id)).toMatchObject({ dailyRatePercent: '0.03' })
  })
})

describe('repayment', () => {
  test.each(goldenLoans)('$name: what is booked is what was computed apart', async (golden) => {
    const customer = await app.borrower('20000')
    const startMs = Date.parse(golden.paidOut)
    // These are of other years than the clock's; what decides is when a loan is paid out and repaid.
    if (!golden.hasFreeDay)
      await repayAt(customer, await lendAt(customer, '100', 7, startMs - 2), startMs - 1)
    const id = await lendAt(customer, golden.amount, golden.days, startMs)
    for (const [at, amount, principal, interest, overdueInterest, outstanding] of golden.repayments) {
      const before = await app.balances(customer)
      const loan = await repayAt(customer, id, Date.parse(at), amount ?? undefined)
      const after = await app.balances(customer)
      expect(after.fund - before.fund).toBe(usdt(principal))
      expect(after.interest - before.interest).toBe(usdt(interest) + usdt(overdueInterest))
      expect(before.own - after.own).toBe(usdt(principal) + usdt(interest) + usdt(overdueInterest))
      expect(loan.outstanding).toBe(usdt(outstanding))
    }
  })

  /** A loan that was paid out at a moment. */
  const lendAt = (customer: TestCustomer, amount: string, days: number, atMs: number): Promise<bigint> =>
    app.db.transaction().execute(async (tx) => {
      await lockBorrower(tx, customer.id)
      const id = nextId()
      const asked = { id, customer: customer.id, amount: readAmount(amount, 'USDT'), days }
      await insertLoan(tx, { ...asked, terms: await newestTerms(tx) }, atMs)
      await payOutLoan(tx, id, { maker: 1n, checker: 2n }, atMs)
      return id
    })
  const repayAt = ({ id: customer }: TestCustomer, id: bigint, atMs: number, amount?: string) =>
    app.db.transaction().execute((tx) => repayLoan(tx, { customer, id, amount }, atMs))

  test('of a part pays interest first, twice with one key only once, and never more than is owed', async () => {
    const customer = await app.borrower('100')
    const id = await app.lend(customer, '1000')
    app.clock.advance(3 * DAY_MS)
    // Two days have begun: 2 times 0.30.
    const repay = (amount: string, key?: string) =>
      app.call(calls.repayLoan, { id, amount }, customer.token, key === undefined ? {} : { key })
    const paid = (await repay('100.4', 'once-and-again-1')).data
    expect(paid).toMatchObject({
      ...{ status: 'issued', repaid: '100.4000000', interestPaid: '0.6000000', remaining: '900.2000000' },
      debt: { principal: '900.2000000', chargedDays: 2, interest: '0.0000000' },
    })
    expect((await repay('100.4', 'once-and-again-1')).data).toEqual(paid)
    expect((await repay('900.2000001')).error).toBe('LOAN_REPAYMENT_TOO_LARGE')
    expect((await contract(customer, id)).repayments).toMatchObject([
      { amount: '100.4000000', principal: '99.8000000', interest: '0.6000000', outstanding: '900.2000000' },
    ])
    expect((await app.call(calls.repayLoan, { id }, customer.token)).data).toMatchObject({
      ...{ status: 'repaid', repaid: '1000.6000000', remaining: '0.0000000', debt: null },
    })
    expect((await repay('1')).error).toBe('LOAN_STATUS')
    expect(await app.scoreOf(customer)).toBe(610)
    expect((await noticesOf(customer)).at(-1)).toMatchObject({ kind: 'loan-repaid', amount: '1000.6000000' })
    expect(await info(customer)).toMatchObject({
      ...{ score: 610, limit: '3400.0000000', hasFreeDay: false },
      freeDayFromMs: app.clock.nowMs() + DAY_MS + 1,
    })
  })

  test('is refused where funding has not got it, and possible while the account is frozen', async () => {
    const customer = await app.borrower()
    const id = await app.lend(customer, '1000')
    app.clock.advance(2 * DAY_MS)
    expect((await app.call(calls.repayLoan, { id }, customer.token)).error).toBe('INSUFFICIENT_BALANCE')
    await app.call(freezeAccount, {}, customer.token)
    expect((await app.call(calls.repayLoan, { id, amount: '1000' }, customer.token)).error).toBeUndefined()
  })

  test('T44: a loan within a day of a repaid one has no free day', async () => {
    const customer = await app.borrower('100')
    const first = await app.lend(customer, '1000')
    expect((await app.call(calls.repayLoan, { id: first }, customer.token)).data).toMatchObject({
      repaid: '1000.0000000',
    })
    app.clock.advance(DAY_MS)
    const second = await app.lend(customer, '1000')
    expect(await contract(customer, second)).toMatchObject({ hasFreeDay: false, totalInterest: '2.1000000' })
    app.clock.advance(1)
    expect(await contract(customer, second)).toMatchObject({ remaining: '1000.3000000' })
  })

  test('T44: nor has one within a day of a part that was repaid: what is left of it changes nothing', async () => {
    const customer = await app.borrower('100')
    const first = await app.lend(customer, '1000')
    app.clock.advance(DAY_MS)
    await app.call(calls.repayLoan, { id: first, amount: '999.9' }, customer.token)
    app.clock.advance(DAY_MS)
    const second = await app.lend(customer, '1000')
    expect(await contract(customer, second)).toMatchObject({ hasFreeDay: false, totalInterest: '2.1000000' })
    app.clock.advance(DAY_MS)
    const third = await app.lend(customer, '1000')
    expect(await contract(customer, third)).toMatchObject({ hasFreeDay: true })
  })
})

describe('what falls due', () => {
  test('is reminded 3, 1 and 0 days before, each once, however late the job runs', async () => {
    const customer = await app.borrower()
    await app.lend(customer, '100')
    const kinds = async () =>
      (await noticesOf(customer)).map(({ kind, variant }) => `${kind} ${variant ?? ''}`.trim())
    app.clock.advance(3 * DAY_MS)
    await app.due()
    expect(await kinds()).toEqual(['loan-issued'])
    app.clock.advance(DAY_MS)
    for (let run = 0; run < 2; run++) await app.due()
    expect(await kinds()).toEqual(['loan-issued', 'loan-due 3'])
    // The day before passes without the job: the last reminder is of the day itself.
    app.clock.advance(3 * DAY_MS - 1)
    await app.due()
    expect(await kinds()).toEqual(['loan-issued', 'loan-due 0'])
    expect((await noticesOf(customer)).at(-1)).toMatchObject({ amount: '100.1800000' })
  })

  test('and is not repaid is overdue: once, with the score of each day, the same however late', async () => {
    const [prompt, late] = [await app.borrower('200'), await app.borrower('200')]
    const ids = [await app.lend(prompt, '100'), await app.lend(late, '100')]
    app.clock.advance(7 * DAY_MS)
    await app.due()
    expect((await app.row(ids[0]!)).status).toBe('issued')
    app.clock.advance(1)
    for (let run = 0; run < 2; run++) await app.due()
    expect((await app.row(ids[0]!)).status).toBe('overdue')
    expect(await app.scoreOf(prompt)).toBe(550)
    const now = await again(prompt)
    expect(await contract(now, ids[0]!)).toMatchObject({ status: 'overdue', remaining: '100.2400000' })
    expect((await applying(now, '100')).error).toBe('LOAN_OVERDUE')
    for (const status of ['2', 'unpaid']) {
      const { body } = await app.call(calls.loans, {}, now.token, { extra: { status } })
      expect(JSON.parse(body).data.items).toMatchObject([{ id: ids[0], status: 'unpaid' }])
    }
    app.clock.advance(2 * DAY_MS)
    await app.due()
    // Two further days have begun since.
    expect(await app.scoreOf(prompt)).toBe(540)
    await app.repay(prompt, ids[0]!)
    expect(await app.scoreOf(prompt)).toBe(540)
    const scores = (await app.call(calls.loanScore, {}, now.token)).data
    expect(scores).toMatchObject({
      score: 540,
      items: [
        { cause: 'overdue-day', change: -5, score: 540 },
        { cause: 'overdue-day', change: -5, score: 545 },
        { cause: 'overdue', change: -50, score: 550 },
      ],
    })
    await app.repay(late, ids[1]!)
    expect(await app.scoreOf(late)).toBe(540)
    expect((await noticesOf(prompt)).map(({ kind }) => kind)).toContain('loan-overdue')
  })

  test('is marked by the repayment itself where no job has run: late is late, and costs the same', async () => {
    const customer = await app.borrower('200')
    const id = await app.lend(customer, '100')
    app.clock.advance(9 * DAY_MS)
    await app.repay(customer, id)
    expect(await app.scoreOf(customer)).toBe(545)
    expect((await app.row(id)).overdue_interest_paid).toBe(usdt('0.12'))
  })

  test('a score does not fall below zero, and its days are not counted twice after that', async () => {
    const customer = await app.borrower()
    await app.lend(customer, '100')
    app.clock.advance(7 * DAY_MS + 200 * DAY_MS)
    await app.due()
    expect(await app.scoreOf(customer)).toBe(0)
    app.clock.advance(DAY_MS)
    await app.due()
    expect(await app.scoreOf(customer)).toBe(0)
  })
})

describe('T44: what leaves while a loan is open', () => {
  const withdraw = ({ token }: TestCustomer, amount: string, currency = 'USDT') =>
    app.call(
      requestWithdrawal,
      { currency, network: 'TRC20', amount, address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD },
      token,
    )

  test('is no more than is there beyond what is owed, to the unit', async () => {
    const customer = await app.borrower('300')
    await app.lend(customer, '1000')
    expect((await withdraw(customer, '300.01')).error).toBe('EQUITY_OWED')
    expect((await withdraw(customer, '200')).error).toBeUndefined()
    // What is set aside to leave does not count again.
    expect((await withdraw(customer, '100.01')).error).toBe('EQUITY_OWED')
    expect((await withdraw(customer, '100')).error).toBeUndefined()
  })

  test('counts other coins by a fresh price, and for nothing without one', async () => {
    const customer = await app.borrower()
    await app.lend(customer, '1000')
    expect((await withdraw(customer, '500')).error).toBe('EQUITY_OWED')
    await app.give(customer.id, 'spot', 'BTC', '0.02')
    expect((await withdraw(customer, '400.01')).error).toBe('EQUITY_OWED')
    expect((await withdraw(customer, '400')).error).toBeUndefined()
  })

  test('counts interest until now, and nothing once all is repaid', async () => {
    const customer = await app.borrower('200')
    const id = await app.lend(customer, '1000')
    app.clock.advance(DAY_MS + HOUR_MS)
    // A day’s 0.30 is owed beside the principal.
    expect((await withdraw(customer, '199.71')).error).toBe('EQUITY_OWED')
    expect((await app.call(calls.repayLoan, { id }, customer.token)).error).toBeUndefined()
    expect((await withdraw(customer, '199.7')).error).toBeUndefined()
  })
})
