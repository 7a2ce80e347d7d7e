import type { Reason } from '../reasons.ts'

/**
 * What a kind of event is, as data: everything that one request of a customer's moved, from its first transfer to
 * its last. Its words are in `texts/app/statement`: `event_KIND_VARIANT`, and `event_KIND_is_STATE` for the line
 * below it; without variants the words of its first reason.
 */
export interface EventRules {
  /** Why its money moves; the first is what the whole of it is for, however far it has come. A reason belongs to one kind. */
  readonly reasons: readonly Reason[]
  readonly variants?: readonly string[]
  /** How far the request has come. */
  readonly states?: readonly string[]
  /** The names in its words. */
  readonly params: readonly string[]
  /** Those of them that are amounts of the customer's own, as plain decimal strings: hidden with their balances. */
  readonly amounts?: readonly string[]
  /** Those of them that are prices. */
  readonly prices?: readonly string[]
}
