import type { ColumnType } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    watched_instrument: { customer_id: CustomerId; symbol: string; added_at: ColumnType<number, Date> }
  }
}

/** What a customer watches, newest first. */
export async function readWatchlist(db: Db, customerId: CustomerId): Promise<string[]> {
  const rows = await db
    .selectFrom('watched_instrument')
    .select('symbol')
    .where('customer_id', '=', customerId)
    .orderBy('added_at', 'desc')
    .orderBy('symbol')
    .execute()
  return rows.map(({ symbol }) => symbol)
}

/** Puts an instrument on a customer's watchlist; one that is there already stays where it is. */
export async function watch(db: Db, customerId: CustomerId, symbol: string, nowMs: number): Promise<void> {
  await db
    .insertInto('watched_instrument')
    .values({ customer_id: customerId, symbol, added_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes an instrument off a customer's watchlist, if it is on it. */
export async function unwatch(db: Db, customerId: CustomerId, symbol: string): Promise<void> {
  await db
    .deleteFrom('watched_instrument')
    .where('customer_id', '=', customerId)
    .where('symbol', '=', symbol)
    .execute()
}
