import { FlaskConical } from 'lucide-react'
import { ListRow } from '#web/ui/list-row.tsx'

/** Changes one digit of what is checked, so that the check is seen to fail; then says what was changed. */
export function AlterRow({
  title,
  note,
  altered,
  isAltered,
  onAlter,
}: {
  title: string
  note: string
  /** What is said once it is changed. */
  altered: string
  isAltered: boolean
  onAlter(): void
}) {
  if (isAltered)
    return (
      <p className="flex items-center gap-4 gutter py-4 text-15 text-t2">
        <FlaskConical aria-hidden size={24} className="shrink-0" />
        {altered}
      </p>
    )
  return (
    <ListRow
      start={<FlaskConical aria-hidden size={24} className="text-t2" />}
      title={title}
      note={note}
      onClick={onAlter}
    />
  )
}
