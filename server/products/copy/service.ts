import { sql } from 'kysely'
import { contractDisclosure } from '#domain/contract/risk.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import {
  type CopyMode,
  type CopyResult,
  type RelationStatus,
  readSettings,
  readShare,
  type SettingsDraft,
  type StopMode,
} from '#domain/copy/rules.ts'
import { copyDisclosure } from '#domain/copy/terms.ts'
import { Refusal, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId, LeadId, PositionId, RelationId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type PageInput, pageOf } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { keyedCall } from '#server/platform/idempotency.ts'
import { closedTo, customersOutside, requireOffered } from '#server/users/countries.ts'
import { disclosureOf, insertAcceptance, requireDisclosure } from '#server/users/disclosures.ts'
import { frozenCustomers } from '#server/users/freeze-store.ts'
import {
  cappedCustomers,
  customersOverLoss,
  nightLockedCustomers,
  requireMayCopy,
} from '#server/users/guard-rails.ts'
import { requireTier } from '#server/users/tiers.ts'
import {
  activePositions,
  type Contracts,
  lostToday,
  lostTodayOf,
  positionsById,
  positionView,
} from '../contract/service.ts'
import { findLead, leadsToSync } from './lead-store.ts'
import { syncLead } from './leading.ts'
import {
  type ActiveRelation,
  activeFollowers,
  activeRelationsOf,
  allFollowers,
  findRelation,
  followingOf,
  isShareDue,
  type ListedRelation,
  listCopies,
  listOutcomes,
  listRelations,
  nightRelations,
  relationsById,
} from './relation-store.ts'
import type { CopyAsk } from './relations.ts'
import { shareNow } from './share-now.ts'
import { newestCopyTerms } from './terms.ts'
import { amount, outcomeView, relationView } from './views.ts'

/** What customers do with copies: one function per thing a person can do. */

/** Who asks, and under which idempotency key. */
export interface Caller {
  readonly customer: CustomerId
  readonly key?: string | undefined
}

const ask = (contracts: Contracts, caller: Caller, path: string, input: object, asked: CopyAsk) =>
  contracts.engine.ask(asked, keyedCall({ customer: caller.customer }, caller.key, path, input))

/** What a country must not have closed to somebody who copies. */
const copyProducts = ['copy', 'contract'] as const

/** What a customer says to begin with. */
export interface FollowDraft extends SettingsDraft {
  readonly leadId: LeadId
  readonly mode: CopyMode
  readonly number: string
  readonly sharePercent?: string | undefined
  readonly termsVersion?: number | undefined
}

/**
 * Begins to copy a lead: what they open from now on.
 *
 * Refuses: KYC_REQUIRED; COUNTRY_NOT_OFFERED; RISK_NOT_ACCEPTED, of contracts; what `requireMayCopy` refuses; COPY_AGREEMENT_REQUIRED; what `readSettings` refuses; LEAD_UNAVAILABLE where the lead's country has closed copying; LEAD_NOT_FOUND, LEAD_CANNOT_FOLLOW,
 *          TERMS_CHANGED, ALREADY_FOLLOWING, TOO_MANY_RELATIONS, LEAD_FULL.
 */
export async function follow(contracts: Contracts, caller: Caller, draft: FollowDraft) {
  const { db } = contracts
  const { customer } = caller
  await requireTier(db, customer, 'basic')
  // Copies are contracts.
  await requireOffered(db, customer, copyProducts)
  await requireDisclosure(db, customer, contractDisclosure)
  await requireCopying(contracts, customer)
  const { acceptedVersion } = await agreementOf(db, customer)
  if (acceptedVersion < copyDisclosure.version) throw refusal('COPY_AGREEMENT_REQUIRED')
  await requireLeadOffered(db, draft.leadId)
  const terms = await newestCopyTerms(db)
  const { settings } = requireAllowed(readSettings(draft, undefined, terms))
  const shareBps =
    draft.sharePercent === undefined ? undefined : requireAllowed(readShare(draft.sharePercent)).shareBps
  const { subject } = await ask(contracts, caller, '/follow/follow', draft, {
    ...{ kind: 'follow', customer, lead: draft.leadId, settings, shareBps },
    termsVersion: draft.termsVersion ?? terms.version,
    agreementVersion: acceptedVersion,
  })
  return ownRelation(contracts, customer, subject as RelationId)
}

