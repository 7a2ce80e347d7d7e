import type { Logger } from 'pino'
import { instruments } from '#domain/market/instruments.ts'
import type { Clock } from '#server/core/clock.ts'
import { sendDue } from '#server/core/outbox.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { createSender } from '#server/platform/messages.ts'
import type { Settings } from '#server/platform/settings.ts'
import { createEarn } from '#server/products/earn/earn.ts'
import { createEngine, type Engine } from '#server/products/spot/engine.ts'
import type { Spot } from '#server/products/spot/service.ts'
import { createUsers, type Users } from '#server/users/users.ts'

/** Everything that decides, without the network: what a listener serves, a test drives and the seed fills. */
export interface World {
  readonly db: Db
  readonly clock: Clock
  readonly markets: Markets
  readonly engine: Engine
  readonly spot: Spot
  readonly users: Users
  readonly earn: ReturnType<typeof createEarn>
  readonly jobs: readonly Job[]
  /** Lets prices in and opens the books. */
  start(): Promise<void>
  stop(): Promise<void>
}

const MESSAGES_EVERY_MS = 1_000

/**
 * Puts the products together over one database.
 *
 * Refuses: (by throwing) a price tape that does not verify.
 */
export async function createWorld(options: {
  db: Db
  clock: Clock
  log: Logger
  settings: Settings
}): Promise<World> {
  const { db, clock, log, settings } = options
  const markets = await createMarkets({ db, clock, settings, log: marketLog(log) })
  const engine = createEngine({
    db,
    clock,
    instruments: instruments.filter(({ products }) => products.includes('spot')),
    onFault: (error) => log.error({ err: error }, 'a batch of orders was not written'),
  })
  const spot: Spot = { db, engine, prices: markets }
  const users = createUsers({ db, clock, log, publicUrl: settings.publicUrl })
  const earn = createEarn({ db, clock })
  const send = createSender(settings)

  const jobs: Job[] = [
    ...markets.jobs,
    ...users.jobs,
    ...earn.jobs,
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
    earn,
    jobs,
    async start() {
      await engine.start()
      markets.start()
    },
    async stop() {
      await markets.stop()
      await engine.stop()
    },
  }
}

const marketLog = (log: Logger) => ({
  info: (line: string) => log.info(line),
  error: (details: object, line: string) => log.error(details, line),
})
