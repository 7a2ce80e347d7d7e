import { refusal } from '#domain/errors.ts'

/** Lets costly work through, few at a time. */
export interface Turns<Caller = string> {
  take<T>(caller: Caller, work: () => Promise<T>): Promise<T>
  /** Drops what waits, and takes no more: what they would ask is about to be closed. */
  close(): void
}

interface TurnLimits {
  /** How many run at once, whoever's they are. */
  readonly inAll: number
  /** How many of one caller wait; more are refused. */
  readonly waitingPerCaller: number
  /** How many of all wait. */
  readonly waitingInAll?: number
  /** For how long one waits at most: nobody waits for an answer that comes later than that. */
  readonly waitMs?: number
  /** After how many seconds who is refused may try again. */
  readonly retrySeconds?: number
}

/**
 * One at a time for each caller, and a few in all. Callers take turns: who asks forty times waits for
 * themselves, and nobody else waits for them.
 *
 * Refuses: TOO_MANY_REQUESTS where too many of one caller's wait already, or of all; SERVER_BUSY who has waited for too long;
 * SERVICE_UNAVAILABLE once it is closed.
 */
export function createTurns<Caller = string>({
  inAll,
  waitingPerCaller,
  waitingInAll = Number.POSITIVE_INFINITY,
  waitMs,
  retrySeconds = 1,
}: TurnLimits): Turns<Caller> {
  /** What waits for its turn, by caller; whoever had one last is at the end. */
  const waiting = new Map<Caller, Waiting[]>()
  const running = new Set<Caller>()
  let isClosed = false

  function next() {
    for (const [caller, queue] of waiting) {
      if (running.size >= inAll) return
      if (running.has(caller)) continue
      const { begin, overdue } = queue.shift()!
      clearTimeout(overdue)
      if (queue.length === 0) waiting.delete(caller)
      running.add(caller)
      begin()
    }
  }

  /** Takes one that has waited for too long out of its queue. */
  function leave(caller: Caller, own: Waiting) {
    const queue = waiting.get(caller)!
    queue.splice(queue.indexOf(own), 1)
    if (queue.length === 0) waiting.delete(caller)
    own.drop(refusal('SERVER_BUSY', { seconds: retrySeconds }))
  }

  async function take<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (isClosed) throw refusal('SERVICE_UNAVAILABLE')
    const queue = waiting.get(caller) ?? []
    const inQueues = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (queue.length >= waitingPerCaller || inQueues >= waitingInAll)
      throw refusal('TOO_MANY_REQUESTS', { seconds: retrySeconds })
    await new Promise<void>((begin, drop) => {
      waiting.set(caller, queue)
      const own: Waiting = { begin, drop, overdue: undefined }
      queue.push(own)
      next()
      if (waitMs !== undefined && queue.includes(own)) own.overdue = setTimeout(leave, waitMs, caller, own)
    })
    try {
      return await work()
    } finally {
      running.delete(caller)
      const left = waiting.get(caller)
      waiting.delete(caller)
      if (left) waiting.set(caller, left)
      next()
    }
  }

  return {
    take,
    close() {
      isClosed = true
      for (const { drop, overdue } of [...waiting.values()].flat()) {
        clearTimeout(overdue)
        drop(refusal('SERVICE_UNAVAILABLE'))
      }
      waiting.clear()
    },
  }
}

/** Who waits for a turn: to begin, or to be refused. */
interface Waiting {
  readonly begin: () => void
  readonly drop: (error: Error) => void
  /** Refuses it once it has waited for too long; undefined where it may wait. */
  overdue: NodeJS.Timeout | undefined
}
