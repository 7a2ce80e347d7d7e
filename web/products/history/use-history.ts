import { useMemo } from 'react'
import { type EndedView, historyList } from '#domain/history/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { type PagedResult, usePagedList } from '#web/app/use-paged-list.ts'
import { type HistoryFilter, toHistoryQuestion } from './history-filter.ts'

/** A record of the list: its id names the product that shows it too, as the URL does. */
export type HistoryRecord = EndedView

/** Which product shows a record: a copy is a position. */
const shownBy = ({ product }: EndedView): string => (product === 'copy' ? 'contract' : product)

/** The customer's records that ended, what ended last first. @example id: 'spot.191556025290063872' */
export function useHistory(filter: HistoryFilter): PagedResult<HistoryRecord> {
  const isSignedIn = useSignedIn()
  const list = usePagedList(historyList, toHistoryQuestion(filter), { enabled: isSignedIn })
  const items = useMemo(
    () => list.items?.map((record) => ({ ...record, id: `${shownBy(record)}.${record.id}` })),
    [list.items],
  )
  return { ...list, items }
}
