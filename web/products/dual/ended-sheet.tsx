import type { EndedRecordProps } from '../product.ts'
import { OrderSheet } from './order-sheet.tsx'

/** A dual investment that ended, from the history. */
export default function EndedDual({ id, onClose }: EndedRecordProps) {
  return <OrderSheet id={id} listed={undefined} onClose={onClose} />
}
