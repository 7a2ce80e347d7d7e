import { refusal } from '#domain/errors.ts'

/**
 * So many calls that have waited for so long mean that calls come faster than they are answered: what is taken in
 * beyond that is answered later and later, until nobody waits for it. Fewer are slow by themselves, such as an export.
 */
const LIMITS = { late: 128, afterMs: 2_000, retrySeconds: 2 }

/** Refuses calls while those before them are not answered in time. */
export interface Overload {
  /**
   * Takes a call in. Returns: what to do when it is answered.
   *
   * Refuses: SERVER_BUSY with the seconds to wait.
   */
  enter(): () => void
}

/** Watches the calls of one listener; `nowMs` is a clock that nobody sets. */
export function createOverload(nowMs = () => performance.now(), limits = LIMITS): Overload {
  /** When each that is under way began, the oldest first. */
  const underWay = new Map<symbol, number>()

  function isOverloaded(): boolean {
    if (underWay.size < limits.late) return false
    const lateBefore = nowMs() - limits.afterMs
    let seen = 0
    for (const beganMs of underWay.values()) {
      if (beganMs > lateBefore) return false
      if (++seen >= limits.late) return true
    }
    return false
  }

  return {
    enter() {
      if (isOverloaded()) throw refusal('SERVER_BUSY', { seconds: limits.retrySeconds })
      const call = Symbol('call')
      underWay.set(call, nowMs())
      return () => void underWay.delete(call)
    },
  }
}
