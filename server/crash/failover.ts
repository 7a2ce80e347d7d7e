import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spotTrade } from '#domain/spot/contract.ts'
import { SECOND_MS } from '#domain/time.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { isTransient } from '#server/platform/db/errors.ts'
import { countWaiting, queueMessage } from '#server/platform/outbox.ts'
import { addressOfEngine } from '#server/roles/apart.ts'
import { addressOfEngines } from '#server/roles/lease.ts'
import { createRandom, type Random } from '#server/sim/random.ts'
import { type Cluster, freePort } from '#server/testing/cluster.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import {
  type Ended,
  isPaused,
  isReady,
  pause,
  type ServerProcess,
  type ServerSettings,
  spawnServer,
  urlSaidBy,
  warningsOf,
} from '#server/testing/server-process.ts'
import type { Point, StopOrder } from '#server/testing/stop-at.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { send } from './client.ts'
import { differences, ledgerErrors, otherAnswers } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { type Attempt, settle, type Trader, trade } from './traffic.ts'

/**
 * An installation of several processes under trade: two of ROLE=api, a host of the engines and its standby, and where asked two of
 * ROLE=engine with that of spot, on a PostgreSQL of its own. One of them is killed or paused, whoever ended is started again as a supervisor does it, and what was
 * acknowledged is compared.
 */

/** What happens to whom. */
export interface Blow {
  readonly victim: 'host' | 'standby' | 'engine' | 'api' | 'database'
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
  'engine killed': { victim: 'engine', signal: 'SIGKILL', goalMs: PROCESS_GOAL_MS },
  'engine killed before commit': {
    ...{ victim: 'engine', signal: 'SIGKILL', point: 'before-commit', goalMs: PROCESS_GOAL_MS },
  },
  'engine killed after commit': {
    ...{ victim: 'engine', signal: 'SIGKILL', point: 'after-commit', goalMs: PROCESS_GOAL_MS },
  },
  'engine killed at the renewal': {
    ...{ victim: 'engine', signal: 'SIGKILL', point: 'at-the-renewal', goalMs: PROCESS_GOAL_MS },
  },
  'engine paused': { victim: 'engine', signal: 'SIGSTOP', goalMs: PROCESS_GOAL_MS },
  'engine paused before commit': {
    ...{ victim: 'engine', signal: 'SIGSTOP', point: 'before-commit', goalMs: PROCESS_GOAL_MS },
  },
  'engine paused after commit': {
    ...{ victim: 'engine', signal: 'SIGSTOP', point: 'after-commit', goalMs: PROCESS_GOAL_MS },
  },
  'api killed': { victim: 'api', signal: 'SIGKILL' },
  'api paused': { victim: 'api', signal: 'SIGSTOP' },
  'standby killed': { victim: 'standby', signal: 'SIGKILL' },
  'standby paused': { victim: 'standby', signal: 'SIGSTOP' },
  'database killed': { victim: 'database', signal: 'SIGKILL', goalMs: DATABASE_GOAL_MS },
} as const satisfies Readonly<Record<string, Blow>>

export type BlowName = keyof typeof blows

/** Those of an installation whose engine of spot is apart, or is with the others. */
export const blowsOf = (isApart: boolean): BlowName[] =>
  (Object.keys(blows) as BlowName[]).filter((name) => isApart || blows[name].victim !== 'engine')

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
const REPLACED = /another process has taken over the engine|the engines are given up/

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

/** An installation: its database, its processes, and what was noticed of them. */
interface Installation {
  readonly cluster: Cluster
  readonly dataDir: string
  /** Beside the processes. */
  readonly db: Db
  /** Those that have the engines, or wait for them. */
  readonly engines: readonly Place[]
  /** Those that have the engine of spot, or wait for it, where it is apart. */
  readonly spot: Place[]
  readonly apis: Place[]
  /** What ended that nobody struck. */
  readonly unexpected: string[]
}

const placesOf = ({ engines, spot, apis }: Installation): readonly Place[] => [...engines, ...spot, ...apis]

