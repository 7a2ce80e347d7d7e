import { openLoad } from './load.ts'
import { memoryMibOf, openFilesOf } from './processes.ts'
import { type SoakLook, wrongWith } from './soak-rules.ts'

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

/** Of each customer, so that their number does not grow with the time. */
const MAX_ORDERS = 20

/**
 * Sends a real server what customers do at the same rate for long, with sockets that go and come at each look; then ends it and
 * audits everything that it left.
 *
 * Returns: each look, and what is wrong, a sentence each.
 */
export async function runSoak(options: SoakOptions): Promise<{ looks: SoakLook[]; wrong: string[] }> {
  const server = await openLoad({ ...options, maxOrders: MAX_ORDERS })
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
        orderP99Ms: calls.find(({ name }) => name === 'order')!.p99Ms,
        ...{ memory: each(memoryMibOf), files: each(openFilesOf) },
      }
      looks.push(look)
      options.onLook?.(look)
    }
    return { looks, wrong: [...wrongWith(looks), ...(await server.audit())] }
  } finally {
    await server.close()
  }
}
