import type { Logger } from 'pino'
import type { Channel } from '#domain/channel.ts'
import { APP_VERSION, APP_VERSION_CODE } from '#domain/content/contract.ts'
import { HOUR_MS } from '#domain/time.ts'
import { createConsole } from '#server/console/console.ts'
import { createOperatorService } from '#server/console/sign-in.ts'
import type { EngineLink } from '#server/core/engine/elsewhere.ts'
import { addMonths } from '#server/core/ledger/months.ts'
import { type Copying, createCopying } from '#server/core/ledger/moved/copy.ts'
import { rollupJob } from '#server/core/ledger/rollup.ts'
import { openListing, refreshListing } from '#server/markets/listing.ts'
import { publishMarkets, quotesSnapshot } from '#server/markets/publish.ts'
import { marketRoutes } from '#server/markets/routes.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import { openTapeKey } from '#server/markets/tape/key.ts'
import { type Clock, realClock } from '#server/platform/clock.ts'
import { type CreateCounter, memoryCounter } from '#server/platform/counters.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { History } from '#server/platform/db/history.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Job, JobHealth } from '#server/platform/jobs.ts'
import { type MediaFiles, openMediaFiles } from '#server/platform/media/media-files.ts'
import { createSender } from '#server/platform/messages.ts'
import { type Message, sendDue } from '#server/platform/outbox.ts'
import { openPrivateData, type PrivateData } from '#server/platform/private-data.ts'
import { leaseProcessNumber } from '#server/platform/process-lease.ts'
import { openPushKeys } from '#server/platform/push/keys.ts'
import { createPushSender } from '#server/platform/push/push.ts'
import { removeSubscription } from '#server/platform/push/store.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import { openSealer } from '#server/platform/sealer.ts'
import { type EngineApart, enginesThatCanBeApart, type Settings } from '#server/platform/settings.ts'
import { sweepJobs } from '#server/platform/sweeps.ts'
import { createUploads, type Uploads } from '#server/platform/uploads/uploads.ts'
import { withPhrase } from '#server/users/mail-phrase.ts'
import { createUsers, type Users } from '#server/users/users.ts'
import { products } from './contract.ts'
import { requireDocumentKey } from './document-key.ts'
import { demoAccount, type Environment, VERSION } from './environment.ts'
import { exchangeJobs } from './exchange/store.ts'
import { scoreOf } from './products/loan/store.ts'
import type { OpenProduct, Product } from './products/product.ts'
import { isOwnDocument } from './products/verification/standing.ts'
import { hasIdentity } from './products/verification/store.ts'
import { usdPrices } from './products/wallet/service.ts'
import { statusRoute } from './status.ts'

