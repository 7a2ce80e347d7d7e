import { parseDecimal } from '#domain/money/amount.ts'
import { csvCell } from '#domain/statement/rules.ts'
import type { Column } from './table.tsx'

/** Order and CSV of tables that the server answers whole: of the rows that are there, by the values of their columns. */

/** More decimals than any amount has. */
const MAX_DECIMALS = 20

const numberOf = (text: string): bigint | undefined => {
  const isNegative = text.startsWith('-')
  const value = parseDecimal(isNegative ? text.slice(1) : text, MAX_DECIMALS)
  return value === undefined ? undefined : isNegative ? -value : value
}

/** Decimals by what they are, all else by letters; what is no number comes after those that are. */
export function compareValues(one: string, other: string): number {
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a !== undefined && b !== undefined) return a < b ? -1 : a > b ? 1 : 0
  if (a !== undefined || b !== undefined) return a !== undefined ? -1 : 1
  return one.localeCompare(other, 'en')
}

/** Rows in the order of a column, as `2 desc` says of the third; as they come where it says of none. */
export function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: string,
): readonly Row[] {
  const [index, direction] = order.split(' ')
  const value = columns[Number(index || -1)]?.value
  if (!value) return rows
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => sign * compareValues(value(a), value(b)))
}

/** The rows that have what was searched for in one of the columns with values. */
export function found<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sought: string,
): readonly Row[] {
  const text = sought.trim().toLowerCase()
  if (text === '') return rows
  return rows.filter((row) => columns.some(({ value }) => value?.(row).toLowerCase().includes(text)))
}

/** The rows as a CSV file: a column for each that has a value; no cell that a spreadsheet would run. */
export function csvOfRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const valued = columns.flatMap(({ title, value }) => (value ? [{ title, value }] : []))
  const lines = [
    valued.map(({ title }) => title),
    ...rows.map((row) => valued.map(({ value }) => value(row))),
  ]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}
