/** The fund that all others are filled from. */
export const TREASURY = 'treasury'

/** Whether money may go from one fund to another: always by the treasury, so that it is seen there. */
export const canMove = (from: string, to: string): boolean =>
  from !== to && (from === TREASURY || to === TREASURY)
