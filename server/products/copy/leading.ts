import { sql } from 'kysely'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { LeadView } from '#domain/copy/contract.ts'
import { type LeadStatus, leadCan, readShare, showPercent } from '#domain/copy/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import { type CustomerId, type LeadId, leadId, type PositionId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { type PageInput, pageOf } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireOffered } from '#server/users/countries.ts'
import { requireTier } from '#server/users/tiers.ts'
import { type Contracts, positionsById, unrealizedPnl } from '../contract/service.ts'
import {
  closedOfLead,
  copiedCounts,
  daysOf,
  findLead,
  type ListedLead,
  leadOfCustomer,
  listLeads,
  lockLead,
  logLead,
  openWhileLeading,
} from './lead-store.ts'
import { isFollower } from './relation-store.ts'
import type { CopyAsk } from './relations.ts'
import type { LeadAction } from './store.ts'
import { newestCopyTerms } from './terms.ts'
import { amount, type LeadOpen, leadTradeView, leadView } from './views.ts'

/** Leading: who applies and is decided on, and what others see of a lead. */

/** Somebody who leads or has led, with what is open and their result day by day. Refuses: LEAD_NOT_FOUND. */
export async function leadDetail({ db, lastTick, clock }: Contracts, id: LeadId) {
  const lead = await requireLead(db, id)
  const [open] = (await openOf({ db, lastTick }, [lead])) as [LeadOpen]
  return {
    lead: leadView(lead, open, clock.nowMs()),
    openPositions: open.count,
    unrealizedPnl: open.gained === undefined ? null : amount(open.gained),
    days: (await daysOf(db, id)).map(({ day, profit }) => ({
      dayMs: day * DAY_MS,
      profit: amount(profit),
    })),
  }
}

/** What reading a lead's figures needs. */
type Prices = Pick<Contracts, 'lastTick'> & { readonly db: Db | Tx }

/** What leads have opened since they lead and is open now; of all of them at once. */
async function openOf({ db, lastTick }: Prices, leads: readonly ListedLead[]): Promise<LeadOpen[]> {
  const open = await openWhileLeading(
    db,
    leads.map(({ id }) => id),
  )
  const positions = await positionsById(
    db,
    open.map(({ position }) => position),
  )
  const openOfLead = Map.groupBy(open, ({ lead }) => lead)
  return leads.map(({ id }) => {
    const gained = (openOfLead.get(id) ?? []).map(({ position }) =>
      unrealizedPnl(positions.get(position)!, lastTick),
    )
    const isPriced = gained.every((each) => each !== undefined)
    return {
      count: gained.length,
      gained: isPriced ? gained.reduce((sum, each) => sum + each!, 0n) : undefined,
    }
  })
}

/** A lead as anybody may see them, with what they have open now. */
export const leadNow = async (prices: Prices, lead: ListedLead, nowMs: number): Promise<LeadView> =>
  leadView(lead, (await openOf(prices, [lead]))[0]!, nowMs)

async function requireLead(db: Db, id: LeadId) {
  const lead = await findLead(db, id)
  if (!lead) throw refusal('LEAD_NOT_FOUND')
  return lead
}

/** A page of who leads, by what their followers got. */
export const leadPage = ({ db, lastTick, clock }: Contracts, page: PageInput) =>
  pageOf(
    page,
    ['place', 'id'],
    async (slice) => {
      const leads = await listLeads(db, slice)
      const open = await openOf({ db, lastTick }, leads)
      return leads.map((lead, n) => ({ ...lead, open: open[n]! }))
    },
    (lead) => leadView(lead, lead.open, clock.nowMs()),
  )

/** A page of what a lead has closed of what they opened while they led, newest first. Refuses: LEAD_NOT_FOUND. */
export async function leadHistory({ db }: Contracts, id: LeadId, page: PageInput) {
  const lead = await requireLead(db, id)
  let counts = new Map<PositionId, { copied: number; skipped: number }>()
  return pageOf(
    page,
    ['id'],
    async (slice) => {
      const ids = await closedOfLead(db, lead, slice)
      counts = await copiedCounts(db, ids)
      const found = await positionsById(db, ids)
      return ids.map((id) => found.get(id)!)
    },
    (position) => leadTradeView(position, counts.get(position.id)),
  )
}

