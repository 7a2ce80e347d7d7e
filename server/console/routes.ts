import {
  approveProposal,
  closeEarnProduct,
  consoleAudit,
  consoleCheckLedger,
  consoleCustomer,
  consoleDeposit,
  consoleDepositProof,
  consoleDeposits,
  consoleEarn,
  consoleLedger,
  consoleLogin,
  consoleLogout,
  consoleMe,
  consoleOverview,
  consoleProposal,
  consoleQueue,
  consoleTreasury,
  findCustomers as findCustomersCall,
  proposeCredit as proposeCreditCall,
  proposeDepositAddress,
  proposeEarnEdit,
  proposeEarnOpening,
  proposeEarnProduct,
  proposePlatformFunding,
  proposeTreasuryMove,
  rejectDepositRequest,
  sendBackProposal,
  withdrawProposal,
} from '#domain/console/contract.ts'
import type { Role } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import { pageOf } from '#server/core/page.ts'
import type { ANSWERED, Operator } from '#server/platform/http/context.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { appendAuditLog, auditPage } from './audit-log.ts'
import type { ConsoleHealth } from './console.ts'
import { guarded } from './console-route.ts'
import { customerPage, findCustomers } from './customers.ts'
import { proposeAddress } from './deposit-addresses.ts'
import {
  type DepositService,
  depositLine,
  depositPage,
  proposeCredit,
  rejectRequest,
  viewProof,
} from './deposits.ts'
import { closeProduct, earnOverview, proposeEdit, proposeOpening, proposeProduct } from './earn-products.ts'
import { balanceSheet, type createLedgerHealth } from './ledger-health.ts'
import { proposeFunding, proposeMove } from './platform-funds.ts'
import { approve, type ProposalAction, proposalView, sendBack, withdraw } from './proposals.ts'
import { reviewQueue } from './queue.ts'
import type { OperatorService } from './sign-in.ts'
import { treasuryOverview } from './treasury.ts'

export interface ConsoleParts {
  readonly operators: OperatorService
  readonly deposits: DepositService
  readonly actions: readonly ProposalAction[]
  readonly ledger: ReturnType<typeof createLedgerHealth>
  readonly health: () => ConsoleHealth
}

/** The routes for the calls of `domain/console/contract.ts`, each behind its roles. */
export const consoleRoutes = (parts: ConsoleParts): Route[] =>
  guarded([
    ...sessionRoutes(parts),
    ...reviewRoutes(parts),
    ...depositRoutes(parts),
    ...earnRoutes(parts),
    ...treasuryRoutes(parts),
    ...watchRoutes(parts),
  ])

const sessionRoutes = ({ operators }: ConsoleParts): Route[] => [
  route(consoleLogin, async (given, { ip }) => {
    const { token, operator, expiresAtMs } = await operators.signIn(given, ip)
    return { token, operator: operatorView(operator, operator.email), expiresAtMs }
  }),
  route(consoleLogout, async (_, { operator }) => {
    await operators.signOut(operator)
    return {}
  }),
  route(consoleMe, async (_, { operator }) => operatorView(operator, await operators.emailOf(operator))),
]

const reviewRoutes = ({ actions, deposits }: ConsoleParts): Route[] => [
  route(consoleQueue, async (_, { db, operator }) => ({
    items: await reviewQueue(db, deposits, actions, operator),
  })),
  route(consoleProposal, async ({ id }, { db, operator }) => {
    const row = await db.selectFrom('proposal').selectAll().where('id', '=', BigInt(id)).executeTakeFirst()
    if (!row) throw refusal('NOT_FOUND')
    return proposalView(db, actions, row, operator)
  }),
  moneyRoute(approveProposal, async ({ id, reason }, { clock, operator }, tx) => {
    const row = await approve(tx, actions, { id: BigInt(id), reason }, operator, clock.nowMs())
    return proposalView(tx, actions, row, operator)
  }),
  route(sendBackProposal, ({ id, reason }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const row = await sendBack(tx, { id: BigInt(id), reason }, operator, clock.nowMs())
      return proposalView(tx, actions, row, operator)
    }),
  ),
  route(withdrawProposal, ({ id, reason }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const row = await withdraw(tx, { id: BigInt(id), reason }, operator, clock.nowMs())
      return proposalView(tx, actions, row, operator)
    }),
  ),
]