/** A lead gains nobody more, wherever they live, once the lead's own country has closed copying. Refuses: LEAD_UNAVAILABLE. */
async function requireLeadOffered(db: Db, id: LeadId): Promise<void> {
  const lead = await findLead(db, id)
  if (!lead) return
  const closed = await closedTo(db, lead.customer, { isDemo: false, products: copyProducts })
  if (closed.length > 0) throw refusal('LEAD_UNAVAILABLE')
}

/** The terms for relations to come, as anyone may see them. */
export async function offeredTerms(db: Db) {
  const { version, minAmount, maxAmount, ...terms } = await newestCopyTerms(db)
  return {
    ...{ termsVersion: version, currency: MARGIN_CURRENCY, ...terms },
    minAmount: formatAmount(minAmount, MARGIN_CURRENCY),
    maxAmount: formatAmount(maxAmount, MARGIN_CURRENCY),
  }
}

/** How a customer changes a relation. */
export interface ChangeDraft extends SettingsDraft {
  readonly relationId: RelationId
  readonly status?: Exclude<RelationStatus, 'ended'> | undefined
}

/**
 * Changes a relation for what is copied from now on; pauses it, or goes on.
 *
 * Refuses: RELATION_NOT_FOUND, the same for somebody else's as for none; COUNTRY_NOT_OFFERED and what `requireMayCopy` refuses where
 *          it is to go on; RELATION_ENDED; what `readSettings` refuses.
 */
export async function changeRelation(
  contracts: Contracts,
  caller: Caller,
  draft: ChangeDraft,
  byNight?: boolean,
) {
  const { customer } = caller
  const { relationId: relation, status, ...settings } = draft
  await requireRelation(contracts.db, customer, relation)
  if (status === 'active') {
    await requireOffered(contracts.db, customer, copyProducts)
    await requireCopying(contracts, customer)
  }
  await ask(contracts, caller, '/follow/settings', draft, {
    ...{ kind: 'change', customer, relation, draft: settings, status, byNight },
  })
  return ownRelation(contracts, customer, relation)
}

/**
 * Ends a relation: its copies are closed, or kept as own positions; the share due is paid. Ended already, it is answered
 * as it is.
 *
 * Refuses: RELATION_NOT_FOUND, the same for somebody else's as for none; PRICE_STALE where one of its copies cannot be
 *          closed now; COPY_SHARE_NOT_COVERED where the share of what the kept copies have gained is not available.
 */
export async function cancel(contracts: Contracts, caller: Caller, id: RelationId, mode: StopMode) {
  const { customer } = caller
  const { status } = await requireRelation(contracts.db, customer, id)
  if (status !== 'ended') {
    const asked = { kind: 'cancel', customer, relation: id, mode } as const
    await ask(contracts, caller, '/follow/cancel', { id, mode }, asked)
  }
  return ownRelation(contracts, customer, id)
}

/**
 * Takes a copied position out of its relation: it is its customer's like any other from then on.
 *
 * Refuses: POSITION_NOT_COPIED, the same for somebody else's as for one that copies nobody.
 *          COPY_SHARE_NOT_COVERED where the share of what it has gained is not available.
 */
export async function detach(contracts: Contracts, caller: Caller, position: PositionId) {
  const { customer } = caller
  const { db, lastTick } = contracts
  const asked = { kind: 'take-out', customer, position } as const
  await ask(contracts, caller, '/follow/selfHolding', { position }, asked)
  const found = (await positionsById(db, [position])).get(position)!
  return { items: [positionView(found, lastTick)], next: null }
}

