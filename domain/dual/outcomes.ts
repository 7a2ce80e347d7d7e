/** The words of dual investments, by themselves: what only names them loads no rules. */

/** `call`: sell high, the coin is put in. `put`: buy low, the quote currency is put in. Source: rulings, section 1. */
export const dualTypes = ['call', 'put'] as const
export type DualType = (typeof dualTypes)[number]

/**
 * What a price average decides: it is at or above the strike (paid in the quote currency), below it (paid in the coin),
 * or there is none, and principal and yield are paid in what was put in.
 */
export const dualOutcomes = ['above', 'below', 'unpriced'] as const
export type DualOutcome = (typeof dualOutcomes)[number]

/** The states of an order: active, or how it ended. */
export const dualStates = ['active', ...dualOutcomes, 'cancelled'] as const
export type DualState = (typeof dualStates)[number]
