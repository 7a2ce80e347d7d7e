import {
  approveProposal,
  consoleApplicant,
  consoleAudit,
  consoleCheckLedger,
  consoleCustomer,
  consoleCustomers,
  consoleDashboard,
  consoleLedger,
  consoleLogin,
  consoleLogout,
  consoleMe,
  consoleOverview,
  consoleProposal,
  consoleProposals,
  consoleQueue,
  consoleTimeline,
  findCustomers as findCustomersCall,
  sendBackProposal,
  withdrawProposal,
} from '#domain/console/contract.ts'
import { hasRole, type Role } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import { levelMsOf, queueOf } from '#domain/queue/rules.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import type { JobHealth } from '#server/platform/jobs.ts'
import { type ApplicantSource, applicantRecord } from './applicant.ts'
import { appendAuditLog } from './audit-log.ts'
import { readAuditLog } from './audit-table.ts'
import { guarded } from './console-route.ts'
import { customerPage, customersOfDay, findCustomers, readCustomers } from './customers.ts'
import { createDashboard, type FigureSource } from './dashboard.ts'
import type { UsdPriceOf } from './flows.ts'
import { balanceSheet, type createLedgerHealth } from './ledger-health.ts'
import { levelHours } from './levels.ts'
import { readProposals } from './proposal-table.ts'
import { approve, type ProposalAction, proposalView, sendBack, withdraw } from './proposals.ts'
import { queueSize, reviewQueue } from './queue.ts'
import type { OperatorService } from './sign-in.ts'
import { tableRoutes } from './table.ts'
import type { Announce } from './terms-change.ts'
import { readTimeline, type TimelineProduct } from './timeline.ts'

/** How the parts of the platform that are not in the database are doing. */
export interface ConsoleHealth {
  readonly feeds: readonly {
    readonly name: string
    readonly state: 'up' | 'stale' | 'down'
    readonly tickAgeMs: number | null
    readonly detail: string
  }[]
  readonly jobs: readonly JobHealth[]
}

/** What the console takes from a product. */
export interface ConsoleProduct extends FigureSource, ApplicantSource, TimelineProduct {
  readonly consoleRoutes?: readonly Route[]
  readonly announce?: Announce
}

export interface ConsoleParts {
  readonly operators: OperatorService
  readonly products: readonly ConsoleProduct[]
  readonly ledger: ReturnType<typeof createLedgerHealth>
  readonly health: () => Promise<ConsoleHealth>
  readonly usdPrice?: UsdPriceOf | undefined
}

/** The routes for the calls of `domain/console/contract.ts`, each behind its roles. */
export const consoleRoutes = (parts: ConsoleParts): Route[] =>
  guarded([
    ...sessionRoutes(parts),
    ...reviewRoutes(parts, actionsOf(parts)),
    ...parts.products.flatMap(({ consoleRoutes }) => consoleRoutes ?? []),
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

const actionsOf = ({ products }: ConsoleParts) => products.flatMap(({ proposals }) => proposals ?? [])

const reviewRoutes = ({ products }: ConsoleParts, actions: readonly ProposalAction[]): Route[] => {
  const announce = products.find((product) => product.announce)?.announce
  return [
    route(consoleQueue, async (_, { db, operator }) => {
      const levels = await levelHours(db)
      const items = await reviewQueue(db, products, operator)
      return { items: items.map((item) => ({ ...item, levelMs: levelMsOf(levels, queueOf(item)) })) }
    }),
    route(consoleProposal, async ({ id }, { db, operator }) => {
      const row = await db.selectFrom('proposal').selectAll().where('id', '=', id).executeTakeFirst()
      const viewers = actions.find(({ kind }) => kind === row?.kind)?.viewers ?? []
      if (!row || !hasRole(operator.roles, viewers)) throw refusal('NOT_FOUND')
      return proposalView(db, actions, row, operator)
    }),
    ...tableRoutes(consoleProposals, readProposals(products, actions)),
    moneyRoute(approveProposal, async (decision, { clock, operator }, tx) => {
      const row = await approve(tx, actions, decision, operator, clock.nowMs(), announce)
      return proposalView(tx, actions, row, operator)
    }),
    route(sendBackProposal, ({ id, reason }, { db, clock, operator }) =>
      db.transaction().execute(async (tx) => {
        const row = await sendBack(tx, actions, { id, reason }, operator, clock.nowMs())
        return proposalView(tx, actions, row, operator)
      }),
    ),
    route(withdrawProposal, ({ id, reason }, { db, clock, operator }) =>
      db.transaction().execute(async (tx) => {
        const row = await withdraw(tx, { id, reason }, operator, clock.nowMs())
        return proposalView(tx, actions, row, operator)
      }),
    ),
  ]
}

const watchRoutes = ({ products, ledger, health, usdPrice }: ConsoleParts): Route[] => {
  const dashboard = createDashboard(products, [customersOfDay], usdPrice)
  return [
    route(consoleOverview, async (_, { db, clock, operator }) => {
      const size = await queueSize(db, products, operator)
      const { feeds, jobs } = await health()
      return {
        nowMs: clock.nowMs(),
        ...size,
        ledger: await ledger.latest(),
        feeds: [...feeds],
        jobs: jobs.map(({ name, lastRunMs, lastError }) => ({
          name,
          lastRunMs: lastRunMs ?? null,
          lastError: lastError ?? null,
        })),
      }
    }),
    route(consoleDashboard, (_, ctx) => dashboard(ctx)),
    route(consoleLedger, async (_, { db }) => ({
      health: ledger.last(),
      currencies: await balanceSheet(db, products),
    })),
    route(consoleCheckLedger, async (_, { db, clock, operator }) => {
      await appendAuditLog(db, { operator: operator.id, action: 'checked', subject: 'ledger' }, clock.nowMs())
      return ledger.checkAll()
    }),
    route(findCustomersCall, async ({ query }, { db, clock, operator }) => ({
      items: await findCustomers(db, query, operator, clock.nowMs()),
    })),
    route(consoleCustomer, ({ id }, { db, clock, operator }) =>
      customerPage(db, products, id, operator, clock.nowMs(), usdPrice),
    ),
    route(consoleApplicant, async ({ id }, { db, clock, operator }) => ({
      lines: await applicantRecord(db, products, id, operator, clock.nowMs()),
    })),
    ...tableRoutes(consoleCustomers, readCustomers),
    ...tableRoutes(consoleTimeline, readTimeline(products)),
    ...tableRoutes(consoleAudit, readAuditLog(products)),
  ]
}

const operatorView = (operator: Operator, email: string) => ({
  id: String(operator.id),
  name: operator.name,
  email,
  roles: operator.roles as Role[],
})
