/**
 * Why a call had no result, besides the server's own refusals. `OFFLINE`: the browser has no network, so nothing was
 * sent.
 */
export type TransportError = 'OFFLINE' | 'NETWORK' | 'TIMED_OUT' | 'BAD_ANSWER'

/** A call that failed: refused by the server (its code and its text), or lost on the way. */
export class ApiError extends Error {
  /** A `RefusalCode` of the domain, or a `TransportError`. */
  readonly code: string
  /** The old wire number: 999 session, 998 verification, else 0. */
  readonly type: number

  constructor(code: string, message: string, type = 0) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.type = type
  }

  /** Whether the outcome is unknown; only then does a retry keep its idempotency key. */
  get isOutcomeUnknown(): boolean {
    return this.code === 'NETWORK' || this.code === 'TIMED_OUT' || this.code === 'BAD_ANSWER'
  }

  /** Whether it failed on its way, so that the same request may succeed when it is sent again. */
  get isTransport(): boolean {
    return this.isOutcomeUnknown || this.code === 'OFFLINE'
  }
}

/** What went wrong, ready to show; for anything that is not a failed call, undefined. */
export const errorText = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.message : undefined