/** A customer's own place as a lead. */
export async function centreOf(prices: Prices, customer: CustomerId, nowMs: number) {
  const { db } = prices
  const row = await leadOfCustomer(db, customer)
  const lead = row && (await findLead(db, row.id))
  return {
    status: row?.status ?? 'not-applied',
    introduction: row?.applied_introduction ?? null,
    sharePercent: row ? showPercent(row.applied_share_bps) : null,
    ...{ appliedAtMs: row?.applied_at ?? null, decidedAtMs: row?.decided_at ?? null },
    ...{ reason: row?.reason ?? null, currency: MARGIN_CURRENCY },
    sharesEarned: amount(lead?.figures.earned ?? 0n),
    sharesReserved: amount(lead?.figures.reserved ?? 0n),
    lead: lead ? await leadNow(prices, lead, nowMs) : null,
  }
}

const can = (action: keyof typeof leadCan, status: LeadStatus): boolean =>
  (leadCan[action] as readonly LeadStatus[]).includes(status)

/**
 * Applies to lead: an operator reviews it.
 *
 * Refuses: KYC_REQUIRED; COUNTRY_NOT_OFFERED; PERCENT_INVALID of the share; LEAD_ALREADY; FOLLOWER_CANNOT_LEAD.
 */
export async function apply(
  tx: Tx,
  customer: CustomerId,
  {
    introduction,
    sharePercent,
  }: { readonly introduction: string; readonly sharePercent?: string | undefined },
  nowMs: number,
): Promise<void> {
  await requireTier(tx, customer, 'advanced')
  await requireOffered(tx, customer, 'copy')
  const { shareBps } = requireAllowed(readShare(sharePercent, await newestCopyTerms(tx)))
  const before = await lockLead(tx, { customer })
  if (before && !can('apply', before.status)) throw refusal('LEAD_ALREADY')
  if (await isFollower(tx, customer)) throw refusal('FOLLOWER_CANNOT_LEAD')
  const id = before?.id ?? leadId(nextId())
  const values = {
    ...{ status: 'under-review' as const, reason: null },
    ...{ applied_introduction: introduction, applied_share_bps: shareBps },
    ...{ applied_at: new Date(nowMs), decided_at: null },
  }
  if (before) await tx.updateTable('copy_lead').set(values).where('id', '=', id).execute()
  else {
    const added = await tx
      .insertInto('copy_lead')
      .values({
        ...{ id, customer_id: customer, leading_since: null, introduction, share_bps: shareBps },
        ...values,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw refusal('LEAD_ALREADY')
  }
  const line = {
    id: nextId(),
    lead: id,
    action: 'applied',
    operator: null,
    introduction,
    reason: null,
  } as const
  await logLead(tx, line, nowMs)
}

/**
 * Stops leading, or takes an application back.
 *
 * Refuses: LEAD_NOT_LEADING.
 * Returns: the lead whose relations are to be ended; undefined of an application.
 */
export async function stopLeading(tx: Tx, customer: CustomerId, nowMs: number): Promise<LeadId | undefined> {
  const row = await lockLead(tx, { customer })
  if (!row || !(can('stop', row.status) || can('withdraw', row.status))) throw refusal('LEAD_NOT_LEADING')
  const isLeading = row.status === 'leading'
  const action = isLeading ? 'stopped' : 'withdrawn'
  const status = isLeading || row.leading_since !== null ? 'stopped' : 'not-applied'
  await decideLead(tx, row.id, { status, action, operator: null, reason: null }, nowMs)
  return isLeading ? row.id : undefined
}

/** Writes what was decided of a lead, and the line of the log. Who leads from now on does so with what they applied with. */
export async function decideLead(
  tx: Tx,
  id: LeadId,
  decision: {
    readonly status: LeadStatus
    readonly action: LeadAction
    readonly operator: bigint | null
    readonly reason: string | null
  },
  nowMs: number,
): Promise<void> {
  const { status, action, operator, reason } = decision
  const decidedAt = new Date(nowMs)
  const accepted = {
    introduction: sql.ref<string>('applied_introduction'),
    share_bps: sql.ref<number>('applied_share_bps'),
    leading_since: sql<Date | null>`coalesce(leading_since, ${decidedAt})`,
  }
  await tx
    .updateTable('copy_lead')
    .set({ status, reason, decided_at: decidedAt, ...(status === 'leading' ? accepted : {}) })
    .where('id', '=', id)
    .execute()
  await logLead(tx, { id: nextId(), lead: id, action, operator, introduction: null, reason }, nowMs)
}

/** Tells the engine what was decided of a lead. What it does not learn now, it is told by the job. */
export async function syncLead({ engine }: Contracts, lead: LeadId): Promise<void> {
  const asked: CopyAsk = { kind: 'sync', lead }
  while ((await engine.ask(asked)).hasMore) {}
}
