import { mkdirSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { spotTrade } from '#domain/spot/contract.ts'
import { SECOND_MS } from '#domain/time.ts'
import { auditResults } from '#server/audit-products.ts'
import { differences, ledgerErrors, otherAnswers } from '#server/crash/compare.ts'
import { addTraders, signIn } from '#server/crash/traders.ts'
import { settle, type Trader, trade } from '#server/crash/traffic.ts'
import { openTapeKey } from '#server/markets/tape/key.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createRandom } from '#server/sim/random.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { type LocalPatroni, type Machine, startPatroni } from './local.ts'
import { type Servers, startServers } from './servers.ts'
import { reached, within } from './within.ts'

/** What can happen to the machine with the primary. */
export const events = [
  'machine killed',
  'machine silent',
  'machine wakes',
  'postmaster killed',
  'planned switch',
] as const
export type FailoverEvent = (typeof events)[number]

export interface Failover {
  readonly event: FailoverEvent
  /** The longest time between an acknowledged order and the next, of those that were acknowledged after it happened. */
  readonly seconds: number
  /** Calls that were answered until the end of this event, all events before it with them. */
  readonly answered: number
  readonly load: number
  readonly restarts: number
  readonly problems: readonly string[]
}

export interface FailoverOptions {
  readonly folder: string
  readonly rounds: number
  readonly seed: number
  readonly events?: readonly FailoverEvent[]
  readonly onEvent?: (failover: Failover) => void
  readonly onStep?: (line: string) => void
}

const TRADERS = 4
/** How many orders are acknowledged before each event, and after it. */
const ORDERS = 20
/** No event takes so long: then it is a fault. */
const MAX_SECONDS = 120

/**
 * Has a cluster lose its primary again and again, each time under trade through two processes for calls, and compares what was
 * acknowledged with what is there.
 */
export async function drillFailover(options: FailoverOptions): Promise<readonly Failover[]> {
  const { folder, rounds, seed, onEvent = () => {}, onStep = () => {} } = options
  const dataDir = join(folder, '..', 'cluster-servers')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  onStep('starting the cluster')
  const patroni = await startPatroni(folder)
  let servers: Servers | undefined
  const found: Failover[] = []
  try {
    await inside(patroni, (database) => addTraders(database, TRADERS))
    onStep('starting the servers')
    servers = await startServers(patroni.url, dataDir)
    const traders = await signIn(servers.apis[0]!.url, TRADERS)
    const random = createRandom(seed)
    for (let round = 1; round <= rounds; round++) {
      for (const [n, event] of (options.events ?? events).entries()) {
        const failover = await oneEvent(event, {
          patroni,
          servers,
          traders,
          random: random.fork(round * 10 + n),
        })
        found.push(failover)
        onEvent(failover)
        // What differs now would be told again by every later event.
        if (failover.problems.length > 0) return found
      }
    }
    onStep('auditing')
    await servers.stop()
    const last = await inside(patroni, async ({ db }) => [
      ...(await ledgerErrors(db)),
      ...(await auditResults(db, (await openTapeKey(dataDir)).publicKey)),
    ])
    if (last.length > 0) throw new Error(`the audit found: ${last.join('; ')}`)
    return found
  } finally {
    await servers?.stop()
    await patroni.stop()
  }
}

async function inside<T>(
  { url }: LocalPatroni,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '' })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function oneEvent(
  event: FailoverEvent,
  on: {
    readonly patroni: LocalPatroni
    readonly servers: Servers
    readonly traders: readonly Trader[]
    readonly random: ReturnType<typeof createRandom>
  },
): Promise<Failover> {
  const { patroni, servers, traders, random } = on
  const [one, other] = servers.apis.map(({ url }) => url) as [string, string]
  await patroni.untilWhole()
  const machine = await patroni.primary()
  const ackedAtMs: number[] = []
  const onDone = (call: unknown) => void (call === spotTrade && ackedAtMs.push(performance.now()))
  const half = traders.length / 2
  const trading = [
    trade(one, traders.slice(0, half), random.fork(1), { again: true, onDone }),
    trade(other, traders.slice(half), random.fork(2), { again: true, onDone }),
  ]
  const orders = (count: number) => reached(() => ackedAtMs.length, count, MAX_SECONDS, `${event}: orders`)
  const problems: string[] = []
  await orders(ORDERS)
  const restartsBefore = servers.restarts()
  const atMs = performance.now()
  const { wake, repair } = await happen(event, patroni, machine)
  // The primary is another when that one takes orders.
  await untilReplaced(patroni, machine)
  const load = loadavg()[0]!
  await orders(ackedAtMs.length + ORDERS)
  const seconds = longestGapMs(ackedAtMs.filter((_, n) => (ackedAtMs[n + 1] ?? Infinity) >= atMs)) / 1_000
  if (wake) {
    // What it had begun goes on, and those who are connected to it still are.
    wake()
    await orders(ackedAtMs.length + ORDERS)
  }
  const ended = Promise.all(trading.map((each) => each.end()))
  await within(MAX_SECONDS, `${event}: the calls under way`, ended)
  repair?.()
  await within(MAX_SECONDS, `${event}: answers to what was sent again`, settle(one, traders))
  // A machine that came back follows again: what was connected to it before has been cut, and what is read now is answered.
  await patroni.untilWhole()
  problems.push(...(await differences(other, traders)), ...(await otherAnswers(other, traders, 5)))
  const answered = traders.flatMap(({ attempts }) => attempts).filter(({ answer }) => answer?.ok).length
  return { event, seconds, answered, load, problems, restarts: servers.restarts() - restartsBefore }
}

/** Returns: how the machine comes back, by itself under trade or by somebody after it. */
async function happen(
  event: FailoverEvent,
  patroni: LocalPatroni,
  machine: Machine,
): Promise<{ readonly wake?: () => void; readonly repair?: () => void }> {
  if (event === 'planned switch') {
    await patroni.switchOver()
    return {}
  }
  if (event === 'postmaster killed') {
    process.kill(machine.postmaster(), 'SIGKILL')
    return {}
  }
  if (event === 'machine killed') {
    machine.signalAll('SIGKILL')
    return { repair: () => machine.start() }
  }
  machine.signalAll('SIGSTOP')
  if (event === 'machine wakes') return { wake: () => machine.signalAll('SIGCONT') }
  return {
    repair() {
      machine.signalAll('SIGKILL')
      machine.start()
    },
  }
}

async function untilReplaced(patroni: LocalPatroni, before: Machine): Promise<void> {
  await waitUntil(async () => (await patroni.primary()) !== before, {
    ...{ withinMs: MAX_SECONDS * SECOND_MS, everyMs: 50 },
    otherwise: () => `${before.name} was not replaced in ${MAX_SECONDS} s`,
  })
}

/** The longest time between one and the next. */
const longestGapMs = (atMs: readonly number[]): number =>
  atMs.reduce((longest, each, n) => Math.max(longest, n === 0 ? 0 : each - atMs[n - 1]!), 0)