/** Starts an installation on a cluster, with traders who have traded nothing yet; `isApart`: the engine of spot by itself. */
export async function startProcesses(cluster: Cluster, seed: number, isApart = false): Promise<Processes> {
  const random = createRandom(seed)
  const { installation, close } = await startInstallation(cluster, isApart)
  const { db, apis, unexpected } = installation
  const [prober, ...traders] = await signIn(urlsOf(apis)[0]!, 2 * EACH_API + 1)
  let [strikes, mails] = [0, 0]
  return {
    async strike(name) {
      const blow: Blow = blows[name]
      strikes++
      const urls = urlsOf(apis)
      const trading = urls.map((url, n) =>
        trade(url, traders.slice(n * EACH_API, (n + 1) * EACH_API), random.fork(2 * strikes + n)),
      )
      for (const each of trading) await each.hasDone(CALLS)
      await queueMails(db, mails + 1, mails + MAILS)
      mails += MAILS
      const now = await whole(installation)
      const { victim, atMs } = await begin(installation, blow, now, random)
      const orders = sendOrders(urls, prober!, `probe-${strikes}`)
      if (!victim) await startAgain(cluster)
      const firstOrderMs = Math.round((await orders.first) - atMs)
      const problems = victim ? await wake(installation, blow, victim) : []
      await untilWhole(installation)
      await orders.all
      const answered = (await Promise.all(trading.map((each) => each.end()))).reduce((a, b) => a + b)
      const [one, other] = urlsOf(apis) as [string, string]
      const all = [...traders, prober!]
      const again = await settle(one, all)
      problems.push(
        ...(await differences(other, all)),
        ...(await otherAnswers(one, all, 5)),
        ...(await unsentMails(installation, mails)),
        ...unexpected.splice(0),
      )
      return { blow: name, firstOrderMs, answered, again, problems }
    },
    async end() {
      const problems = [...(await endInOrder(installation)), ...(await ledgerErrors(db))]
      await close()
      return problems
    },
    async abandon() {
      for (const place of placesOf(installation)) await place.process.kill('SIGKILL')
      await close()
    },
  }
}

/** Starts the processes with engines, then the apis. Returns: them, and how to leave their database. */
async function startInstallation(cluster: Cluster, isApart: boolean) {
  const workdir = workdirOf(await createMigratedDatabase(cluster.port))
  const { settings } = workdir
  const dataDir = settings.DATA_DIR!
  await workdir.inspect((db) => addTraders({ db }, 2 * EACH_API + 1))
  const { db, close } = await openDatabase({
    ...{ databaseUrl: settings.DATABASE_URL, dataDir, migrates: false },
  })
  const place = (name: string, own: Own) => startPlace(settings, join(dataDir, `stop-at-${name}`), own)
  const host = async (): Promise<Own> => ({ ...(await withBus()), ...(isApart && { ENGINES_APART: 'spot' }) })
  const engines = [await place('first', await host()), await place('second', await host())]
  const installation: Installation = { cluster, dataDir, db, engines, spot: [], apis: [], unexpected: [] }
  // Others follow the tape that a host has begun.
  await untilWhole(installation)
  const spot = async (): Promise<Own> => ({ ...(await withBus()), ROLE: 'engine', ENGINES: 'spot' })
  if (isApart)
    installation.spot.push(await place('spot-1', await spot()), await place('spot-2', await spot()))
  await untilWhole(installation)
  for (const name of ['api-1', 'api-2']) installation.apis.push(await place(name, { ROLE: 'api' }))
  await untilWhole(installation)
  return { installation, close }
}

/** What a process is told that others are not. */
interface Own {
  readonly BUS?: string
  readonly ROLE?: string
  readonly ENGINES?: string
  readonly ENGINES_APART?: string
}

const withBus = async (): Promise<Own> => ({ BUS: `127.0.0.1:${await freePort()}` })

