import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** One recorded bar; a quote bar is the middle of bid and ask, with its closing spread. */
export interface RecordedBar {
  readonly atMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** Ask less bid at the close, where the file has both. */
  readonly spread: number | undefined
}

/** One recorded quote tick. */
export interface RecordedQuote {
  readonly atMs: number
  readonly bid: number
  readonly ask: number
}

/** Reads the rows of a gzip csv file as numbers, by column name. */
function readColumns(file: string): { rows: number[][]; column: (name: string) => number } {
  const [head = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')
  const names = head.split(',')
  return {
    rows: lines.map((line) => line.split(',').map(Number)),
    column: (name) => names.indexOf(name),
  }
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.NaN

/**
 * Reads recorded bars, of trades (t,o,h,l,c,v) or of quotes (bid and ask bars).
 *
 * Refuses: (by leaving out) rows that are not whole, whose prices are not positive or contradict
 * themselves, or that do not come after the row before.
 */
export function readBars(file: string): RecordedBar[] {
  const { rows, column } = readColumns(file)
  const isQuote = column('bo') >= 0
  const middle = (row: readonly number[], name: string) =>
    isQuote ? (at(row, column(`b${name}`)) + at(row, column(`a${name}`))) / 2 : at(row, column(name))
  const bars: RecordedBar[] = []
  for (const row of rows) {
    const [open, close] = [middle(row, 'o'), middle(row, 'c')]
    const bar: RecordedBar = {
      atMs: at(row, column('t')) * 1_000,
      open,
      close,
      // Half of two highs that need not have met: never less than what was seen at open and close.
      high: Math.max(middle(row, 'h'), open, close),
      low: Math.min(middle(row, 'l'), open, close),
      volume: isQuote ? 0 : at(row, column('v')),
      spread: isQuote ? at(row, column('ac')) - at(row, column('bc')) : undefined,
    }
    const isComplete = bar.low > 0 && Number.isFinite(bar.high + bar.atMs + bar.volume)
    if (isComplete && bar.atMs > (bars.at(-1)?.atMs ?? 0)) bars.push(bar)
  }
  return bars
}

/** Reads recorded quote ticks, in order of time; crossed and incomplete ones are left out. */
export function readQuotes(file: string): RecordedQuote[] {
  const { rows, column } = readColumns(file)
  return rows
    .map((row) => ({
      atMs: Math.round(at(row, column('t')) * 1_000),
      bid: at(row, column('bid')),
      ask: at(row, column('ask')),
    }))
    .filter(({ atMs, bid, ask }) => Number.isFinite(atMs) && bid > 0 && ask >= bid)
}
