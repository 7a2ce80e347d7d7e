import type { RefusalTexts } from './refusal-codes.ts'

/**
 * Every refusal the product can answer; its texts are in `texts/refusals/<language>.json`.
 *
 * A code speaks of the customer's situation and is never reused. Texts may name parameters in braces.
 */
export type RefusalCode = keyof RefusalTexts

/** The old wire number of a refusal, where one exists; all others are 0. */
export const wireTypes: Partial<Record<RefusalCode, number>> = {
  SESSION_EXPIRED: 999,
  KYC_REQUIRED: 998,
}

/**
 * HTTP statuses other than 200, which the specification's client needs to read a refusal: for what proxies and
 * programs act on by the number.
 */
export const httpStatuses: Partial<Record<RefusalCode, number>> = {
  TOO_MANY_REQUESTS: 429,
  SERVER_BUSY: 429,
  BODY_TOO_LARGE: 413,
  SERVICE_UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
  INTERNAL: 500,
}

export type RefusalParams = Readonly<Record<string, string | number>>

/** An expected "no", with what its text names. */
export interface Refused {
  readonly ok: false
  readonly code: RefusalCode
  readonly params: RefusalParams
}

/** What a rule decides: the figures to go on with, or why not. Deciding returns; doing throws. */
export type Decision<Result extends object = object> = (Result & { readonly ok: true }) | Refused

/** @example return refused('AMOUNT_TOO_SMALL', { minimum: '10', currency: 'USDT' }) */
export const refused = (code: RefusalCode, params: RefusalParams = {}): Refused => ({
  ok: false,
  code,
  params,
})

/** @example return allowed({ order }) */
export const allowed = <Result extends object>(result: Result): Result & { readonly ok: true } => ({
  ...result,
  ok: true,
})

/** The result of a decision. Refuses: what it refused, by throwing. */
export function requireAllowed<Result extends object>(decision: Decision<Result>): Result {
  if (!decision.ok) throw refusal(decision.code, decision.params)
  return decision
}

/** An expected "no" on its way to the customer: thrown by services, answered in their language. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly params: RefusalParams

  constructor(code: RefusalCode, params: RefusalParams = {}, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.name = 'Refusal'
    this.code = code
    this.params = params
  }
}

/**
 * Makes a refusal to throw; `cause` is the error it was told from, for the log.
 * @example throw refusal('AMOUNT_TOO_SMALL', { minimum: '10', currency: 'USDT' })
 */
export const refusal = (code: RefusalCode, params?: RefusalParams, cause?: unknown): Refusal =>
  new Refusal(code, params, cause)

/** Throws on a broken invariant: the transaction rolls back and the error is logged. */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Broken assumption: ${sentence}`)
}
