import { useState } from 'react'
import { PagedList } from '#web/app/paged-list.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { DayList } from './day-list.tsx'
import { EntrySheet } from './entry-sheet.tsx'
import { NoEntries } from './no-entries.tsx'
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
  const [opened, setOpened] = useState<StatementRow>()
  return (
    <>
      <PagedList
        list={statement}
        skeleton={<SkeletonRows count={8} />}
        empty={<NoEntries isFiltered={isFiltered} />}
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
