import { sql } from 'kysely'
import type { ProposalView, QueueItem } from '#domain/console/contract.ts'
import { canReviewVerification, canViewVerification, hasRole } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import type { CaseId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import * as calls from '#domain/verification/console.ts'
import { caseReference, itemsOf, VIEWS_PER_DAY } from '#domain/verification/rules.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import {
  currentProposal,
  MAKER_INACTIVE,
  type ProposalAction,
  pendingBySubject,
  proposalStates,
  proposalView,
  propose,
} from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { ANSWERED, Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { detailsOf } from './details.ts'
import { nameOf, otherName } from './names.ts'
import { countViews, type Holder, openUntil } from './photo-store.ts'
import {
  hasOpen,
  holdersNow,
  isHeldByOthers,
  lockWaiting,
  openCase,
  readRefusals,
  requireCase,
  requireSeen,
  signAddress,
  unseenPictures,
  unshownAmong,
  viewPhoto,
} from './review.ts'
import { reject, requireCountryOpen, subjects, verify } from './service.ts'
import { type CaseRow, casesOf, verifiedCasesOf, waitingCaseCount, waitingCases } from './store.ts'

/** The page of verifications: one operator refuses items, two verify, and both have looked. */

/** Verifying: another operator than the maker, who has opened the case and looked at its photos too. */
export const verificationProposal = (privateData: PrivateData): ProposalAction => ({
  kind: 'verification-accept',
  roles: canReviewVerification,
  viewers: canViewVerification,
  isAboutRequest: true,
  customersOf: ({ subject }) =>
    sql`select customer_id from verification_case where id = ${subjects.idOf(subject)}`,
  async describe(db, { subject }) {
    const row = await requireCase(db, subjects.idOf(subject) as CaseId)
    const tier = row.tier === 'basic' ? 'Basic' : 'Advanced'
    return {
      title: `Verify ${caseReference(row.id)}`,
      lines: [
        { label: 'Verification', value: tier, before: null },
        { label: 'Customer', value: await contactOf(db, row.customer_id), before: null },
      ],
    }
  },
  async apply(tx, { subject, maker, checker }, nowMs) {
    const row = await lockWaiting(tx, subjects.idOf(subject) as CaseId)
    if ((await openUntil(tx, row.id, checker)) === null) throw refusal('VERIFICATION_NOT_OPEN')
    await requireSeen(tx, privateData, row, checker)
    await verify(tx, privateData, { row, maker, checker }, nowMs)
  },
})

const readCases = readSql<typeof calls.consoleVerifications, CaseRow>({
  columns: sql`v.id, v.customer_id, v.tier, v.submission, v.status, v.submitted_at, v.decided_at`,
  from: sql`verification_case v`,
  id: 'v.id',
  customer: 'v.customer_id',
  time: 'v.submitted_at',
  search: (text) => (/^K-\d{1,18}$/i.test(text) ? [sql`v.id = ${BigInt(text.slice(2))}::bigint`] : []),
  where: ({ status, tier }) => [
    ...(status === undefined ? [] : [sql`v.status = ${status}`]),
    ...(tier === undefined ? [] : [sql`v.tier = ${tier}`]),
  ],
  isOldestFirst: ({ status }) => status === 'under-review',
  async show(rows, { db }) {
    const contacts = await contactsOf(
      db,
      rows.map(({ customer_id }) => customer_id),
    )
    return rows.map((row) => lineOf(row, contacts.get(row.customer_id)!))
  },
})

const lineOf = (row: CaseRow, contact: string): calls.CaseLine => ({
  id: String(row.id),
  reference: caseReference(row.id),
  customerId: String(row.customer_id),
  contact,
  tier: row.tier,
  status: row.status,
  submission: row.submission,
  submittedAtMs: row.submitted_at,
  decidedAtMs: row.decided_at,
})

/** The console's calls of verification. */
export const verificationConsoleRoutes = (privateData: PrivateData): Route[] => {
  const action = verificationProposal(privateData)
  const pageOf = (db: Db, id: CaseId, viewer: Operator, nowMs: number) =>
    casePage(db, privateData, action, id, viewer, nowMs)
  return [
    ...tableRoutes(calls.consoleVerifications, readCases),
    route(calls.consoleVerification, ({ id }, { db, clock, operator }) =>
      pageOf(db, id as CaseId, operator, clock.nowMs()),
    ),
    route(calls.openVerification, ({ id }, { db, clock, operator }) =>
      openCase(db, privateData, id as CaseId, operator, clock.nowMs()),
    ),
    route(calls.verificationAddress, ({ id, picture }, { db, clock, operator }) =>
      signAddress(db, privateData, { id: id as CaseId, picture }, operator, clock.nowMs()),
    ),
    route(calls.verificationPhoto, async ({ id, ...address }, ctx): Promise<typeof ANSWERED> => {
      const { db, clock, operator } = ctx
      return ctx.reply(
        await viewPhoto(db, privateData, { ...address, id: id as CaseId }, operator, clock.nowMs()),
      )
    }),
    route(calls.proposeVerification, async ({ id, reason }, { db, clock, operator }) => {
      const nowMs = clock.nowMs()
      await db.transaction().execute(async (tx) => {
        const row = await lockForReview(tx, id as CaseId, operator, nowMs)
        await requireSeen(tx, privateData, row, operator.id)
        await requireCountryOpen(tx, privateData, row)
        await propose(tx, action, { subject: subjects.of(row.id), params: {}, reason }, operator, nowMs)
      })
      return pageOf(db, id as CaseId, operator, nowMs)
    }),
    route(calls.refuseVerification, async ({ id, ...given }, { db, clock, operator }) => {
      const nowMs = clock.nowMs()
      await db.transaction().execute(async (tx) => {
        const row = await lockForReview(tx, id as CaseId, operator, nowMs)
        const refusals = readRefusals(row, detailsOf(privateData, row), given as CaseRow['refusals'])
        // What is not refused is accepted, and what is refused is so for what was seen.
        await requireSeen(tx, privateData, row, operator.id, refusals)
        await reject(tx, privateData, { row, refusals, maker: operator.id }, nowMs)
        // Not why: that is said of a person, and erased with the case.
        const detail = { items: Object.keys(refusals).join(', ') }
        await appendAuditLog(
          tx,
          { operator: operator.id, action: 'refused', subject: subjects.of(row.id), detail },
          nowMs,
        )
      })
      return pageOf(db, id as CaseId, operator, nowMs)
    }),
  ]
}

/**
 * A case that waits and that the operator has open, held until the transaction ends.
 *
 * Refuses: NOT_FOUND, VERIFICATION_NOT_UNDER_REVIEW, PROPOSAL_EXISTS, VERIFICATION_NOT_OPEN.
 */
async function lockForReview(tx: Tx, id: CaseId, operator: Operator, nowMs: number): Promise<CaseRow> {
  const row = await lockWaiting(tx, id)
  if ((await currentProposal(tx, subjects.of(id)))?.status === 'pending') throw refusal('PROPOSAL_EXISTS')
  if (!(await hasOpen(tx, id, operator.id, nowMs))) throw refusal('VERIFICATION_NOT_OPEN')
  return row
}

async function casePage(
  db: Db,
  privateData: PrivateData,
  action: ProposalAction,
  id: CaseId,
  viewer: Operator,
  nowMs: number,
): Promise<calls.CaseView> {
  const row = await requireCase(db, id)
  const contact = await contactOf(db, row.customer_id)
  const pending = await currentProposal(db, subjects.of(id))
  const proposal = pending ? await proposalView(db, [action], pending, viewer) : null
  const earlier = (await casesOf(db, row.customer_id)).filter((one) => one.id < row.id)
  const until = await openUntil(db, id, viewer.id)
  const holders = row.status === 'under-review' ? ((await holdersNow(db, [id], nowMs)).get(id) ?? []) : []
  const isSealed = row.sealed_until !== null
  const unseen = isSealed ? [] : await unseenPictures(db, privateData, row, viewer.id)
  return {
    line: lineOf(row, contact),
    items: (isSealed ? [] : itemsOf(detailsOf(privateData, row))).map((item) => ({
      item,
      why: row.refusals[item] ?? null,
      isAcceptedBefore: row.accepted_before.includes(item),
    })),
    maker: await operatorName(db, row.maker),
    checker: await operatorName(db, row.checker),
    holders: holders.map(({ name }) => name),
    isHeldByOthers: isHeldByOthers(holders, viewer.id),
    earlier: earlier.map((one) => lineOf(one, contact)),
    quota: { used: await countViews(db, viewer.id, nowMs - DAY_MS), maximum: VIEWS_PER_DAY },
    openUntilMs: until !== null && until > nowMs ? until : null,
    unseen,
    unshown: await unshownAmong(db, privateData, row, viewer.id, unseen),
    proposal,
    viewerAction: viewerActionOn(row, proposal, viewer, holders),
  }
}

async function operatorName(db: Db, operator: bigint | null): Promise<string | null> {
  if (operator === null) return null
  const row = await db.selectFrom('operator').select('name').where('id', '=', operator).executeTakeFirst()
  return row?.name ?? null
}

function viewerActionOn(
  row: Pick<CaseRow, 'status'>,
  proposal: Pick<ProposalView, 'viewerAction' | 'status'> | null,
  viewer: Operator,
  holders: readonly Holder[],
): calls.CaseView['viewerAction'] {
  if (row.status !== 'under-review' || isHeldByOthers(holders, viewer.id)) return 'none'
  if (proposal?.status === 'pending') return proposal.viewerAction
  return hasRole(viewer.roles, canReviewVerification) ? 'make' : 'none'
}

const MAX_QUEUED = 200
/** For the queue; the name itself is for who opens the case. */
const OTHER_NAME = 'Another name was verified'

/** Those of some cases that say another name than one that their customer was verified by. */
async function withOtherName(
  db: Db,
  privateData: PrivateData,
  rows: readonly CaseRow[],
): Promise<Set<CaseId>> {
  const verified = Map.groupBy(
    await verifiedCasesOf(
      db,
      rows.map(({ customer_id }) => customer_id),
    ),
    ({ customer_id }) => customer_id,
  )
  const isOther = (row: CaseRow) => {
    const names = (verified.get(row.customer_id) ?? []).map((one) => nameOf(detailsOf(privateData, one)))
    return otherName(detailsOf(privateData, row), names) !== undefined
  }
  return new Set(rows.filter(isOther).map(({ id }) => id))
}

/** Cases that wait for a reviewer or a checker. */
export async function verificationQueue(
  db: Db,
  privateData: PrivateData,
  viewer: Operator,
  nowMs: number,
): Promise<QueueItem[]> {
  if (!hasRole(viewer.roles, canViewVerification)) return []
  const rows = await waitingCases(db, MAX_QUEUED)
  const contacts = await contactsOf(
    db,
    rows.map(({ customer_id }) => customer_id),
  )
  const ids = rows.map(({ id }) => id)
  const waiting = await pendingBySubject(db, ids.map(subjects.of))
  const holders = await holdersNow(db, ids, nowMs)
  const others = await withOtherName(db, privateData, rows)
  const action = verificationProposal(privateData)
  const proposals = await proposalStates(db, [action], [...waiting.values()], viewer)
  return rows.map((row) => {
    const proposal = proposals.get(subjects.of(row.id)) ?? null
    return {
      ...{ kind: 'request' as const, product: 'verification', id: String(row.id) },
      ...{ reference: caseReference(row.id), subject: contacts.get(row.customer_id)! },
      customerId: String(row.customer_id),
      risk: [
        ...(others.has(row.id) ? [OTHER_NAME] : []),
        ...(proposal?.canApprove === false ? [MAKER_INACTIVE] : []),
      ],
      ...{ amount: null, currency: null, sinceMs: row.submitted_at },
      viewerAction: viewerActionOn(row, proposal, viewer, holders.get(row.id) ?? []),
      maker: proposal?.maker ?? null,
      proposalId: proposal?.id ?? null,
    }
  })
}

/** How many wait, and since when. */
export const verificationQueueSize = async (db: Db, viewer: Operator): Promise<QueueSize> =>
  hasRole(viewer.roles, canViewVerification) ? waitingCaseCount(db) : { waiting: 0, oldestAtMs: null }
