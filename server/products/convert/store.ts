import { sql } from 'kysely'
import type { ConvertTerms } from '#domain/convert/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** A leg as it is kept: prices in ticks. */
export interface StoredLeg {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly bid: number
  readonly ask: number
  readonly sequence: number
}

/** What a quote and the conversion by it have in common. */
export interface Figures {
  readonly id: bigint
  readonly customer_id: CustomerId
  readonly from_currency: string
  readonly to_currency: string
  readonly amount: Units
  readonly fee: Units
  readonly received: Units
  readonly value: Units
  readonly legs: readonly StoredLeg[]
  readonly fee_bps: number
  readonly terms_version: number
}
export type QuoteRow = Figures & { readonly valid_until: number }
export type ConversionRow = Figures & { readonly converted_at: number }

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    convert_quote: QuoteRow
    conversion: ConversionRow
  }
}

/** The newest terms. */
export async function newestTerms(db: Db | Tx): Promise<ConvertTerms> {
  const { rows } = await sql<{
    version: number
    fee_bps: number
    minimum: bigint
    maximum: bigint
    max_per_customer: bigint
    max_exposure: bigint
    quote_seconds: number
  }>`select * from convert_terms order by version desc limit 1`.execute(db)
  const row = rows[0]!
  return {
    version: row.version,
    feeBps: row.fee_bps,
    minimum: units(row.minimum),
    maximum: units(row.maximum),
    maxPerCustomer: units(row.max_per_customer),
    maxExposure: units(row.max_exposure),
    quoteSeconds: row.quote_seconds,
  }
}

/** Adds the next terms, for quotes to come. */
export async function insertTerms(
  tx: Tx,
  terms: Omit<ConvertTerms, 'version'>,
  proposal: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into convert_terms (version, fee_bps, minimum, maximum, max_per_customer, max_exposure, quote_seconds,
      proposal, created_at)
    select max(version) + 1, ${terms.feeBps}::int, ${terms.minimum}::bigint, ${terms.maximum}::bigint,
      ${terms.maxPerCustomer}::bigint, ${terms.maxExposure}::bigint, ${terms.quoteSeconds}::int, ${proposal}::bigint,
      ${new Date(nowMs)}::timestamptz
    from convert_terms`.execute(tx)
}

const figureNames = [
  ...['id', 'customer_id', 'from_currency', 'to_currency', 'amount', 'fee', 'received', 'value', 'legs'],
  ...['fee_bps', 'terms_version'],
]
const figures = sql.join(figureNames.map((name) => sql.ref(name)))

/** Saves a customer's quote in place of the one before. Whoever converts for them meanwhile is waited for. */
export async function saveQuote(tx: Tx, { legs, valid_until, ...rest }: QuoteRow): Promise<void> {
  const row = {
    ...rest,
    legs: sql<readonly StoredLeg[]>`${JSON.stringify(legs)}::jsonb`,
    valid_until: sql<number>`${new Date(valid_until)}::timestamptz`,
  }
  const { customer_id: _, ...changed } = row
  await tx
    .insertInto('convert_quote')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(changed))
    .execute()
}

/** A customer's quote, locked, as their conversions are made one after the other. Somebody else's is as missing. */
export const lockQuote = (tx: Tx, id: bigint, customer: CustomerId): Promise<QuoteRow | undefined> =>
  tx
    .selectFrom('convert_quote')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Makes a customer's quote a conversion; undefined where it has become one before. */
export async function takeQuote(
  tx: Tx,
  { id, customer_id: customer }: QuoteRow,
  nowMs: number,
): Promise<ConversionRow | undefined> {
  const { rows } = await sql<ConversionRow>`
    insert into conversion (${figures}, converted_at)
    select ${figures}, ${new Date(nowMs)}::timestamptz from convert_quote
    where customer_id = ${customer} and id = ${id}
    on conflict (id) do nothing returning *`.execute(tx)
  return rows[0]
}

/** A customer's conversions, newest first. */
export function listConversions(
  db: Db,
  customer: CustomerId,
  { after, offset, limit }: PageSlice,
): Promise<ConversionRow[]> {
  let query = db.selectFrom('conversion').selectAll().where('customer_id', '=', customer)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** Conversions before one, the newest first. */
export const conversionsBefore = (db: Db, before: bigint, limit: number): Promise<ConversionRow[]> =>
  db
    .selectFrom('conversion')
    .selectAll()
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Those of these conversions that are the customer's own. */
export const conversionsById = (
  db: Db | Tx,
  customer: CustomerId,
  ids: readonly bigint[],
): Promise<ConversionRow[]> =>
  db
    .selectFrom('conversion')
    .selectAll()
    .where('customer_id', '=', customer)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()

/** What a customer converted since a moment, whichever way. Units: of the limits' currency. */
export async function convertedSince(tx: Tx, customer: CustomerId, sinceMs: number): Promise<bigint> {
  const { rows } = await sql<{ value: bigint }>`
    select coalesce(sum(value), 0)::bigint as value from conversion
    where customer_id = ${customer} and converted_at > ${new Date(sinceMs)}::timestamptz`.execute(tx)
  return rows[0]!.value
}

/**
 * What the platform bought of some currencies since a moment, and what it sold; of those without any, nothing. Reads their
 * conversions alone.
 *
 * Units: of the limits' currency.
 */
export async function flowsSince(
  db: Db | Tx,
  sinceMs: number,
  currencies: readonly string[],
): Promise<ReadonlyMap<string, { readonly bought: bigint; readonly sold: bigint }>> {
  const [codes, since] = [[...currencies], new Date(sinceMs)]
  const { rows } = await sql<{ currency: string; bought: bigint; sold: bigint }>`
    select currency, sum(bought)::bigint as bought, sum(sold)::bigint as sold from (
      select from_currency as currency, value as bought, 0 as sold from conversion
      where from_currency = any(${codes}::text[]) and converted_at > ${since}::timestamptz
      union all
      select to_currency, 0, value from conversion
      where to_currency = any(${codes}::text[]) and converted_at > ${since}::timestamptz
    ) f group by currency order by currency`.execute(db)
  return new Map(rows.map(({ currency, bought, sold }) => [currency, { bought, sold }]))
}

/** Deletes quotes that ran out, the oldest first. A conversion has its own figures. */
export async function deleteQuotes(db: Db, beforeMs: number, limit: number): Promise<bigint> {
  const expired = db
    .selectFrom('convert_quote')
    .select('id')
    .where('valid_until', '<', sql<number>`${new Date(beforeMs)}::timestamptz`)
    .orderBy('valid_until')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('convert_quote')
    .where('id', 'in', expired)
    .executeTakeFirst()
  return numDeletedRows
}
