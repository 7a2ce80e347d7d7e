import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands in place of a statement without entries, or without any that the filter lets through. */
export function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTexts()
  return (
    <EmptyState
      isSmall
      title={t(isFiltered ? 'statement_pages.no_entries_here' : 'statement_pages.no_entries')}
      text={t(isFiltered ? 'statement_pages.no_entries_here_why' : 'statement_pages.no_entries_why')}
    />
  )
}
