/**
 * Asks again and again until there is an answer that is not undefined or false.
 *
 * Refuses: (by throwing) after 20 s, naming what was waited for.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  waitMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer as T
    if (Date.now() > deadline) throw new Error(`waited ${waitMs / 1_000} s in vain for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
