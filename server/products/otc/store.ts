import { type RawBuilder, sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import type { OtcAccount } from '#domain/otc/contract.ts'
import {
  type MerchantStatus,
  type OtcAction,
  type OtcEvent,
  type OtcFiat,
  type OtcOutcome,
  type OtcPayment,
  type OtcRecord,
  type OtcSide,
  type OtcStatus,
  type OtcTick,
  openOtcStatuses,
  otcCan,
  PRICE_DECIMALS,
} from '#domain/otc/rules.ts'
import type { HoldId } from '#server/core/ledger/holds.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moment } from '#server/platform/db/moment.ts'
import { nextId } from '#server/platform/ids.ts'
import { frozenCustomers } from '#server/users/freeze-store.ts'
import { type Party, PLATFORM_PARTY } from './accounts.ts'

/** The SQL of offers, orders and what is written in them. */

/** What an offer is made of. */
export interface OfferFigures {
  readonly maker: Party
  readonly side: OtcSide
  readonly currency: string
  readonly fiat: OtcFiat
  readonly price: bigint | null
  readonly margin_bps: number | null
  readonly minimum: Units
  readonly maximum: Units
  readonly total: Units
  /** Ways to pay, with commas between. */
  readonly payments: string
  readonly terms: string | null
}
export interface OfferRow extends OfferFigures {
  readonly id: bigint
  readonly number: bigint
  readonly remaining: Units
  /** Where the platform's own are paid to. */
  readonly account: OtcAccount | null
  readonly hold_id: HoldId | null
  readonly created_at: number
  readonly closed_at: number | null
}

/** What never changes of an order. */
export interface OrderFigures {
  readonly id: bigint
  readonly offer_id: bigint
  readonly maker: Party
  readonly taker: CustomerId
  readonly seller: Party
  readonly buyer: Party
  readonly currency: string
  readonly fiat: OtcFiat
  readonly amount: Units
  readonly total: Units
  readonly price: bigint
  readonly margin_bps: number | null
  readonly ticks: readonly OtcTick[]
  readonly value: Units
  readonly payment: OtcPayment
  readonly account_bank: string
  readonly account_digits: string
  readonly account_name_same: boolean | null
}
export interface OrderRow extends OrderFigures {
  readonly number: bigint
  readonly status: OtcStatus
  readonly account: Uint8Array | null
  readonly hold_id: HoldId
  readonly placed_at: number
  readonly pay_by: number
  readonly paid_at: number | null
  readonly payer_name: string | null
  readonly payer_name_same: boolean | null
  readonly disputed_at: number | null
  readonly disputed_by: 'buyer' | 'seller' | null
  readonly dispute_reason: string | null
  readonly evidence: string | null
  readonly ended_at: number | null
  readonly outcome: OtcOutcome | null
  readonly why: string | null
}
export interface MessageRow {
  readonly id: bigint
  readonly order_id: bigint
  readonly sender: Party
  readonly operator_id: bigint | null
  readonly event: OtcEvent | null
  readonly text: string | null
  readonly image: string | null
  readonly created_at: number
}
export interface MerchantRow {
  readonly customer_id: CustomerId
  readonly name: string
  readonly introduction: string
  readonly status: MerchantStatus
  readonly reason: string | null
  readonly applied_at: number
  readonly decided_at: number | null
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    otc_merchant: MerchantRow
    otc_offer: OfferRow
    otc_order: OrderRow
    otc_message: MessageRow
  }
}

/** Lets one order of a customer's be decided at a time; of the platform's number, one application to be a merchant. */
export async function lockTaker(tx: Tx, customer: Party): Promise<void> {
  await sql`
    insert into otc_lock as l (customer_id, requests) values (${customer}, 1)
    on conflict (customer_id) do update set requests = l.requests + 1`.execute(tx)
}

// ── Offers

