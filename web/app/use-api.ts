import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useRef, useState } from 'react'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import { assert } from '#domain/errors.ts'
import { ApiError } from './api-error.ts'
import type { HttpClient, RequestOptions } from './http-client.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'
import { queryBase } from './query-base.ts'

const DOUBLE_TAP_MS = 500
/** What no tap is a second one of. */
const NO_TAP = { input: '', atMs: 0 }

/** The HTTP client that the hooks ask: the customer app's or the console's. */
export const ApiContext = createContext<HttpClient | undefined>(undefined)

/** The HTTP client of the app that a component is in. */
export function useHttpClient(): HttpClient {
  const http = useContext(ApiContext)
  assert(http, 'an ApiContext is above')
  return http
}

export interface QueryOptions {
  readonly enabled?: boolean
  readonly refetchMs?: number
  /** Keeps showing the last answer while another input loads: for filters and paging. */
  readonly keepsPrevious?: boolean
}

/**
 * Asks something of the API and keeps the answer: for endpoints that change nothing, whatever their method.
 * @example const orders = useApiQuery(spotList, { status: 'open' })
 */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: ArgumentsOf<E>,
  options: QueryOptions = {},
) {
  const http = useHttpClient()
  return useQuery<OutputOf<E>, ApiError>({
    ...queryBase(endpoint, input),
    queryFn: ({ signal }) => http.request(endpoint, input, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/**
 * Does something by the API: for endpoints that change something. What is shown of money is asked for again
 * afterwards, by the app's QueryClient.
 *
 * A second tap within 500 ms, or while the first is under way, does nothing. With `inTurn`, for the rows of a list,
 * something else asked for meanwhile is sent after it. A money request tried again after a lost answer carries the
 * same idempotency key, so it cannot happen twice; `intent` says what was meant where the input holds more, as a code that
 * is typed anew. With `repeats`, the retry sends the first input as it was, whatever a price that moves on has made of it.
 * @example const cancel = useApiMutation(spotCancel); cancel.send({ id }).then(...)
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  options: Pick<RequestOptions, 'toastsRefusal'> & {
    readonly inTurn?: boolean
    readonly intent?: (input: ArgumentsOf<E>) => unknown
    readonly repeats?: boolean
  } = {},
) {
  const http = useHttpClient()
  const [keys] = useState(() => createIdempotencyKeys())
  const last = useRef(NO_TAP)
  const underWay = useRef(new Set<string>())
  const lost = useRef<{ key: string; error: ApiError }>(undefined)
  const mutation = useMutation<OutputOf<E>, ApiError, ArgumentsOf<E>>({
    // Otherwise what is sent offline waits, and is sent when the network is back, whatever the person did meanwhile.
    networkMode: 'always',
    ...(options.inTurn && { scope: { id: endpoint.path } }),
    meta: { movesMoney: endpoint.money },
    mutationFn: async (input) => {
      const intent = options.intent?.(input) ?? input
      const { key, input: first } = keys.attemptOf(intent, input)
      try {
        const output = await http.request(endpoint, options.repeats ? first : input, {
          isBlocking: true,
          toastsRefusal: options.toastsRefusal ?? !endpoint.money,
          idempotencyKey: key,
        })
        keys.settle(intent)
        return output
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.isOutcomeUnknown) lost.current = { key, error }
        // Nothing was sent this time; what became of it the time before is still unknown.
        else if (error.code === 'OFFLINE' && lost.current?.key === key) throw lost.current.error
        else keys.settle(intent)
        throw error
      }
    },
  })

  /** Returns the output, or `undefined` where it failed (`onError` hears of it, `error` is the newest) or was a double tap. */
  async function send(
    input: ArgumentsOf<E>,
    onError?: (error: ApiError) => void,
  ): Promise<OutputOf<E> | undefined> {
    const tap = { input: JSON.stringify(input), atMs: performance.now() }
    const isSecond = tap.input === last.current.input && tap.atMs - last.current.atMs < DOUBLE_TAP_MS
    const isBusy = options.inTurn ? underWay.current.has(tap.input) : underWay.current.size > 0
    if (isBusy || isSecond) return undefined
    last.current = tap
    underWay.current.add(tap.input)
    try {
      return await mutation.mutateAsync(input)
    } catch (thrown) {
      const error = thrown as ApiError
      // It may fail at once: then a tap on "Try again" is meant, and its key keeps it from being done twice.
      if (error.isTransport) last.current = NO_TAP
      onError?.(error)
      return undefined
    } finally {
      underWay.current.delete(tap.input)
    }
  }

  return { send, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset }
}
