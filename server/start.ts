import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { Refusal } from '#domain/errors.ts'
import type { EngineLink } from '#server/core/engine/elsewhere.ts'
import { createListenKeys } from '#server/exchange/stream/listen-keys.ts'
import { openStreams } from '#server/exchange/stream/open.ts'
import type { BusKey } from '#server/platform/bus/secure.ts'
import {
  durationInWords,
  MAX_CLOCK_DIFFERENCE_MS,
  realClock,
  type VirtualClock,
  virtualClock,
} from '#server/platform/clock.ts'
import { databaseTimeMs, differenceInWords, differenceMs, watchClock } from '#server/platform/clock-watch.ts'
import { createRealtime } from '#server/platform/realtime.ts'
import { claimEngine, leaveEngine, takeEngine, takeEnginesBeforeMigration } from '#server/roles/apart.ts'
import { type ApiRole, openApiRole } from '#server/roles/api.ts'
import { linkToEngine } from '#server/roles/elsewhere.ts'
import { type EngineRole, openEngineRole } from '#server/roles/engine.ts'
import { type Host, openHost } from '#server/roles/host.ts'
import {
  type JobsLease,
  runAlone,
  type SharedJobs,
  shareJobs,
  takeJobsBeforeMigration,
} from '#server/roles/jobs.ts'
import {
  addressThatMayGoOn,
  ENGINES,
  giveUpWhenOver,
  LEASE_MS,
  type Lease,
  takeLease,
} from '#server/roles/lease.ts'
import { createServices, type Services } from './app.ts'
import { customerChannels } from './contract.ts'
import {
  demoAccount,
  environmentOf,
  requireFittingChains,
  requireLiveFeed,
  screeningWarning,
  VERSION,
} from './environment.ts'
import { EXCHANGE_ROOT, exchangeOf, serveExchange } from './exchange/serve.ts'
import { figuresOf } from './figures.ts'
import { type Database, type Db, type OnFatal, openDatabase } from './platform/db/database.ts'
import { healthProbe } from './platform/db/health-probe.ts'
import { type History, openHistory } from './platform/db/history.ts'
import { requireDataFolder } from './platform/folder.ts'
import { buildApp } from './platform/http/app.ts'
import { proxiesIn } from './platform/http/client-ip.ts'
import { closeListener } from './platform/http/close-listener.ts'
import { createOverload } from './platform/http/overload.ts'
import { createRateLimiter, type RateLimiter, rateLimits } from './platform/http/rate-limits.ts'
import { serveApp } from './platform/http/static-app.ts'
import { type Job, startJobs } from './platform/jobs.ts'
import { createLog, logError } from './platform/log.ts'
import { type Metric, serveMetrics } from './platform/metrics.ts'
import type { Traces } from './platform/otlp.ts'
import { requireFreePort } from './platform/ports.ts'
import type { RedisCounters } from './platform/redis-counters.ts'
import { secretKey } from './platform/secret-key.ts'
import { enginesThatCanBeApart, readAddress, readSettings, type Settings } from './platform/settings.ts'
import { setTracer } from './platform/tracing.ts'
import { operatorsFile, seed } from './seed.ts'

const DIST = join(fileURLToPath(new URL('..', import.meta.url)), 'dist')

/** Counted from the start, so that the first of a kind is seen as one more than none. */
const ANSWER_STATUSES = ['2xx', '3xx', '4xx', '429', '5xx']

/** What an api says of the traders' interface, in its shape. */
const NOT_HERE = {
  code: -1016,
  msg: 'This service is no longer available here: ask the process with the engines.',
}

/** A running server: where it listens, and how to end it. */
export interface Plumb {
  readonly url: string
  /** Empty of a process without the console. */
  readonly consoleUrl: string
  readonly services: Services
  /** What to tell whoever started it. */
  readonly greeting: readonly string[]
  stop(): Promise<void>
}

/** The other processes of the installation, as this one meets them: the one with the engines, or those without; neither alone. */
interface Beside {
  readonly api?: ApiRole
  readonly host?: Host
  readonly engine?: EngineRole
}

