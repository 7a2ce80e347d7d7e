import { type RawBuilder, sql } from 'kysely'
import { formatLots, markOf, openingPrice } from '#domain/contract/rules.ts'
import { contractTermsOf, MARGIN_CURRENCY, tickValue } from '#domain/contract/terms.ts'
import type { CopyTerms } from '#domain/copy/offered-terms.ts'
import {
  type CopyMode,
  type CopySettings,
  readSettings,
  type SettingsDraft,
  type SkipReason,
  type StopMode,
  shareOfProfit,
  showNumber,
  showPercent,
  sizeOfCopy,
  slippageOf,
} from '#domain/copy/rules.ts'
import { Refusal, refusal, requireAllowed } from '#domain/errors.ts'
import { type CustomerId, type LeadId, type PositionId, type RelationId, relationId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { PracticeFollowView } from '#domain/practice/contract.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { practiceOwnerOf } from '#server/core/ledger/practice.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moment } from '#server/platform/db/moment.ts'
import { isKeyUsed } from '#server/platform/idempotency.ts'
import { nextId } from '#server/platform/ids.ts'
import {
  availableOf,
  type Contracts,
  closePosition,
  type Position,
  positionsById,
  setStops,
  submit,
  unrealizedPnl,
} from '../contract/service.ts'
import { allCopyTerms, newestCopyTerms, reasonOf } from '../copy/service.ts'
import { openPracticeIn } from './service.ts'

/**
 * Following in practice: what a real lead opens and closes is ordered for practice owners, in the engine of practice and
 * with its money. The lead's engine knows nothing of it: it is seen in what is written, a moment later, and opens
 * at the price of then. So no figure, share or list of a lead or of a real follower can have any of it.
 */

/** One action of a lead is looked at for so long: what is copied later than that is another trade. */
const LATE_MS = MINUTE_MS
/** Copies that one run opens or closes; the next goes on. */
const MAX_AT_ONCE = 200
const LISTED = 50

// ── What customers do

interface FollowRow {
  readonly id: RelationId
  readonly customer_id: CustomerId
  readonly lead_id: LeadId
  readonly mode: CopyMode
  readonly number: bigint
  readonly max_trade: bigint
  readonly max_total: bigint
  readonly slippage_bps: number
  readonly is_paused: boolean
  readonly terms_version: number
  readonly started_at: number
  readonly ended_at: number | null
  readonly end_reason: 'user' | 'lead-stopped' | null
}

/** How somebody follows: as with money, without a stop-loss. */
const settingsOf = (
  row: Pick<FollowRow, 'mode' | 'number' | 'max_trade' | 'max_total' | 'slippage_bps'>,
): CopySettings => ({
  ...{ mode: row.mode, number: row.number, maxTrade: row.max_trade, maxTotal: row.max_total },
  ...{ stopLoss: null, slippageBps: row.slippage_bps },
})

/** What a customer says of how they follow. */
type FollowDraft = Omit<SettingsDraft, 'stopLoss'>

/**
 * Begins to follow a lead with practice money; the wallet is opened with it.
 *
 * Refuses: what `readSettings` refuses; LEAD_NOT_FOUND; LEAD_CANNOT_FOLLOW of oneself; ALREADY_FOLLOWING,
 *          TOO_MANY_RELATIONS.
 */
export async function followInPractice(
  tx: Tx,
  customer: CustomerId,
  { leadId, ...draft }: FollowDraft & { readonly leadId: LeadId; readonly number: string },
  nowMs: number,
): Promise<RelationId> {
  const terms = await newestCopyTerms(tx)
  const { settings } = requireAllowed(readSettings(draft, undefined, terms, PRACTICE_CURRENCY))
  const { rows: leads } = await sql<{ customer_id: CustomerId }>`
    select customer_id from copy_lead where id = ${leadId} and status = 'leading'`.execute(tx)
  const [lead] = leads
  if (!lead) throw refusal('LEAD_NOT_FOUND')
  if (lead.customer_id === customer) throw refusal('LEAD_CANNOT_FOLLOW')
  await openPracticeIn(tx, customer, nowMs)
  // Two at once: the second waits, and finds the first.
  await sql`select from practice_account where customer_id = ${customer} for update`.execute(tx)
  const owner = practiceOwnerOf(customer)
  const { rows: active } = await sql<{ lead_id: LeadId }>`
    select lead_id from practice_follow where customer_id = ${owner} and ended_at is null`.execute(tx)
  if (active.some((each) => each.lead_id === leadId)) throw refusal('ALREADY_FOLLOWING')
  const maximum = terms.maxRelations
  if (active.length >= maximum) throw refusal('TOO_MANY_RELATIONS', { maximum })
  const id = relationId(nextId())
  await sql`
    insert into practice_follow (id, customer_id, lead_id, mode, number, max_trade, max_total, slippage_bps,
      terms_version, started_at)
    values (${id}, ${owner}, ${leadId}, ${settings.mode}, ${settings.number}, ${settings.maxTrade},
      ${settings.maxTotal}, ${settings.slippageBps}, ${terms.version}, ${moment(nowMs)})`.execute(tx)
  return id
}

/**
 * Changes how somebody follows, for what is copied from now on; pauses it, or goes on.
 *
 * Refuses: RELATION_NOT_FOUND, the same for somebody else's as for none; RELATION_ENDED; what `readSettings` refuses.
 */
export async function changeFollowing(
  tx: Tx,
  customer: CustomerId,
  {
    followId,
    status,
    ...draft
  }: FollowDraft & { readonly followId: RelationId; readonly status?: 'active' | 'paused' | undefined },
): Promise<void> {
  const { rows } = await sql<FollowRow>`
    select * from practice_follow where id = ${followId} and customer_id = ${practiceOwnerOf(customer)}
    for update`.execute(tx)
  const [row] = rows
  if (!row) throw refusal('RELATION_NOT_FOUND')
  if (row.ended_at !== null) throw refusal('RELATION_ENDED')
  const terms = (await allCopyTerms(tx)).find(({ version }) => version === row.terms_version)
  const { settings } = requireAllowed(readSettings(draft, settingsOf(row), terms, PRACTICE_CURRENCY))
  const isPaused = status === undefined ? row.is_paused : status === 'paused'
  await sql`
    update practice_follow set mode = ${settings.mode}, number = ${settings.number},
      max_trade = ${settings.maxTrade}, max_total = ${settings.maxTotal}, slippage_bps = ${settings.slippageBps},
      is_paused = ${isPaused}
    where id = ${followId}`.execute(tx)
}

/**
 * Ends following. Copies are closed at the market, or kept as own positions; what cannot be closed now, for want of a price, is
 * kept. Once it has ended, the same is done with those that are still open: a second time changes nothing else.
 *
 * Refuses: RELATION_NOT_FOUND, the same for somebody else's as for none.
 */
export async function unfollowInPractice(
  practice: Contracts,
  customer: CustomerId,
  id: RelationId,
  stopMode: StopMode,
): Promise<void> {
  const { db, clock } = practice
  const owner = practiceOwnerOf(customer)
  const { rows } = await sql`
    update practice_follow set ended_at = coalesce(ended_at, ${moment(clock.nowMs())}),
      end_reason = coalesce(end_reason, 'user'), is_kept = true
    where id = ${id} and customer_id = ${owner} returning id`.execute(db)
  if (rows.length === 0) throw refusal('RELATION_NOT_FOUND')
  if (stopMode === 'keep') return
  for (const copy of await openCopies(db, id)) await closeAsEnded(practice, owner, id, copy)
}

const closeAsEnded = (practice: Contracts, owner: CustomerId, follow: RelationId, copy: PositionId) =>
  passRefusals(closePosition(practice, { customer: owner, key: `end ${follow} ${copy}` }, copy, undefined))

async function openCopies(db: Db, follow: RelationId): Promise<PositionId[]> {
  const { rows } = await sql<{ id: PositionId }>`
    select p.id from practice_copy c join practice_position p on p.id = c.position_id and p.status = 'open'
    where c.follow_id = ${follow}`.execute(db)
  return rows.map(({ id }) => id)
}

async function passRefusals(work: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error
  }
}

