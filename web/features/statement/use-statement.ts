import { useMemo } from 'react'
import { statement } from '#domain/statement/contract.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { type StatementFilter, toQuestion } from './statement-filter.ts'
import { statementRows } from './statement-rows.ts'

const PAGE_SIZE = '100'

/**
 * The statement. `first.sums` are of the whole filter; null where there is too much to add up, undefined until the
 * first page is there. Two entries of a transfer between own wallets are one row.
 */
export function useStatement(filter: StatementFilter, isShown = true) {
  const list = usePagedList(statement, { ...toQuestion(filter), limit: PAGE_SIZE }, { enabled: isShown })
  const { items } = list
  const rows = useMemo(() => items && statementRows(items), [items])
  return { ...list, items: rows }
}
