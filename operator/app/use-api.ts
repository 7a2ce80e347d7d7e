import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { api } from './api.ts'

/** Asks by the API, again every `refetchMs` where given. */
export function useApiQuery<E extends Endpoint>(
  definition: E,
  input: ArgumentsOf<E>,
  options: { enabled?: boolean; refetchMs?: number } = {},
) {
  return useQuery<OutputOf<E>, ApiError>({
    queryKey: [definition.path, input],
    queryFn: ({ signal }) => api(definition, input, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
  })
}

/**
 * Does something by the API; everything shown is asked for again afterwards, since one decision shows
 * in several rooms.
 */
export function useApiMutation<E extends Endpoint>(definition: E) {
  const queries = useQueryClient()
  const mutation = useMutation<OutputOf<E>, ApiError, ArgumentsOf<E>>({
    mutationFn: (input) => api(definition, input),
    onSettled: () => queries.invalidateQueries(),
  })
  /** Answers the output, or `undefined` where it failed (see `error`). */
  const send = (input: ArgumentsOf<E>): Promise<OutputOf<E> | undefined> =>
    mutation.mutateAsync(input).catch(() => undefined)
  return { send, isPending: mutation.isPending, error: mutation.error }
}
