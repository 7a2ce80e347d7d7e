import type { Clock } from './clock.ts'

/**
 * Reads what is costly when it is asked for, once for all who ask within `keptMs`: those who ask while it is read wait for the same
 * reading. One that failed is not kept.
 */
export function keptFor<T>(
  keptMs: number,
  clock: Clock,
  read: (nowMs: number) => Promise<T>,
): () => Promise<T> {
  let kept: { readonly untilMs: number; readonly found: Promise<T> } | undefined
  return async () => {
    const nowMs = clock.nowMs()
    // A clock that was set back must not keep it for longer.
    if (!kept || kept.untilMs <= nowMs || kept.untilMs > nowMs + keptMs)
      kept = { untilMs: nowMs + keptMs, found: read(nowMs) }
    const asked = kept
    try {
      return await asked.found
    } catch (error) {
      if (kept === asked) kept = undefined
      throw error
    }
  }
}
