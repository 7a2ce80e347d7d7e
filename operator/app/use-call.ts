import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ArgumentsOf, Call, OutputOf } from '#domain/call.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { api } from './api.ts'

/** Asks by the API, again every `refetchMs` where given. */
export function useCall<C extends Call>(
  definition: C,
  input: ArgumentsOf<C>,
  options: { enabled?: boolean; refetchMs?: number } = {},
) {
  return useQuery<OutputOf<C>, ApiError>({
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
export function useSend<C extends Call>(definition: C) {
  const queries = useQueryClient()
  const mutation = useMutation<OutputOf<C>, ApiError, ArgumentsOf<C>>({
    mutationFn: (input) => api(definition, input),
    onSettled: () => queries.invalidateQueries(),
  })
  /** Answers the output, or `undefined` where it failed (see `error`). */
  const send = (input: ArgumentsOf<C>): Promise<OutputOf<C> | undefined> =>
    mutation.mutateAsync(input).catch(() => undefined)
  return { send, isPending: mutation.isPending, error: mutation.error }
}
