import { useState } from 'react'
import { dayName, isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { BillRowButton } from './bill-row-button.tsx'
import type { BillRow } from './bill-rows.ts'
import { EntrySheet } from './entry-sheet.tsx'
import type { useBill } from './use-bill.ts'

/** The entries, day by day, without end. */
export function BillList({ bill, isFiltered }: { bill: ReturnType<typeof useBill>; isFiltered: boolean }) {
  const { t, locale } = useTexts()
  const [opened, setOpened] = useState<BillRow>()
  return (
    <>
      <PagedList
        list={bill}
        skeleton={<SkeletonRows count={8} />}
        empty={
          <EmptyState
            isSmall
            title={t(isFiltered ? 'wallet.no_entries_here' : 'wallet.no_entries')}
            text={t(isFiltered ? 'wallet.no_entries_here_why' : 'wallet.no_entries_why')}
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
                    <BillRowButton row={row} onOpen={() => setOpened(row)} />
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
