import { type RawBuilder, sql } from 'kysely'
import type { CardKind } from '#domain/card/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import {
  openStatuses,
  type SaleAction,
  type SaleStatus,
  type SaleTerms,
  type SaleTick,
  saleCan,
} from '#domain/sale/rules.ts'
import type { HoldId } from '#server/core/ledger/holds.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The tick of a sale as it is kept: prices in ticks of its instrument. */
export type StoredTick = SaleTick & { readonly symbol: string }

/** What a quote and the sale by it have in common. */
export interface Figures {
  readonly id: bigint
  readonly customer_id: CustomerId
  /** What it is paid to. */
  readonly card_id: bigint
  readonly card_kind: CardKind
  readonly currency: string
  readonly amount: Units
  readonly fee: Units
  /** Of `PAID_CURRENCY`. */
  readonly received: Units
  readonly value: Units
  readonly tick: StoredTick | null
  readonly fee_bps: number
  readonly minimum_fee: Units
  readonly terms_version: number
}
export type QuoteRow = Figures & { readonly valid_until: number }
export interface SaleRow extends Figures {
  readonly number: bigint
  readonly status: SaleStatus
  readonly bank_name: string
  readonly last_digits: string
  /** Encrypted, until it ends. */
  readonly card: Uint8Array | null
  readonly hold_id: HoldId
  readonly payout_hold_id: HoldId
  readonly sold_at: number
  /** Who pays it, or did: who began, or took it over. */
  readonly started_by: bigint | null
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly bank_reference: string | null
  readonly why: string | null
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    sale_quote: QuoteRow
    sale: SaleRow
  }
}

/** The newest terms. */
export async function newestTerms(db: Db | Tx): Promise<SaleTerms> {
  const { rows } = await sql<{
    version: number
    fee_bps: number
    minimum_fee: bigint
    international_fee_bps: number
    international_minimum_fee: bigint
    minimum: bigint
    max_per_customer: bigint
    quote_seconds: number
  }>`select * from sale_terms order by version desc limit 1`.execute(db)
  const row = rows[0]!
  return {
    version: row.version,
    feeBps: row.fee_bps,
    minimumFee: units(row.minimum_fee),
    internationalFeeBps: row.international_fee_bps,
    internationalMinimumFee: units(row.international_minimum_fee),
    minimum: units(row.minimum),
    maxPerCustomer: units(row.max_per_customer),
    quoteSeconds: row.quote_seconds,
  }
}

