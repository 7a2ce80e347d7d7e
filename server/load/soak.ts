import { openLoad } from './load.ts'
import { memoryMibOf, openFilesOf } from './processes.ts'

export interface SoakOptions {
  readonly looks: number
  readonly secondsALook: number
  /** Calls a second. */
  readonly rate: number
  readonly customers: number
  readonly sockets: number
  readonly apis: number
  readonly fsync?: boolean
  readonly timeoutMs?: number
  readonly onLook?: (look: SoakLook) => void
}

/** What was found after each part of the time. */
export interface SoakLook {
  readonly done: number
  /** Refused for what they are: a customer with nothing to close, mostly. */
  readonly refused: number
  /** Refused for when they came, with a wait. */
  readonly putOff: number
  readonly unanswered: number
  /** What became of them, by the client. */
  readonly noAnswer: readonly string[]
  readonly orderP99Ms: number
  /** MiB of memory of each process. */
  readonly memory: Readonly<Record<string, number>>
  /** Files and connections that each process has open. */
  readonly files: Readonly<Record<string, number>>
}

/** Of each customer, so that their number does not grow with the time. */
const MAX_ORDERS = 20
/**
 * What a process may have of objects that are still used: twice what it has after its start. Left to itself Node collects garbage
 * late, so that its memory says nothing; with so little a process that keeps what it no longer needs ends.
 */
const HEAP_MIB = 192

/**
 * Sends a real server what customers do at the same rate for long, with sockets that go and come at each look; then ends it and
 * audits everything that it left.
 *
 * Returns: each look, and what is wrong, a sentence each.
 */
export async function runSoak(options: SoakOptions): Promise<{ looks: SoakLook[]; wrong: string[] }> {
  const server = await openLoad({ ...options, maxOrders: MAX_ORDERS, heapMib: HEAP_MIB })
  try {
    const looks: SoakLook[] = []
    for (let n = 0; n < options.looks; n++) {
      const { calls } = await server.drive(options.rate, options.secondsALook)
      await server.reconnect()
      const sum = (of: (figures: (typeof calls)[number]) => number) =>
        calls.reduce((total, each) => total + of(each), 0)
      const each = (of: (pid: number) => number) =>
        Object.fromEntries(Object.entries(server.pids).map(([name, pid]) => [name, of(pid)]))
      const look: SoakLook = {
        done: sum(({ done }) => done),
        refused: sum(({ refused }) => refused),
        putOff: sum(({ tooMany, unavailable }) => tooMany + unavailable),
        unanswered: sum(({ unanswered }) => unanswered),
        noAnswer: calls
          .filter(({ unanswered }) => unanswered > 0)
          .map(({ name, noAnswer }) => `${name}: ${noAnswer}`),
        orderP99Ms: calls.find(({ name }) => name === 'order')!.p99Ms,
        ...{ memory: each(memoryMibOf), files: each(openFilesOf) },
      }
      looks.push(look)
      options.onLook?.(look)
    }
    return {
      looks,
      wrong: [
        ...looks.flatMap(({ unanswered, noAnswer }) =>
          unanswered > 0 ? [`${unanswered} calls had no answer (${noAnswer.join('; ')})`] : [],
        ),
        ...(await server.leave()),
        ...(await server.audit()),
      ],
    }
  } finally {
    await server.close()
  }
}