/** The customer's open positions that copy nobody, newest first. */
export async function ownPositions({ db, lastTick }: Contracts, customer: CustomerId, page: PageInput) {
  const copies = new Set([...(await followingOf(db, customer)).values()].flat())
  const own = (await activePositions(db, customer)).filter(
    ({ id, status }) => status === 'open' && !copies.has(id),
  )
  return pageOf(
    page,
    ['id'],
    async ({ after, offset, limit }) => {
      const left = after === undefined ? own : own.filter(({ id }) => id < after[0]!)
      return left.slice(offset, offset + limit)
    },
    (position) => positionView(position, lastTick),
  )
}

async function requireRelation(db: Db, customer: CustomerId, id: RelationId): Promise<ListedRelation> {
  const relation = await findRelation(db, customer, id)
  if (!relation) throw refusal('RELATION_NOT_FOUND')
  return relation
}

async function ownRelation(contracts: Contracts, customer: CustomerId, id: RelationId) {
  const relation = await requireRelation(contracts.db, customer, id)
  return (await relationViews(contracts, customer))(relation)
}

/** How a customer's relations are shown: with what their open copies have gained. */
async function relationViews({ db, lastTick }: Contracts, customer: CustomerId) {
  const following = await followingOf(db, customer)
  const open = new Map((await activePositions(db, customer)).map((position) => [position.id, position]))
  return (relation: ListedRelation) => {
    // One that is closed meanwhile is not counted yet by the relation: of that moment nothing is known.
    const copies = (following.get(relation.id) ?? []).map((id) => open.get(id))
    return relationView(relation, shareNow(relation, copies, lastTick))
  }
}

/** A page of a customer's relations, newest first. */
export async function relationPage(
  contracts: Contracts,
  customer: CustomerId,
  {
    relationId: relation,
    leadId: lead,
    status,
    ...page
  }: PageInput & {
    readonly relationId?: RelationId | undefined
    readonly leadId?: LeadId | undefined
    readonly status?: RelationStatus | undefined
  },
) {
  const view = await relationViews(contracts, customer)
  return pageOf(
    page,
    ['id'],
    (slice) => listRelations(contracts.db, { customer, relation, lead, status, names: 'lead', ...slice }),
    view,
  )
}

/** A page of a customer's copied positions, newest first. */
export async function copyPage(
  { db, lastTick }: Contracts,
  customer: CustomerId,
  {
    relationId: relation,
    isOpen,
    ...page
  }: PageInput & {
    readonly relationId?: RelationId | undefined
    readonly isOpen?: '0' | '1' | undefined
  },
) {
  const isFollowing = isOpen === undefined ? undefined : isOpen === '1'
  return pageOf(
    page,
    ['id'],
    async (slice) => {
      const copies = await listCopies(db, { customer, relation, isFollowing, ...slice })
      const positions = await positionsById(
        db,
        copies.map(({ id }) => id),
      )
      const followed = copies.filter(({ isFollowing }) => isFollowing).map(({ relation }) => relation)
      const relations = await relationsById(db, followed)
      return copies.map((copy) => ({
        ...copy,
        position: positions.get(copy.id)!,
        from: copy.isFollowing ? relations.get(copy.relation) : undefined,
      }))
    },
    ({ position, from, relation: of, lead, leadPosition, isFollowing: follows }) => {
      const share = from && shareNow(from, [position], lastTick).kept
      return {
        ...positionView(position, lastTick),
        ...{ relationId: String(of), leadId: String(lead), leadPositionId: String(leadPosition) },
        isFollowing: follows,
        shareIfTakenOut:
          share === undefined ? null : amount(share > from!.reserved ? share - from!.reserved : 0n),
      }
    },
  )
}