/** Adds the next terms, for quotes to come. */
export async function insertTerms(
  tx: Tx,
  terms: Omit<SaleTerms, 'version'>,
  proposal: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into sale_terms (version, fee_bps, minimum_fee, international_fee_bps, international_minimum_fee, minimum,
      max_per_customer, quote_seconds, proposal, created_at)
    select max(version) + 1, ${terms.feeBps}::int, ${terms.minimumFee}::bigint, ${terms.internationalFeeBps}::int,
      ${terms.internationalMinimumFee}::bigint, ${terms.minimum}::bigint,
      ${terms.maxPerCustomer}::bigint, ${terms.quoteSeconds}::int, ${proposal}::bigint, ${new Date(nowMs)}::timestamptz
    from sale_terms`.execute(tx)
}

const figureNames = [
  ...['id', 'customer_id', 'card_id', 'card_kind', 'currency', 'amount', 'fee', 'received', 'value', 'tick'],
  ...['fee_bps', 'minimum_fee', 'terms_version'],
]
const figures = sql.join(figureNames.map((name) => sql.ref(name)))

/** Saves a customer's quote in place of the one before. Whoever sells for them meanwhile is waited for. */
export async function saveQuote(tx: Tx, { tick, valid_until, ...rest }: QuoteRow): Promise<void> {
  const row = {
    ...rest,
    tick: sql<StoredTick | null>`${tick && JSON.stringify(tick)}::jsonb`,
    valid_until: sql<number>`${new Date(valid_until)}::timestamptz`,
  }
  const { customer_id: _, ...changed } = row
  await tx
    .insertInto('sale_quote')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(changed))
    .execute()
}

/** A customer's quote, locked, as their sales are made one after the other. Somebody else's is as missing. */
export const lockQuote = (tx: Tx, id: bigint, customer: CustomerId): Promise<QuoteRow | undefined> =>
  tx
    .selectFrom('sale_quote')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Where a sale is paid to. */
export interface SaleCard {
  readonly bankName: string
  readonly lastDigits: string
  readonly sealed: Uint8Array
}

/** Makes a customer's quote a sale; undefined where it has become one before. Its holds are named afterwards. */
export async function takeQuote(
  tx: Tx,
  { id, customer_id: customer }: QuoteRow,
  { bankName, lastDigits, sealed }: SaleCard,
  nowMs: number,
): Promise<SaleRow | undefined> {
  const { rows } = await sql<SaleRow>`
    insert into sale (${figures}, status, bank_name, last_digits, card, card_fingerprint, sold_at)
    select ${figures}, 'hold', ${bankName}, ${lastDigits}, ${sealed}::bytea,
      (select fingerprint from card where id = card_id), ${new Date(nowMs)}::timestamptz
    from sale_quote where customer_id = ${customer} and id = ${id}
    on conflict (id) do nothing returning *`.execute(tx)
  return rows[0]
}

/** Names what a sale holds: of the coin, and of the dollars for it. */
export async function nameHolds(tx: Tx, id: bigint, coin: HoldId, payout: HoldId): Promise<void> {
  await sql`update sale set hold_id = ${coin}, payout_hold_id = ${payout} where id = ${id}`.execute(tx)
}

/** One sale, whoever's it is. */
export const findSale = (db: Db | Tx, id: bigint): Promise<SaleRow | undefined> =>
  db.selectFrom('sale').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, held so that nobody else changes it before the transaction ends. */
export const lockSale = (tx: Tx, id: bigint): Promise<SaleRow | undefined> =>
  tx.selectFrom('sale').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Who pays a sale at the bank now. */
export interface Payer {
  readonly id: bigint
  readonly name: string
  readonly sinceMs: number
}

/** Who pays each of these sales, by its id; without those that nobody pays now. */
export async function payersOf(
  db: Db | Tx,
  sales: readonly Pick<SaleRow, 'id'>[],
): Promise<ReadonlyMap<bigint, Payer>> {
  if (sales.length === 0) return new Map()
  const { rows } = await sql<Payer & { readonly sale: bigint }>`
    select s.id as sale, o.id, o.name, coalesce(s.taken_at, s.started_at) as "sinceMs"
    from sale s join operator o on o.id = s.started_by
    where s.id = any(${sales.map(({ id }) => id)}::bigint[]) and s.status = 'paying'`.execute(db)
  return new Map(rows.map(({ sale, ...payer }) => [sale, payer]))
}

/** How many other customers have saved the card of each of these sales, where some have: by the index of cards. A card is known until its sale ends. */
export async function othersWithCard(
  db: Db,
  sales: readonly Pick<SaleRow, 'id'>[],
): Promise<ReadonlyMap<bigint, number>> {
  if (sales.length === 0) return new Map()
  const { rows } = await sql<{ id: bigint; others: number }>`
    select s.id, count(distinct c.customer_id)::int as others
    from sale s join card c on c.fingerprint = s.card_fingerprint
    where s.id = any(${sales.map(({ id }) => id)}::bigint[]) and c.removed_at is null
      and c.customer_id <> s.customer_id
    group by s.id`.execute(db)
  return new Map(rows.map(({ id, others }) => [id, others]))
}

/** Makes another operator the one who pays a sale that is being paid. When it was begun stays. */
export async function keepPayer(tx: Tx, id: bigint, operator: bigint, nowMs: number): Promise<void> {
  await sql`
    update sale set started_by = ${operator}, taken_at = ${new Date(nowMs)}
    where id = ${id} and status = 'paying'`.execute(tx)
}

/** A customer's sales, newest first. */
export function salesOf(
  db: Db,
  customer: CustomerId,
  { status, after, offset, limit }: PageSlice & { status?: SaleStatus | undefined },
): Promise<SaleRow[]> {
  let query = db.selectFrom('sale').selectAll().where('customer_id', '=', customer)
  if (status !== undefined) query = query.where('status', '=', status)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** Those of these sales that are the customer's own. */
export const salesById = (db: Db | Tx, customer: CustomerId, ids: readonly bigint[]): Promise<SaleRow[]> =>
  db
    .selectFrom('sale')
    .selectAll()
    .where('customer_id', '=', customer)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()

/** Sales that wait for operators, oldest first. */
export const openSales = (db: Db, limit: number): Promise<SaleRow[]> =>
  db.selectFrom('sale').selectAll().where('status', 'in', openStatuses).orderBy('id').limit(limit).execute()

/** How many wait, and since when. */
export async function countOpen(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(sold_at) as oldest
    from sale where status = any(${[...openStatuses]}::text[])`.execute(db)
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

/** What a customer sold since a moment and did not get back. Units: of the limits' currency. */
export async function soldSince(db: Db | Tx, customer: CustomerId, sinceMs: number): Promise<bigint> {
  const { rows } = await sql<{ value: bigint }>`
    select coalesce(sum(value), 0)::bigint as value from sale
    where customer_id = ${customer} and sold_at > ${new Date(sinceMs)}::timestamptz and status <> 'returned'`.execute(
    db,
  )
  return rows[0]!.value
}

/** What a step writes beside the status. */
export type Step =
  | { readonly startedBy: bigint }
  | { readonly maker: bigint; readonly checker: bigint; readonly bankReference: string }
  | { readonly maker: bigint; readonly checker: bigint; readonly why: string }

/** Takes a sale one step on; false where its status does not allow the action any more. */
export async function step(
  tx: Tx,
  id: bigint,
  action: SaleAction,
  said: Step,
  nowMs: number,
): Promise<boolean> {
  const now = new Date(nowMs)
  const { rows } = await sql`
    update sale set ${changesOf(said, now)}
    where id = ${id} and status = any(${[...saleCan[action]]}::text[]) returning 1`.execute(tx)
  return rows.length === 1
}

function changesOf(said: Step, now: Date): RawBuilder<unknown> {
  if ('startedBy' in said)
    return sql`status = 'paying', started_by = ${said.startedBy}, started_at = ${now}::timestamptz`
  const end = sql`maker = ${said.maker}, checker = ${said.checker}, ended_at = ${now}::timestamptz,
    card = null, card_fingerprint = null`
  return 'why' in said
    ? sql`status = 'returned', why = ${said.why}, ${end}`
    : sql`status = 'paid', bank_reference = ${said.bankReference}, ${end}`
}

/** Deletes quotes that ran out, the oldest first. A sale has its own figures. */
export async function deleteQuotes(db: Db, beforeMs: number, limit: number): Promise<bigint> {
  const expired = db
    .selectFrom('sale_quote')
    .select('id')
    .where('valid_until', '<', sql<number>`${new Date(beforeMs)}::timestamptz`)
    .orderBy('valid_until')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('sale_quote').where('id', 'in', expired).executeTakeFirst()
  return numDeletedRows
}