/**
 * Starts everything: settings, database, products, jobs, the two listeners. `onFatal` is called with what
 * it cannot go on after; the process is to end then.
 *
 * Refuses: (by throwing) with one clear line for a wrong setting, a port in use, a folder in use or
 * damaged, a database that cannot be reached, or whose clock differs from this machine's.
 */
export async function start(
  env: Readonly<Record<string, string | undefined>>,
  onFatal?: OnFatal,
): Promise<Plumb> {
  const settings = readSettings(env)
  await requireFreePort('PORT', settings.host, settings.port)
  if (settings.role === 'all')
    await requireFreePort('CONSOLE_PORT', settings.consoleHost, settings.consolePort)
  const bus = settings.bus && readAddress(settings.bus)
  if (bus) await requireFreePort('BUS', bus.host, bus.port)
  requireDataFolder(settings.dataDir)
  const log = createLog(settings.logLevel)
  for (const warning of settings.warnings) log.warn(warning)
  const traces = await openTracing(settings, log)
  try {
    return await startTraced(settings, log, onFatal, traces)
  } catch (error) {
    await traces?.close()
    throw error
  }
}

/** Has traces made and sent, where they are wanted. */
async function openTracing({ otlpUrl: url, role }: Settings, log: Logger): Promise<Traces | undefined> {
  if (url === undefined) return undefined
  const { openTraces } = await import('./platform/otlp.ts')
  const { tracer, close } = openTraces({ url, role, version: VERSION, log })
  setTracer(tracer)
  return {
    tracer,
    async close() {
      setTracer(undefined)
      await close()
    },
  }
}

async function startTraced(
  settings: Settings,
  log: Logger,
  onFatal: OnFatal | undefined,
  traces: Traces | undefined,
): Promise<Plumb> {
  const held: Held = {}
  let engineLeases: readonly Lease[] = []
  async function releaseEngines() {
    for (const each of engineLeases) await each.release()
    engineLeases = []
  }
  async function release() {
    await held.jobsLease?.release()
    await releaseEngines()
    await held.lease?.release()
  }
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    migrates: settings.role === 'all',
    writersStallMs: settings.bus === undefined ? undefined : LEASE_MS,
    // Before the tables are changed: the process that has the lease goes by them, and may be of an older version.
    async mayMigrate(db, wouldMigrate) {
      if (!settings.bus) await requireNoOlderHost(db, wouldMigrate)
      else {
        if (settings.clock === 'real') await requireSameTime(() => databaseTimeMs(db))
        held.lease = await takeLease(db, ENGINES, settings.bus, {
          wouldMigrate,
          onWaiting: (address) => log.warn(`waits: the engines are at ${address}`),
          onUncertain: (address) =>
            log.warn(
              `waits: ${address} does not renew its lease, and may go by the tables that this version changes`,
            ),
          onLost: onFatal ?? (() => {}),
        })
      }
      try {
        engineLeases = await takeEnginesBeforeMigration(db, wouldMigrate, log, onFatal ?? (() => {}))
        held.jobsLease = await takeJobsBeforeMigration(db, wouldMigrate, log)
      } catch (error) {
        await release()
        throw error
      }
      return release
    },
    onConnection: (change, error) =>
      change === 'lost'
        ? log.error(`the database went away (${error?.message}); calls are refused until it is back`)
        : log.warn('the database is back'),
    onCopies: (change) =>
      change === 'away'
        ? log.error(
            'commits wait for a second machine that does not answer; changes are refused until it does',
          )
        : log.warn('commits are on a second machine again'),
    ...(onFatal && { onFatal }),
  })
  const opened = createOpened()
  try {
    await releaseEngines()
    const plumb = await startOn(database, { settings, log, onFatal, held, opened })
    return {
      ...plumb,
      async stop() {
        try {
          await opened.close()
        } finally {
          await release()
          await database.close()
          await traces?.close()
        }
      },
    }
  } catch (error) {
    await opened.close().catch((failed) => logError(log, failed, 'what was opened could not be closed'))
    // Whoever waits for it need not wait until it runs out.
    await release()
    await database.close()
    throw error
  }
}

