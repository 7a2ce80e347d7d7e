import { Nothing } from './states.tsx'
import { type Column, Table } from './table.tsx'
import { useChosen } from './use-chosen.ts'

/** A table whose rows are chosen by `?at=`; without rows it says so. */
export function ChoosableTable<Row>({
  empty,
  ...table
}: {
  empty?: { title: string; text?: string }
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}) {
  const [at, choose] = useChosen()
  if (empty && table.rows.length === 0) return <Nothing {...empty} />
  return <Table {...table} chosen={at} onChoose={(row) => choose(table.keyOf(row))} />
}
