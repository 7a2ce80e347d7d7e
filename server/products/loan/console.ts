import { sql } from 'kysely'
import type { ProposalView, QueueItem } from '#domain/console/contract.ts'
import { canReviewWithdrawals, canViewCustomers, hasRole } from '#domain/console/roles.ts'
import { unusualChange } from '#domain/console/unusual.ts'
import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/loan/console.ts'
import {
  can,
  hasFreeDayAt,
  interestToTerm,
  invalidLoanTerm,
  LOAN_CURRENCY,
  type LoanTerms,
  limitOf,
} from '#domain/loan/rules.ts'
import { unusualDailyRate } from '#domain/loan/usual.ts'
import { loanReference } from '#domain/loan/words.ts'
import { formatPercent, formatRate } from '#domain/money/rate.ts'
import { HOUR_MS } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { countText } from '#server/console/count-text.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { levelHoursOf } from '#server/console/levels.ts'
import {
  amountField,
  countField,
  line,
  type ProposalFields,
  rateField,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import {
  currentProposal,
  MAKER_INACTIVE,
  type ProposalAction,
  pendingBySubject,
  pendingViews,
  proposalStates,
  proposalView,
  propose,
  requireNoneWaits,
} from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { type TermsProposalAction, versionedTerms } from '#server/console/versioned-terms.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Context, Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { fundOf } from './accounts.ts'
import { lockAnyone, payOutLoan, rejectLoan, requireCan } from './service.ts'
import {
  countWaiting,
  findLoan,
  insertTerms,
  type LoanRow,
  lastRepaidAt,
  newestTerms,
  openLoansOf,
  scoreOf,
  scoresOf,
  totalOutstanding,
  waitingLoans,
} from './store.ts'
import { subjects } from './subjects.ts'
import { loanView, show } from './views.ts'

/** What operators do with loans: review applications, and change the terms together. */

const MAX_QUEUED = 200
const SCORES_SHOWN = 20

const approval: ProposalAction = {
  kind: 'loan-approve',
  roles: canReviewWithdrawals,
  viewers: canViewCustomers,
  isAboutRequest: true,
  customersOf: ({ subject }) => sql`select customer_id from loan where id = ${subjects.idOf(subject)}`,
  async describe(db, { subject }) {
    const loan = await getOrThrow(db, subjects.idOf(subject))
    const score = await scoreOf(db, loan.customer_id)
    const terms = await newestTerms(db)
    return {
      title: `Lend: ${loanReference(loan.number)}`,
      lines: [
        ...linesOf(loan),
        line('Score', String(score)),
        line('Limit', formatAmountWithCurrency(limitOf(score, terms), LOAN_CURRENCY)),
        line('Owed by this customer', formatAmountWithCurrency(await usedBy(db, loan), LOAN_CURRENCY)),
      ],
    }
  },
  async apply(tx, { subject, maker, checker }, nowMs) {
    await payOutLoan(tx, subjects.idOf(subject), { maker, checker }, nowMs)
  },
}

const fields: ProposalFields<Omit<LoanTerms, 'version'>> = {
  dailyRate: rateField('Daily rate', unusualDailyRate),
  overdueRate: rateField('Daily rate when overdue', unusualDailyRate),
  minimum: amountField('Smallest loan', unusualChange),
  maximum: amountField('Largest loan', unusualChange),
  perPoint: amountField('Limit for each point of the score', unusualChange),
  scoreFloor: countField('Limit counts from a score of', 'points'),
  maxOutstanding: amountField('Owed by all customers, at most', unusualChange),
}

const termChange: TermsProposalAction = versionedTerms({
  kind: 'loan-terms',
  announcedOf: 'loan',
  subject: 'loan:terms',
  title: 'Terms of loans',
  currency: LOAN_CURRENCY,
  fields,
  invalidTerm: invalidLoanTerm,
  newest: newestTerms,
  insert: insertTerms,
})

const requestProposals = [approval]
export const loanProposals: readonly ProposalAction[] = [approval, termChange]

const readLoans = readSql<typeof calls.consoleLoans, LoanRow>({
  columns: sql`l.*`,
  from: sql`loan l`,
  id: 'l.id',
  customer: 'l.customer_id',
  time: 'l.applied_at',
  sorts: { amount: 'l.amount' },
  amount: 'l.amount',
  currency: `'${LOAN_CURRENCY}'`,
  isOldestFirst: ({ status }) => status === 'pending',
  search: (text) => (/^L-\d{1,18}$/i.test(text) ? [sql`l.number = ${BigInt(text.slice(2))}::bigint`] : []),
  where: ({ status }) => (status === undefined ? [] : [sql`l.status = ${status}`]),
  async show(rows, { db, clock }) {
    const nowMs = clock.nowMs()
    const contacts = await contactsOf(
      db,
      rows.map((row) => row.customer_id),
    )
    return rows.map((row) => lineOf(row, contacts.get(row.customer_id)!, nowMs))
  },
})

/** The routes for the calls of `domain/loan/console.ts`. */
export const loanConsoleRoutes: Route[] = [
  ...tableRoutes(calls.consoleLoans, readLoans),
  route(calls.consoleLoan, ({ id }, { db, clock, operator }) => page(db, id, operator, clock.nowMs())),
  route(calls.proposeLoan, ({ id, reason }, ctx) =>
    change(ctx, id, async (tx, nowMs) => {
      await propose(tx, approval, { subject: subjects.of(id), params: {}, reason }, ctx.operator, nowMs)
    }),
  ),
  route(calls.rejectLoanRequest, ({ id, reason }, ctx) =>
    change(ctx, id, async (tx, nowMs) => {
      await rejectLoan(tx, { id, why: reason, operator: ctx.operator.id }, nowMs)
      await appendAuditLog(
        tx,
        { operator: ctx.operator.id, action: 'rejected', subject: subjects.of(id), detail: { reason } },
        nowMs,
      )
    }),
  ),
  route(calls.consoleLoanTerms, async (_, { db, operator }) => {
    const { version, dailyRate, overdueRate, scoreFloor, ...amounts } = await newestTerms(db)
    const { outstanding, overdue } = await totalOutstanding(db)
    return {
      currency: LOAN_CURRENCY,
      terms: {
        ...{ version, scoreFloor, dailyRate: formatRate(dailyRate), overdueRate: formatRate(overdueRate) },
        ...{ minimum: show(amounts.minimum), maximum: show(amounts.maximum) },
        ...{ perPoint: show(amounts.perPoint), maxOutstanding: show(amounts.maxOutstanding) },
      },
      ...{ outstanding: show(outstanding), overdue: show(overdue) },
      fund: show(await balanceOf(db, fundOf(LOAN_CURRENCY))),
      pending: await pendingViews(db, [termChange], operator),
    }
  }),
  proposalRoute(calls.proposeLoanTerms, termChange, (tx, { reason: _, ...typed }) =>
    termChange.proposed(tx, typed),
  ),
]

/** Does something with an application that no proposal waits for. */
async function change(
  { db, clock, operator }: Pick<Context, 'db' | 'clock' | 'operator'>,
  id: bigint,
  work: (tx: Tx, nowMs: number) => Promise<unknown>,
): Promise<calls.LoanCheck> {
  await db.transaction().execute(async (tx) => {
    await getOrThrow(tx, id)
    const { loan } = await lockAnyone(tx, id)
    await requireNoneWaits(tx, subjects.of(id))
    requireCan('approve', loan)
    await work(tx, clock.nowMs())
  })
  return page(db, id, operator, clock.nowMs())
}

async function page(db: Db, id: bigint, viewer: Operator, nowMs: number): Promise<calls.LoanCheck> {
  const loan = await getOrThrow(db, id)
  const row = await currentProposal(db, subjects.of(id))
  const proposal = row ? await proposalView(db, requestProposals, row, viewer) : null
  const actions = actionsOn(loan, proposal, viewer)
  const freeDay = hasFreeDayAt(await lastRepaidAt(db, loan.customer_id), nowMs)
  const terms = await newestTerms(db)
  const { outstanding, overdue } = await totalOutstanding(db)
  return {
    ...lineOf(loan, await contactOf(db, loan.customer_id), nowMs, freeDay),
    customer: await borrowerFacts(db, loan, terms),
    exposure: {
      ...{ outstanding: show(outstanding), overdue: show(overdue), maximum: show(terms.maxOutstanding) },
      fund: show(await balanceOf(db, fundOf(LOAN_CURRENCY))),
    },
    answerByMs: loan.applied_at + (await levelHoursOf(db, 'loan')) * HOUR_MS,
    proposal,
    viewerAction:
      proposal?.status === 'pending' ? proposal.viewerAction : actions.length > 0 ? 'make' : 'none',
    actions,
  }
}

/** What a reviewer needs of who asks. */
async function borrowerFacts(db: Db, loan: LoanRow, terms: LoanTerms): Promise<calls.LoanCheck['customer']> {
  const { customer_id: customer } = loan
  const { tier, created_at: registeredAt } = await db
    .selectFrom('customer')
    .select(['tier', 'created_at'])
    .where('id', '=', customer)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ on_time: number; late: number; rejected: number }>`
    select count(*) filter (where status = 'repaid' and ended_at <= due_at)::int as on_time,
      count(*) filter (where status = 'repaid' and ended_at > due_at)::int as late,
      count(*) filter (where status = 'rejected')::int as rejected
    from loan where customer_id = ${customer}`.execute(db)
  const score = await scoreOf(db, customer)
  const scores = await scoresOf(db, customer, { offset: 0, limit: SCORES_SHOWN })
  return {
    ...{ tier, registeredAtMs: Number(registeredAt), score },
    limit: show(limitOf(score, terms)),
    used: show(await usedBy(db, loan)),
    ...{ repaidOnTime: rows[0]!.on_time, repaidLate: rows[0]!.late, rejected: rows[0]!.rejected },
    scores: scores.map(({ at, cause, number, change: points, score: after }) => ({
      ...{ atMs: at, cause, reference: loanReference(number), change: points, score: after },
    })),
  }
}