/** Whom a customer follows in practice, then whom they followed, and what came of it; one of them alone where it is named. */
export async function followsInPractice(
  { db, lastTick }: Pick<Contracts, 'lastTick'> & { readonly db: Db | Tx },
  customer: CustomerId,
  one?: RelationId,
): Promise<PracticeFollowView[]> {
  const isOne = one === undefined ? sql`` : sql`and id = ${one}`
  const { rows } = await sql<
    FollowRow & {
      readonly share_bps: number
      readonly nickname: string | null
      readonly copied: number
      readonly skipped: number
      readonly reason: SkipReason | null
      readonly limited_by: SkipReason | null
      readonly open: number
      readonly margin: bigint
      readonly realized: bigint
    }
  >`
    select f.*, l.share_bps, (select nickname from customer where id = l.customer_id) as nickname, c.*,
      (select reason from practice_copy where follow_id = f.id and reason is not null
        order by lead_position_id desc limit 1) as reason,
      (select limited_by from practice_copy where follow_id = f.id and position_id is not null
        order by lead_position_id desc limit 1) as limited_by
    from (
        select * from practice_follow where customer_id = ${practiceOwnerOf(customer)} ${isOne}
        order by ended_at is not null, id desc limit ${LISTED}) f
      join copy_lead l on l.id = f.lead_id, lateral (
      select count(c.position_id)::integer as copied, count(c.reason)::integer as skipped,
        count(*) filter (where p.status = 'open')::integer as open, coalesce(sum(p.margin), 0)::bigint as margin,
        coalesce(sum(p.realized_pnl - p.fee - p.financing), 0)::bigint as realized
      from practice_copy c left join practice_position p on p.id = c.position_id where c.follow_id = f.id) c
    order by f.ended_at is not null, f.id desc`.execute(db)
  const { rows: open } = await sql<{ follow_id: RelationId; position_id: PositionId }>`
    select c.follow_id, c.position_id from practice_position p join practice_copy c on c.position_id = p.id
    where p.customer_id = ${practiceOwnerOf(customer)} and p.status = 'open'`.execute(db)
  const positions = await positionsById(
    db,
    open.map(({ position_id }) => position_id),
    practiceTables,
  )
  const show = (amount: bigint) => formatAmount(amount, PRACTICE_CURRENCY)
  return rows.map((row) => {
    const gains = open
      .filter(({ follow_id }) => follow_id === row.id)
      .map(({ position_id }) => unrealizedPnl(positions.get(position_id)!, lastTick))
    const gained = gains.includes(undefined) ? undefined : gains.reduce<bigint>((sum, one) => sum + one!, 0n)
    return {
      ...{ id: String(row.id), leadId: String(row.lead_id), nickname: row.nickname },
      status: row.ended_at !== null ? 'ended' : row.is_paused ? 'paused' : 'active',
      ...{ endReason: row.end_reason, currency: PRACTICE_CURRENCY },
      ...{ mode: row.mode, number: showNumber(row), slippagePercent: showPercent(row.slippage_bps) },
      ...{ maxTrade: show(row.max_trade), maxTotal: show(row.max_total), termsVersion: row.terms_version },
      ...{ copied: row.copied, skipped: row.skipped, skipReason: row.reason, limitedBy: row.limited_by },
      ...{ openCopies: row.open, margin: show(row.margin), realizedPnl: show(row.realized) },
      unrealizedPnl: gained === undefined ? null : show(gained),
      sharePercent: showPercent(row.share_bps),
      shareWithMoney: show(shareOfProfit(row.realized, 0n, row.share_bps)),
      ...{ startedAtMs: row.started_at, endedAtMs: row.ended_at },
    }
  })
}

