import { useState } from 'react'
import { PagedList } from '#web/app/paged-list.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { DayList } from './day-list.tsx'
import { EntrySheet } from './entry-sheet.tsx'
import { StatementRowButton } from './statement-row-button.tsx'
import type { StatementRow } from './statement-rows.ts'
import type { useStatement } from './use-statement.ts'

/** The entries, day by day, without end. */
export function StatementList({
  statement,
  isFiltered,
}: {
  statement: ReturnType<typeof useStatement>
  isFiltered: boolean
}) {
  const { t } = useTexts()
  const [opened, setOpened] = useState<StatementRow>()
  return (
    <>
      <PagedList
        list={statement}
        skeleton={<SkeletonRows count={8} />}
        empty={
          <EmptyState
            isSmall
            title={t(isFiltered ? 'statement.no_entries_here' : 'statement.no_entries')}
            text={t(isFiltered ? 'statement.no_entries_here_why' : 'statement.no_entries_why')}
          />
        }
      >
        {(all) => (
          <DayList
            rows={all}
            keyOf={({ transferId }) => transferId}
            row={(row) => <StatementRowButton row={row} onOpen={() => setOpened(row)} />}
          />
        )}
      </PagedList>
      {opened && <EntrySheet row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