/** Adds an offer; what it keeps is named afterwards. */
export async function insertOffer(
  tx: Tx,
  id: bigint,
  offer: OfferFigures & { readonly account: OtcAccount | null; readonly proposal: bigint | null },
  nowMs: number,
): Promise<void> {
  const { maker, side, currency, fiat, price, margin_bps, minimum, maximum, total, payments, terms } = offer
  await sql`
    insert into otc_offer (id, maker, side, currency, fiat, price, margin_bps, minimum, maximum, total, remaining,
      payments, terms, account, proposal, created_at)
    values (${id}::bigint, ${maker}::bigint, ${side}, ${currency}, ${fiat}, ${price}::bigint, ${margin_bps}::int,
      ${minimum}::bigint, ${maximum}::bigint, ${total}::bigint, ${total}::bigint, ${payments}, ${terms},
      ${offer.account && JSON.stringify(offer.account)}::jsonb, ${offer.proposal}::bigint, ${moment(nowMs)})`.execute(
    tx,
  )
}

export const findOffer = (db: Db | Tx, id: bigint): Promise<OfferRow | undefined> =>
  db.selectFrom('otc_offer').selectAll().where('id', '=', id).executeTakeFirst()

/** An offer, held so that nobody else changes it before the transaction ends. */
export const lockOffer = (tx: Tx, id: bigint): Promise<OfferRow | undefined> =>
  tx.selectFrom('otc_offer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Of these, those that a customer made or took, by id: for what the statement says of them. */
export const offersById = (db: Db | Tx, ids: readonly bigint[]): Promise<OfferRow[]> =>
  db
    .selectFrom('otc_offer')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()

/** Changes what is left of an offer, and what keeps it. */
export async function updateOffer(
  tx: Tx,
  id: bigint,
  { remaining, hold, closedAtMs }: { remaining: bigint; hold?: HoldId | undefined; closedAtMs?: number },
): Promise<void> {
  await tx
    .updateTable('otc_offer')
    .set({
      remaining: units(remaining),
      ...(hold !== undefined && { hold_id: hold }),
      ...(closedAtMs !== undefined && { closed_at: moment(closedAtMs) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Offers of one side, coin and fiat, whose prices compare: with what those that follow the tape are priced by. */
export interface OfferGroup {
  /** Its place in the list. */
  readonly rank: bigint
  readonly side: OtcSide
  readonly currency: string
  readonly fiat: OtcFiat
  /** Both in dollars, with `PRICE_DECIMALS` decimals; 0 while the tape has none. */
  readonly coinPrice: bigint
  readonly fiatPrice: bigint
}
/** An offer with its place in the list: what a cursor consists of. */
export interface ListedOffer extends OfferRow {
  readonly rank: bigint
  readonly coin_price: bigint
  readonly fiat_price: bigint
  /** By its price in its group. */
  readonly place: bigint
}
export const placeInList = ['rank', 'coin_price', 'fiat_price', 'place', 'id'] as const

/** The place of an offer without a price; every price, with `PRICE_DECIMALS` decimals, is below. */
const LAST_PLACE = sql.lit(10 ** 18)
const ONE = sql.lit(10 ** PRICE_DECIMALS)

/**
 * Offers of these groups that can be taken: group by group, the best price for who takes it first, then the older; none of who
 * froze the account. A page after another orders the group that it goes on with by the same prices of the tape.
 *
 * The price is that of `offerPrice`, rounded alike.
 */
export async function openOffers(
  db: Db,
  { groups, after, offset, limit }: PageSlice & { groups: readonly OfferGroup[] },
): Promise<ListedOffer[]> {
  const [rank, coinPrice, fiatPrice, place, id] = after ?? []
  const priced = groups.map((group) =>
    group.rank === rank ? { ...group, coinPrice: coinPrice!, fiatPrice: fiatPrice! } : group,
  )
  const of = <Name extends keyof OfferGroup>(name: Name) => priced.map((group) => group[name])
  const { rows } = await sql<ListedOffer>`
    select * from (
      select otc_offer.*, rank, coin_price, fiat_price, (case
          when shown is null or shown > ${LAST_PLACE} then ${LAST_PLACE}
          when side = 'sell' then shown else ${LAST_PLACE} - shown end)::bigint as place
      from otc_offer
      join unnest(${of('rank')}::bigint[], ${of('side')}::text[], ${of('currency')}::text[], ${of('fiat')}::text[],
          ${of('coinPrice')}::bigint[], ${of('fiatPrice')}::bigint[])
        as listed (rank, side, currency, fiat, coin_price, fiat_price) using (side, currency, fiat)
      cross join lateral (select nullif(coin_price, 0)::numeric * (10000 + margin_bps) * ${ONE} as dividend,
        nullif(fiat_price, 0)::numeric * 10000 as divisor) as parts
      cross join lateral (
        select div(case side when 'sell' then dividend + divisor - 1 else dividend end, divisor) as exact) as rounded
      cross join lateral (select case when exact >= 100 * ${ONE} then ${ONE} / 100
        when exact >= ${ONE} / 10 then ${ONE} / 10000 else 1 end as step) as steps
      cross join lateral (select coalesce(price,
        div(case side when 'sell' then exact + step - 1 else exact end, step) * step) as shown) as prices
      where closed_at is null and remaining > 0 and maker not in ${frozenCustomers(db)}
    ) as offers
    where ${after ? sql`(rank, place, id) > (${rank!}::bigint, ${place!}::bigint, ${id!}::bigint)` : sql`true`}
    order by rank, place, id
    offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** A maker's offers, newest first. */
export function offersOf(
  db: Db,
  maker: Party,
  { side, after, offset, limit }: PageSlice & { side?: OtcSide | undefined },
): Promise<OfferRow[]> {
  let query = db.selectFrom('otc_offer').selectAll().where('maker', '=', maker)
  if (side !== undefined) query = query.where('side', '=', side)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** A maker's offers that are open. */
export const openOffersOf = (tx: Db | Tx, maker: Party): Promise<OfferRow[]> =>
  tx
    .selectFrom('otc_offer')
    .selectAll()
    .where('maker', '=', maker)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()

/** The same, held so that nobody else changes them before the transaction ends. */
export const lockOpenOffersOf = (tx: Tx, maker: Party): Promise<OfferRow[]> =>
  tx
    .selectFrom('otc_offer')
    .selectAll()
    .where('maker', '=', maker)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

// ── Orders

/** Adds an order; its hold is named afterwards. */
export async function insertOrder(
  tx: Tx,
  { ticks, ...order }: OrderFigures & { readonly account: Uint8Array },
  { nowMs, payByMs }: { nowMs: number; payByMs: number },
): Promise<void> {
  await sql`
    insert into otc_order (id, offer_id, maker, taker, seller, buyer, currency, fiat, amount, total, price, margin_bps,
      ticks, value, payment, account, account_bank, account_digits, account_name_same, status, placed_at, pay_by)
    values (${order.id}::bigint, ${order.offer_id}::bigint, ${order.maker}::bigint, ${order.taker}::bigint,
      ${order.seller}::bigint, ${order.buyer}::bigint, ${order.currency}, ${order.fiat}, ${order.amount}::bigint,
      ${order.total}::bigint, ${order.price}::bigint, ${order.margin_bps}::int, ${JSON.stringify(ticks)}::jsonb,
      ${order.value}::bigint, ${order.payment}, ${order.account}::bytea, ${order.account_bank},
      ${order.account_digits}, ${order.account_name_same}::boolean, 'placed', ${moment(nowMs)}, ${moment(payByMs)})`.execute(
    tx,
  )
}

/** Names what an order holds. */
export async function nameHold(tx: Tx, id: bigint, hold: HoldId): Promise<void> {
  await sql`update otc_order set hold_id = ${hold} where id = ${id}`.execute(tx)
}

export const findOrder = (db: Db | Tx, id: bigint): Promise<OrderRow | undefined> =>
  db.selectFrom('otc_order').selectAll().where('id', '=', id).executeTakeFirst()

/** An order, held so that nobody else changes it before the transaction ends. */
export const lockOrder = (tx: Tx, id: bigint): Promise<OrderRow | undefined> =>
  tx.selectFrom('otc_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const isSideOf = (party: Party) => sql<boolean>`(seller = ${party} or buyer = ${party})`

/** Orders in which somebody is a side, newest first. */
export function ordersOf(
  db: Db,
  party: Party,
  { status, after, offset, limit }: PageSlice & { status?: OtcStatus | undefined },
): Promise<OrderRow[]> {
  let query = db.selectFrom('otc_order').selectAll().where(isSideOf(party))
  if (status !== undefined) query = query.where('status', '=', status)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** Those of these orders in which somebody is a side. */
export const ordersById = (db: Db | Tx, party: Party, ids: readonly bigint[]): Promise<OrderRow[]> =>
  db
    .selectFrom('otc_order')
    .selectAll()
    .where(isSideOf(party))
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()

/** What is counted of the orders that a customer took. */
export interface TakerCounts {
  /** Not over. */
  readonly open: number
  /** Purchases that they say to have paid. */
  readonly claimed: number
  /** Purchases that ended unpaid since a moment, those that were decided against them too. */
  readonly unpaidBought: number
  /** Sales that ended unpaid since then. */
  readonly unpaidSold: number
}

export async function takerCounts(db: Db | Tx, customer: CustomerId, sinceMs: number): Promise<TakerCounts> {
  const { rows } = await sql<TakerCounts>`
    select count(*) filter (where status = any(${[...openOtcStatuses]}::text[]))::int as open,
      count(*) filter (where buyer = taker and status in ('paid', 'disputed'))::int as claimed,
      count(*) filter (where buyer = taker and outcome = 'returned' and ended_at > ${moment(sinceMs)})::int
        as "unpaidBought",
      count(*) filter (where seller = taker and status in ('cancelled', 'expired') and ended_at > ${moment(sinceMs)})::int
        as "unpaidSold"
    from otc_order where taker = ${customer} and ${isSideOf(customer)}`.execute(db)
  return rows[0]!
}

/** Whether somebody sold to somebody else, and released it themselves, at or before a moment. */
export async function hasSoldTo(
  tx: Tx,
  seller: CustomerId,
  buyer: CustomerId,
  untilMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from otc_order where seller = ${seller} and buyer = ${buyer} and status = 'released'
      and ended_at <= ${moment(untilMs)} limit 1`.execute(tx)
  return rows.length > 0
}

/** Orders that were not paid in time, the oldest first. */
export async function dueOrders(db: Db, nowMs: number, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from otc_order where status = 'placed' and pay_by <= ${moment(nowMs)}
    order by pay_by limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a step writes beside the status. */
export type Step =
  | { readonly payerName: string | null; readonly payerNameSame: boolean | null }
  | { readonly disputedBy: 'buyer' | 'seller'; readonly reason: string; readonly evidence: string | null }
  | { readonly outcome: OtcOutcome; readonly by?: Deciders | undefined; readonly why?: string | undefined }

/** The two operators who agreed on something. */
export interface Deciders {
  readonly maker: bigint
  readonly checker: bigint
}

/** Takes an order one step on; false where its status does not allow the action any more. */
export async function step(
  tx: Tx,
  id: bigint,
  action: OtcAction,
  to: OtcStatus,
  said: Step,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    update otc_order set status = ${to}, ${changesOf(said, moment(nowMs))}
    where id = ${id} and status = any(${[...otcCan[action]]}::text[]) returning 1`.execute(tx)
  return rows.length === 1
}

function changesOf(said: Step, now: RawBuilder<unknown>): RawBuilder<unknown> {
  if ('payerName' in said)
    return sql`paid_at = ${now}, payer_name = ${said.payerName}, payer_name_same = ${said.payerNameSame}::boolean`
  if ('disputedBy' in said)
    return sql`disputed_at = ${now}, disputed_by = ${said.disputedBy}, dispute_reason = ${said.reason},
      evidence = ${said.evidence}`
  return sql`ended_at = ${now}, outcome = ${said.outcome}, account = null, decided_maker = ${said.by?.maker ?? null}::bigint,
    decided_checker = ${said.by?.checker ?? null}::bigint, why = ${said.why ?? null}`
}

/**
 * Orders that wait for operators, oldest first: disputes, what the platform has to pay or to release, and those that ended
 * unpaid and are said to be paid (`late_at`: since when).
 */
export async function waitingOrders(
  db: Db,
  limit: number,
): Promise<(OrderRow & { readonly late_at: number | null })[]> {
  return db
    .selectFrom('otc_order')
    .selectAll()
    .select(lateAt.as('late_at'))
    .where(isWaiting)
    .orderBy('id')
    .limit(limit)
    .execute()
}
const lateAt = sql<
  number | null
>`(select claimed_at from otc_late l where l.order_id = otc_order.id and l.ended_at is null)`
const isWaiting = sql<boolean>`(status = 'disputed' or (status = 'placed' and buyer = ${PLATFORM_PARTY})
  or (status = 'paid' and seller = ${PLATFORM_PARTY})
  or id in (select order_id from otc_late where ended_at is null))`

/** How many wait for operators, and since when. */
export async function countWaiting(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(coalesce(${lateAt}, disputed_at, paid_at, placed_at)) as oldest
    from otc_order where ${isWaiting}`.execute(db)
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

/** How these traded so far; of those who did not, nothing. */
export async function recordsOf(db: Db | Tx, parties: readonly Party[]): Promise<Map<Party, OtcRecord>> {
  if (parties.length === 0) return new Map()
  const { rows } = await sql<{ who: Party; completed: number; failed: number; release: number | null }>`
    select p.who,
      count(*) filter (where o.outcome = 'released' and (o.buyer = p.who or o.status = 'released'))::int as completed,
      -- Whoever takes an offer to buy can let the time of its maker run out.
      count(*) filter (where (o.buyer = p.who and o.outcome = 'returned' and (o.status <> 'expired' or o.taker = p.who))
        or (o.seller = p.who and o.status = 'decided' and o.outcome = 'released'))::int as failed,
      (avg(extract(epoch from o.ended_at - o.paid_at) * 1000)
        filter (where o.seller = p.who and o.status = 'released'))::float8 as release
    from unnest(${[...parties]}::bigint[]) p (who)
    join otc_order o on (o.buyer = p.who or o.seller = p.who) and o.ended_at is not null
    group by p.who`.execute(db)
  return new Map(
    rows.map(({ who, completed, failed, release }) => [
      who,
      { completed, failed, releaseMs: release === null ? null : Math.round(Number(release)) },
    ]),
  )
}

// ── Messages

/** Adds a message, or what happened. Returns: its id. */
export async function insertMessage(
  tx: Tx,
  message: {
    readonly order: bigint
    readonly sender: Party
    readonly operator?: bigint
    readonly event?: OtcEvent
    readonly text?: string | undefined
    readonly image?: string | undefined
  },
  nowMs: number,
): Promise<bigint> {
  const id = nextId()
  const { order, sender, operator = null, event = null, text = null, image = null } = message
  await sql`
    insert into otc_message (id, order_id, sender, operator_id, event, text, image, created_at)
    values (${id}::bigint, ${order}::bigint, ${sender}::bigint, ${operator}::bigint, ${event}, ${text}, ${image},
      ${moment(nowMs)})`.execute(tx)
  return id
}

/** What was written and happened in an order, newest first. */
export function messagesOf(
  db: Db | Tx,
  order: bigint,
  { after, offset, limit }: PageSlice,
): Promise<MessageRow[]> {
  let query = db.selectFrom('otc_message').selectAll().where('order_id', '=', order)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** How many messages somebody wrote in an order. */
export async function countMessages(tx: Tx, order: bigint, sender: Party): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from otc_message
    where order_id = ${order} and sender = ${sender} and event is null`.execute(tx)
  return rows[0]!.count
}

/** Whether a picture is one of an order's messages. */
export async function isPictureOf(db: Db, order: bigint, image: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from otc_message where order_id = ${order} and image = ${image} limit 1`.execute(db)
  return rows.length > 0
}

// ── Merchants

export const findMerchant = (db: Db | Tx, customer: CustomerId): Promise<MerchantRow | undefined> =>
  db.selectFrom('otc_merchant').selectAll().where('customer_id', '=', customer).executeTakeFirst()

/** A merchant, whom nobody else changes until the transaction ends. */
export const lockMerchant = (tx: Tx, customer: CustomerId): Promise<MerchantRow | undefined> =>
  tx.selectFrom('otc_merchant').selectAll().where('customer_id', '=', customer).forUpdate().executeTakeFirst()

/** The names in public of these: of merchants their own, of those stopped too, of others their nicknames. */
export async function namesOf(
  db: Db | Tx,
  parties: readonly Party[],
): Promise<Map<Party, { readonly name: string | null; readonly isMerchant: boolean }>> {
  if (parties.length === 0) return new Map()
  const { rows } = await sql<{
    id: Party
    nickname: string | null
    name: string | null
    is_merchant: boolean
  }>`
    select c.id, c.nickname, case when m.decided_at is not null then m.name end as name,
      coalesce(m.status = 'active', false) as is_merchant
    from customer c left join otc_merchant m on m.customer_id = c.id and m.status in ('active', 'stopped')
    where c.id = any(${[...parties]}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ id, nickname, name, is_merchant }) => [
      id,
      { name: name ?? nickname, isMerchant: is_merchant },
    ]),
  )
}

/** The names of all merchants but one, of those refused and stopped too. */
export async function namesOfOtherMerchants(tx: Tx, customer: CustomerId): Promise<string[]> {
  const rows = await tx
    .selectFrom('otc_merchant')
    .select('name')
    .where('customer_id', '<>', customer)
    .execute()
  return rows.map(({ name }) => name)
}

/** Writes an application: the first, or again after a refusal. */
export async function saveApplication(
  tx: Tx,
  { customer, name, introduction }: { customer: CustomerId; name: string; introduction: string },
  nowMs: number,
): Promise<void> {
  await sql`
    insert into otc_merchant (customer_id, name, introduction, status, applied_at)
    values (${customer}, ${name}, ${introduction}, 'under-review', ${moment(nowMs)})
    on conflict (customer_id) do update set name = excluded.name, introduction = excluded.introduction,
      status = 'under-review', reason = null, applied_at = excluded.applied_at`.execute(tx)
  await logMerchant(tx, customer, { action: 'applied', operator: null, reason: null }, nowMs)
}

/** Writes what an operator decided. */
export async function decideMerchant(
  tx: Tx,
  customer: CustomerId,
  decision: {
    readonly status: MerchantStatus
    readonly action: 'accepted' | 'refused' | 'stopped'
    readonly operator: bigint
    readonly reason: string
  },
  nowMs: number,
): Promise<void> {
  // What was written to accept somebody is for the log.
  const shown = decision.action === 'accepted' ? null : decision.reason
  await sql`
    update otc_merchant set status = ${decision.status}, reason = ${shown}, decided_at = ${moment(nowMs)}
    where customer_id = ${customer}`.execute(tx)
  await logMerchant(tx, customer, decision, nowMs)
}

async function logMerchant(
  tx: Tx,
  customer: CustomerId,
  line: { readonly action: string; readonly operator: bigint | null; readonly reason: string | null },
  nowMs: number,
): Promise<void> {
  await sql`
    insert into otc_merchant_log (id, customer_id, action, operator_id, reason, created_at)
    values (${nextId()}::bigint, ${customer}, ${line.action}, ${line.operator}::bigint, ${line.reason},
      ${moment(nowMs)})`.execute(tx)
}

/** What was decided of a merchant, oldest first. */
export async function merchantHistory(db: Db, customer: CustomerId) {
  const { rows } = await sql<{
    action: 'applied' | 'accepted' | 'refused' | 'stopped'
    operator: string | null
    reason: string | null
    atMs: number
  }>`
    select l.action, o.name as operator, l.reason, l.created_at as "atMs" from otc_merchant_log l
    left join operator o on o.id = l.operator_id where l.customer_id = ${customer} order by l.id`.execute(db)
  return rows
}

/** Applications that wait for an operator, oldest first. */
export const waitingMerchants = (db: Db, limit: number): Promise<MerchantRow[]> =>
  db
    .selectFrom('otc_merchant')
    .selectAll()
    .where('status', '=', 'under-review')
    .orderBy('applied_at')
    .limit(limit)
    .execute()

/** How many applications wait, and since when. */
export async function countApplications(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(applied_at) as oldest from otc_merchant where status = 'under-review'`.execute(
    db,
  )
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

/** Removes what a merchant said of themselves; nobody trades with one whose account ended. */
export async function forgetMerchant(tx: Tx, customer: CustomerId): Promise<void> {
  await sql`
    update otc_merchant set name = ${`-${customer}`}, introduction = '', status = 'stopped'
    where customer_id = ${customer}`.execute(tx)
}
