import { refusal } from '#domain/errors.ts'

/**
 * So many calls that have waited for so long mean that calls come faster than they are answered: what is taken in
 * beyond that is answered later and later, until nobody waits for it. Fewer are slow by themselves, and of one caller only a
 * few are counted: whoever sends much alone holds up nobody else.
 */
const LIMITS = { late: 128, ofOneCaller: 16, afterMs: 2_000, retrySeconds: 2 }

/** Refuses calls while those before them are not answered in time. */
export interface Overload {
  /**
   * Takes a caller's call in. Returns: what to do when it is answered.
   *
   * Refuses: SERVER_BUSY with the seconds to wait.
   */
  enter(caller: string): () => void
}

/** Watches the calls of one listener; `nowMs` is a clock that nobody sets. */
export function createOverload(nowMs = () => performance.now(), limits = LIMITS): Overload {
  /** What is under way, the oldest first. */
  const underWay = new Set<{ readonly caller: string; readonly beganMs: number }>()

  function isOverloaded(): boolean {
    if (underWay.size < limits.late) return false
    const lateBefore = nowMs() - limits.afterMs
    const lateOf = new Map<string, number>()
    let late = 0
    for (const { caller, beganMs } of underWay) {
      if (beganMs > lateBefore) return false
      const own = (lateOf.get(caller) ?? 0) + 1
      lateOf.set(caller, own)
      if (own <= limits.ofOneCaller && ++late >= limits.late) return true
    }
    return false
  }

  return {
    enter(caller) {
      if (isOverloaded()) throw refusal('SERVER_BUSY', { seconds: limits.retrySeconds })
      const call = { caller, beganMs: nowMs() }
      underWay.add(call)
      return () => void underWay.delete(call)
    },
  }
}