const practiceTables = { positions: 'practice_position' } as const

/** Forgets whom a customer followed; their positions stay, of an owner that is not them. */
export async function forgetFollowing(tx: Tx, customer: CustomerId): Promise<void> {
  const owner = practiceOwnerOf(customer)
  await sql`
    delete from practice_copy where follow_id in (select id from practice_follow where customer_id = ${owner})`.execute(
    tx,
  )
  await sql`delete from practice_follow where customer_id = ${owner}`.execute(tx)
}

// ── What follows of what leads do

/**
 * Where the next time goes on, so that each lead has their turn: however much one of them does, and however many copies cannot be
 * done for want of a price.
 */
export interface Turn {
  /** Whose opening was the last that there was room for. */
  opening: LeadId
  readonly closing: Served
  readonly stops: Served
}
interface Served {
  last: LeadId
  /** The last copy of each lead that was looked at; those after it are next. */
  after: Map<LeadId, PositionId>
}

const NOBODY = 0n as LeadId
const newServed = (): Served => ({ last: NOBODY, after: new Map() })
export const firstTurn = (): Turn => ({ opening: NOBODY, closing: newServed(), stops: newServed() })

/** The last lead of a part that was full; the next begins after them. */
const lastOf = (rows: readonly { readonly lead_id: LeadId }[], atMost: number): LeadId =>
  rows.length < atMost ? NOBODY : rows.at(-1)!.lead_id

