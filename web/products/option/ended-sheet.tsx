import type { EndedRecordProps } from '../product.ts'
import { OptionSheet } from './option-sheet.tsx'

/** A seconds option with its result, from the history. */
export default function EndedOption({ id, onClose }: EndedRecordProps) {
  return <OptionSheet id={id} listed={undefined} onClose={onClose} />
}
