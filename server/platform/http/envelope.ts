import { httpStatuses, Refusal, type RefusalCode, refusal, wireTypes } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import { refusalText } from '#domain/messages/messages.ts'

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
}

export const success = (payload: unknown): Success => ({ type: 1, code: 1, message: payload, data: payload })

export const failure = (refused: Refusal, language: Language): Failure => ({
  type: wireTypes[refused.code] ?? 0,
  code: 0,
  message: refusalText(refused, language),
  error: refused.code,
})

export const statusOf = (refused: Refusal): number => httpStatuses[refused.code] ?? 200

/** PostgreSQL's and the network's ways to say that the database cannot answer now. */
const DATABASE_AWAY =
  /^(08|57P|53|58)|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOSPC|Connection terminated|connection timeout|the database is closed|No space left/

/** Whether an error means that the database is away or out of room, and may come back. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return DATABASE_AWAY.test(code ?? '') || DATABASE_AWAY.test(message ?? '')
}

/** Turns whatever a handler threw into the refusal to answer. */
export function asRefusal(error: unknown, reference: string): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) return refusal('SERVICE_UNAVAILABLE')
  return refusal('INTERNAL', { reference })
}
