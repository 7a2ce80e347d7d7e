/** What a change was, for its arrow and its color. */
export type Direction = 'up' | 'down' | 'flat'

/** Whether a change is a rise, a fall or nothing, from its sign alone; one that is not known is nothing. */
export function directionOf(change: string | undefined): Direction {
  if (change === undefined || !/[1-9]/.test(change)) return 'flat'
  return change.startsWith('-') ? 'down' : 'up'
}

/** The fill of a change, and what is written on it. */
export const changeFills: Readonly<Record<Direction, string>> = {
  up: 'bg-up text-ink',
  down: 'bg-down text-ink',
  flat: 'bg-s2 text-t2',
}

/** The color of words that tell of a change. */
export const changeColours: Readonly<Record<Direction, string>> = {
  up: 'text-up-text',
  down: 'text-down-text',
  flat: 'text-t2',
}
