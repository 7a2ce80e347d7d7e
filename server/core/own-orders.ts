import { type RawBuilder, sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { OrderKind } from '#domain/support/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/**
 * What of a product a customer can ask about: all of the customer's, as rows of `id`, `reference` and `at`, by an index on
 * the customer and the id. Its kind is the word before the colon of the console's subjects.
 */
export interface OwnOrders {
  readonly kind: OrderKind
  readonly of: (customer: CustomerId) => RawBuilder<unknown>
  /** The newest of the same, for a product that finds them otherwise than by an index on the customer and the id. */
  readonly newest?: (customer: CustomerId, limit: number) => RawBuilder<unknown>
}

export interface OwnOrder {
  readonly kind: OrderKind
  readonly id: bigint
  readonly reference: string
  readonly at: number
}

/** A customer's newest orders of every kind. */
export async function newestOrders(
  db: Db,
  sources: readonly OwnOrders[],
  customer: CustomerId,
  limit: number,
): Promise<OwnOrder[]> {
  if (sources.length === 0) return []
  return (await newestOrdersQuery(sources, customer, limit).execute(db)).rows
}

/** The same as a query. */
export function newestOrdersQuery(sources: readonly OwnOrders[], customer: CustomerId, limit: number) {
  const parts = sources.map(
    ({ kind, of, newest = of }) => sql`
      (select ${sql.lit(kind)}::text as kind, id, reference, at from (${newest(customer, limit)}) own
        order by id desc limit ${limit})`,
  )
  return sql<OwnOrder>`
    select * from (${sql.join(parts, sql` union all `)}) newest order by at desc, id desc limit ${limit}`
}

/** One of a customer's own orders; undefined for others' and for what is not there. */
export async function findOwnOrder(
  tx: Tx,
  sources: readonly OwnOrders[],
  customer: CustomerId,
  { kind, id }: Pick<OwnOrder, 'kind' | 'id'>,
): Promise<OwnOrder | undefined> {
  const source = sources.find((one) => one.kind === kind)
  if (!source) return undefined
  const { rows } = await sql<Omit<OwnOrder, 'kind'>>`
    select id, reference, at from (${source.of(customer)}) own where id = ${id}::bigint limit 1`.execute(tx)
  return rows[0] && { kind, ...rows[0] }
}
