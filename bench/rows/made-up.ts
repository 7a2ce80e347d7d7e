import type { QuoteView } from '#domain/market/contract.ts'
import { decimal } from '#domain/money/amount.ts'

/**
 * 200 made-up instruments that each change ten times a second, spread over the second as ticks of a real feed are. Only
 * the benches build this.
 */
const ROWS = 200
const CHANGES_PER_SECOND = 10
const BATCH_EVERY_MS = 20

const now: QuoteView[] = Array.from({ length: ROWS }, (_, row) => madeUp(row))

/** Them all as they begin, and their days as lines, by symbol. */
export const madeUpQuotes: readonly QuoteView[] = [...now]
export const madeUpLines: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  now.map(({ symbol }, row) => [symbol, line(row)]),
)

/** Lets them change from now on. With `?rest` nothing does: what the machine gives an idle page, to compare with. */
export function liven(quotes: { take(batch: readonly QuoteView[]): void }): void {
  if (location.search.includes('rest')) return
  const count = (ROWS * CHANGES_PER_SECOND * BATCH_EVERY_MS) / 1_000
  let next = 0
  setInterval(() => quotes.take(Array.from({ length: count }, () => moved(next++ % ROWS))), BATCH_EVERY_MS)
}

function madeUp(row: number): QuoteView {
  const symbol = `C${String(row).padStart(3, '0')}`
  return {
    symbol: `${symbol}-USDT`,
    label: `${symbol}/USDT`,
    name: `Coin ${row}`,
    classId: 2,
    lastPrice: decimal((1_000 + row * 10).toFixed(2)),
    bid: null,
    ask: null,
    // Half of them stand higher than a day ago, half lower.
    open24h: decimal(((1_000 + row * 10) * (row % 2 === 0 ? 0.97 : 1.03)).toFixed(2)),
    high24h: null,
    low24h: null,
    volume24h: decimal('1000'),
    turnover24h: decimal(String(1_000_000 * (ROWS - row))),
    ownVolume24h: null,
    ownTurnover24h: null,
    changePercent: decimal(row % 2 === 0 ? '3.09' : '-2.91'),
    source: 'simulated',
    isOpen: true,
    nextChangeAtMs: null,
    isPriced: true,
    isStale: false,
    atMs: Date.now(),
    sequence: 1,
    closeOfMs: null,
  }
}

/** The same instrument a tick later: a price a few ticks away, and what follows from it. */
function moved(row: number): QuoteView {
  const last = now[row]!
  const cents = Math.max(1, toCents(last.lastPrice!) + Math.round(Math.random() * 10 - 5))
  const opened = toCents(last.open24h!)
  const quote = {
    ...last,
    lastPrice: decimal((cents / 100).toFixed(2)),
    changePercent: decimal(((100 * (cents - opened)) / opened).toFixed(2)),
    turnover24h: decimal(String(Number(last.turnover24h) + Math.round(Math.random() * 5_000))),
  }
  now[row] = quote
  return quote
}

const toCents = (price: string): number => Math.round(Number(price) * 100)

function line(row: number): string[] {
  return Array.from({ length: 48 }, (_, half) => (100 + 10 * Math.sin((half + row) / 5)).toFixed(2))
}
