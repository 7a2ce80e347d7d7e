import { type Clock, MAX_CLOCK_DIFFERENCE_MS } from '#server/platform/clock.ts'

/** How far the clocks of two processes may be apart: a start refuses one that is further than half of it from the database's. */
const MAX_DIFFERENCE_MS = 2 * MAX_CLOCK_DIFFERENCE_MS
/** By how much two clocks may drift apart, as a share of the time that passes: twice what NTP slows or speeds up a clock by. */
const MAX_DRIFT = 0.001

/** The time by the clock of the process that writes the tape, as one that follows it knows it. */
export interface TapeTime {
  /** Notes that the tape's newest segment was signed then, by the writer's clock. */
  note(signedAtMs: number): void
  /** The time that ages of ticks are counted by; that of this process's clock before anything was noted. */
  nowMs(): number
}

/**
 * Measures how far the writer's clock is ahead of a clock that nobody sets.
 *
 * What was written or read late says a time that is over: the furthest ahead is the nearest. The measure falls by the drift of
 * clocks alone, as a delay that lasts would count as their difference otherwise, and its prices would never grow old. However it was
 * measured, it is no further from this process's clock than two clocks may be apart.
 */
export function createTapeTime(clock: Pick<Clock, 'nowMs'>, steadyMs: () => number): TapeTime {
  let ahead: { readonly byMs: number; readonly atMs: number } | undefined
  return {
    note(signedAtMs) {
      const atMs = steadyMs()
      const least = ahead ? ahead.byMs - (atMs - ahead.atMs) * MAX_DRIFT : Number.NEGATIVE_INFINITY
      ahead = { byMs: Math.max(signedAtMs - atMs, least), atMs }
    },
    nowMs() {
      const ownMs = clock.nowMs()
      if (!ahead) return ownMs
      const tapeMs = steadyMs() + ahead.byMs
      return Math.min(Math.max(tapeMs, ownMs - MAX_DIFFERENCE_MS), ownMs + MAX_DIFFERENCE_MS)
    },
  }
}
