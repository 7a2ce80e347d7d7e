import type { ReactNode } from 'react'
import { ErrorState } from '#web/app/error-state.tsx'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PaneSheet, useOpensPane } from './pane-sheet.tsx'

interface RecordSheetProps {
  title: string
  text?: ReactNode
  onClose(): void
  /** What is asked for beside the list, while it is on its way or failed. */
  query?: { readonly isPending: boolean; readonly error: unknown; refetch(): unknown }
  /** Its figures, as soon as they are known. */
  lines: KeyValueLines | undefined
  /** Stands over the figures: how far it has come. */
  above?: ReactNode
  /** Stands under the figures: what belongs to it, and what can be done. */
  children?: ReactNode
  /** Stands last: what leads to the service. */
  ask?: ReactNode
}

/** One order, deposit or subscription with all its figures: in a sheet, or in the pane beside its list. */
export function RecordSheet(props: RecordSheetProps) {
  const { title, text, onClose, query, lines, above, children, ask } = props
  const opensPane = useOpensPane()
  const content = (
    <>
      {above}
      {lines && (
        <div className="pt-2">
          <KeyValue ruled lines={lines} />
        </div>
      )}
      {query?.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        query?.isPending && <SkeletonRows count={lines ? 2 : 8} height={44} />
      )}
      {children}
      {ask}
    </>
  )
  return opensPane ? (
    <PaneSheet title={title} text={text} onClose={onClose}>
      {content}
    </PaneSheet>
  ) : (
    <Sheet isOpen isInUrl onClose={onClose} title={title} text={text}>
      {content}
    </Sheet>
  )
}
