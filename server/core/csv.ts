import { refusal } from '#domain/errors.ts'
import { csvCell } from '#domain/statement/rules.ts'

/** Rows of one file. */
export const MAX_CSV_ROWS = 20_000

/** Some of the rows of a file, and where the next ones begin; undefined for the last ones. */
export interface RowPart<Row, Place> {
  readonly rows: readonly Row[]
  readonly next: Place | undefined
}

/**
 * Every row of a file, read a part at a time: others have their turns in between.
 *
 * Refuses: EXPORT_TOO_LONG rather than leave rows out.
 */
export async function allParts<Row, Place>(
  read: (from: Place | undefined) => Promise<RowPart<Row, Place>>,
): Promise<Row[]> {
  const all: Row[] = []
  let from: Place | undefined
  do {
    const { rows, next } = await read(from)
    all.push(...rows)
    if (all.length > MAX_CSV_ROWS) throw refusal('EXPORT_TOO_LONG', { maximum: MAX_CSV_ROWS })
    from = next
  } while (from !== undefined)
  return all
}

/** A CSV file: a line of names, then the rows; what a spreadsheet would run as a formula is plain text. */
export const csvFile = (head: readonly string[], rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from([head, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join(''))

/** A moment as CSV files have it: UTC. */
export const csvTime = (atMs: number): string => new Date(atMs).toISOString()

/** Items as a CSV file: a column for each field, times in UTC, lists and records in one cell. */
export const csvOfItems = (columns: readonly string[], items: readonly unknown[]): Buffer =>
  csvFile(
    columns.map(columnName),
    items.map((item) => columns.map((name) => cell(name, (item as Record<string, unknown>)[name]))),
  )

/** @example columnName('submittedAtMs') // 'submitted_at_utc' */
const columnName = (field: string): string =>
  field.replace(/Ms$/, 'Utc').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function cell(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (name.endsWith('Ms') && typeof value === 'number') return csvTime(value)
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${inner}`)
      .join('; ')
  }
  return String(value)
}
