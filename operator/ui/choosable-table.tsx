import { Nothing } from './states.tsx'
import { type Column, Table } from './table.tsx'
import { useChosen } from './use-chosen.ts'
import { WholeTable } from './whole-table.tsx'

/** A table whose rows are chosen by `?at=`; without rows it says so. */
export function ChoosableTable<Row>({
  empty,
  name,
  ...table
}: {
  /** Of a whole list that can be ordered and saved; see `WholeTable`. */
  name?: string
  empty?: { title: string; text?: string }
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}) {
  const [at, choose] = useChosen()
  if (empty && table.rows.length === 0) return <Nothing {...empty} />
  const chosen = { chosen: at, onChoose: (row: Row) => choose(table.keyOf(row)) }
  return name === undefined ? (
    <Table {...table} {...chosen} />
  ) : (
    <WholeTable name={name} {...table} {...chosen} />
  )
}
