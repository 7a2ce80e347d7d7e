import type { EndedRecordProps } from '../product.ts'
import { OrderSheet } from './order-sheet.tsx'

/** An order that is over, from the history. */
export default function EndedOrder({ id, onClose }: EndedRecordProps) {
  return <OrderSheet link={{ by: 'order', id }} onClose={onClose} />
}
