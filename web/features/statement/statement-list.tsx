import { useState } from 'react'
import { PagedList } from '#web/app/paged-list.tsx'
import { dayName, isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
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
  const { t, locale } = useTexts()
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
        {(all) =>
          [...Map.groupBy(all, (row) => isoDate(row.atMs))].map(([day, rows]) => (
            <section key={day} className="[contain-intrinsic-size:auto_240px] [content-visibility:auto]">
              <h2 className="gutter pt-5 pb-1 text-13 font-normal text-t2">
                {dayName(rows[0]!.atMs, Date.now(), locale, t)}
              </h2>
              <ul>
                {rows.map((row) => (
                  <li key={row.transferId}>
                    <StatementRowButton row={row} onOpen={() => setOpened(row)} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        }
      </PagedList>
      {opened && <EntrySheet row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
