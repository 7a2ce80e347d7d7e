import type { EndedStatus, EndedView, HistoryProduct } from '#domain/history/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

type Origin = 'relationId' | 'leadName'
/** What a product says of a record; of whom it was copied only where it was. */
export type EndedContent = Omit<EndedView, 'product' | 'id' | 'endedAtMs' | Origin> &
  Partial<Pick<EndedView, Origin>>

/**
 * Where a product keeps a customer's records that ended, and how it shows them; the product `history` lists those of all.
 *
 * The table has an index on its customer, symbol, `outcome`, `endedAt` and id, in this order, of the rows of `isEnded`: so
 * a page costs its own rows, whatever the filter leaves out. Of records `withoutMarket` the index has no symbol. All but `read`
 * is SQL.
 */
export interface EndedRecords {
  readonly product: HistoryProduct
  readonly table: string
  readonly isEnded: string
  /** Whether they are of no instrument: the column `symbol` is not asked for, and no filter by one lets them through. */
  readonly withoutMarket?: true
  /** Columns or expressions: a record's id, how it ended, and when. Its symbol is `symbol`. */
  readonly id: string
  readonly outcome: string
  readonly endedAt: string
  /** The column of its customer; `customer_id` where nothing is said. */
  readonly customer?: string
  /** What stands in `outcome`, for each way in which a record can have ended. */
  readonly statuses: Readonly<Partial<Record<EndedStatus, readonly string[]>>>
  /** These records of the customer's, by their ids; others are left out. */
  readonly read: (
    db: Db,
    customer: CustomerId,
    ids: readonly bigint[],
  ) => Promise<ReadonlyMap<bigint, EndedContent>>
}
