import { type RawBuilder, sql } from 'kysely'
import { type Receipt, receiptNote } from '#domain/proof/receipt.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Signer } from './ledger/checkpoint.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    order_receipt: { product: string; order_id: bigint; note: string }
  }
}

/**
 * The statement that keeps signed receipts, in the transaction that accepts what they are of. `numberOf`: under which
 * number of its product one is kept, where that is not its order's.
 */
export function insertReceipts(
  signer: Signer,
  receipts: readonly Receipt[],
  numberOf: (receipt: Receipt) => string = ({ order }) => order,
): RawBuilder<unknown> {
  return sql`
    insert into order_receipt (product, order_id, note) select * from unnest(
      ${textArrayLiteral(receipts, ({ product }) => product)}::text[],
      ${arrayLiteral(receipts, numberOf)}::bigint[],
      ${textArrayLiteral(receipts, (receipt) => receiptNote(signer, receipt))}::text[])`
}

/** The receipts of some orders that have one, by their ids. */
export async function receiptsOf(
  db: Db | Tx,
  product: string,
  orderIds: readonly bigint[],
): Promise<Map<bigint, string>> {
  const rows = await db
    .selectFrom('order_receipt')
    .select(['order_id', 'note'])
    .where('product', '=', product)
    .where('order_id', 'in', [...orderIds])
    .execute()
  return new Map(rows.map(({ order_id, note }) => [order_id, note]))
}
