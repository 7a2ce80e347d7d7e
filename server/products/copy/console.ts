import { sql } from 'kysely'
import type { QueueItem } from '#domain/console/contract.ts'
import { canReviewLeads, canViewLeads, hasRole } from '#domain/console/roles.ts'
import * as calls from '#domain/copy/console.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId, LeadId } from '#domain/ids.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import type { QueueSize } from '#server/console/queue.ts'
import { isNumber, readSql, tableRoutes } from '#server/console/table.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireTier } from '#server/users/tiers.ts'
import type { Contracts } from '../contract/service.ts'
import {
  followerTable,
  type LeadLineRow,
  leadLine,
  leadLog,
  leadTable,
  waitingLeadCount,
  waitingLeads,
} from './console-store.ts'
import { findLead, lockLead } from './lead-store.ts'
import { decideLead, leadNow, syncLead } from './leading.ts'
import { isFollower, outcomeTable, readOutcome, readRelation } from './relation-store.ts'
import { followerLine, leadLineView, outcomeView } from './views.ts'

/** Who may lead: one operator decides it, and every decision is a line of two logs that nobody can change. */

const subjectOf = (id: LeadId) => `copy:lead:${id}`
const MAX_QUEUED = 500

const readLeads = readSql<typeof calls.consoleLeads, LeadLineRow>({
  ...leadTable,
  id: 'l.id',
  customer: 'l.customer_id',
  time: 'l.applied_at',
  search: (text) => [
    sql`lower(c.nickname) = lower(${text})`,
    ...(/^L-\d{1,18}$/i.test(text) ? [sql`l.id = ${BigInt(text.slice(2))}::bigint`] : []),
    ...(/^T-\d{1,18}$/i.test(text) ? [sql`l.customer_id = ${BigInt(text.slice(2))}::bigint`] : []),
  ],
  where: ({ status }) => (status === undefined ? [] : [sql`l.status = ${status}`]),
  isOldestFirst: ({ status }) => status === 'under-review',
  async show(rows, { db }) {
    const contacts = await contactsOf(
      db,
      rows.map(({ customer }) => customer),
    )
    return rows.map((row) => leadLineView(row, contacts.get(row.customer)!))
  },
})

const readFollowers = readSql<typeof calls.consoleFollowers, { readonly id: bigint }>({
  ...followerTable,
  id: 'r.id',
  customer: 'r.customer_id',
  time: 'r.started_at',
  where: ({ id, status }) => [
    sql`r.lead_id = ${id}`,
    ...(status === undefined ? [] : [sql`r.status = ${status}`]),
  ],
  async show(rows, { db }) {
    const relations = rows.map(readRelation)
    const contacts = await contactsOf(
      db,
      relations.map(({ customer }) => customer),
    )
    return relations.map((relation) => followerLine(relation, contacts.get(relation.customer)!))
  },
})

type OutcomeRow = { readonly id: bigint; readonly nickname: string | null }

const readOutcomes = readSql<typeof calls.consoleOutcomes, OutcomeRow>({
  ...outcomeTable,
  id: 'o.id',
  time: 'o.created_at',
  search: (text) =>
    isNumber(text)
      ? [sql`o.relation_id = ${BigInt(text)}::bigint`, sql`o.lead_position_id = ${BigInt(text)}::bigint`]
      : [],
  where: ({ id, which, symbol }) => [
    sql`o.lead_id = ${id}`,
    ...(which === undefined ? [] : [sql`o.result = ${which}`]),
    ...(symbol === undefined ? [] : [sql`o.symbol = ${symbol}`]),
  ],
  show: (rows) => rows.map((row) => outcomeView(readOutcome(row))),
})

