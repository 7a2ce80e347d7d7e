import { decimal } from '#domain/money/amount.ts'
import '#domain/seed/adopt.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { type QuoteView, quotesFlat, sparklines } from '#domain/market/contract.ts'
import { http } from '#web/app/api.ts'
import { ApiContext } from '#web/app/use-api.ts'
import { QuoteList } from '#web/features/quotes/quote-list.tsx'
import { quotes } from '#web/features/quotes/quotes.ts'
import { chooseLanguage } from '#web/texts/texts.ts'
import '#web/ui/tokens.css'

/**
 * The app's own list of quotes and its own price store, with 200 made-up instruments that each change
 * ten times a second, spread over the second as ticks of a real feed are. Only the bench builds this.
 */
const ROWS = 200
const CHANGES_PER_SECOND = 10
const BATCH_EVERY_MS = 20

const now: QuoteView[] = Array.from({ length: ROWS }, (_, row) => madeUp(row))
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
client.setQueryData([quotesFlat.path, {}], [...now])
client.setQueryData([sparklines.path, {}], {
  lines: Object.fromEntries(now.map(({ symbol }, row) => [symbol, line(row)])),
})

await chooseLanguage('en')
createRoot(document.getElementById('app')!).render(
  <ApiContext value={http}>
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <QuoteList classId={2} />
      </MemoryRouter>
    </QueryClientProvider>
  </ApiContext>,
)

// With `?rest` nothing changes: what the machine gives an idle page, to compare with.
let next = 0
if (!location.search.includes('rest'))
  setInterval(() => {
    const count = (ROWS * CHANGES_PER_SECOND * BATCH_EVERY_MS) / 1_000
    const batch = Array.from({ length: count }, () => moved(next++ % ROWS))
    quotes.take(batch)
  }, BATCH_EVERY_MS)

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
