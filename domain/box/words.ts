/** The words of blind boxes, by themselves: what only names them loads no rules. */

/** How rare an item is, from the most common on. */
export const boxRarities = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const
export type BoxRarity = (typeof boxRarities)[number]

/**
 * The states of a box: paid, and waiting for its tick of the price tape; drawn; opened, its item handed over; or paid
 * back, because no tick came or its secret was not revealed in time.
 */
export const boxStates = ['sealed', 'drawn', 'opened', 'refunded'] as const
export type BoxState = (typeof boxStates)[number]

/** Why a box was paid back. */
export const boxFailures = ['no-tick', 'not-revealed'] as const
export type BoxFailure = (typeof boxFailures)[number]

/** What is stored of a series; while it is on sale, time and supply say the rest. */
export const boxStatuses = ['sale', 'ended'] as const
export type BoxStatus = (typeof boxStatuses)[number]

/** What a series is at a moment. */
export const boxPhases = ['announced', 'open', 'sold-out', 'closed', 'ended'] as const
export type BoxPhase = (typeof boxPhases)[number]

/** Which series a list has: those that are on sale or will be, or those that are over. */
export const boxListed = ['sale', 'over'] as const
export type BoxListed = (typeof boxListed)[number]
