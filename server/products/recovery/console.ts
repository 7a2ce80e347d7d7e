import { sql } from 'kysely'
import type { QueueItem } from '#domain/console/contract.ts'
import { canReviewRecoveries, hasRole } from '#domain/console/roles.ts'
import { assert, refusal } from '#domain/errors.ts'
import * as calls from '#domain/recovery/console.ts'
import { utcMinute } from '#domain/time.ts'
import { deviceName } from '#domain/user/device.ts'
import { recoveryOpensAtMs, recoveryReference } from '#domain/user/recovery.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import { line } from '#server/console/proposal-fields.ts'
import {
  currentProposal,
  MAKER_INACTIVE,
  type ProposalAction,
  pendingBySubject,
  proposalStates,
  proposalView,
  propose,
  withdrawPending,
} from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { freezeOf } from '#server/users/freeze-store.ts'
import { isSameDevice } from '#server/users/new-device.ts'
import { notify } from '#server/users/notices.ts'
import {
  approveRecovery,
  endRecovery,
  findRecovery,
  lockRecovery,
  type RecoveryRow,
  recoveriesOf,
  waitingRecoveries,
  waitingRecoveryCount,
} from '#server/users/recovery-store.ts'
import { customerById } from '#server/users/store.ts'

/** What operators see of a customer who lost what signs in, and decide: two let them back in, one refuses. */

const subjects = subjectsOf('recovery')
const MAX_QUEUED = 200

/** Letting a customer back in. It names nothing but the request: there is nothing that an operator could choose. */
export const recoveryProposal: ProposalAction = {
  kind: 'recovery-grant',
  roles: canReviewRecoveries,
  viewers: canReviewRecoveries,
  isAboutRequest: true,
  customersOf: ({ subject }) =>
    sql`select customer_id from account_recovery where id = ${subjects.idOf(subject)}`,
  async describe(db, { subject }) {
    const row = await getOrThrow(db, subjects.idOf(subject))
    return {
      title: `Let back in: ${recoveryReference(row.id)}`,
      lines: [
        line('Customer', await contactOf(db, row.customer_id)),
        line('Effect', effects[row.missing]),
        line('Document', row.by_document ? 'Its number was named' : 'None: no document was ever verified'),
        line('Not before', `${utcMinute(recoveryOpensAtMs(row.asked_at, row.by_document))} UTC`),
      ],
    }
  },
  async apply(tx, { subject, maker, checker }) {
    if (!(await approveRecovery(tx, subjects.idOf(subject), { maker, checker })))
      throw refusal('RECOVERY_NOT_OPEN')
  },
}

const effects = {
  factor:
    'The authenticator and all passkeys are removed, all sessions end, withdrawals are held for 72 hours',
  password:
    'The customer replaces the password by a code within 7 days, all sessions end, withdrawals are held for 72 hours',
} as const

/** The console's calls. */
export const recoveryConsoleRoutes: readonly Route[] = [
  route(calls.consoleRecovery, ({ id }, { db, operator }) => recoveryPage(db, id, operator)),
  route(calls.proposeRecovery, async ({ id, reason }, { db, clock, operator }) => {
    await db.transaction().execute(async (tx) => {
      const row = await lockOpen(tx, id)
      if (row.status !== 'asked') throw refusal('RECOVERY_NOT_OPEN')
      const proposed = { subject: subjects.of(id), params: {}, reason }
      await propose(tx, recoveryProposal, proposed, operator, clock.nowMs())
    })
    return recoveryPage(db, id, operator)
  }),
  route(calls.refuseRecovery, async ({ id, reason }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      const row = await lockOpen(tx, id)
      if ((await currentProposal(tx, subjects.of(id)))?.status === 'pending') throw refusal('PROPOSAL_EXISTS')
      await endRecovery(tx, id, 'refused', nowMs)
      const customer = await customerById(tx, row.customer_id)
      assert(customer, `customer ${row.customer_id} of a request exists`)
      await notify(tx, customer, { kind: 'recoveryRefused' }, nowMs)
      const logged = {
        operator: operator.id,
        action: 'refused',
        subject: subjects.of(id),
        detail: { reason },
      } as const
      await appendAuditLog(tx, logged, nowMs)
    })
    return recoveryPage(db, id, operator)
  }),
]

