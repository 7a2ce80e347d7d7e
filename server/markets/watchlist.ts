import { type ColumnType, sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    watched_instrument: {
      customer_id: CustomerId
      symbol: string
      added_at: ColumnType<number, Date>
      /** The highest is shown first. */
      place: bigint
    }
  }
}

/** What a customer watches, in their order; what was put there last comes first. */
export async function readWatchlist(db: Db, customerId: CustomerId): Promise<string[]> {
  const rows = await db
    .selectFrom('watched_instrument')
    .select('symbol')
    .where('customer_id', '=', customerId)
    .orderBy('place', 'desc')
    .orderBy('symbol')
    .execute()
  return rows.map(({ symbol }) => symbol)
}

/** Puts an instrument first on a customer's watchlist; one that is there already stays where it is. */
export async function watch(db: Db, customerId: CustomerId, symbol: string, nowMs: number): Promise<void> {
  await sql`
    insert into watched_instrument (customer_id, symbol, added_at, place)
    select ${customerId}, ${symbol}, ${new Date(nowMs)}::timestamptz, coalesce(max(place), 0) + 1
    from watched_instrument where customer_id = ${customerId}
    on conflict do nothing`.execute(db)
}

/** Takes an instrument off a customer's watchlist, if it is on it. */
export async function unwatch(db: Db, customerId: CustomerId, symbol: string): Promise<void> {
  await db
    .deleteFrom('watched_instrument')
    .where('customer_id', '=', customerId)
    .where('symbol', '=', symbol)
    .execute()
}

/**
 * Puts a customer's watchlist in this order. What it does not name was added meanwhile and stays before it; what is
 * not on the list is left out.
 */
export async function orderWatchlist(
  db: Db,
  customerId: CustomerId,
  symbols: readonly string[],
): Promise<void> {
  await sql`
    update watched_instrument w set place = o.place
    from (
      select own.symbol,
        row_number() over (order by given.n desc nulls last, own.place, own.symbol desc) as place
      from watched_instrument own
      left join unnest(${textArrayLiteral(symbols, (symbol) => symbol)}::text[]) with ordinality given (symbol, n)
        on given.symbol = own.symbol
      where own.customer_id = ${customerId}
    ) o
    where w.customer_id = ${customerId} and w.symbol = o.symbol and w.place <> o.place`.execute(db)
}
