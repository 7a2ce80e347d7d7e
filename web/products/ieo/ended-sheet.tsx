import type { EndedRecordProps } from '../product.ts'
import { OrderSheet } from './order-sheet.tsx'

/** A new-coin order that ended, from the history. */
export default function EndedIeo({ id, onClose }: EndedRecordProps) {
  return <OrderSheet id={id} listed={undefined} onClose={onClose} />
}
