import { csvCell } from '#domain/statement/rules.ts'

/** A CSV file: a line of names, then the rows; what a spreadsheet would run as a formula is plain text. */
export const csvFile = (head: readonly string[], rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from([head, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join(''))

/** A moment as CSV files have it: UTC. */
export const csvTime = (atMs: number): string => new Date(atMs).toISOString()
