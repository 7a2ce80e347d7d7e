import { TIMEOUT } from '#server/testing/timeouts.ts'

/** How long anything on a page is waited for. */
export const WAIT_MS = TIMEOUT.timeout

/**
 * Asks every 30 ms until the answer is neither undefined nor false.
 *
 * Refuses: (by throwing) after two minutes, with what was waited for.
 */
export async function poll<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  waitMs = WAIT_MS,
): Promise<T> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer as T
    if (Date.now() > deadline) throw new Error(`waited ${waitMs / 1_000} s in vain for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
