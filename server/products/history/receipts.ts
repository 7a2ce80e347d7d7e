import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { ReceiptProduct } from '#domain/history/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { OwnOrders } from '#server/core/own-orders.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A product whose orders are signed as they are accepted. */
export interface SignedOrders {
  readonly product: ReceiptProduct
  readonly ownOrders: OwnOrders
}

/**
 * The receipt of one of a customer's orders.
 *
 * Refuses: NOT_FOUND, the same for somebody else's as for none, and of what was accepted without a receipt.
 */
export async function receiptOf(
  db: Db,
  signed: readonly SignedOrders[],
  customer: CustomerId,
  id: bigint,
): Promise<{ product: ReceiptProduct; receipt: string }> {
  const isOwn = signed.map(
    ({ product, ownOrders }) => sql`
      r.product = ${product} and exists (select from (${ownOrders.of(customer)}) own where own.id = r.order_id)`,
  )
  const { rows } = await sql<{ product: ReceiptProduct; receipt: string }>`
    select r.product, r.note as receipt from order_receipt r
    where r.order_id = ${id} and (${sql.join(isOwn, sql` or `)})`.execute(db)
  if (!rows[0]) throw refusal('NOT_FOUND')
  return rows[0]
}
