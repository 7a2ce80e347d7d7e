import { DAY_MS } from '../time.ts'

/** Keys of customers' own programs. None of them takes money out: there is no scope for it. */

/** What a key may do: look, trade on spot, trade contracts. */
export const keyScopes = ['read', 'spot', 'contract'] as const
export type KeyScope = (typeof keyScopes)[number]

/** How many keys a customer has at most. */
export const MAX_KEYS = 10
/** How long a key works. */
export const KEY_MS = 90 * DAY_MS
/** How many addresses and ranges of addresses a key may be bound to. */
export const MAX_KEY_ADDRESSES = 20

/** A key works, is over by its time, or ended with a change of what guards the account. */
export const keyStatuses = ['active', 'expired', 'ended'] as const
export type KeyStatus = (typeof keyStatuses)[number]

/** What a typed list of addresses names: between them are commas or spaces. @example listedAddresses('10.0.0.1, 10.1.0.0/16') */
export const listedAddresses = (typed: string): readonly string[] => [
  ...new Set(typed.split(/[\s,]+/).filter((one) => one !== '')),
]