/** Remembers a part that was looked at: a lead of whom nothing is left begins again with their first. */
function remember(
  served: Served,
  rows: readonly { readonly lead_id: LeadId; readonly position: PositionId }[],
  atMost: number,
): void {
  const now = new Map(rows.map(({ lead_id, position }) => [lead_id, position]))
  // With room for one more lead, who is not there has nothing left.
  served.after = now.size < atMost ? now : new Map([...served.after, ...now])
  served.last = lastOf(rows, atMost)
}

/** Copies `q` of leads `f.lead_id` that are next, as a condition, and what they are joined with. */
const joinServed = ({ after }: Served) => sql`
  left join unnest(${arrayLiteral([...after], ([lead]) => lead)}::bigint[],
    ${arrayLiteral([...after], ([, copy]) => copy)}::bigint[]) s (served, after) on s.served = f.lead_id`
const isNext = sql`q.id > coalesce(s.after, 0)`
/** The first of every lead, then the second of every lead, and so on. */
const placed = (order: RawBuilder<unknown>) =>
  sql`row_number() over (partition by f.lead_id order by ${order}) as place`
const inTurn = (last: LeadId, atMost: number) =>
  sql`order by place, lead_id <= ${last}, lead_id limit ${atMost}`

/** The engine is asked of so many at once: enough for a batch, and no burden. */
const AT_ONCE = 20

/** Does something with each of many, some at a time. What fails on one is kept in `failures`, and holds up no others. */
async function forEach<One>(
  all: readonly One[],
  failures: unknown[],
  work: (one: One) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map((one) => passErrors(failures, () => work(one))))
}

/** Does something, and keeps what it fails on. */
async function passErrors(failures: unknown[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    failures.push(error)
  }
}

/** Fails with the first of what failed, once all the others are done. */
function throwFirst(failures: readonly unknown[]): void {
  const [first] = failures
  if (failures.length <= 1) {
    if (first !== undefined) throw first
    return
  }
  const message = first instanceof Error ? first.message : String(first)
  throw new Error(`${failures.length} things of practice failed, the first: ${message}`, { cause: first })
}

/**
 * Copies what leads have opened and closed since the last time. Done again, it finds nothing: what is copied is a row before it
 * is ordered, and orders and closings have keys. `turn` is kept from one time to the next.
 *
 * What fails unexpectedly is tried again the next time, and holds up nothing else; then the whole fails with the first of it, for who
 * watches the job.
 */
export async function mirrorLeads(
  practice: Contracts,
  turn: Turn = firstTurn(),
  atMost = MAX_AT_ONCE,
): Promise<void> {
  const { db, clock } = practice
  const { rows } = await sql`
    select where exists (select from practice_follow where ended_at is null)
      or exists (select from practice_copy where position_id is null and reason is null)
      or exists (select from practice_position q join practice_copy c on c.position_id = q.id
        join practice_follow f on f.id = c.follow_id and f.end_reason = 'lead-stopped' and not f.is_kept
        where q.status = 'open')`.execute(db)
  if (rows.length === 0) return
  await sql`
    update practice_follow f set ended_at = ${moment(clock.nowMs())}, end_reason = 'lead-stopped'
    where ended_at is null
      and not exists (select from copy_lead l where l.id = f.lead_id and l.status = 'leading')`.execute(db)
  const failures: unknown[] = []
  await passErrors(failures, () => orderAgain(practice, failures, atMost))
  await passErrors(failures, () => copyOpenings(practice, turn, failures, atMost))
  await passErrors(failures, () => closeWithLeads(practice, turn.closing, failures, atMost))
  await passErrors(failures, () => moveStops(practice, turn.stops, failures, atMost))
  throwFirst(failures)
}

interface Opening
  extends Pick<
    FollowRow,
    'lead_id' | 'mode' | 'number' | 'max_trade' | 'max_total' | 'slippage_bps' | 'is_paused'
  > {
  readonly follow: RelationId
  readonly owner: CustomerId
  readonly terms: number
  readonly lead: PositionId
}

/**
 * Copies what leads have opened, or says why it is not, one position after the other: what was copied of one counts in the size of
 * the next. Whose order has no answer waits for that.
 */
