/** What becomes of a round: it waits for its hour's last tick, then its guesses are counted, or there was no such tick. */
export const roundStates = ['waiting', 'counting', 'counted', 'void'] as const
export type RoundState = (typeof roundStates)[number]

/** What a board adds up: the rounds that ended in a week from Monday (UTC), or all. */
export const boardPeriods = ['week', 'all'] as const
export type BoardPeriod = (typeof boardPeriods)[number]
