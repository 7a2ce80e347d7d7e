import { setTimeout as pause } from 'node:timers/promises'

/**
 * Looks again and again until there is something: until what is found is neither `undefined` nor `false`.
 *
 * Refuses: (by throwing the sentence of `otherwise`) what does not come within its time.
 */
export async function waitUntil<T>(
  look: () => T | Promise<T>,
  wait: { readonly withinMs: number; readonly everyMs: number; readonly otherwise: () => string },
): Promise<Exclude<T, undefined | false>> {
  const end = performance.now() + wait.withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>
    if (performance.now() > end) throw new Error(wait.otherwise())
    await pause(wait.everyMs)
  }
}
