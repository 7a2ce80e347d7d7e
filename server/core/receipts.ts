import { type RawBuilder, sql } from 'kysely'
import { type Receipt, receiptNote } from '#domain/proof/receipt.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Signer } from './ledger/checkpoint.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    /** `order_id` is the number of what the receipt is of: an order, or an amendment of one. */
    order_receipt: { product: string; order_id: bigint; note: string }
  }
}

/** A receipt and what it is of: an order, or something that its customer asked for later, by its number. */
export interface NumberedReceipt {
  readonly number: bigint
  readonly receipt: Receipt
}

/** The statement that keeps signed receipts, in the transaction that accepts what they are of. */
export const insertReceipts = (
  signer: Signer,
  receipts: readonly NumberedReceipt[],
): RawBuilder<unknown> => sql`
  insert into order_receipt (product, order_id, note) select * from unnest(
    ${textArrayLiteral(receipts, ({ receipt }) => receipt.product)}::text[],
    ${arrayLiteral(receipts, ({ number }) => number)}::bigint[],
    ${textArrayLiteral(receipts, ({ receipt }) => receiptNote(signer, receipt))}::text[])`

/** The receipts of what has one, by its number. */
export async function receiptsOf(
  db: Db | Tx,
  product: string,
  numbers: readonly bigint[],
): Promise<Map<bigint, string>> {
  const rows = await db
    .selectFrom('order_receipt')
    .select(['order_id', 'note'])
    .where('product', '=', product)
    .where('order_id', '=', sql<bigint>`any(${arrayLiteral(numbers, (number) => number)}::bigint[])`)
    .execute()
  return new Map(rows.map(({ order_id, note }) => [order_id, note]))
}
