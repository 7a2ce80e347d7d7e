import { DAY_MS, MINUTE_MS } from '../time.ts'

/** After this long without signing in a deletion is carried out. */
export const GRACE_MS = 14 * DAY_MS

/** How long a confirmed copy can be taken. */
export const EXPORT_CONFIRMED_MS = 10 * MINUTE_MS
/** How many copies a customer may confirm in a day. */
export const MAX_EXPORTS_A_DAY = 3

/** Rests worth so much together do not keep an account. Units: US cents. */
export const MAX_REST_CENTS = 100n

/** What keeps an account from being deleted. */
export const unfinishedKinds = [
  'money',
  'debt',
  'request',
  'artwork',
  'box',
  'offer',
  'leading',
  'trial',
] as const
export type UnfinishedKind = (typeof unfinishedKinds)[number]

/** Things of a customer in a product, beside money, debts and requests for funds. */
export interface Belonging {
  readonly kind: Exclude<UnfinishedKind, 'money' | 'debt' | 'request'>
  readonly count: number
}