/** What a customer owes in principal. */
export const usedBy = async (db: Db | Tx, { customer_id }: Pick<LoanRow, 'customer_id'>): Promise<bigint> =>
  (await openLoansOf(db, customer_id)).reduce((sum, { outstanding }) => sum + outstanding, 0n)

/** What the viewer may do with an application that no proposal waits for. */
function actionsOn(
  { status }: Pick<LoanRow, 'status'>,
  proposal: Pick<ProposalView, 'status'> | null,
  { roles }: Operator,
): calls.LoanCheck['actions'] {
  if (proposal?.status === 'pending' || !hasRole(roles, canReviewWithdrawals)) return []
  return (['approve', 'reject'] as const).filter((action) => can(action, status))
}

/** Applications that wait for operators. */
export async function queue(db: Db, viewer: Operator): Promise<QueueItem[]> {
  if (!hasRole(viewer.roles, canViewCustomers)) return []
  const waiting = await waitingLoans(db, MAX_QUEUED)
  const pending = await pendingBySubject(
    db,
    waiting.map(({ id }) => subjects.of(id)),
  )
  const contacts = await contactsOf(
    db,
    waiting.map((loan) => loan.customer_id),
  )
  const states = await proposalStates(db, requestProposals, [...pending.values()], viewer)
  return waiting.map((loan) => {
    const proposal = states.get(subjects.of(loan.id)) ?? null
    const isMaker = actionsOn(loan, proposal, viewer).length > 0
    return {
      kind: 'request' as const,
      ...{ product: 'loan', id: String(loan.id), reference: loanReference(loan.number) },
      customerId: String(loan.customer_id),
      subject: contacts.get(loan.customer_id)!,
      risk: proposal?.canApprove === false ? [MAKER_INACTIVE] : [],
      amount: show(loan.amount),
      currency: LOAN_CURRENCY,
      sinceMs: loan.applied_at,
      viewerAction: proposal?.viewerAction ?? (isMaker ? ('make' as const) : ('none' as const)),
      maker: proposal?.maker ?? null,
      proposalId: proposal?.id ?? null,
    }
  })
}

