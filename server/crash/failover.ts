import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spotTrade } from '#domain/spot/contract.ts'
import { SECOND_MS } from '#domain/time.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { isTransient } from '#server/platform/db/errors.ts'
import { countWaiting, queueMessage } from '#server/platform/outbox.ts'
import { addressOfEngines } from '#server/roles/lease.ts'
import { createRandom } from '#server/sim/random.ts'
import { type Cluster, freePort } from '#server/testing/cluster.ts'
import { createDatabase } from '#server/testing/database.ts'
import {
  type Ended,
  isPaused,
  isReady,
  pause,
  type ServerProcess,
  spawnServer,
  urlSaidBy,
  warningsOf,
} from '#server/testing/server-process.ts'
import type { Point, StopOrder } from '#server/testing/stop-at.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { send } from './client.ts'
import { differences, ledgerErrors, otherAnswers } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { type Attempt, settle, trade } from './traffic.ts'

/**
 * An installation of several processes under trade: two of ROLE=api, a host of the engines and its standby, on a PostgreSQL
 * of its own. One of them is killed or paused, whoever ended is started again as a supervisor does it, and what was
 * acknowledged is compared.
 */

/** What happens to whom. */
export interface Blow {
  readonly victim: 'host' | 'standby' | 'api' | 'database'
  /** One that is paused wakes after its place was taken. */
  readonly signal: 'SIGKILL' | 'SIGSTOP'
  /** At any moment where it is not said. */
  readonly point?: Point
  /**
   * Within which time the first order has to be acknowledged again, where nothing else uses the machine. None where an api and the host
   * are left as they were: the other api acknowledges at once.
   */
  readonly goalMs?: number
}

/** Another process takes over, or starts again. */
const PROCESS_GOAL_MS = 5 * SECOND_MS
const DATABASE_GOAL_MS = 8 * SECOND_MS

export const blows = {
  'host killed': { victim: 'host', signal: 'SIGKILL', goalMs: PROCESS_GOAL_MS },
  'host killed before commit': {
    ...{ victim: 'host', signal: 'SIGKILL', point: 'before-commit', goalMs: PROCESS_GOAL_MS },
  },
  'host killed after commit': {
    ...{ victim: 'host', signal: 'SIGKILL', point: 'after-commit', goalMs: PROCESS_GOAL_MS },
  },
  'host killed in the outbox': {
    ...{ victim: 'host', signal: 'SIGKILL', point: 'in-the-outbox', goalMs: PROCESS_GOAL_MS },
  },
  'host killed at the renewal': {
    ...{ victim: 'host', signal: 'SIGKILL', point: 'at-the-renewal', goalMs: PROCESS_GOAL_MS },
  },
  'host paused': { victim: 'host', signal: 'SIGSTOP', goalMs: PROCESS_GOAL_MS },
  'host paused before commit': {
    ...{ victim: 'host', signal: 'SIGSTOP', point: 'before-commit', goalMs: PROCESS_GOAL_MS },
  },
  'host paused after commit': {
    ...{ victim: 'host', signal: 'SIGSTOP', point: 'after-commit', goalMs: PROCESS_GOAL_MS },
  },
  'host paused in the outbox': {
    ...{ victim: 'host', signal: 'SIGSTOP', point: 'in-the-outbox', goalMs: PROCESS_GOAL_MS },
  },
  'host paused at the renewal': {
    ...{ victim: 'host', signal: 'SIGSTOP', point: 'at-the-renewal', goalMs: PROCESS_GOAL_MS },
  },
  'api killed': { victim: 'api', signal: 'SIGKILL' },
  'api paused': { victim: 'api', signal: 'SIGSTOP' },
  'standby killed': { victim: 'standby', signal: 'SIGKILL' },
  'standby paused': { victim: 'standby', signal: 'SIGSTOP' },
  'database killed': { victim: 'database', signal: 'SIGKILL', goalMs: DATABASE_GOAL_MS },
} as const satisfies Readonly<Record<string, Blow>>

export type BlowName = keyof typeof blows

/** What came of a blow. */
export interface Struck {
  readonly blow: BlowName
  /** From the blow to the first order that was sent after it and that an api acknowledged, the faster of the two. */
  readonly firstOrderMs: number
  /** Calls answered, and calls cut off or refused for when they came, and sent again. */
  readonly answered: number
  readonly again: number
  /** What is wrong, a sentence each. Empty when nothing is. */
  readonly problems: readonly string[]
}

