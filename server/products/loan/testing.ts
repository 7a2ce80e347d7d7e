import { approveProposal } from '#domain/console/contract.ts'
import { assert } from '#domain/errors.ts'
import * as operators from '#domain/loan/console.ts'
import * as calls from '#domain/loan/contract.ts'
import { LOAN_CURRENCY } from '#domain/loan/rules.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { Services } from '#server/app.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { factsOf, type Player } from '#server/sim/player.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'
import { fundFromOutside } from '../treasury/service.ts'
import { fundOf } from './accounts.ts'
import { payOutLoan } from './service.ts'

/** Of the exchange that is tested, which is one at a time: what a customer cannot do alone is done on it. */
let services: Services | undefined

/** Fills the fund, which a demonstration of an earlier version has not. */
async function start(opened: Services): Promise<void> {
  services = opened
  const { db, clock } = opened
  if ((await balanceOf(db, fundOf(LOAN_CURRENCY))) > 0n) return
  const funding = { account: fundOf(LOAN_CURRENCY), currency: LOAN_CURRENCY, amount: '50000' }
  await db.transaction().execute((tx) => fundFromOutside(tx, [funding], 'treasury-funding', clock.nowMs()))
}

const good = { amount: '100', days: '7' }

/** Takes back what waits, as one application waits at a time. */
async function readyToApply(customer: Customer) {
  const { application } = await customer.ask(calls.loanInfo)
  if (application) await customer.ask(calls.cancelLoan, { id: application.id })
  return good
}
const apply = async (customer: Customer) =>
  (await customer.ask(calls.applyForLoan, await readyToApply(customer))).id

/** A loan that two operators paid out. */
async function lend(customer: Customer): Promise<string> {
  const id = await apply(customer)
  const { db, clock } = services!
  const two = { maker: 1n, checker: 2n }
  await db.transaction().execute((tx) => payOutLoan(tx, BigInt(id), two, clock.nowMs()))
  return id
}

/** Two operators look at the application that waits longest, and pay it out where they may. */
async function review({ exchange, random }: Player): Promise<string> {
  const waiting = await exchange.real
    .selectFrom('loan')
    .select('id')
    .where('status', '=', 'pending')
    .orderBy('id')
    .executeTakeFirst()
  if (!waiting) return 'none waits'
  const input = { id: String(waiting.id), reason: 'seen in the simulation' }
  if (random.chance(6)) return factsOf(await exchange.operate('maker', operators.rejectLoanRequest, input))
  const proposed = await exchange.operate('maker', operators.proposeLoan, input)
  if (!proposed.ok) return factsOf(proposed)
  const { proposal } = proposed.data as operators.LoanCheck
  const decision = { id: proposal!.id, reason: 'seen in the simulation' }
  const own = await exchange.operate('maker', approveProposal, decision)
  assert(!own.ok && own.error === 'PROPOSAL_IS_YOURS', `nobody approves their own: ${JSON.stringify(own)}`)
  const both = await Promise.all(
    [decision, decision].map((one) => exchange.operate('checker', approveProposal, one)),
  )
  const approved = both.filter(({ ok }) => ok).length
  assert(approved <= 1, `an application is paid out at most once, not ${approved} times`)
  return approved === 1 ? 'paid out' : 'refused'
}

/** One of a simulated customer's loans that is to be repaid, or was. */
const someLoan = ({ exchange, random }: Player, customer: bigint) =>
  exchange.real
    .selectFrom('loan')
    .select(['id', 'outstanding'])
    .where('customer_id', '=', customer as never)
    .orderBy('id', 'desc')
    .limit(6)
    .execute()
    .then((rows) => (rows.length === 0 ? undefined : random.one(rows)))

export const loanTesting: ProductTesting = {
  start,
  fields: {
    ...{ days: '7', dailyRate: '0.0003', overdueRate: '0.0006', perPoint: '20', scoreFloor: '440' },
    maxOutstanding: '2000000',
  },
  calls: [
    { call: calls.applyForLoan, fields: good },
    ...[calls.loanContract, calls.loanPdf].map((call) => ({ call, things: { id: 'loan' } })),
    { call: calls.repayLoan, fields: { amount: '1' }, things: { id: 'loan' } },
    { call: calls.cancelLoan, things: { id: 'loanApplication' } },
    ...[operators.consoleLoan, operators.proposeLoan, operators.rejectLoanRequest].map((call) => ({
      ...{ call, things: { id: 'loanApplication' } },
    })),
    { call: operators.proposeLoanTerms, fields: { minimum: '100', maximum: '10000' } },
  ],
  matrix: {
    doOneOfEach: async (customer) => ({ loan: await lend(customer), loanApplication: await apply(customer) }),
    effects: [
      { call: calls.applyForLoan, isGuarded: true, prepare: readyToApply },
      { call: calls.cancelLoan, isGuarded: true, prepare: async (one) => ({ id: await apply(one) }) },
      { call: calls.repayLoan, isGuarded: true, prepare: async (one) => ({ id: await lend(one) }) },
    ],
    proposals: [
      async (maker, customer) => {
        const input = { id: await apply(customer), reason: 'score and history' }
        return (await maker.ask(operators.proposeLoan, input)).proposal!.id
      },
    ],
  },
  simulation: {
    calls: [
      {
        name: 'loan application',
        weight: 3,
        call: calls.applyForLoan,
        input: ({ random }) => ({ amount: `${90 + random.below(400)}`, days: random.one(['7', '15', '30']) }),
      },
      {
        name: 'loan repaid',
        weight: 4,
        call: calls.repayLoan,
        async input(player, customer) {
          const loan = await someLoan(player, customer)
          if (!loan) return undefined
          const part = (loan.outstanding * BigInt(1 + player.random.below(12))) / 10n
          const isWhole = part === 0n || player.random.chance(3)
          const amount = isWhole ? {} : { amount: formatAmount(part, LOAN_CURRENCY) }
          return { id: String(loan.id), ...amount }
        },
      },
      {
        name: 'loan application taken back',
        weight: 1,
        call: calls.cancelLoan,
        async input(player, customer) {
          const loan = await someLoan(player, customer)
          return loan && { id: String(loan.id) }
        },
      },
    ],
    actions: [{ name: 'review of a loan', weight: 3, act: review }],
    hostile: [
      [calls.applyForLoan, 'amount', 'days'],
      [calls.repayLoan, 'amount', 'id'],
      [calls.cancelLoan, 'id'],
    ],
  },
}
