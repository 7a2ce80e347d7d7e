import type { OutputOf } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import * as calls from '#domain/loan/contract.ts'
import { availableOf, hasFreeDayAt, limitOf, NO_FREE_DAY_MS } from '#domain/loan/rules.ts'
import { loanReference } from '#domain/loan/words.ts'
import { isAtLeast } from '#domain/user/tiers.ts'
import { levelHoursOf } from '#server/console/levels.ts'
import { withdrawPending } from '#server/console/proposals.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ANSWERED, Context } from '#server/platform/http/context.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { fundingOf } from './accounts.ts'
import { contractPdf } from './contract-pdf.ts'
import { applyForLoan, cancelLoan, repayLoan } from './service.ts'
import {
  type LoanRow,
  lastRepaidAt,
  loansById,
  loansOf,
  type NumberedScore,
  newestTerms,
  openLoansOf,
  repaymentsOf,
  scoreOf,
  scoresOf,
} from './store.ts'
import { subjects } from './subjects.ts'
import { loanView, repaymentView, show, termsView } from './views.ts'

/** The routes for the calls of `domain/loan/contract.ts`. */
export const loanRoutes = (platform: string): Route[] => [
  route(calls.loanTerms, async (_, { db }) =>
    termsView(await newestTerms(db), await levelHoursOf(db, 'loan')),
  ),

  route(calls.loanInfo, (_, ctx) => infoView(ctx)),

  moneyRoute(calls.applyForLoan, async (input, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    const loan = await applyForLoan(tx, { customer: customer.id, ...input }, nowMs)
    return loanView(loan, nowMs, hasFreeDayAt(await lastRepaidAt(tx, customer.id), nowMs))
  }),

  moneyRoute(calls.repayLoan, async (input, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    return loanView(await repayLoan(tx, { customer: customer.id, ...input }, nowMs), nowMs)
  }),

  moneyRoute(calls.cancelLoan, async ({ id }, { clock, customer }, tx) => {
    const nowMs = clock.nowMs()
    const [own] = await loansById(tx, customer.id, [id])
    if (!own) throw refusal('LOAN_NOT_FOUND')
    // What operators wait for is closed first, in the order in which they lock it; a refused cancel leaves it as it was.
    await withdrawPending(tx, [subjects.of(id)], 'The customer canceled the application', nowMs)
    return loanView(await cancelLoan(tx, { customer: customer.id, id }, nowMs), nowMs)
  }),

  route(calls.loans, async ({ status, ...page }, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    const freeDay = await freeDayNow(db, customer.id, nowMs)
    return pageOf(
      page,
      ['id'],
      (slice) => loansOf(db, customer.id, { ...slice, status }),
      (row) => loanView(row, nowMs, freeDay),
    )
  }),

  route(calls.loanContract, async ({ id }, { db, clock, customer }) => {
    const row = await requireOwn(db, customer.id, id)
    const nowMs = clock.nowMs()
    const freeDay = await freeDayNow(db, customer.id, nowMs)
    return {
      ...loanView(row, nowMs, freeDay),
      repayments: (await repaymentsOf(db, row.id)).map(repaymentView),
    }
  }),

  route(calls.loanPdf, async ({ id }, ctx): Promise<typeof ANSWERED> => {
    const { db, clock, customer, lang } = ctx
    const row = await requireOwn(db, customer.id, id)
    const nowMs = clock.nowMs()
    const view = loanView(row, nowMs, await freeDayNow(db, customer.id, nowMs))
    const repayments = (await repaymentsOf(db, row.id)).map(repaymentView)
    const bytes = await contractPdf({ ...view, repayments }, { customer: customer.id, platform, lang, nowMs })
    return ctx.reply({ bytes, type: 'application/pdf', fileName: `plumb-${view.reference}-${lang}.pdf` })
  }),

  route(calls.loanScore, async (page, { db, customer }) => ({
    ...(await pageOf<NumberedScore, ScoreView>(
      page,
      ['id'],
      (slice) => scoresOf(db, customer.id, slice),
      (row) => ({
        ...{ id: String(row.id), atMs: row.at, cause: row.cause, loanId: String(row.loan_id) },
        ...{ reference: loanReference(row.number), change: row.change, score: row.score },
      }),
    )),
    score: await scoreOf(db, customer.id),
  })),
]

type ScoreView = OutputOf<typeof calls.loanScore>['items'][number]

const freeDayNow = async (db: Db, customer: CustomerId, nowMs: number): Promise<boolean> =>
  hasFreeDayAt(await lastRepaidAt(db, customer), nowMs)

/** A customer's loan; without an id their newest. Refuses: LOAN_NOT_FOUND, LOAN_NONE. */
async function requireOwn(db: Db, customer: CustomerId, id: bigint | undefined): Promise<LoanRow> {
  if (id === undefined) {
    const [newest] = await loansOf(db, customer, { offset: 0, limit: 1 })
    if (!newest) throw refusal('LOAN_NONE')
    return newest
  }
  const [own] = await loansById(db, customer, [id])
  if (!own) throw refusal('LOAN_NOT_FOUND')
  return own
}

/** What a customer may borrow now, and what is open. */
async function infoView({ db, clock, customer }: Context) {
  const nowMs = clock.nowMs()
  const { tier } = await db
    .selectFrom('customer')
    .select('tier')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow()
  const isVerified = isAtLeast(tier, 'advanced')
  const terms = await newestTerms(db)
  const score = await scoreOf(db, customer.id)
  const loans = await openLoansOf(db, customer.id)
  const repaidAt = await lastRepaidAt(db, customer.id)
  const hasFreeDay = hasFreeDayAt(repaidAt, nowMs)
  const limit = isVerified ? limitOf(score, terms) : 0n
  const used = loans.reduce((sum, { outstanding }) => sum + outstanding, 0n)
  const application = loans.find(({ status }) => status === 'pending')
  return {
    ...{ isVerified, score, limit: show(limit), used: show(used) },
    available: show(availableOf(limit, used)),
    balance: show(await balanceOf(db, fundingOf(customer.id))),
    terms: termsView(terms, await levelHoursOf(db, 'loan')),
    ...{ hasFreeDay, freeDayFromMs: hasFreeDay ? null : repaidAt! + NO_FREE_DAY_MS + 1 },
    application: application ? loanView(application, nowMs, hasFreeDay) : null,
    open: loans.filter(({ status }) => status !== 'pending').map((row) => loanView(row, nowMs)),
  }
}
