/** The time source of every service and job; rules take the time as a parameter. */
export interface Clock {
  nowMs(): number
}

export const realClock: Clock = { nowMs: () => Date.now() }

export interface VirtualClock extends Clock {
  /** Moves time forward; what falls due is run by whoever asked (see platform/jobs.ts). */
  advance(ms: number): void
}

/**
 * A clock that only moves by `advance`, for tests.
 *
 * Refuses: to go back, or a step that is not a whole number of milliseconds.
 */
export function virtualClock(startMs: number): VirtualClock {
  let nowMs = startMs
  return {
    nowMs: () => nowMs,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0)
        throw new RangeError(`a clock moves by whole milliseconds >= 0, not ${ms}`)
      nowMs += ms
    },
  }
}