export interface Processes {
  /** Strikes under trade, has all started again, and compares. */
  strike(blow: BlowName): Promise<Struck>
  /** Ends all in order, and audits. Returns: what is wrong, a sentence each. */
  end(): Promise<string[]>
  /** Ends all at once, whatever they do. */
  abandon(): Promise<void>
}

const EACH_API = 2
/** What every api has answered before a blow: there has to be something to lose. */
const CALLS = 6
const MAX_MOMENT_MS = 500
const LOOK_EVERY_MS = 20
const ASK_AGAIN_MS = 100
/** How long a standby or an api is paused: longer than others wait for a sign of it. */
const PAUSED_MS = 4 * SECOND_MS
/** Many times what a busy machine needs. */
const WITHIN_MS = 120 * SECOND_MS
const STOP_AT = './server/testing/stop-at.ts'
const PROBE = { base: 'BTC', quote: 'USDT', side: 'buy', orderType: 'market', quoteAmount: '10' }
const MAILS = 2
/** What who was replaced says before it ends. */
const REPLACED = /another process has taken over the engines|the engines are given up/

/** A place in the installation, and the process that has it now. */
interface Place {
  readonly spawn: () => ServerProcess
  /** Where it listens for apis, of one with engines. */
  readonly bus?: string
  /** Where it reads at which point it is to stop. */
  readonly stopFile: string
  process: ServerProcess
  ended: Ended | undefined
  /** Whether its process may end now. */
  mayEnd: boolean
}

