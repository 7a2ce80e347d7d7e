import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import { type ApiOptions, api } from './api.ts'
import { ApiError } from './api-error.ts'
import { createSendKeys } from './send-keys.ts'

const DOUBLE_TAP_MS = 500

export interface QueryOptions {
  readonly enabled?: boolean
  readonly refetchMs?: number
  /** Keeps showing the last answer while another input loads: for filters and paging. */
  readonly keepsPrevious?: boolean
}

/** The key under which a call's answers are kept; invalidate by `[definition.path]`. */
export const callKey = (definition: Endpoint, input: object) => [definition.path, input] as const

/**
 * Asks something of the API and keeps the answer: for calls that change nothing, whatever their method.
 * @example const orders = useApiQuery(spotList, { status: 'open' })
 */
export function useApiQuery<E extends Endpoint>(
  definition: E,
  input: ArgumentsOf<E>,
  options: QueryOptions = {},
) {
  return useQuery<OutputOf<E>, ApiError>({
    queryKey: callKey(definition, input as object),
    queryFn: ({ signal }) => api(definition, input, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/**
 * Does something by the API: for calls that change something.
 *
 * A second tap within 500 ms, or while the first is under way, does nothing; something else asked for so
 * soon is no second tap. A money call tried again after a lost answer carries the same idempotency key,
 * so it cannot happen twice.
 * @example const cancel = useApiMutation(spotCancel); cancel.send({ id }).then(...)
 */
export function useApiMutation<E extends Endpoint>(
  definition: E,
  options: Pick<ApiOptions, 'toastsRefusal'> = {},
) {
  const [keys] = useState(() => createSendKeys())
  const last = useRef({ input: '', atMs: 0 })
  const mutation = useMutation<OutputOf<E>, ApiError, ArgumentsOf<E>>({
    mutationFn: async (input) => {
      try {
        const output = await api(definition, input, {
          isBlocking: true,
          toastsRefusal: options.toastsRefusal ?? !definition.money,
          idempotencyKey: keys.keyFor(input),
        })
        keys.settle()
        return output
      } catch (error) {
        if (error instanceof ApiError && !error.isOutcomeUnknown) keys.settle()
        throw error
      }
    },
  })

  /** Answers the output, or `undefined` where it failed (see `error`) or was a double tap. */
  async function send(input: ArgumentsOf<E>): Promise<OutputOf<E> | undefined> {
    const tap = { input: JSON.stringify(input), atMs: performance.now() }
    const isSecond = tap.input === last.current.input && tap.atMs - last.current.atMs < DOUBLE_TAP_MS
    if (mutation.isPending || isSecond) return undefined
    last.current = tap
    return mutation.mutateAsync(input).catch(() => undefined)
  }

  return { send, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset }
}
