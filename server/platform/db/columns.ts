import { sql } from 'kysely'
import { arrayLiteral, type Cell } from './array-literal.ts'

/**
 * Tables that engines write many rows of at a time, each column described once: what writes and what reads a row follow
 * from it.
 */
export interface Column {
  readonly name: string
  readonly kind: ColumnKind
}

/** What a column holds, and how it is read: a count is a safe integer, units and ids need all of a bigint. */
const kinds = {
  id: { sqlType: 'bigint', read: (value: unknown) => value },
  units: { sqlType: 'bigint', read: (value: unknown) => value },
  count: { sqlType: 'bigint', read: (value: unknown) => (value === null ? null : Number(value)) },
  small: { sqlType: 'integer', read: (value: unknown) => value },
  word: { sqlType: 'text', read: (value: unknown) => value },
  flag: { sqlType: 'boolean', read: (value: unknown) => value },
  /** In milliseconds here. */
  time: { sqlType: 'timestamptz', read: (value: unknown) => value },
} as const
export type ColumnKind = keyof typeof kinds

/** A column with the field of a row that it holds. */
export type Described<Row, Kind extends Column = Column> = Kind & {
  readonly field: keyof Row
  readonly sqlType: string
  read(value: unknown): unknown
}

/** The columns of a table, in one order. */
export const describeColumns = <Row, Kind extends Column = Column>(
  columns: Readonly<Record<keyof Row, Kind>>,
): readonly Described<Row, Kind>[] =>
  (Object.entries(columns) as [keyof Row, Kind][]).map(([field, column]) => ({
    field,
    ...column,
    ...kinds[column.kind],
  }))

/** Reads a row as the drivers give it. */
export function readRow<Row>(columns: readonly Described<Row>[], row: object): Row {
  const fields: Partial<Record<keyof Row, unknown>> = {}
  for (const { field, name, read } of columns) fields[field] = read((row as Record<string, unknown>)[name])
  return fields as Row
}

/** The names of columns, for a statement. */
export const namesOf = (columns: readonly Column[]) => sql.raw(columns.map(({ name }) => name).join(', '))

/** Columns of rows as arrays, for `unnest`. */
export const arraysOf = <Row>(columns: readonly Described<Row>[], rows: readonly Row[]) =>
  sql.join(columns.map((column) => sql`${arrayLiteral(rows, cellOf(column))}::${sql.raw(column.sqlType)}[]`))

/** How a value of a column is written: a time in the way that the database reads it. */
function cellOf<Row>({ kind, field }: Described<Row>): (row: Row) => Cell {
  if (kind !== 'time') return (row) => row[field] as Cell
  return (row) => {
    const value = row[field] as Cell
    return typeof value === 'number' ? new Date(value).toISOString() : value
  }
}
