import '#domain/seed/adopt.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { quotesFlat, sparklines } from '#domain/market/contract.ts'
import { http } from '#web/app/api.ts'
import { ApiContext } from '#web/app/use-api.ts'
import { QuoteList } from '#web/features/quotes/quote-list.tsx'
import { quotes } from '#web/features/quotes/quotes.ts'
import { chooseLanguage } from '#web/texts/texts.ts'
import { liven, madeUpLines, madeUpQuotes } from './made-up.ts'
import '#web/ui/tokens.css'

/** The app's own list of quotes and its own price store, with made-up instruments. Only the bench builds this. */
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
client.setQueryData([quotesFlat.path, {}], madeUpQuotes)
client.setQueryData([sparklines.path, {}], { lines: madeUpLines })

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
liven(quotes)