/** How many wait, and since when. */
export const queueSize = async (db: Db, viewer: Operator): Promise<QueueSize> =>
  hasRole(viewer.roles, canViewCustomers) ? countWaiting(db) : { waiting: 0, oldestAtMs: null }

/** A loan as the console's lists show it. */
const lineOf = (loan: LoanRow, contact: string, nowMs: number, freeDay?: boolean): calls.LoanLine => ({
  ...{ customerId: String(loan.customer_id), contact },
  ...loanView(loan, nowMs, freeDay),
})

/** An application as its checker reads it. */
const linesOf = ({ amount, days, daily_rate: dailyRate, overdue_rate: overdueRate }: LoanRow) => [
  line('Amount', formatAmountWithCurrency(amount, LOAN_CURRENCY)),
  line('Term', countText(days, 'day')),
  line('Daily rate', `${formatPercent(dailyRate)}%, overdue ${formatPercent(overdueRate)}%`),
  line(
    'Interest to term',
    formatAmountWithCurrency(interestToTerm({ days, dailyRate, hasFreeDay: true }, amount), LOAN_CURRENCY),
  ),
]

async function getOrThrow(db: Db | Tx, id: bigint): Promise<LoanRow> {
  const loan = await findLoan(db, id)
  if (!loan) throw refusal('NOT_FOUND')
  return loan
}
