import { useEffect } from 'react'
import type { OwnMarksProps } from '../product.ts'
import { useAmendOrder } from './amend-sheet.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'
import { useMarks } from './use-marks.ts'

/** The customer's spot orders and fills for a chart, and the sheets that their lines open. */
export default function OwnMarks({ instrument, onMarks }: OwnMarksProps) {
  const cancel = useCancelOrder()
  const amend = useAmendOrder()
  const marks = useMarks(instrument, { cancel: ({ id }) => cancel.run(id), amend: amend.open })
  useEffect(() => {
    onMarks(marks)
    return () => onMarks([])
  }, [marks, onMarks])
  return (
    <>
      {cancel.refusal}
      {amend.sheet}
    </>
  )
}
