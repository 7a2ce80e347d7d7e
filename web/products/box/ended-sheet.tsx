import type { EndedRecordProps } from '../product.ts'
import { BoxSheet } from './box-sheet.tsx'

/** A blind box that was opened or paid back, from the history. */
export default function EndedBox({ id, onClose }: EndedRecordProps) {
  return <BoxSheet id={id} listed={undefined} onClose={onClose} />
}
