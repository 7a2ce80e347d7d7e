import { httpStatuses, Refusal, type RefusalCode, refusal, wireTypes } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import { refusalText } from '#texts/server.ts'
import { isContention, isUnavailable } from '../db/errors.ts'

/**
 * The one answer shape; it satisfies both readings of the specification (`type` ok or `code` 1; HTTP 200
 * with `type` 1 and the payload in `data`).
 */
export interface Success {
  readonly type: 1
  readonly code: 1
  readonly message: unknown
  readonly data: unknown
}

export interface Failure {
  readonly type: number
  readonly code: 0
  readonly message: string
  readonly error: RefusalCode
  /** Which field of the call it is about, where it is about one. */
  readonly field?: string
  /** A challenge: the call is taken with its solution. */
  readonly work?: string
}

/** The answer to a call that was done. */
export const success = (payload: unknown): Success => ({ type: 1, code: 1, message: payload, data: payload })

/** The answer to a call that was refused, in the caller's language. */
export const failure = (refused: Refusal, language: Language): Failure => ({
  type: wireTypes[refused.code] ?? 0,
  code: 0,
  message: refusalText(refused, language),
  error: refused.code,
  ...(typeof refused.params.field === 'string' && { field: refused.params.field }),
  ...(typeof refused.params.work === 'string' && { work: refused.params.work }),
})

/** The HTTP status of a refusal; 200 for most, as the specification's client expects. */
export const statusOf = (refused: Refusal): number => httpStatuses[refused.code] ?? 200

/**
 * The refusal of a call of which nothing was done, since the database took no writes: SERVICE_UNAVAILABLE, also without a key by
 * which a second attempt would be told from a second order.
 */
export class NothingDone extends Refusal {
  constructor(cause?: unknown) {
    super('SERVICE_UNAVAILABLE', {}, cause)
  }
}

/** Turns whatever a handler threw into the refusal to answer. */
export function asRefusal(error: unknown, reference: string): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error) || isContention(error)) return refusal('SERVICE_UNAVAILABLE', {}, error)
  return refusal('INTERNAL', { reference }, error)
}