async function startPlace(settings: ServerSettings, stopFile: string, own: Own): Promise<Place> {
  const all = { ...settings, ...own, NODE_OPTIONS: `--import=${STOP_AT}`, STOP_AT: stopFile }
  const spawn = () => spawnServer(all)
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
function raise(installation: Installation): void {
  for (const place of placesOf(installation)) {
    if (!place.ended) continue
    // A machine that is busy for longer than the lease holds has it taken over as well.
    if (!place.mayEnd && !wasReplaced(place))
      installation.unexpected.push(`ended by itself: ${lastWords(place)}`)
    place.process = place.spawn()
    place.ended = undefined
    place.mayEnd = false
    watch(place)
  }
}

/** Who has the engines, and who waits for them. */
interface Pair {
  readonly host: Place
  readonly standby: Place
}

const hostAndStandby = ({ db, engines }: Installation) => pairOf(engines, () => addressOfEngines(db))
const spotPair = ({ db, spot }: Installation) => pairOf(spot, () => addressOfEngine(db, 'spot'))

/** Both by the lease; undefined while nobody has the engines, or nobody waits. */
async function pairOf(
  places: readonly Place[],
  find: () => Promise<string | undefined>,
): Promise<Pair | undefined> {
  const address = await whileAway(find)
  const host = places.find(({ bus }) => bus === address)
  const standby = places.find((place) => place !== host)
  if (!host || !standby || standby.ended) return undefined
  const waits = warningsOf(standby.process).some((line) => line.startsWith('waits: '))
  return waits ? { host, standby } : undefined
}

async function isWhole(installation: Installation): Promise<boolean> {
  const { spot, apis } = installation
  const found = await hostAndStandby(installation)
  const apart = spot.length > 0 ? await spotPair(installation) : undefined
  if (!found || (spot.length > 0 && !apart)) return false
  const serving = [found.host, ...(apart ? [apart.host] : []), ...apis].map((place) =>
    urlSaidBy(place.process),
  )
  return (await Promise.all(serving.map((url) => url !== undefined && isReady(url)))).every(Boolean)
}

/** Waits until there are a host, a standby and both apis, and starts again whoever has ended meanwhile. */
async function untilWhole(installation: Installation): Promise<void> {
  const places = placesOf(installation)
  const said = () => places.map((place) => place.process.lines().slice(-3).join(' | ')).join('\n')
  await until(
    () => {
      raise(installation)
      return isWhole(installation)
    },
    () => `the installation is not whole again:\n${said()}`,
  )
  for (const place of places) place.mayEnd = false
}

/** Who they are once all are there. */
const whole = (installation: Installation): Promise<Pair> =>
  until(
    async () => {
      await untilWhole(installation)
      return hostAndStandby(installation)
    },
    () => 'the installation does not stay whole',
  )

/**
 * Sends one order to each api, again and again under its key, until one acknowledges it: `first` says when, and `all` comes
 * when nobody waits for an answer any more.
 */
function sendOrders(
  urls: readonly string[],
  prober: Trader,
  key: string,
): { first: Promise<number>; all: Promise<unknown> } {
  let isOver = false
  async function ask(url: string, n: number): Promise<number> {
    const attempt: Attempt = { call: spotTrade, input: PROBE, key: `${key}-${n}`, answer: undefined }
    prober.attempts.push(attempt)
    async function isAnswered(): Promise<boolean> {
      if (isOver) return true
      attempt.answer = await send({ url, token: prober.token }, spotTrade, PROBE, attempt.key)
      return attempt.answer?.ok ?? false
    }
    await waitUntil(isAnswered, {
      ...{ withinMs: WITHIN_MS, everyMs: ASK_AGAIN_MS },
      otherwise: () => `no order is acknowledged: ${JSON.stringify(attempt.answer)}`,
    })
    const atMs = performance.now()
    isOver = true
    return atMs
  }
  const asked = urls.map(ask)
  return { first: Promise.race(asked), all: Promise.allSettled(asked) }
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
async function begin(
  installation: Installation,
  blow: Blow,
  { host, standby }: Pair,
  random: Random,
): Promise<{ readonly victim: Place | undefined; readonly atMs: number }> {
  const { cluster, engines, spot, apis } = installation
  const engine = blow.victim === 'engine' ? (await spotPair(installation))!.host : undefined
  const victim =
    engine ?? (blow.victim === 'host' ? host : blow.victim === 'standby' ? standby : random.one(apis))
  await pause(random.below(MAX_MOMENT_MS))
  if (blow.victim !== 'database') return { victim, atMs: await hit(victim, blow) }
  // Who cannot renew the lease may lose it.
  for (const place of [...engines, ...spot]) place.mayEnd = true
  await cluster.kill('SIGKILL')
  return { victim: undefined, atMs: performance.now() }
}

/** Wakes who was paused. Returns: what they do that they should not. */
async function wake({ db }: Installation, { victim, signal }: Blow, place: Place): Promise<string[]> {
  if (signal !== 'SIGSTOP') return []
  const hasEngines = victim === 'host' || victim === 'engine'
  if (!hasEngines) await pause(PAUSED_MS)
  else {
    const find = () => (victim === 'host' ? addressOfEngines(db) : addressOfEngine(db, 'spot'))
    // A lease that has lapsed merely is renewed by who wakes.
    const isReplaced = async () => ![undefined, place.bus].includes(await whileAway(find))
    await until(isReplaced, () => 'nobody took over from a host that was paused')
  }
  signalTo(place, 'SIGCONT')
  if (!hasEngines) return []
  await until(
    () => place.ended !== undefined,
    () => 'a host that woke after it was replaced does not end',
  )
  const isRight = place.ended!.code === 1 && wasReplaced(place)
  return isRight ? [] : [`a host that woke ended so: ${lastWords(place)}`]
}

const mailTo = (n: number) => `mail-${n}@proof.test`

/** Queues messages that the host is to send, by their numbers. */
const queueMails = (db: Db, first: number, last: number) =>
  db.transaction().execute(async (tx) => {
    for (let n = first; n <= last; n++) {
      const mail = { to: mailTo(n), subject: 'A message', text: 'of the proof' }
      await queueMessage(tx, { kind: 'mail', mail }, Date.now())
    }
  })

/** Waits until nothing is left to be sent. Returns: what was not sent of so many. */
async function unsentMails({ db, dataDir }: Installation, count: number): Promise<string[]> {
  await until(
    async () => (await countWaiting(db)) === 0,
    () => 'messages are left unsent',
  )
  const files = readdirSync(join(dataDir, 'outbox'))
  const all = Array.from({ length: count }, (_, n) => mailTo(n + 1))
  return all
    .filter((to) => !files.some((name) => name.includes(`-${to}-`)))
    .map((to) => `the message to ${to} counts as sent, and was not`)
}

/** Ends all processes in order. Returns: who did not end well. */
async function endInOrder(installation: Installation): Promise<string[]> {
  const { spot, apis } = installation
  const engines = [...spot, ...installation.engines]
  for (const place of placesOf(installation)) place.mayEnd = true
  const problems: string[] = []
  const waits = ({ process }: Place) => urlSaidBy(process) === undefined
  // Who waits would take over from who ends.
  for (const { process } of engines.filter(waits)) await process.kill('SIGKILL')
  for (const place of [...apis, ...engines.filter((one) => !waits(one))]) {
    const { code } = await place.process.kill('SIGTERM')
    if (code !== 0 && !wasReplaced(place)) problems.push(`ended with ${code}: ${lastWords(place)}`)
  }
  return problems
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
  let why: unknown
  const isStarted = () =>
    cluster.start().then(
      () => true,
      (error) => {
        why = error
        return false
      },
    )
  await until(isStarted, () => `the database does not start again: ${why}`)
}

/** Refuses: (by throwing the sentence) what does not come to be. */
const until = <T>(look: () => T | Promise<T>, otherwise: () => string) =>
  waitUntil(look, { withinMs: WITHIN_MS, everyMs: LOOK_EVERY_MS, otherwise })

/** Undefined while the database is away. */
async function whileAway<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!isTransient(error)) throw error
    return undefined
  }
}