async function copyOpenings(
  practice: Contracts,
  turn: Turn,
  failures: unknown[],
  atMost: number,
): Promise<void> {
  const openings = await nextOpenings(practice, turn.opening, atMost)
  if (openings.length === 0) return
  turn.opening = lastOf(openings, atMost)
  const leads = await positionsById(
    practice.db,
    openings.map(({ lead }) => lead),
  )
  // As a real copy: by the terms that the following began with.
  const terms = new Map((await allCopyTerms(practice.db)).map((each) => [each.version, each]))
  const unanswered = new Set<CustomerId>()
  for (const [id, of] of Map.groupBy(openings, ({ lead }) => lead)) {
    const now = of.filter(({ owner }) => !unanswered.has(owner))
    const lead = leads.get(id)!
    await passErrors(failures, async () => {
      const noted = await noteCopies(practice, lead, now, { terms, failures })
      for (const owner of await orderCopies(practice, noted, leads, failures)) unanswered.add(owner)
    })
  }
}

/** What leads have opened that is not looked at yet, of each in turn. */
async function nextOpenings({ db, clock }: Contracts, last: LeadId, atMost: number): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    with leads as materialized (
      select l.id, l.customer_id from copy_lead l
      where l.id in (select lead_id from practice_follow where ended_at is null)),
    opened as (
      select l.id as lead_id, p.id, p.opened_at from leads l
        join contract_position p on p.customer_id = l.customer_id and p.status = 'open'
      union all
      -- Opened and closed since the last time: by the index of what has ended.
      select l.id, p.id, p.opened_at from leads l
        join contract_position p on p.customer_id = l.customer_id and p.symbol = any(${contractSymbols()}::text[])
          and (case p.reason when 'liquidation' then 'liquidated' else p.status end) in ('closed', 'liquidated')
          and p.closed_at > ${moment(clock.nowMs() - HOUR_MS)}
          and p.status in ('closed', 'cancelled') and p.relation_id is null)
    select * from (
      select f.id as follow, f.customer_id as owner, f.lead_id, f.mode, f.number, f.max_trade, f.max_total,
        f.slippage_bps, f.is_paused, f.terms_version as terms, p.id as lead,
        ${placed(sql`p.id, f.id`)}
      from practice_follow f join opened p on p.lead_id = f.lead_id and p.opened_at > f.started_at
      where f.ended_at is null
        and not exists (select from practice_copy where follow_id = f.id and lead_position_id = p.id)
        and not exists (select from practice_copy c join practice_follow o on o.id = c.follow_id
          where c.position_id is null and c.reason is null and o.customer_id = f.customer_id)) f
    ${inTurn(last, atMost)}`.execute(db)
  return rows
}

/** Writes down how much is copied of what a lead opened, for each who follows them, or why nothing is. */
async function noteCopies(
  practice: Contracts,
  lead: Position,
  openings: readonly Opening[],
  { terms, failures }: { readonly terms: ReadonlyMap<number, CopyTerms>; readonly failures: unknown[] },
): Promise<Ordered[]> {
  if (openings.length === 0) return []
  const { db, clock } = practice
  const wallets = await walletsOf(practice, openings)
  const noted = openings.flatMap((opening) => {
    const { follow, owner, terms: version } = opening
    const wallet = wallets.get(follow)!
    try {
      return [
        {
          ...{ follow, owner },
          sized: sizeFor(practice, { opening, lead, wallet, copyTerms: terms.get(version) }),
        },
      ]
    } catch (error) {
      // Nothing is noted of it: it is sized again the next time.
      failures.push(error)
      return []
    }
  })
  await sql`
    insert into practice_copy (follow_id, lead_position_id, lots, take_profit, stop_loss, reason, limited_by,
      created_at)
    select follow, ${lead.id}, lots, ${lead.takeProfit}::bigint, ${lead.stopLoss}::bigint, reason, limited_by,
      ${moment(clock.nowMs())}
    from unnest(${arrayLiteral(noted, ({ follow }) => follow)}::bigint[],
      ${arrayLiteral(noted, ({ sized }) => (typeof sized === 'string' ? null : sized.lots))}::bigint[],
      ${arrayLiteral(noted, ({ sized }) => (typeof sized === 'string' ? sized : null))}::text[],
      ${arrayLiteral(noted, ({ sized }) => (typeof sized === 'string' ? null : sized.limitedBy))}::text[])
      n (follow, lots, reason, limited_by)`.execute(db)
  return noted.flatMap(({ follow, owner, sized }) =>
    typeof sized === 'string'
      ? []
      : {
          ...{ follow, owner, lead: lead.id, lots: BigInt(sized.lots) },
          take_profit: lead.takeProfit === null ? null : BigInt(lead.takeProfit),
          stop_loss: lead.stopLoss === null ? null : BigInt(lead.stopLoss),
          ...{ has_ended: false, was_ordered: false },
        },
  )
}

/** What somebody who follows has in practice, and of it the margins of what copies this lead. */
interface Wallet {
  readonly equity: bigint
  readonly inUse: bigint
}

/** The wallets of all who follow a lead, by what they follow with, all of one reading. */
async function walletsOf(
  { db, lastTick }: Contracts,
  follows: readonly Pick<Opening, 'follow' | 'owner'>[],
): Promise<Map<RelationId, Wallet>> {
  const { rows: own } = await sql<{ id: PositionId; owner: CustomerId; follow: RelationId | null }>`
    select q.id, q.customer_id as owner, c.follow_id as follow
    from practice_position q left join practice_copy c on c.position_id = q.id
    where q.customer_id = any(${arrayLiteral(follows, ({ owner }) => owner)}::bigint[])
      and q.status in ('pending', 'open')`.execute(db)
  const positions = await positionsById(
    db,
    own.map(({ id }) => id),
    practiceTables,
  )
  const balances = await balancesOfAccounts(
    db,
    follows.map(({ owner }) => availableOf(owner)),
  )
  const byOwner = Map.groupBy(own, ({ owner }) => owner)
  return new Map(
    follows.map(({ follow, owner }) => {
      let equity: bigint = balances.get(availableOf(owner))!
      let inUse = 0n
      for (const { id, follow: copied } of byOwner.get(owner) ?? []) {
        const position = positions.get(id)!
        equity += position.margin + (unrealizedPnl(position, lastTick) ?? 0n)
        if (copied === follow) inUse += position.margin
      }
      return [follow, { equity, inUse }]
    }),
  )
}

const contractSymbols = () =>
  textArrayLiteral(
    instruments.filter(({ products }) => products.includes('contract')),
    ({ symbol }) => symbol,
  )

/** Whether what a lead opened is no longer to be copied: it is closed by now, or was opened too long ago. */
const isOver = ({ status, openedAtMs }: Position, nowMs: number): boolean =>
  status !== 'open' || nowMs - openedAtMs! > LATE_MS

/** How many lots are copied of what a lead opened, by the rules of real copies; or why none are. */
function sizeFor(
  { clock, lastTick }: Contracts,
  copy: {
    readonly opening: Opening
    readonly lead: Position
    readonly wallet: Wallet
    readonly copyTerms: CopyTerms | undefined
  },
): Exclude<ReturnType<typeof sizeOfCopy>, SkipReason> | SkipReason {
  const { opening, lead, wallet, copyTerms } = copy
  if (opening.is_paused) return 'paused'
  const instrument = findInstrument(lead.symbol)
  const terms = instrument && contractTermsOf(instrument)
  const tick = lastTick(lead.symbol)
  const conversion = terms?.conversion && lastTick(terms.conversion.symbol)
  if (!instrument || !terms || !tick || (terms.conversion && !conversion) || isOver(lead, clock.nowMs()))
    return 'stale'
  const price = openingPrice(lead.direction, tick)
  // One whose terms are not known holds up no others.
  if (!copyTerms) return 'not-allowed'
  const settings = settingsOf(opening)
  if (slippageOf(lead.direction, lead.entryPrice!, price) > settings.slippageBps) return 'slippage'
  return sizeOfCopy({
    ...{ settings, leadLots: lead.lots, leverage: lead.leverage, price, equityBps: copyTerms.equityBps },
    value: tickValue(instrument, lead.lotSize, terms.conversion, conversion && markOf(conversion)),
    ...wallet,
  })
}

interface Ordered {
  readonly follow: RelationId
  readonly owner: CustomerId
  readonly lead: PositionId
  readonly lots: bigint
  readonly take_profit: bigint | null
  readonly stop_loss: bigint | null
  readonly has_ended: boolean
  /** The engine has taken the order, whatever is noted of it. */
  readonly was_ordered: boolean
}

/**
 * Orders again what a crash or an outage came between, under the same key. Nothing is ordered that its customer has ended
 * meanwhile, or that is late by now.
 */
async function orderAgain(practice: Contracts, failures: unknown[], atMost: number): Promise<void> {
  const { db } = practice
  const { rows } = await sql<Ordered>`
    select * from (
      select c.follow_id as follow, f.customer_id as owner, f.lead_id, c.lead_position_id as lead, c.lots,
        c.take_profit, c.stop_loss, f.ended_at is not null as has_ended, ${placed(sql`c.lead_position_id, f.id`)},
        ${isKeyUsed(sql`f.customer_id`, sql`'follow ' || f.id || ' ' || c.lead_position_id`)} as was_ordered
      from practice_copy c join practice_follow f on f.id = c.follow_id
      where c.position_id is null and c.reason is null) f
    ${inTurn(NOBODY, atMost)}`.execute(db)
  const leads = await positionsById(
    db,
    rows.map(({ lead }) => lead),
  )
  await orderCopies(practice, rows, leads, failures)
}

/**
 * Orders what was written down, and notes what came of it. Returns: whose order has no answer, or failed unexpectedly; it is ordered
 * again.
 */
async function orderCopies(
  practice: Contracts,
  copies: readonly Ordered[],
  leads: ReadonlyMap<PositionId, Position>,
  failures: unknown[],
): Promise<CustomerId[]> {
  const answered: { copy: Ordered; position: PositionId | null; reason: SkipReason | null }[] = []
  await forEach(copies, failures, async (copy) => {
    const ordered = await orderCopy(practice, copy, leads.get(copy.lead))
    if (ordered === undefined) return
    if (typeof ordered === 'string') answered.push({ copy, position: null, reason: ordered })
    else answered.push({ copy, position: ordered, reason: null })
  })
  const done = new Set(answered.map(({ copy }) => copy))
  const unanswered = copies.filter((copy) => !done.has(copy)).map(({ owner }) => owner)
  if (answered.length === 0) return unanswered
  // Who ends it at the same time waits until this is written, and finds it; or has ended it, and it is closed here.
  const { rows: ended } = await sql<{ follow: RelationId; owner: CustomerId; position: PositionId }>`
    with noted as (
      update practice_copy c set position_id = n.position, reason = n.reason
      from unnest(${arrayLiteral(answered, ({ copy }) => copy.follow)}::bigint[],
          ${arrayLiteral(answered, ({ copy }) => copy.lead)}::bigint[],
          ${arrayLiteral(answered, ({ position }) => position)}::bigint[],
          ${arrayLiteral(answered, ({ reason }) => reason)}::text[]) n (follow, lead, position, reason)
        join (select id, customer_id, ended_at from practice_follow
          where id = any(${arrayLiteral(answered, ({ copy }) => copy.follow)}::bigint[])
          order by id for update) f on f.id = n.follow
      where c.follow_id = n.follow and c.lead_position_id = n.lead
      returning f.id as follow, f.customer_id as owner, c.position_id as position, f.ended_at)
    select follow, owner, position from noted where position is not null and ended_at is not null`.execute(
    practice.db,
  )
  await forEach(ended, failures, async ({ follow, owner, position }) => {
    await closeAsEnded(practice, owner, follow, position)
  })
  return unanswered
}

/**
 * Orders one copy, or says why not: one that cannot be ordered holds up no others. Undefined without an answer: an outage is no
 * reason until the lead's price is gone.
 */
async function orderCopy(
  practice: Contracts,
  { follow, owner, lead: id, lots, take_profit, stop_loss, has_ended, was_ordered }: Ordered,
  lead: Position | undefined,
): Promise<PositionId | SkipReason | undefined> {
  const { clock } = practice
  const instrument = lead && findInstrument(lead.symbol)
  if (!instrument) return 'not-allowed'
  // What was ordered before is open: it is a copy, however late that is noted.
  if ((has_ended || isOver(lead, clock.nowMs())) && !was_ordered) return 'stale'
  const { symbol, direction, leverage } = lead
  const text = (ticks: bigint | null) => (ticks === null ? undefined : formatPrice(instrument, Number(ticks)))
  const caller = { customer: owner, key: `follow ${follow} ${id}` }
  try {
    const opened = await submit(practice, caller, {
      ...{ symbol, direction, leverage, lots: formatLots(lots), marginCurrency: MARGIN_CURRENCY },
      ...{ takeProfit: text(take_profit), stopLoss: text(stop_loss) },
    })
    return opened.id
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return isOutage(error) ? undefined : reasonOf(error.code)
  }
}

const isOutage = ({ code }: Refusal): boolean => code === 'SERVICE_UNAVAILABLE' || code === 'OUTCOME_UNKNOWN'

/**
 * Closes of each copy the part that its lead has closed, also of a lead who leads no more: what they close and stop in one
 * moment is seen at once, and nobody else would close it. A liquidation is the lead's own: a copy has a margin of its own.
 */
async function closeWithLeads(
  practice: Contracts,
  served: Served,
  failures: unknown[],
  atMost: number,
): Promise<void> {
  const { rows } = await sql<{
    follow: RelationId
    owner: CustomerId
    lead_id: LeadId
    lead: PositionId
    lead_open: bigint
    position: PositionId
    lots: bigint
    is_all: boolean
  }>`
    select * from (
      select c.follow_id as follow, f.customer_id as owner, f.lead_id, p.id as lead, p.open_lots as lead_open,
        q.id as position, q.open_lots - q.lots * p.open_lots / p.lots as lots, p.open_lots = 0 as is_all,
        ${placed(sql`q.id`)}
      from practice_position q join practice_copy c on c.position_id = q.id
        -- What their customer has kept is theirs.
        join practice_follow f on f.id = c.follow_id and f.end_reason is distinct from 'user' and not f.is_kept
        join contract_position p on p.id = c.lead_position_id
        ${joinServed(served)}
      where ${isNext} and q.status = 'open' and p.open_lots < p.lots
        and q.open_lots > q.lots * p.open_lots / p.lots
        and not (p.status = 'closed' and p.reason = 'liquidation')) f
    ${inTurn(served.last, atMost)}`.execute(practice.db)
  remember(served, rows, atMost)
  await forEach(rows, failures, async ({ follow, owner, lead, lead_open, position, lots, is_all }) => {
    const caller = { customer: owner, key: `lead ${follow} ${lead} ${lead_open}` }
    // For want of a price it is tried again, when its turn comes.
    await passRefusals(closePosition(practice, caller, position, is_all ? undefined : formatLots(lots)))
  })
}

/**
 * Moves the take profit and stop loss of each copy to where its lead has set them, unless its customer has set their own. One
 * that is refused, as on the wrong side by now, is tried again.
 */
async function moveStops(
  practice: Contracts,
  served: Served,
  failures: unknown[],
  atMost: number,
): Promise<void> {
  const { db } = practice
  const { rows } = await sql<{
    follow: RelationId
    owner: CustomerId
    lead_id: LeadId
    lead: PositionId
    position: PositionId
    symbol: string
    take_profit: bigint | null
    stop_loss: bigint | null
  }>`
    select * from (
      select c.follow_id as follow, f.customer_id as owner, f.lead_id, p.id as lead, q.id as position, p.symbol,
        p.take_profit, p.stop_loss, ${placed(sql`q.id`)}
      from practice_position q join practice_copy c on c.position_id = q.id
        join practice_follow f on f.id = c.follow_id and f.ended_at is null
        join contract_position p on p.id = c.lead_position_id and p.status = 'open'
        ${joinServed(served)}
      where ${isNext} and q.status = 'open'
        and (p.take_profit, p.stop_loss) is distinct from (c.take_profit, c.stop_loss)
        -- As it was copied; or moved before a crash, and not noted.
        and ((q.take_profit, q.stop_loss) is not distinct from (c.take_profit, c.stop_loss)
          or (q.take_profit, q.stop_loss) is not distinct from (p.take_profit, p.stop_loss))) f
    ${inTurn(served.last, atMost)}`.execute(db)
  remember(served, rows, atMost)
  await forEach(rows, failures, async ({ follow, owner, lead, position, symbol, take_profit, stop_loss }) => {
    const instrument = findInstrument(symbol)
    if (!instrument) return
    const text = (ticks: bigint | null) => (ticks === null ? '0' : formatPrice(instrument, Number(ticks)))
    // Without a key: set again, it changes nothing, and what a lead sets may come back.
    const set = setStops(practice, { customer: owner }, position, {
      ...{ takeProfit: text(take_profit), stopLoss: text(stop_loss) },
    })
    if (await passRefusals(set)) return
    await sql`
      update practice_copy set take_profit = ${take_profit}::bigint, stop_loss = ${stop_loss}::bigint
      where follow_id = ${follow} and lead_position_id = ${lead}`.execute(db)
  })
}
