import type { Logger } from 'pino'
import { instruments } from '#domain/market/instruments.ts'
import { HOUR_MS } from '#domain/time.ts'
import { createConsole } from '#server/console/console.ts'
import type { Clock } from '#server/core/clock.ts'
import { addMonths } from '#server/core/ledger/months.ts'
import { sendDue } from '#server/core/outbox.ts'
import { leaseProcessNumber } from '#server/core/process-lease.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job, JobHealth } from '#server/platform/jobs.ts'
import { logError } from '#server/platform/log.ts'
import { createSender } from '#server/platform/messages.ts'
import { openSealer } from '#server/platform/sealer.ts'
import type { Settings } from '#server/platform/settings.ts'
import { createUploads, type Uploads } from '#server/platform/uploads/uploads.ts'
import { createEarn } from '#server/products/earn/earn.ts'
import { earnBalances } from '#server/products/earn/service.ts'
import { createEngine, type Engine } from '#server/products/spot/engine.ts'
import { listSpotHolds } from '#server/products/spot/holds.ts'
import { createMarketMaker } from '#server/products/spot/market-maker.ts'
import type { Spot } from '#server/products/spot/service.ts'
import { createWallet, type Wallet } from '#server/products/wallet/wallet.ts'
import { createUsers, type Users } from '#server/users/users.ts'
import type { Environment } from './environment.ts'

/** All services of one installation, without the network. */
export interface Services {
  readonly db: Db
  readonly clock: Clock
  readonly markets: Markets
  readonly engine: Engine
  readonly spot: Spot
  readonly users: Users
  readonly uploads: Uploads
  readonly wallet: Wallet
  readonly earn: ReturnType<typeof createEarn>
  readonly console: ReturnType<typeof createConsole>
  readonly jobs: readonly Job[]
  /** Starts the engine, the feed and the market maker. */
  start(): Promise<void>
  stop(): Promise<void>
}

const MESSAGES_EVERY_MS = 1_000

/**
 * Creates all services on one database.
 *
 * Refuses: (by throwing) a price tape that does not verify.
 */
export async function createServices(options: {
  db: Db
  clock: Clock
  log: Logger
  settings: Settings
  kind: Environment
  /** Which simulated market this is; without it a new installation draws one. */
  marketSeed?: number
  /** How the jobs are doing; they are started by the caller. */
  jobHealth?: () => readonly JobHealth[]
}): Promise<Services> {
  const { db, clock, log, settings, kind, marketSeed, jobHealth = () => [] } = options
  const lease = await leaseProcessNumber(db)
  await addMonths(db, clock.nowMs())
  const markets = await createMarkets({
    ...{ db, clock, settings, log: marketLog(log) },
    ...(marketSeed !== undefined && { seed: marketSeed }),
  })
  const traded = instruments.filter(({ products }) => products.includes('spot'))
  const engine = createEngine({
    db,
    clock,
    instruments: traded,
    onError: (error) => logError(log, error, 'a batch of orders was not written'),
  })
  const spot: Spot = { db, engine, prices: markets }
  const marketMaker = createMarketMaker({
    spot,
    clock,
    instruments: traded,
    onTick: markets.onTick,
    onError: (error) => logError(log, error, 'the market maker could not quote'),
  })
  const users = createUsers({ db, clock, log, publicUrl: settings.publicUrl })
  const sealer = await openSealer(settings.dataDir)
  const uploads = createUploads({ db, clock, dataDir: settings.dataDir, sealer })
  const wallet = createWallet({
    lastPrice: markets.lastPrice,
    holds: [listSpotHolds],
    productBalances: [earnBalances],
    uploads,
    isRealMoney: kind === 'production',
    isFeedLive: settings.feed.kind === 'live',
  })
  const earn = createEarn({ db, clock })
  const operators = createConsole({
    db,
    clock,
    deposits: wallet.deposits,
    sealer,
    health: () => ({ feeds: [feedHealth(markets, clock)], jobs: jobHealth() }),
  })
  const send = createSender(settings)

  const jobs: Job[] = [
    {
      name: 'ledger: tables of the coming months',
      everyMs: HOUR_MS,
      run: () => addMonths(db, clock.nowMs()),
    },
    ...markets.jobs,
    ...users.jobs,
    ...uploads.jobs,
    ...earn.jobs,
    ...operators.jobs,
    {
      name: 'messages: send what is due',
      everyMs: MESSAGES_EVERY_MS,
      run: () => sendDue(db, send, clock.nowMs()),
    },
  ]
  return {
    db,
    clock,
    markets,
    engine,
    spot,
    users,
    uploads,
    wallet,
    earn,
    console: operators,
    jobs,
    async start() {
      await engine.start()
      markets.start()
      await marketMaker.start()
    },
    async stop() {
      await marketMaker.stop()
      await markets.stop()
      await engine.stop()
      await lease.release()
    },
  }
}

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
