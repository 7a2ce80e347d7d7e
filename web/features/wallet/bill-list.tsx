import { useState } from 'react'
import { dayName, isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { BillRowButton } from './bill-row-button.tsx'
import type { BillRow } from './bill-rows.ts'
import { EntrySheet } from './entry-sheet.tsx'
import { LoadMore } from './load-more.tsx'
import type { useBill } from './use-bill.ts'

/** The entries, day by day, without end. */
export function BillList({ bill, isFiltered }: { bill: ReturnType<typeof useBill>; isFiltered: boolean }) {
  const { t, locale } = useTexts()
  const [opened, setOpened] = useState<BillRow>()
  if (bill.isError && !bill.data) return <ErrorState error={bill.error} onRetry={() => void bill.refetch()} />
  if (bill.isPending) return <SkeletonRows count={8} />
  if (bill.rows.length === 0) {
    return (
      <EmptyState
        isSmall
        title={t(isFiltered ? 'wallet.no_entries_here' : 'wallet.no_entries')}
        text={t(isFiltered ? 'wallet.no_entries_here_why' : 'wallet.no_entries_why')}
      />
    )
  }
  const days = Map.groupBy(bill.rows, (row) => isoDate(row.atMs))
  return (
    <>
      {[...days].map(([day, rows]) => (
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
      ))}
      <LoadMore
        hasMore={bill.hasNextPage}
        isPending={bill.isFetchingNextPage}
        onMore={() => void bill.fetchNextPage()}
      />
      {opened && <EntrySheet row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
