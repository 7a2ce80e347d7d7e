import { useMemo } from 'react'
import { bill } from '#domain/wallet/contract.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { type BillFilter, toQuestion } from './bill-filter.ts'
import { billRows } from './bill-rows.ts'

const PAGE_SIZE = '100'

/**
 * The bill. `first.sums` are of the whole filter; null where there is too much to add up, undefined until the
 * first page is there. Two entries of a transfer between own accounts are one row.
 */
export function useBill(filter: BillFilter) {
  const list = usePagedList(bill, { ...toQuestion(filter), limit: PAGE_SIZE })
  const { items } = list
  const rows = useMemo(() => items && billRows(items), [items])
  return { ...list, items: rows }
}
