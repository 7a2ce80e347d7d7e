import type { PagedResult } from '#web/app/use-paged-list.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '../texts.ts'
import { Answered, Nothing } from './states.tsx'
import { type Column, type Order, Table } from './table.tsx'

/** A paged list as a table, with all its states and a button for more at its end. */
export function ListTable<Row>({
  list,
  empty,
  ...table
}: {
  list: PagedResult<Row>
  /** What a list with nothing in it says. */
  empty: string
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  chosen?: string | undefined
  onChoose?: (row: Row) => void
  isDense?: boolean
  order?: Order
}) {
  return (
    <Answered call={{ ...list, data: list.items }}>
      {(rows) => (
        <>
          {rows.length === 0 ? <Nothing title={empty} /> : <Table rows={rows} {...table} />}
          {rows.length > 0 && (
            <div className="flex items-center gap-4 p-5 text-12 text-t3">
              <span className="figures">
                {list.hasNextPage
                  ? t('table.rows_more', { count: rows.length })
                  : t('table.rows', { count: rows.length })}
              </span>
              {list.hasNextPage && (
                <Button
                  size="small"
                  isPending={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {t('common.more')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </Answered>
  )
}
