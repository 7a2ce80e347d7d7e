import { Nothing } from './states.tsx'
import type { Column } from './table.tsx'
import { useChosen } from './use-chosen.ts'
import { WholeTable } from './whole-table.tsx'

/** A table whose rows are chosen by `?at=`; without rows it says so. */
export function ChoosableTable<Row>({
  empty,
  name,
  keyIn = (at) => at,
  ...table
}: {
  /** See `WholeTable`. */
  name: string
  /** The key of the row that `?at=` means, where it says more. */
  keyIn?: (at: string) => string
  empty?: { title: string; text?: string }
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The page has a search of its own. */
  isFound?: boolean
}) {
  const [at, choose] = useChosen()
  if (empty && table.rows.length === 0) return <Nothing {...empty} />
  const chosen = { chosen: at && keyIn(at), onChoose: (row: Row) => choose(table.keyOf(row)) }
  return <WholeTable name={name} {...table} {...chosen} />
}
