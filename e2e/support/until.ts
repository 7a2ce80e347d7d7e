/** How long anything is waited for: many times what a busy machine needs, for only a failing test waits so long. */
export const WAIT_MS = 60_000

/**
 * Asks again and again until there is an answer that is not undefined or false.
 *
 * Refuses: (by throwing) after a minute, naming what was waited for.
 */
export async function until<T>(
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