/** The leases of a process, as far as it has them. */
interface Held {
  lease?: Lease
  jobsLease?: JobsLease | undefined
}

/** What was opened, to be closed in the opposite order: when the process ends, and when a later step of its start fails. */
interface Opened {
  add(close: () => unknown): void
  /** Closes all, whatever fails. Refuses: (by throwing) with the first that failed. */
  close(): Promise<void>
}

function createOpened(): Opened {
  const closers: (() => unknown)[] = []
  return {
    add: (close) => void closers.push(close),
    async close() {
      const errors: unknown[] = []
      for (let next = closers.pop(); next; next = closers.pop()) {
        try {
          await next()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}

/**
 * Without a lease of its own a process cannot wait for another one to end.
 *
 * Refuses: (by throwing) to change the tables that a process with engines goes by.
 */
async function requireNoOlderHost(db: Db, wouldMigrate: () => Promise<boolean>): Promise<void> {
  const address = await addressThatMayGoOn(db)
  if (address === undefined || !(await wouldMigrate())) return
  throw new Error(
    `the engines are at ${address}, of an older version, or were within the last 15 minutes: end that process first, ` +
      'or set BUS to wait for it',
  )
}

/** Starts everything on a database that is open. */
async function startOn(
  database: Database,
  options: {
    readonly settings: Settings
    readonly log: Logger
    /** That of an engine of its own is noted there as well. */
    readonly held: Held
    readonly opened: Opened
    readonly onFatal: OnFatal | undefined
  },
): Promise<Omit<Plumb, 'stop'>> {
  const { settings, log, held, opened, onFatal = () => {} } = options
  const { role } = settings
  const links = await linksToEngines(database, settings, log)
  for (const link of links.values()) opened.add(link.close)
  const clock = await openClock(settings, database, log)
  opened.add(clock.stop)
  const { kind, isNew } = await environmentOf(database.db, settings)
  requireLiveFeed(kind, settings)
  requireFittingChains(kind, settings)
  const unscreened = screeningWarning(kind, settings)
  if (unscreened) log.warn(unscreened)
  let jobs: SharedJobs | undefined
  const redis = role === 'jobs' ? undefined : await openRedis(settings, log)
  opened.add(() => redis?.close())
  const history = await openHistoryOf(settings, log)
  opened.add(() => history?.close())
  const services = await createServices({
    db: database.db,
    writers: database.writers,
    clock,
    log,
    settings,
    kind,
    role,
    elsewhere: (name) => links.get(name),
    ...(history && { history }),
    ...(redis && { createCounter: redis.createCounter }),
    jobHealth: async () => (await jobs?.health()) ?? [],
  })
  opened.add(services.stop)
  opened.add(() => jobs?.stop())
  sayIfTapeIsAhead(services, log)
  if (isNew && role === 'all') await seed(services, kind, settings)
  const isTimeRight = () => clock.unreliable() === undefined
  const run = (some: readonly Job[]) =>
    startJobs(some, log, { onTimer: settings.clock === 'real', mayRun: isTimeRight })
  await services.start(async () => {
    if (role !== 'engine') return
    // Who waits goes on with the tape, and with what is listed.
    jobs = runAlone(run(services.jobs))
    held.lease = await takeEngines(database, settings, log, onFatal)
  })
  const limiter = createRateLimiter(rateLimits, redis?.createCounter)
  // What an api forwards it has counted in Redis: once more there, and each call would be two.
  const forwarded = redis ? createRateLimiter() : limiter
  const beside = await openBeside(services, { settings, log, limiter: forwarded })
  opened.add(() => (beside.api ?? beside.engine ?? beside.host)?.close())
  let runJobs = async () => {}
  if ((role === 'all' || role === 'jobs') && database.kind === 'postgres' && settings.clock === 'real') {
    const { jobsLease } = held
    const sharing = { role, jobs: services.jobs, run, mayRun: isTimeRight, lease: jobsLease, log }
    jobs = shareJobs(database.leases, { ...sharing, onOver: onFatal })
  } else if (jobs === undefined) {
    const runner = run(services.jobs)
    jobs = runAlone(runner)
    runJobs = runner.runAll
  }
  const answers = healthProbe(database.db)
  const isReady = async () =>
    isTimeRight() && services.isReady() && (beside.api?.isReady() ?? true) && answers()
  let operators: { url: string; stop(): Promise<void> } | undefined
  const customers =
    role === 'jobs' || role === 'engine'
      ? await serveHealth(services, settings, log, isReady)
      : await serveCustomers(services, settings, log, isReady, { beside, limiter, runJobs })
  opened.add(() => Promise.all([customers.stop(), operators?.stop()]))
  const { lease } = held
  const measured = {
    ...{
      services,
      database,
      dataDir: settings.dataDir,
      jobs,
      lease,
      redis,
      host: beside.host,
      isReady,
      customers,
    },
  }
  if (role === 'all') operators = await serveOperators(services, settings, log, isReady, figuresOf(measured))
  if (lease) opened.add(giveUpWhenOver(lease, services.over, onFatal))
  return {
    url: customers.url,
    consoleUrl: operators?.url ?? '',
    services,
    greeting: [
      `Plumb     ${customers.url}`,
      operators ? `Console   ${operators.url}` : 'Console   of the process with the engines',
      ...(existsSync(operatorsFile(settings))
        ? [
            `Sign in   ${demoAccount.contact} / ${demoAccount.password} (play money)`,
            `          operators: ${operatorsFile(settings)}`,
          ]
        : []),
      role === 'jobs'
        ? 'Jobs      those that need the database alone'
        : `Prices    ${services.markets.label}`,
      ...(role === 'engine' ? [`Engines   ${settings.engines.join(', ')}`] : []),
    ],
  }
}

/**
 * The ways to the engines that a process of `ROLE=all` leaves to others. Of the rest it says that it has them itself.
 *
 * Refuses: (by throwing) while one of ROLE=engine has one of those.
 */
async function linksToEngines(
  { db, leases, kind }: Database,
  { role, enginesApart, dataDir }: Settings,
  log: Logger,
): Promise<ReadonlyMap<string, EngineLink>> {
  const links = new Map<string, EngineLink>()
  if (role !== 'all' || kind !== 'postgres') return links
  for (const name of enginesThatCanBeApart) {
    if (!enginesApart.includes(name)) await claimEngine(leases, name)
    else {
      await leaveEngine(leases, name)
      links.set(name, linkToEngine(db, name, { key: await busKey(dataDir), log }))
    }
  }
  return links
}

/** Waits for the engines of a process of `ROLE=engine`, one after the other. Returns: all leases as one. */
async function takeEngines(
  database: Database,
  { engines, bus }: Settings,
  log: Logger,
  onLost: OnFatal,
): Promise<Lease> {
  const leases: Lease[] = []
  try {
    for (const name of engines) leases.push(await takeEngine(database, name, { address: bus!, log, onLost }))
  } catch (error) {
    for (const each of leases) await each.release()
    throw error
  }
  return {
    holder: leases.map(({ holder }) => holder).join(' '),
    ageMs: () => Math.max(...leases.map((each) => each.ageMs())),
    lateRenewals: () => leases.reduce((sum, each) => sum + each.lateRenewals(), 0),
    async release() {
      for (const each of leases) await each.release()
    },
  }
}

const busKey = async (dataDir: string): Promise<BusKey> => ({
  key: await secretKey(dataDir, 'bus'),
  version: VERSION,
})

/** Has limits counted for all processes together, where that is wanted. */
async function openRedis(
  { redisUrl: url, dataDir }: Settings,
  log: Logger,
): Promise<RedisCounters | undefined> {
  if (url === undefined) return undefined
  const { openRedisCounters } = await import('./platform/redis-counters.ts')
  return openRedisCounters({ url, key: await secretKey(dataDir, 'bus'), log })
}

/**
 * Opens the database that months of the ledger move to, where there is one. While it is away everything but these months
 * goes on, so a start does as well.
 *
 * Refuses: (by throwing) one that cannot be used, such as one of a newer version or the ledger's own.
 */
async function openHistoryOf({ historyUrl, role }: Settings, log: Logger): Promise<History | undefined> {
  if (historyUrl === undefined) return undefined
  const history = openHistory(historyUrl, {
    migrates: role === 'all',
    onConnection: (change, error) =>
      change === 'lost'
        ? log.error(`the history's database is away (${error?.message}): months that moved to it are refused`)
        : log.warn("the history's database is back"),
  })
  try {
    await history.use((db) => sql`select 1`.execute(db))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE') return history
    await history.close()
    throw new Error(
      `the database of HISTORY_URL cannot be used: ${(error as Error).message.split('\n')[0]}`,
      {
        cause: error,
      },
    )
  }
  return history
}

/** Connects this process with the others of the installation, where there are any. */
async function openBeside(
  services: Services,
  { settings, log, limiter }: { settings: Settings; log: Logger; limiter: RateLimiter },
): Promise<Beside> {
  const { role, bus: address, dataDir } = settings
  if (role === 'jobs' || (role === 'all' && address === undefined)) return {}
  const key = await busKey(dataDir)
  if (address === undefined) return { api: openApiRole(services, { key, log }) }
  if (role === 'engine') {
    const { engines } = settings
    return { engine: await openEngineRole(services, { address, engines, key, limiter, log }) }
  }
  return { host: await openHost(services, { address, key, limiter, log }) }
}

/**
 * The clock that everything goes by, watched from now on. Only a PostgreSQL may have a machine, and a clock, of
 * its own.
 *
 * Refuses: (by throwing) to begin while the two machines' times differ.
 */
async function openClock(settings: Settings, { db, kind }: Database, log: Logger) {
  if (settings.clock === 'virtual')
    return { ...virtualClock(Date.now()), unreliable: () => undefined, stop() {} }
  if (kind === 'pglite') return watchClock(realClock, log)
  const databaseMs = () => databaseTimeMs(db)
  await requireSameTime(databaseMs)
  return watchClock(realClock, log, databaseMs)
}

async function requireSameTime(databaseMs: () => Promise<number>): Promise<void> {
  const difference = differenceInWords(await differenceMs(realClock, databaseMs))
  if (difference) throw new Error(`${difference}; set both right and start again`)
}

/** A tape that ends in the future was written while the clock was ahead, or the clock is behind now. */
function sayIfTapeIsAhead({ markets, clock }: Services, log: Logger): void {
  const aheadMs = (markets.tape.newest()?.atMs ?? 0) - clock.nowMs()
  if (aheadMs <= MAX_CLOCK_DIFFERENCE_MS) return
  log.error(
    `the price tape ends ${durationInWords(aheadMs)} after the time of this machine: ` +
      'its prices count as old, and market orders are refused, until that time has come',
  )
}

/** A listener that is not the operators', and its figures. */
interface Customers {
  readonly url: string
  connections(): number
  aborted(): number
  answered(): ReadonlyMap<string, number>
  stop(): Promise<void>
}

/**
 * The customer's listener: the app at `/`, the calls at `/api`, sockets at `/socket.io`, the traders' interface at
 * `/exchange`.
 */
async function serveCustomers(
  services: Services,
  settings: Settings,
  log: Logger,
  isReady: () => Promise<boolean>,
  { beside, limiter, runJobs }: { beside: Beside; limiter: RateLimiter; runJobs: () => Promise<void> },
): Promise<Customers> {
  const isProxy = proxiesIn(settings.trustedProxies)
  let aborted = 0
  const answered = new Map(ANSWER_STATUSES.map((status) => [status, 0]))
  const app = buildApp({
    title: 'Plumb',
    version: VERSION,
    db: services.db,
    history: services.history,
    clock: services.clock,
    log,
    limiter,
    overload: createOverload(),
    defaultLanguage: settings.defaultLanguage,
    isProxy,
    authenticate: services.users.authenticate,
    isReady,
    isPracticeReady: services.isPracticeReady,
    onAborted: () => aborted++,
    onAnswered(status) {
      const kind = status === 429 ? '429' : `${Math.floor(status / 100)}xx`
      answered.set(kind, (answered.get(kind) ?? 0) + 1)
    },
    channels: customerChannels,
    routes: (beside.api ?? services).routes,
  })
  const listenKeys = createListenKeys(services.clock)
  // It asks the engines: who trades by it is sent to the process that has them.
  if (beside.api) app.all(`${EXCHANGE_ROOT}/*`, async (_, reply) => reply.code(503).send(NOT_HERE))
  else serveExchange(app, { ...exchangeOf(services), log, limiter, listenKeys })
  serveApp(app, join(DIST, 'web'))
  if (settings.clock === 'virtual') serveClock(app, services.clock as VirtualClock, runJobs)
  const realtime = createRealtime({
    server: app.server,
    isProxy,
    beforeHandshake: (address) => limiter.take('handshake', address),
    beforeLookUp: (address) => limiter.take('token', address),
    authenticate: services.users.authenticate,
    onEnded: services.users.onEnded,
    channels: customerChannels,
    snapshotFor: (beside.api ?? services).snapshotFor,
  })
  beside.api?.serve(realtime)
  const streams = beside.api
    ? undefined
    : openStreams({
        ...{ ...exchangeOf(services), server: app.server, isProxy, limiter, log, listenKeys },
        publicUrl: settings.publicUrl,
      })
  const here = streams?.beside(realtime) ?? realtime
  const stopPublisher = services.publish(here, beside.host?.beside(here))
  const url = await app.listen({ host: settings.host, port: settings.port })
  return {
    url,
    connections: () => realtime.connections() + (streams?.connections() ?? 0),
    aborted: () => aborted,
    answered: () => answered,
    async stop() {
      stopPublisher()
      await closeListener(app, async () => {
        await Promise.all([realtime.close(), streams?.close()])
      })
    },
  }
}

/** The listener of a process that takes no calls: it says how the process is. */
async function serveHealth(
  { db, clock, users }: Services,
  settings: Settings,
  log: Logger,
  isReady: () => Promise<boolean>,
): Promise<Customers> {
  const app = buildApp({
    title: `Plumb ${settings.role}`,
    ...{ version: VERSION, db, clock, log, isReady, authenticate: users.authenticate },
    limiter: createRateLimiter(),
    routes: [],
  })
  const url = await app.listen({ host: settings.host, port: settings.port })
  return {
    ...{ url, connections: () => 0, aborted: () => 0, answered: () => new Map() },
    stop: () => closeListener(app),
  }
}

/** The operators' listener: another origin, with the console, its calls and sockets, and the figures at `/metrics`. */
async function serveOperators(
  services: Services,
  settings: Settings,
  log: Logger,
  isReady: () => Promise<boolean>,
  figures: readonly Metric[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const isProxy = proxiesIn(settings.trustedProxies)
  const limiter = createRateLimiter()
  const app = buildApp({
    title: 'Plumb console',
    version: VERSION,
    db: services.db,
    history: services.history,
    clock: services.clock,
    log,
    limiter,
    isProxy,
    authenticate: services.console.authenticate,
    isReady,
    routes: services.console.routes,
  })
  serveMetrics(app, figures)
  serveApp(app, join(DIST, 'operator'))
  const realtime = createRealtime({
    server: app.server,
    isProxy,
    beforeHandshake: (address) => limiter.take('handshake', address),
    authenticate: async (token, beforeLookUp) => {
      await beforeLookUp?.()
      return services.console.authenticate(token)
    },
    beforeLookUp: (address) => limiter.take('token', address),
    onEnded: services.console.onEnded,
    channels: [],
  })
  const stopPublisher = services.publishToOperators(realtime)
  const url = await app.listen({ host: settings.consoleHost, port: settings.consolePort })
  return {
    url,
    async stop() {
      stopPublisher()
      await closeListener(app, realtime.close)
    },
  }
}

/** `POST /test/clock {"advanceMs":N}`: moves the virtual clock and runs what falls due. */
function serveClock(
  app: ReturnType<typeof buildApp>,
  clock: VirtualClock,
  runJobs: () => Promise<void>,
): void {
  app.post('/test/clock', async (request) => {
    const advanceMs = Number((request.body as Record<string, string>).advanceMs)
    clock.advance(advanceMs)
    await runJobs()
    return { nowMs: clock.nowMs() }
  })
}
