/**
 * Confirmations from which a block is taken to stay in its chain where no setting says how many it needs: what is deeper may be
 * taken back, and seldom is.
 */
const DEPTH = 5

/** The newest block of so many confirmations; below zero where a chain has fewer blocks. */
export const deepHeight = (tip: number): number => tip - DEPTH + 1