/** Starts an installation on a cluster, with traders who have traded nothing yet. */
export async function startProcesses(cluster: Cluster, seed: number): Promise<Processes> {
  const random = createRandom(seed)
  const workdir = workdirOf(await createDatabase(cluster.port))
  const dataDir = workdir.settings.DATA_DIR!
  await workdir.inspect((db) => addTraders({ db }, 2 * EACH_API + 1))
  const beside = await openDatabase({ databaseUrl: workdir.settings.DATABASE_URL, dataDir, migrates: false })
  const { db } = beside
  const engines = [await placeOf('first', await withBus()), await placeOf('second', await withBus())]
  const apis: Place[] = []
  const places = [...engines]
  /** What ended that nobody struck. */
  const unexpected: string[] = []
  // An api follows the tape that a host has begun.
  await untilWhole()
  for (const name of ['api-1', 'api-2']) apis.push(await placeOf(name, { ROLE: 'api' }))
  places.push(...apis)
  await untilWhole()
  const [prober, ...traders] = await signIn(urlsOf(apis)[0]!, 2 * EACH_API + 1)
  let [strikes, mails] = [0, 0]

  async function withBus() {
    return { BUS: `127.0.0.1:${await freePort()}` }
  }

  async function placeOf(name: string, own: { BUS?: string; ROLE?: string }): Promise<Place> {
    const stopFile = join(dataDir, `stop-at-${name}`)
    const settings = { ...workdir.settings, ...own, NODE_OPTIONS: `--import=${STOP_AT}`, STOP_AT: stopFile }
    const spawn = () => spawnServer(settings)
    const place: Place = {
      ...{ spawn, stopFile, process: spawn(), ended: undefined, mayEnd: false },
      ...(own.BUS && { bus: own.BUS }),
    }
    watch(place)
    return place
  }

  function watch(place: Place): void {
    const { process } = place
    void process.ended.then((ended) => {
      if (place.process === process) place.ended = ended
    })
  }

  /** Starts again whoever has ended. */
  function raise(): void {
    for (const place of places) {
      if (!place.ended) continue
      // A machine that is busy for longer than the lease holds has it taken over as well.
      if (!place.mayEnd && !wasReplaced(place)) unexpected.push(`ended by itself: ${lastWords(place)}`)
      place.process = place.spawn()
      place.ended = undefined
      place.mayEnd = false
      watch(place)
    }
  }

  /** Who has the engines by the lease, and who waits for them; undefined while nobody has them, or nobody waits. */
  async function hostAndStandby(): Promise<{ host: Place; standby: Place } | undefined> {
    const address = await whileAway(() => addressOfEngines(db))
    const host = engines.find(({ bus }) => bus === address)
    const standby = engines.find((place) => place !== host)!
    const waits = warningsOf(standby.process).some((line) => line.startsWith('waits: '))
    return host && waits && !standby.ended ? { host, standby } : undefined
  }

  async function isWhole(): Promise<boolean> {
    const found = await hostAndStandby()
    if (!found) return false
    const serving = [found.host, ...apis].map((place) => urlSaidBy(place.process))
    return (await Promise.all(serving.map((url) => url !== undefined && isReady(url)))).every(Boolean)
  }

  /** Waits until there are a host, a standby and both apis, and starts again whoever has ended meanwhile. */
  async function untilWhole(): Promise<void> {
    const until = performance.now() + WITHIN_MS
    for (;;) {
      raise()
      if (await isWhole()) break
      const said = () => places.map((place) => place.process.lines().slice(-3).join(' | ')).join('\n')
      if (performance.now() > until) throw new Error(`the installation is not whole again:\n${said()}`)
      await pause(LOOK_EVERY_MS)
    }
    for (const place of places) place.mayEnd = false
  }

  /** Who they are once all are there. */
  async function whole(): Promise<{ host: Place; standby: Place }> {
    for (;;) {
      await untilWhole()
      const found = await hostAndStandby()
      if (found) return found
    }
  }

  /**
   * Sends one order to each api, again and again under its key, until one acknowledges it: `first` says when, and `all` comes
   * when nobody waits for an answer any more.
   */
  function sendOrders(urls: readonly string[]): { first: Promise<number>; all: Promise<unknown> } {
    const until = performance.now() + WITHIN_MS
    const first = Promise.withResolvers<number>()
    let isOver = false
    async function ask(url: string, n: number): Promise<void> {
      const attempt: Attempt = {
        ...{ call: spotTrade, input: PROBE, key: `probe-${strikes}-${n}`, answer: undefined },
      }
      prober!.attempts.push(attempt)
      while (!isOver) {
        attempt.answer = await send({ url, token: prober!.token }, spotTrade, PROBE, attempt.key)
        if (attempt.answer?.ok) first.resolve(performance.now())
        else if (performance.now() > until)
          first.reject(new Error(`no order is acknowledged: ${JSON.stringify(attempt.answer)}`))
        else {
          await pause(ASK_AGAIN_MS)
          continue
        }
        isOver = true
      }
    }
    return { first: first.promise, all: Promise.all(urls.map(ask)) }
  }

  /** Has it happen, and waits until it has. Returns: when that was. */
  async function hit(place: Place, { signal, point }: Blow): Promise<number> {
    place.mayEnd = true
    if (point) {
      writeFileSync(place.stopFile, JSON.stringify({ point, signal } satisfies StopOrder))
      signalTo(place, 'SIGUSR2')
    } else signalTo(place, signal)
    await until(
      () => place.ended !== undefined || (signal === 'SIGSTOP' && isPaused(place.process.pid)),
      () => `nobody came to the point ${point}`,
    )
    return performance.now()
  }

  /** Kills the first process of the database, or hits one of ours. */
  async function begin(blow: Blow, { host, standby }: { host: Place; standby: Place }) {
    const victim = blow.victim === 'host' ? host : blow.victim === 'standby' ? standby : random.one(apis)
    await pause(random.below(MAX_MOMENT_MS))
    if (blow.victim !== 'database') return { victim, atMs: await hit(victim, blow) }
    // Who cannot renew the lease may lose it.
    for (const place of engines) place.mayEnd = true
    await cluster.kill('SIGKILL')
    return { victim: undefined, atMs: performance.now() }
  }

  /** Wakes who was paused. Returns: what they do that they should not. */
  async function wake({ victim, signal }: Blow, place: Place): Promise<string[]> {
    if (signal !== 'SIGSTOP') return []
    if (victim !== 'host') await pause(PAUSED_MS)
    else {
      const isReplaced = async () => (await whileAway(() => addressOfEngines(db))) !== place.bus
      await until(isReplaced, () => 'nobody took over from a host that was paused')
    }
    signalTo(place, 'SIGCONT')
    if (victim !== 'host') return []
    await until(
      () => place.ended !== undefined,
      () => 'a host that woke after it was replaced does not end',
    )
    const isRight = place.ended!.code === 1 && wasReplaced(place)
    return isRight ? [] : [`a host that woke ended so: ${lastWords(place)}`]
  }

  /** Queues messages that the host is to send. */
  const queueMails = () =>
    db.transaction().execute(async (tx) => {
      for (let n = 0; n < MAILS; n++) {
        const mail = { to: mailTo(++mails), subject: 'A message', text: 'of the proof' }
        await queueMessage(tx, { kind: 'mail', mail }, Date.now())
      }
    })
  const mailTo = (n: number) => `mail-${n}@proof.test`

  /** Waits until nothing is left to be sent. Returns: what was not sent. */
  async function unsentMails(): Promise<string[]> {
    await until(
      async () => (await countWaiting(db)) === 0,
      () => 'messages are left unsent',
    )
    const files = readdirSync(join(dataDir, 'outbox'))
    const all = Array.from({ length: mails }, (_, n) => mailTo(n + 1))
    return all
      .filter((to) => !files.some((name) => name.includes(`-${to}-`)))
      .map((to) => `the message to ${to} counts as sent, and was not`)
  }

  return {
    async strike(name) {
      const blow: Blow = blows[name]
      strikes++
      const urls = urlsOf(apis)
      const trading = urls.map((url, n) =>
        trade(url, traders.slice(n * EACH_API, (n + 1) * EACH_API), random.fork(2 * strikes + n)),
      )
      for (const each of trading) await each.hasDone(CALLS)
      await queueMails()
      const now = await whole()
      const { victim, atMs } = await begin(blow, now)
      const orders = sendOrders(urls)
      if (!victim) await startAgain(cluster)
      const firstOrderMs = Math.round((await orders.first) - atMs)
      const problems = victim ? await wake(blow, victim) : []
      await untilWhole()
      await orders.all
      const answered = (await Promise.all(trading.map((each) => each.end()))).reduce((a, b) => a + b)
      const [one, other] = urlsOf(apis) as [string, string]
      const all = [...traders, prober!]
      const again = await settle(one, all)
      problems.push(
        ...(await differences(other, all)),
        ...(await otherAnswers(one, all, 5)),
        ...(await unsentMails()),
        ...unexpected.splice(0),
      )
      return { blow: name, firstOrderMs, answered, again, problems }
    },
    async end() {
      for (const place of places) place.mayEnd = true
      const problems: string[] = []
      const waits = ({ process }: Place) => urlSaidBy(process) === undefined
      // Who waits would take over from who ends.
      for (const { process } of engines.filter(waits)) await process.kill('SIGKILL')
      for (const place of [...apis, ...engines.filter((one) => !waits(one))]) {
        const { code } = await place.process.kill('SIGTERM')
        if (code !== 0 && !wasReplaced(place)) problems.push(`ended with ${code}: ${lastWords(place)}`)
      }
      problems.push(...(await ledgerErrors(db)))
      await beside.close()
      return problems
    },
    async abandon() {
      for (const place of places) await place.process.kill('SIGKILL')
      await beside.close()
    },
  }
}

/** Its two outputs come in any order. */
const wasReplaced = ({ process }: Place): boolean => process.lines().some((line) => REPLACED.test(line))
const lastWords = ({ process }: Place): string => process.lines().slice(-3).join(' | ')

/** Nobody gets it who has ended. */
function signalTo(place: Place, signal: NodeJS.Signals): void {
  if (!place.ended) process.kill(place.process.pid, signal)
}

const urlsOf = (apis: readonly Place[]): string[] => apis.map((place) => urlSaidBy(place.process)!)

/** Starts the database on what a kill left behind, as soon as the last of its processes has ended. */
async function startAgain(cluster: Cluster): Promise<void> {
  const until = performance.now() + WITHIN_MS
  for (;;) {
    try {
      return await cluster.start()
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(LOOK_EVERY_MS)
    }
  }
}

/** Refuses: (by throwing the sentence) what does not come to be. */
async function until(isSo: () => boolean | Promise<boolean>, otherwise: () => string): Promise<void> {
  const end = performance.now() + WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(otherwise())
    await pause(LOOK_EVERY_MS)
  }
}

/** Undefined while the database is away. */
async function whileAway<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!isTransient(error)) throw error
    return undefined
  }
}