async function getOrThrow(db: Db | Tx, id: bigint): Promise<RecoveryRow> {
  const row = await findRecovery(db, id)
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** A request that has not ended, held until the transaction ends. Refuses: NOT_FOUND, RECOVERY_NOT_OPEN. */
async function lockOpen(tx: Tx, id: bigint): Promise<RecoveryRow> {
  const row = await lockRecovery(tx, id)
  if (!row) throw refusal('NOT_FOUND')
  if (row.ended_at !== null) throw refusal('RECOVERY_NOT_OPEN')
  return row
}

async function recoveryPage(db: Db, id: bigint, viewer: Operator): Promise<calls.RecoveryCheck> {
  const row = await getOrThrow(db, id)
  const current = await currentProposal(db, subjects.of(id))
  const proposal = current ? await proposalView(db, [recoveryProposal], current, viewer) : null
  const customer = await customerById(db, row.customer_id)
  assert(customer, `customer ${row.customer_id} of a request exists`)
  const sessions = await db
    .selectFrom('customer_session')
    .select(['device as userAgent', 'ip', 'last_seen_at'])
    .where('customer_id', '=', row.customer_id)
    .where('created_at', '<', new Date(row.asked_at))
    .execute()
  const asker = { userAgent: row.device, ip: row.ip }
  const isPending = proposal?.status === 'pending'
  const mayDecide = hasRole(viewer.roles, canReviewRecoveries)
  return {
    id: String(id),
    reference: recoveryReference(id),
    status: row.status,
    missing: row.missing,
    byDocument: row.by_document,
    customerId: String(row.customer_id),
    contact: await contactOf(db, row.customer_id),
    note: row.note,
    tier: customer.tier,
    device: deviceName(row.device),
    ip: row.ip,
    isKnownDevice: sessions.some((session) => isSameDevice(session, asker)),
    lastSeenAtMs: sessions.length === 0 ? null : Math.max(...sessions.map((one) => Number(one.last_seen_at))),
    securityChangedAtMs: customer.security_changed_at,
    frozenSinceMs: (await freezeOf(db, row.customer_id))?.frozenAtMs ?? null,
    earlier: (await recoveriesOf(db, row.customer_id, 0)).filter((one) => one.id < id).length,
    askedAtMs: row.asked_at,
    opensAtMs: recoveryOpensAtMs(row.asked_at, row.by_document),
    endedAtMs: row.ended_at,
    proposal,
    viewerAction: isPending ? proposal.viewerAction : row.status === 'asked' && mayDecide ? 'make' : 'none',
    canRefuse: row.ended_at === null && !isPending && mayDecide,
  }
}

/** Requests that wait for an operator. */
export async function recoveryQueue(db: Db, viewer: Operator): Promise<QueueItem[]> {
  if (!hasRole(viewer.roles, canReviewRecoveries)) return []
  const rows = await waitingRecoveries(db, MAX_QUEUED)
  const contacts = await contactsOf(
    db,
    rows.map(({ customer_id }) => customer_id),
  )
  const pending = await pendingBySubject(
    db,
    rows.map(({ id }) => subjects.of(id)),
  )
  const states = await proposalStates(db, [recoveryProposal], [...pending.values()], viewer)
  return rows.map((row) => {
    const proposal = states.get(subjects.of(row.id)) ?? null
    return {
      ...{ kind: 'request' as const, product: 'recovery', id: String(row.id) },
      ...{ reference: recoveryReference(row.id), subject: contacts.get(row.customer_id)! },
      customerId: String(row.customer_id),
      risk: proposal?.canApprove === false ? [MAKER_INACTIVE] : [],
      ...{ amount: null, currency: null, sinceMs: row.asked_at },
      viewerAction: proposal?.viewerAction ?? ('make' as const),
      maker: proposal?.maker ?? null,
      proposalId: proposal?.id ?? null,
    }
  })
}

/** How many wait, and since when. */
export const recoveryQueueSize = async (db: Db, viewer: Operator): Promise<QueueSize> =>
  hasRole(viewer.roles, canReviewRecoveries) ? waitingRecoveryCount(db) : { waiting: 0, oldestAtMs: null }

/** Takes back what was proposed of requests that their customers cancelled meanwhile. */
export async function withdrawOverProposals(db: Db, nowMs: number): Promise<void> {
  const rows = await db
    .selectFrom('proposal')
    .select('subject')
    .where('kind', '=', recoveryProposal.kind)
    .where('status', '=', 'pending')
    .execute()
  const over: string[] = []
  for (const { subject } of rows)
    if ((await getOrThrow(db, subjects.idOf(subject))).ended_at !== null) over.push(subject)
  await db
    .transaction()
    .execute((tx) => withdrawPending(tx, over, 'The customer cancelled the request', nowMs))
}
