/** The words of new-coin sales, by themselves: what only names them loads no rules. */

/** `exchange`: at the fixed price, at once, while there is some. `subscription`: shared out once the sale is over. */
export const ieoKinds = ['exchange', 'subscription'] as const
export type IeoKind = (typeof ieoKinds)[number]

/**
 * The states of an order: a subscription waits; what was bought or allotted waits for the listing; it is delivered
 * and locked; it is delivered and the customer's; or all of the money came back.
 */
export const ieoStates = ['waiting', 'allotted', 'locked', 'unlocked', 'refunded'] as const
export type IeoState = (typeof ieoStates)[number]
/** Those in which money or coins still lie in it. */
export const openIeoStates = ['waiting', 'allotted', 'locked'] as const satisfies readonly IeoState[]

/** What is stored of a project; until it is allotted, time and supply say the rest. */
export const ieoStatuses = ['sale', 'allotted', 'listed', 'failed'] as const
export type IeoStatus = (typeof ieoStatuses)[number]

/** What a project is at a moment. */
export const ieoPhases = [
  'announced',
  'open',
  'sold-out',
  'closed',
  'ended',
  'allotted',
  'listed',
  'failed',
] as const
export type IeoPhase = (typeof ieoPhases)[number]

/** Why a project failed. */
export const ieoFailures = ['soft-cap', 'unlisted', 'cancelled'] as const
export type IeoFailure = (typeof ieoFailures)[number]