/** A page of what became of leads' actions for a customer, newest first. */
export const outcomePage = (
  { db }: Contracts,
  customer: CustomerId,
  {
    relationId: relation,
    which: result,
    ...page
  }: PageInput & {
    readonly relationId?: RelationId | undefined
    readonly which?: CopyResult | undefined
  },
) => pageOf(page, ['id'], (slice) => listOutcomes(db, { customer, relation, result, ...slice }), outcomeView)

// ── The agreement

/** Which version of the agreement is in force, and which a customer has accepted. */
export async function agreementOf(db: Db | Tx, customer: CustomerId) {
  const { version, acceptedVersion, acceptedAtMs } = await disclosureOf(db, customer, copyDisclosure)
  return { version, acceptedVersion, acceptedAtMs }
}

/** Accepts the agreement; a second time changes nothing. Refuses: COPY_AGREEMENT_CHANGED for another version. */
export async function acceptAgreement(tx: Tx, customer: CustomerId, version: number, nowMs: number) {
  if (version !== copyDisclosure.version) throw refusal('COPY_AGREEMENT_CHANGED')
  await insertAcceptance(tx, customer, copyDisclosure, nowMs)
  return agreementOf(tx, customer)
}

// ── What falls due

/** Pays the shares of every relation whose month has ended; each once, however often it runs. */
export async function payShares(contracts: Contracts): Promise<void> {
  if (!(await isShareDue(contracts.db, contracts.clock.nowMs()))) return
  const asked: CopyAsk = { kind: 'share' }
  while ((await contracts.engine.ask(asked)).hasMore) {}
}

/** Tells the engine of leads that it may not know: see `leadsToSync`. */
export async function syncLeads(contracts: Contracts): Promise<void> {
  for (const lead of await leadsToSync(contracts.db)) await syncLead(contracts, lead)
}

/** Refuses: what `requireMayCopy` refuses. */
function requireCopying({ db, clock }: Contracts, customer: CustomerId): Promise<void> {
  const nowMs = clock.nowMs()
  return requireMayCopy(db, customer, () => lostToday(db, customer, nowMs), nowMs)
}

/**
 * Pauses the relations of customers who froze their account, limited their leverage, which leads choose for copies, are in
 * a country that closed copying or contracts, are in the hours that they locked, or lost as much as they allow for a day; they resume them themselves, but after those hours
 * what was paused by them alone goes on. Done again, it finds none. One that is refused, as it ends at the same time, holds up
 * no others.
 */
export async function pauseFrozen(contracts: Contracts): Promise<void> {
  const { db, clock } = contracts
  const nowMs = clock.nowMs()
  const lost = (customers: readonly CustomerId[]) => lostTodayOf(db, customers, nowMs)
  const overLoss = await customersOverLoss(db, activeFollowers, lost, nowMs)
  const outside = await customersOutside(db, allFollowers, copyProducts)
  const these = (customers: readonly CustomerId[]) =>
    sql`(select unnest(${arrayLiteral(customers, (customer) => customer)}::bigint[]))`
  const locked = nightLockedCustomers(nowMs)
  const pause = async (relations: readonly ActiveRelation[], byNight: boolean) => {
    for (const { relationId, customer } of relations)
      await changeRelation(contracts, { customer }, { relationId, status: 'paused' }, byNight).catch(
        passIfRefused,
      )
  }
  for (const customers of [frozenCustomers(db), cappedCustomers(nowMs), these(overLoss), these(outside)]) {
    // What the night has paused stays so for the other reason.
    await pause(await nightRelations(db, sql`in ${customers}`), false)
    await pause(await activeRelationsOf(db, customers), false)
  }
  await pause(await activeRelationsOf(db, locked), true)
  for (const { relationId, customer } of await nightRelations(db, sql`not in ${locked}`))
    await changeRelation(contracts, { customer }, { relationId, status: 'active' }).catch(passIfRefused)
}

function passIfRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** What following in practice takes of the rules of copies. */
export { reasonOf } from './mirror.ts'
export { allCopyTerms, newestCopyTerms } from './terms.ts'