/** What operators see and decide of copy trading. */
export const copyConsoleRoutes = (contracts: () => Contracts): Route[] => [
  ...tableRoutes(calls.consoleLeads, readLeads),
  route(calls.consoleLead, async ({ id }, { db, clock }) => {
    const line = await leadLine(db, id)
    if (!line) throw refusal('NOT_FOUND')
    const lead = await findLead(db, id)
    return {
      line: leadLineView(line, await contactOf(db, line.customer)),
      lead: lead ? await leadNow({ db, lastTick: contracts().lastTick }, lead, clock.nowMs()) : null,
      history: (await leadLog(db, id)).map(({ action, name, reason, created_at: atMs }) => ({
        ...{ action, operator: name, reason, atMs },
      })),
    }
  }),
  ...tableRoutes(calls.consoleFollowers, readFollowers),
  ...tableRoutes(calls.consoleOutcomes, readOutcomes),
  route(calls.acceptLead, async ({ id, reason }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      const lead = await lockStatus(tx, id, 'under-review')
      const { customer_id: customer } = lead
      await requireTier(tx, customer, 'advanced')
      if (await isFollower(tx, customer)) throw refusal('FOLLOWER_CANNOT_LEAD')
      await decide(tx, lead, { status: 'leading', action: 'accepted', operator, reason }, nowMs)
    })
    await syncLead(contracts(), id)
    return {}
  }),
  route(calls.refuseLead, async ({ id, reason }, { db, clock, operator }) => {
    await db.transaction().execute(async (tx) => {
      const lead = await lockStatus(tx, id, 'under-review')
      const status = lead.leading_since === null ? 'not-applied' : 'stopped'
      await decide(tx, lead, { status, action: 'refused', operator, reason }, clock.nowMs())
    })
    return {}
  }),
  route(calls.stopLead, async ({ id, reason }, { db, clock, operator }) => {
    await db.transaction().execute(async (tx) => {
      const lead = await lockStatus(tx, id, 'leading')
      await decide(tx, lead, { status: 'stopped', action: 'stopped', operator, reason }, clock.nowMs())
    })
    await syncLead(contracts(), id)
    return {}
  }),
]

/** A lead in this status, held until the transaction ends. Refuses: NOT_FOUND, LEAD_NOT_UNDER_REVIEW, LEAD_NOT_FOUND. */
async function lockStatus(tx: Tx, id: LeadId, needed: 'under-review' | 'leading') {
  const row = await lockLead(tx, { id })
  if (!row) throw refusal('NOT_FOUND')
  if (row.status !== needed) {
    throw refusal(needed === 'leading' ? 'LEAD_NOT_FOUND' : 'LEAD_NOT_UNDER_REVIEW')
  }
  return row
}

/** Writes a decision on a lead, in the log too, and tells them. */
async function decide(
  tx: Tx,
  { id, customer_id: customer }: { readonly id: LeadId; readonly customer_id: CustomerId },
  {
    operator,
    ...decision
  }: {
    readonly status: 'leading' | 'not-applied' | 'stopped'
    readonly action: 'accepted' | 'refused' | 'stopped'
    readonly operator: Operator
    readonly reason: string
  },
  nowMs: number,
): Promise<void> {
  // What was written to accept somebody is for the log; a refusal and an end are read by the customer too.
  const reason = decision.action === 'accepted' ? null : decision.reason
  await decideLead(tx, id, { ...decision, operator: operator.id, reason }, nowMs)
  const line = { operator: operator.id, action: decision.action, subject: subjectOf(id) }
  await appendAuditLog(tx, { ...line, detail: { reason: decision.reason } }, nowMs)
  const notice = {
    kind: 'copy-lead',
    ...{ customer, subject: String(id), version: nextId() },
    params: { variant: decision.action, why: reason ?? '' },
  } as const
  await writeNotices(tx, [notice], nowMs)
}

/** Applications that wait for an operator. */
export async function copyQueue(db: Db, viewer: Operator): Promise<QueueItem[]> {
  if (!hasRole(viewer.roles, canViewLeads)) return []
  const rows = await waitingLeads(db, MAX_QUEUED)
  const contacts = await contactsOf(
    db,
    rows.map(({ customer }) => customer),
  )
  return rows.map(({ id, customer, appliedAtMs }) => ({
    ...{ kind: 'request', product: 'copy', id: String(id), reference: `T-${customer}` },
    ...{ subject: contacts.get(customer)!, customerId: String(customer), risk: [] },
    ...{ amount: null, currency: null, sinceMs: appliedAtMs },
    viewerAction: hasRole(viewer.roles, canReviewLeads) ? 'make' : 'none',
    ...{ maker: null, proposalId: null },
  }))
}

/** How many wait, and since when. */
export const copyQueueSize = async (db: Db, viewer: Operator): Promise<QueueSize> =>
  hasRole(viewer.roles, canViewLeads) ? waitingLeadCount(db) : { waiting: 0, oldestAtMs: null }
