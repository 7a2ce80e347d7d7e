import type { OutputOf } from '#domain/endpoint.ts'
import { quotesFlat } from '#domain/market/contract.ts'
import { http } from '#web/app/api.ts'
import { hasEarlyAnswer } from '#web/app/early-answers.ts'
import { queries } from '#web/app/queries.ts'
import { queryBase } from '#web/app/query-base.ts'
import { quotes } from './quotes.ts'

/**
 * Puts quotes that were asked for before the app had loaded where pages look for them, so that the first drawing of a list
 * has its prices. Without them, or when they fail, pages ask as always.
 */
export async function primeQuotes(): Promise<void> {
  if (!hasEarlyAnswer(`/api${quotesFlat.path}`)) return
  const query = queryBase(quotesFlat, {})
  // A page that is drawn before this is over waits for the same answer.
  await queries.prefetchQuery({ ...query, queryFn: () => http.request(quotesFlat, {}) })
  quotes.begin(queries.getQueryData<OutputOf<typeof quotesFlat>>(query.queryKey) ?? [])
}
