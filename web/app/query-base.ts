import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import type { ListEndpoint } from '#domain/list.ts'
import type { HttpClient } from './http-client.ts'

const isWorthAsking = (error: Error): boolean =>
  ('isOutcomeUnknown' in error && error.isOutcomeUnknown === true) ||
  ('code' in error && error.code === 'SERVER_BUSY')

/** How the customer app asks, whatever shows the answers. */
export const queryDefaults = {
  // A refusal is final. What was lost, or put off by a server that is busy for two seconds, is asked twice more, after one and two.
  retry: (failures: number, error: Error): boolean => failures < 2 && isWorthAsking(error),
  staleTime: 5_000,
}

/** What both kinds of query are made of; `meta` is what `invalidateMoney` looks at. */
export const queryBase = (endpoint: Endpoint, input: unknown) => ({
  queryKey: [endpoint.path, input] as const,
  meta: { showsMoney: endpoint.showsMoney },
})

/** What asks for a list page by page. */
export function pagedQuery<E extends ListEndpoint>(
  http: Pick<HttpClient, 'request'>,
  endpoint: E,
  input: ArgumentsOf<E>,
) {
  const base = queryBase(endpoint, input)
  return {
    ...base,
    // One answer and a list of pages are not kept in one place.
    queryKey: [...base.queryKey, 'pages'] as const,
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }): Promise<OutputOf<E>> =>
      http.request(endpoint, pageParam ? { ...input, cursor: pageParam } : input, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: OutputOf<E>) => page.next ?? undefined,
  }
}
