import type { RefusalCode } from '#domain/errors.ts'

/**
 * Why a call had no result, besides the server's own refusals. `OFFLINE`: the browser has no network, so nothing was
 * sent.
 */
export type TransportError = 'OFFLINE' | 'NETWORK' | 'TIMED_OUT' | 'BAD_ANSWER'

/** What leaves open whether it was done: the server may have been interrupted after it was. */
const outcomeUnknown: ReadonlySet<string> = new Set<TransportError | RefusalCode>([
  'NETWORK',
  'TIMED_OUT',
  'BAD_ANSWER',
  'SERVICE_UNAVAILABLE',
  'OUTCOME_UNKNOWN',
])

/** A call that failed: refused by the server (its code and its text), or lost on the way. */
export class ApiError extends Error {
  /** A `RefusalCode` of the domain, or a `TransportError`. */
  readonly code: string
  /** The old wire number: 999 session, 998 verification, else 0. */
  readonly type: number
  /** The field that it is about, by our name. */
  readonly field: string | undefined
  /** A challenge: the call is taken with its solution. */
  readonly work: string | undefined

  constructor(code: string, message: string, type = 0, field?: string, work?: string) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.type = type
    this.field = field
    this.work = work
  }

  /** Whether the outcome is unknown; only then does a retry keep its idempotency key. */
  get isOutcomeUnknown(): boolean {
    return outcomeUnknown.has(this.code)
  }

  /** Whether it failed on its way, so that the same request may succeed when it is sent again. */
  get isTransport(): boolean {
    return this.isOutcomeUnknown || this.code === 'OFFLINE'
  }
}

/** What went wrong, ready to show; for anything that is not a failed call, undefined. */
export const errorText = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.message : undefined
