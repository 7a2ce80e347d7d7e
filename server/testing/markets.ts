import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Settings } from '#server/platform/settings.ts'
import { openTestDatabase } from './database.ts'

/** A Tuesday afternoon on which every market is open. */
export const TUESDAY = Date.parse('2022-12-13T15:00:00Z')

/** Simulated markets on an empty database and a virtual clock. */
export let database: Database
export let clock: VirtualClock
export let markets: Markets
let dataDir: string
/** Where they keep their keys. */
export const folder = (): string => dataDir

/** Gives each test of a file markets that have just begun. */
export function marketsOnTuesday(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'plumb-markets-'))
    await begin()
    return async () => {
      await markets.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
}

/** Forgets everything and begins on that Tuesday, as a new installation. */
export const begin = (...options: Parameters<typeof open>): Promise<void> => beginAt(TUESDAY, ...options)

/** The same at another moment. */
export async function beginAt(atMs: number, ...options: Parameters<typeof open>): Promise<void> {
  clock = virtualClock(atMs)
  await empty()
  await open(...options)
}

/** Starts markets on what the database holds; those before are not stopped. */
export async function open(
  seed: number | null = 20_221_213,
  feed: Settings['feed'] = { kind: 'simulated' },
): Promise<void> {
  markets = await createMarkets({
    db: database.db,
    clock,
    settings: { feed, dataDir },
    // Of the others only that they are others matters here.
    ...(feed.kind !== 'simulated' && { feed: { start() {}, stop() {} } }),
    ...(seed === null ? {} : { seed }),
    log: {
      info() {},
      error(details, line) {
        throw new Error(`${line}: ${JSON.stringify(details)}`)
      },
    },
  })
  markets.start()
}

const empty = () =>
  database.db.connection().execute(async (connection) => {
    await sql`RESET ROLE`.execute(connection)
    await sql`TRUNCATE tape_segment, tape_log, tape_node, tape_chains, candle, candle_progress, watched_instrument`.execute(
      connection,
    )
    await sql`DELETE FROM system_setting WHERE name = 'market-secret'`.execute(connection)
    await sql`SET ROLE plumb_app`.execute(connection)
  })

/** Lets time pass in small steps, as it does, with the jobs run after each. */
export async function pass(ms: number, stepMs = 1_000): Promise<void> {
  for (let at = 0; at < ms; at += stepMs) {
    clock.advance(Math.min(stepMs, ms - at))
    for (const job of markets.jobs) await job.run()
  }
}

/** Every tick on the tape. */
export async function allTicks(): Promise<Tick[]> {
  const ticks: Tick[] = []
  for await (const page of ticksAfter(database.db, 0)) ticks.push(...page)
  return ticks
}
