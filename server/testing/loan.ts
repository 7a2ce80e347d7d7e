import type { CustomerId } from '#domain/ids.ts'
import * as calls from '#domain/loan/contract.ts'
import { LOAN_CURRENCY } from '#domain/loan/rules.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { fundingOf, fundOf, interestOf } from '#server/products/loan/accounts.ts'
import { markDue, remindDue } from '#server/products/loan/jobs.ts'
import { payOutLoan, repayLoan } from '#server/products/loan/service.ts'
import { findLoan, type LoanRow } from '#server/products/loan/store.ts'
import type { MarketData } from '#server/products/product.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { createSessions } from '#server/users/sessions.ts'
import { openTestApp, type TestApp } from './app.ts'
import { openTestConsole, type Person } from './console.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'
import { makeReadyToWithdraw } from './payees.ts'

/** An app and a console with a fund to lend from, two who review, and customers who borrow. */
export interface LoanFixture extends TestApp {
  readonly console: ReturnType<typeof openTestConsole>
  /** Verified, with so much USDT in funding, and what a withdrawal takes. */
  borrower(amount?: string): Promise<TestCustomer>
  /** Begins another session of a customer's, of whom the first has ended. */
  signIn(customer: TestCustomer): Promise<string>
  /** Applies for a loan; its id. */
  apply(customer: TestCustomer, amount: string, days?: number): Promise<string>
  /** Pays an application out at the clock's time, as two operators would. */
  payOut(id: string): Promise<LoanRow>
  /** Both. */
  lend(customer: TestCustomer, amount: string, days?: number): Promise<string>
  /** Repays without a session, which a long term outlives. */
  repay(customer: TestCustomer, id: string, amount?: string): Promise<LoanRow>
  row(id: string): Promise<LoanRow>
  scoreOf(customer: { readonly id: CustomerId }): Promise<number>
  /** What falls due by the clock's time, as the jobs do it. */
  due(): Promise<void>
  balances(customer: { readonly id: CustomerId }): Promise<{ own: bigint; fund: bigint; interest: bigint }>
  post(
    who: 'maker' | 'checker',
    path: string,
    fields: Record<string, string>,
  ): ReturnType<LoanFixture['console']['post']>
  /** The price of BTC in USDT, in ticks; undefined while it is not fresh. */
  setPrice(bitcoin: number | undefined): void
}

/** Who agreed on a pay-out here. */
const TWO = { maker: 1n, checker: 2n }

/** Lends a customer so much, as two operators would, out of a fund that is filled for it: in an app of any test. */
export async function lendIn({ db, clock, call }: TestApp, { token }: TestCustomer, amount: string) {
  const money = { account: fundOf(LOAN_CURRENCY), currency: LOAN_CURRENCY, amount }
  await db.transaction().execute((tx) => fundFromOutside(tx, [money], 'treasury-funding', clock.nowMs()))
  const { data, error } = await call(calls.applyForLoan, { amount, days: '7' }, token)
  if (error !== undefined) throw new Error(`the application is refused: ${error}`)
  await db.transaction().execute((tx) => payOutLoan(tx, BigInt(data.id), TWO, clock.nowMs()))
}

/** Opens it with 100,000 USDT to lend, and BTC at 20,000.00. */
export async function openLoanFixture({ fund = '100000' } = {}): Promise<LoanFixture> {
  let bitcoin: number | undefined = 2_000_000
  const symbol = findInstrument('BTC-USDT')!.symbol
  const isBitcoin = (asked: string) => asked === symbol && bitcoin !== undefined
  const markets: Partial<MarketData> = {
    lastPrice: (asked) =>
      isBitcoin(asked) ? { price: bitcoin!, atMs: app.clock.nowMs(), isClose: false } : undefined,
    lastTick: (asked): Tick | undefined =>
      isBitcoin(asked)
        ? {
            ...{ sequence: 1, symbol, price: bitcoin!, bid: bitcoin!, ask: bitcoin!, volume: 0 },
            ...{ source: 'simulated', sourceAtMs: app.clock.nowMs(), atMs: app.clock.nowMs(), isHeld: false },
          }
        : undefined,
    isFresh: isBitcoin,
  }
  const app: TestApp = await openTestApp({ markets })
  const { db, clock } = app
  const consoleApp = openTestConsole(app)
  const people: Record<'maker' | 'checker', Person> = {
    maker: await consoleApp.addOperator('finance'),
    checker: await consoleApp.addOperator('compliance'),
  }
  const money = { account: fundOf(LOAN_CURRENCY), currency: LOAN_CURRENCY, amount: fund }
  await db.transaction().execute((tx) => fundFromOutside(tx, [money], 'treasury-funding', clock.nowMs()))
  const sessions = {
    maker: { untilMs: 0, token: Promise.resolve('') },
    checker: { untilMs: 0, token: Promise.resolve('') },
  }
  const fixture: LoanFixture = {
    ...app,
    console: consoleApp,
    async borrower(amount) {
      const customer = await addTestCustomer(db, clock, { tier: 'advanced' })
      if (amount !== undefined) await app.give(customer.id, 'funding', LOAN_CURRENCY, amount)
      await makeReadyToWithdraw(db, customer.id)
      return customer
    },
    signIn: ({ id }) =>
      db
        .transaction()
        .execute((tx) => createSessions(db, clock).begin(tx, id, { device: 'test', ip: '10.0.0.1' })),
    async apply({ token }, amount, days = 7) {
      const { data, error } = await app.call(calls.applyForLoan, { amount, days: String(days) }, token)
      if (error !== undefined) throw new Error(`the application is refused: ${error}`)
      return data.id as string
    },
    payOut: (id) => db.transaction().execute((tx) => payOutLoan(tx, BigInt(id), TWO, clock.nowMs())),
    async lend(customer, amount, days) {
      const id = await fixture.apply(customer, amount, days)
      await fixture.payOut(id)
      return id
    },
    repay: ({ id: customer }, id, amount) =>
      db.transaction().execute((tx) => repayLoan(tx, { customer, id: BigInt(id), amount }, clock.nowMs())),
    row: async (id) => (await findLoan(db, BigInt(id)))!,
    async scoreOf({ id }) {
      const row = await db
        .selectFrom('loan_customer')
        .select('score')
        .where('customer_id', '=', id)
        .executeTakeFirstOrThrow()
      return row.score
    },
    async due() {
      await remindDue(db, clock.nowMs())
      await markDue(db, clock.nowMs())
    },
    balances: async ({ id }) => ({
      own: await balanceOf(db, fundingOf(id)),
      fund: await balanceOf(db, fundOf(LOAN_CURRENCY)),
      interest: await balanceOf(db, interestOf(LOAN_CURRENCY)),
    }),
    async post(who, path, fields) {
      const nowMs = clock.nowMs()
      // Days pass here, and a console's session does not last a day.
      if (!(sessions[who].untilMs > nowMs))
        sessions[who] = { untilMs: nowMs + 5 * MINUTE_MS, token: consoleApp.tokenOf(people[who]) }
      return consoleApp.post(path, await sessions[who].token, fields)
    },
    setPrice(price) {
      bitcoin = price
    },
    async close() {
      await consoleApp.close()
      await app.close()
    },
  }
  return fixture
}
