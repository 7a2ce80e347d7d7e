import { useQuery } from '@tanstack/react-query'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { useHttpClient } from '#web/app/use-api.ts'

/** What begins the keys of such queries: `queries` of `api.ts` leaves them alone. */
export const LOGGED = 'logged'

/**
 * Asks for something of which every look is logged: once for each time that it is opened, whatever is decided and however often
 * the connection comes back meanwhile, so that the log has no look that nobody took.
 */
export function useLoggedLook<E extends Endpoint>(endpoint: E, input: ArgumentsOf<E>, isSeen: boolean) {
  const http = useHttpClient()
  return useQuery<OutputOf<E>, ApiError>({
    queryKey: [LOGGED, endpoint.path, input],
    queryFn: ({ signal }) => http.request(endpoint, input, { signal }),
    enabled: isSeen,
    staleTime: Number.POSITIVE_INFINITY,
    // What is opened once more is another look.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
