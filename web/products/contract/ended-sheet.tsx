import type { EndedRecordProps } from '../product.ts'
import { PositionSheet } from './position-sheet.tsx'

/** A position that was closed or an order that was cancelled, from the history. */
export default function EndedPosition({ id, onClose }: EndedRecordProps) {
  return <PositionSheet id={id} listed={undefined} onClose={onClose} />
}
