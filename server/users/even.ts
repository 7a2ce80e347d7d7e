import { setTimeout as pause } from 'node:timers/promises'

/**
 * After how long an answer comes at the soonest that must not tell whether there is an account. The work for a contact without one
 * is the same but for reading its row, some microseconds, which many calls on a quiet machine do show. Nobody notices the wait.
 */
export const EVEN_MS = 25

/** Does work whose answer or refusal comes at a time that does not depend on it, unless it takes longer than that. */
export type Evenly = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Units: milliseconds; 0 waits for nothing. The wait begins before the work: a timer that is set after it would end later by what
 * the work took.
 */
export const evenlyAfter =
  (ms: number, wait: (ms: number) => Promise<void> = pause): Evenly =>
  async (work) => {
    if (ms === 0) return work()
    const waited = wait(ms)
    try {
      return await work()
    } finally {
      await waited
    }
  }