const depositRoutes = ({ actions, deposits }: ConsoleParts): Route[] => [
  route(consoleDeposits, ({ status, ...page }, { db }) =>
    pageOf(
      page,
      ['id'],
      (slice) => deposits.list(db, { status, ...slice }),
      (request) => depositLine(db, request),
    ),
  ),
  route(consoleDeposit, ({ id }, { db, operator }) =>
    depositPage(db, deposits, actions, BigInt(id), operator),
  ),
  route(consoleDepositProof, async ({ id }, ctx): Promise<typeof ANSWERED> => {
    return ctx.reply(await viewProof(ctx.db, deposits, BigInt(id), ctx.operator, ctx.clock.nowMs()))
  }),
  route(proposeCreditCall, async ({ id, ...match }, { db, clock, operator }) => {
    const request = { ...match, id: BigInt(id) }
    await db.transaction().execute((tx) => proposeCredit(tx, deposits, request, operator, clock.nowMs()))
    return depositPage(db, deposits, actions, request.id, operator)
  }),
  route(rejectDepositRequest, async ({ id, reason }, { db, clock, operator }) => {
    const rejection = { id: BigInt(id), reason }
    await db.transaction().execute((tx) => rejectRequest(tx, deposits, rejection, operator, clock.nowMs()))
    return depositPage(db, deposits, actions, rejection.id, operator)
  }),
]

const earnRoutes = ({ actions }: ConsoleParts): Route[] => [
  route(consoleEarn, (_, { db, operator }) => earnOverview(db, actions, operator)),
  route(proposeEarnProduct, ({ reason, ...draft }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const row = await proposeProduct(tx, { ...draft, reason }, operator, clock.nowMs())
      return proposalView(tx, actions, row, operator)
    }),
  ),
  route(proposeEarnEdit, ({ id, ...change }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const row = await proposeEdit(tx, { ...change, id: BigInt(id) }, operator, clock.nowMs())
      return proposalView(tx, actions, row, operator)
    }),
  ),
  route(proposeEarnOpening, ({ id, reason }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const row = await proposeOpening(tx, { id: BigInt(id), reason }, operator, clock.nowMs())
      return proposalView(tx, actions, row, operator)
    }),
  ),
  route(closeEarnProduct, async ({ id, reason }, { db, clock, operator }) => {
    await db
      .transaction()
      .execute((tx) => closeProduct(tx, { id: BigInt(id), reason }, operator, clock.nowMs()))
    return {}
  }),
]

const treasuryRoutes = ({ actions }: ConsoleParts): Route[] => [
  route(consoleTreasury, (_, { db, operator }) => treasuryOverview(db, actions, operator)),
  route(proposePlatformFunding, (arrived, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const row = await proposeFunding(tx, arrived, operator, clock.nowMs())
      return proposalView(tx, actions, row, operator)
    }),
  ),
  route(proposeTreasuryMove, (move, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const row = await proposeMove(tx, move, operator, clock.nowMs())
      return proposalView(tx, actions, row, operator)
    }),
  ),
  route(proposeDepositAddress, (typed, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const row = await proposeAddress(tx, typed, operator, clock.nowMs())
      return proposalView(tx, actions, row, operator)
    }),
  ),
]

const watchRoutes = ({ actions, deposits, ledger, health }: ConsoleParts): Route[] => [
  route(consoleOverview, async (_, { db, clock, operator }) => {
    const waiting = await reviewQueue(db, deposits, actions, operator)
    const { feeds, jobs } = health()
    return {
      nowMs: clock.nowMs(),
      waiting: waiting.length,
      oldestAtMs: waiting.at(-1)?.sinceMs ?? null,
      ledger: ledger.last() ?? (await ledger.check(false)),
      feeds: [...feeds],
      jobs: jobs.map(({ name, lastRunMs, lastError }) => ({
        name,
        lastRunMs: lastRunMs ?? null,
        lastError: lastError ?? null,
      })),
    }
  }),
  route(consoleLedger, async (_, { db }) => ({ health: ledger.last(), currencies: await balanceSheet(db) })),
  route(consoleCheckLedger, async (_, { db, clock, operator }) => {
    await appendAuditLog(db, { operator: operator.id, action: 'checked', subject: 'ledger' }, clock.nowMs())
    return ledger.check()
  }),
  route(findCustomersCall, async ({ query }, { db, clock, operator }) => ({
    items: await findCustomers(db, query, operator, clock.nowMs()),
  })),
  route(consoleCustomer, ({ id }, { db, clock, operator }) =>
    customerPage(db, BigInt(id), operator, clock.nowMs()),
  ),
  route(consoleAudit, ({ action, subject, ...page }, { db }) => auditPage(db, { action, subject }, page)),
]

const operatorView = (operator: Operator, email: string) => ({
  id: String(operator.id),
  name: operator.name,
  email,
  roles: operator.roles as Role[],
})