/** Everything of one installation, without the network. */
export interface Services {
  readonly db: Db
  /** Where months go that leave the ledger; undefined where there is no such database. */
  readonly history: History | undefined
  /** How the copying of months to it is doing. */
  readonly copying: Copying | undefined
  readonly clock: Clock
  readonly markets: Markets
  readonly users: Users
  readonly uploads: Uploads
  readonly media: MediaFiles
  readonly privateData: PrivateData
  readonly console: ReturnType<typeof createConsole>
  /** What a product opened as. */
  of<Opened extends OpenProduct>(product: Product<Opened>): Opened
  /** Every call the customers' listener answers. */
  readonly routes: readonly Route[]
  /** Those of them that any process answers; the others need one with engines. */
  readonly answeredAnywhere: ReadonlySet<Route>
  /** Which engine that can be apart a call or a channel is of; undefined of those of the others, and of none. */
  engineOfRoute(route: Route): EngineApart | undefined
  engineOfChannel(channel: Channel): EngineApart | undefined
  readonly jobs: readonly Job[]
  /**
   * Publishes to the customers' sockets: `here` what each process publishes to its own, `everywhere` what one with
   * engines publishes to those of all. Returns how to stop.
   */
  publish(here: Realtime, everywhere?: Realtime): () => void
  /** Publishes to the operators' sockets; returns how to stop. */
  publishToOperators(realtime: Realtime): () => void
  /** What a client gets on subscribing to a channel. */
  snapshotFor(channel: Channel, params: Readonly<Record<string, unknown>>): unknown
  /** The products by name, as they opened. */
  readonly opened: readonly (Product & OpenProduct)[]
  /** Whether the tape is written and every product takes requests. */
  isReady(): boolean
  /** What takes nothing any more until the process is started anew: the tape, or products by name. */
  over(): readonly string[]
  /** Whether practice of every product takes requests; undefined where this process does not run it. */
  isPracticeReady(): boolean | undefined
  /** Starts the feed, or follows it, and starts the products once this process may have engines. */
  start(mayHaveEngines?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const MESSAGES_EVERY_MS = 1_000

/**
 * Creates all services on one database, and opens every product.
 *
 * Refuses: (by throwing) a price tape that does not verify, and another document key than that of the first start.
 */
export async function createServices(options: {
  db: Db
  history?: History
  /** The connections of the engines and the tape; those of everybody without it. */
  writers?: Db
  clock: Clock
  log: Logger
  settings: Settings
  kind: Environment
  /** Which simulated market this is; without it a new installation draws one. */
  marketSeed?: number
  /** Without engines, feed and most jobs, which another process has, where it is not `all`. */
  role?: Settings['role']
  /** The way to the engine of a product that another process has, where this one is `all`. */
  elsewhere?: (name: string) => EngineLink | undefined
  /** How limits are counted: in this process without it. */
  createCounter?: CreateCounter
  /** How the jobs are doing; they are started by the caller. */
  jobHealth?: () => Promise<readonly JobHealth[]>
}): Promise<Services> {
  const {
    db,
    history,
    writers = db,
    clock,
    log,
    settings,
    kind,
    marketSeed,
    jobHealth = async () => [],
  } = options
  const { role = 'all', createCounter = memoryCounter } = options
  const { elsewhere = () => undefined } = options
  const hasFeed = role === 'all'
  /** Whether this process runs a product: its engine, and what it does beside its jobs. */
  const runs = ({ name }: Product): boolean =>
    role === 'engine'
      ? (settings.engines as readonly string[]).includes(name)
      : hasFeed && elsewhere(name) === undefined
  const privateData = await openPrivateData(settings.dataDir, settings.documentKey)
  await requireDocumentKey(db, privateData)
  const lease = await leaseProcessNumber(db)
  await addMonths(db, clock.nowMs())
  await openListing(db, clock.nowMs())
  const markets = await createMarkets({
    ...{ db, writers, clock, settings, log: marketLog(log), follows: !hasFeed },
    ...(marketSeed !== undefined && { seed: marketSeed }),
  })
  const sealer = await openSealer(settings.dataDir)
  const uploads = createUploads({ db, clock, dataDir: settings.dataDir, sealer })
  const users = createUsers({
    ...{ db, clock, log, publicUrl: settings.publicUrl, privateData, createCounter },
    isOwnDocument: (customer, idNumber) => isOwnDocument(db, privateData, customer, idNumber),
    hasDocument: (customer) => hasIdentity(db, customer),
    creditScore: (customer) => scoreOf(db, customer),
  })
  const media = openMediaFiles(settings.dataDir)
  const push = createPushSender({
    keys: await openPushKeys(settings.dataDir),
    contact: `mailto:${addressIn(settings.mailFrom)}`,
    origins: settings.pushOrigins,
  })
  const copying = history && createCopying({ db, history, clock })
  const isDemo = kind === 'demo'
  // The time on the operators' phones is real, even where the platform's clock is virtual.
  const operators = createOperatorService({ db, clock, authenticatorClock: realClock, sealer })
  const deps = {
    ...{ db, writers, clock, log, markets, uploads, privateData, push, products, createCounter },
    ...{ media, elsewhere },
    asOwner: users.asOwner,
    sessions: users.sessions,
    customerRoutes: () => routes(),
    chains: settings.chains,
    screeningLists: settings.screeningLists,
    opened: () => opened,
    operators,
    site: {
      site_name: 'Plumb',
      site_logo: './icon.svg',
      H5_DEMO: isDemo ? 1 : 0,
      priceSource: markets.label,
      demoAccount: isDemo ? demoAccount : null,
      version: VERSION,
      app_version: APP_VERSION,
      app_version_code: APP_VERSION_CODE,
    },
  }
  const opened: (Product & OpenProduct)[] = []
  const routesOfMarkets = marketRoutes(markets)
  let allRoutes: readonly Route[] | undefined
  const routes = () =>
    (allRoutes ??= [
      ...routesOfMarkets,
      ...users.routes,
      ...uploads.routes,
      statusRoute({ db, clock, opened, quotes: markets.quotes, ledger: consoleOfOperators.lastLedgerCheck }),
      ...opened.flatMap((product) => product.routes),
    ])
  for (const product of products) opened.push({ ...product, ...product.open(deps) })
  const signer = await openTapeKey(settings.dataDir)
  const consoleOfOperators = createConsole({
    ...{ db, clock, log, operators, signer },
    products: opened,
    usdPrice: usdPrices((symbol) => markets.lastPrice(symbol)),
    health: async () => ({ feeds: [feedHealth(markets, clock)], jobs: await jobHealth() }),
  })
  const sendWritten = createSender(settings)
  async function send(message: Message): Promise<void> {
    if (message.kind === 'sms') return sendWritten(message)
    if (message.kind === 'mail')
      return sendWritten({ kind: 'mail', mail: await withPhrase({ db, privateData }, message.mail) })
    // A browser that takes no more messages has unsubscribed.
    if (!(await push.send(message.push))) await removeSubscription(db, message.push.endpoint)
  }

  const jobs: Job[] = [
    {
      name: 'ledger: tables of the coming months',
      everyMs: HOUR_MS,
      isRunAnywhere: true,
      run: () => addMonths(db, clock.nowMs()),
    },
    ...(copying ? [copying.job] : []),
    rollupJob({
      ...{ db, clock, signer, dataDir: settings.dataDir, history },
      keepMonths: settings.historyKeepMonths,
    }),
    ...sweepJobs(db, clock),
    ...exchangeJobs(db, clock),
    ...markets.jobs,
    ...users.jobs,
    ...uploads.jobs,
    ...opened.flatMap((product) => product.jobs ?? []),
    ...consoleOfOperators.jobs,
    {
      name: 'messages: send what is due',
      everyMs: MESSAGES_EVERY_MS,
      isRunAnywhere: true,
      run: () => sendDue(db, send, clock.nowMs(), { kinds: ['mail', 'sms'] }),
    },
    {
      name: 'messages: push what is due',
      everyMs: MESSAGES_EVERY_MS,
      isRunAnywhere: true,
      run: () => sendDue(db, send, clock.nowMs(), { kinds: ['push'], atOnce: true }),
    },
  ]
  const answeredAnywhere = opened.filter(({ isAnsweredAnywhere }) => isAnsweredAnywhere)
  const engineOf = (find: (product: Product & OpenProduct) => boolean): EngineApart | undefined =>
    enginesThatCanBeApart.find((name) => opened.some((product) => product.name === name && find(product)))
  return {
    db,
    history,
    copying,
    clock,
    markets,
    users,
    uploads,
    media,
    privateData,
    console: consoleOfOperators,
    of: <Opened extends OpenProduct>({ name }: Product<Opened>) =>
      opened.find((product) => product.name === name) as OpenProduct as Opened,
    routes: routes(),
    answeredAnywhere: new Set([...routesOfMarkets, ...answeredAnywhere.flatMap((product) => product.routes)]),
    engineOfRoute: (route) => engineOf(({ routes }) => routes.includes(route)),
    engineOfChannel: (channel) => engineOf(({ channels }) => channels?.includes(channel) ?? false),
    jobs: jobs.filter((job) => isOfRole(job, role)),
    opened,
    publish(here, everywhere = here) {
      // A process with an engine of its own has no sockets: what it publishes is that engine's.
      const some = role === 'engine' ? opened.filter(runs) : opened
      const stops = [
        role === 'engine' ? undefined : publishMarkets(here, markets),
        ...some.map((product) =>
          // What an engine elsewhere tells, its process publishes to the others.
          product.publish?.(product.isAnsweredAnywhere || !runs(product) ? here : everywhere),
        ),
      ]
      return () => {
        for (const stop of stops) stop?.()
      }
    },
    publishToOperators(realtime) {
      const stops = opened.map((product) => product.publishToOperators?.(realtime))
      return () => {
        for (const stop of stops) stop?.()
      }
    },
    snapshotFor(channel, params) {
      const makers = [
        () => quotesSnapshot(markets, channel, params),
        // Without engines the others know nothing, and say so with an empty book.
        ...opened
          .filter((product) => hasFeed || runs(product) || product.isAnsweredAnywhere)
          .map((product) => () => product.snapshotFor?.(channel, params)),
      ]
      return makers.reduce<unknown>((found, make) => found ?? make(), undefined)
    },
    isReady: () =>
      (role === 'jobs' || markets.tape.isReady()) &&
      opened.every((product) => !runs(product) || (product.isReady?.() ?? true)),
    over: () => [
      ...(markets.tape.isOver() ? ['tape'] : []),
      ...opened.filter(({ isOver }) => isOver?.()).map(({ name }) => name),
    ],
    isPracticeReady: () =>
      hasFeed ? opened.every(({ isPracticeReady }) => isPracticeReady?.() ?? true) : undefined,
    async start(mayHaveEngines = async () => {}) {
      // No job that is run anywhere looks at a price.
      if (role !== 'jobs') markets.start()
      await mayHaveEngines()
      // An engine reads what is listed now: this process may have waited for long.
      if (role === 'engine') await refreshListing(db)
      for (const product of opened.filter(runs)) await product.start?.()
    },
    async stop() {
      for (const product of opened.filter(runs).toReversed()) await product.stop?.()
      await markets.stop()
      await lease.release()
    },
  }
}

/** Whether a process with a role runs a job; one that is run anywhere, whenever no other process does. */
function isOfRole({ isOfEachProcess, isRunAnywhere }: Job, role: Settings['role']): boolean {
  if (role === 'all') return true
  return (role === 'jobs' ? isRunAnywhere : isOfEachProcess) ?? false
}

/** The address of a sender as mails write it. @example addressIn('Plumb <no-reply@plumb.test>') // 'no-reply@plumb.test' */
const addressIn = (from: string): string => /<(.+)>/.exec(from)?.[1] ?? from

const marketLog = (log: Logger) => ({
  info: (line: string) => log.info(line),
  error: (details: object, line: string) => log.error(details, line),
})

/** How old the newest tick of all is, for the console. */
function feedHealth(markets: Markets, clock: Clock) {
  const open = markets.quotes().filter((quote) => quote.isOpen)
  const stale = open.filter((quote) => quote.isStale)
  const newest = Math.max(0, ...open.map((quote) => quote.atMs ?? 0))
  const isDown = open.length > 0 && stale.length === open.length
  return {
    name: markets.label,
    state: isDown ? ('down' as const) : stale.length > 0 ? ('stale' as const) : ('up' as const),
    tickAgeMs: newest > 0 ? Math.max(0, clock.nowMs() - newest) : null,
    detail: `${open.length} instruments open, ${stale.length} stale`,
  }
}
