import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Clock, durationInWords, MAX_CLOCK_DIFFERENCE_MS } from './clock.ts'
import type { Db } from './db/database.ts'

const LOOK_EVERY_MS = 1_000
const COMPARE_EVERY_MS = 5_000

/** A clock that is watched until `stop`. */
export interface WatchedClock extends Clock {
  unreliable(): string | undefined
  stop(): void
}

/** The time of the machine that the database runs on. */
export async function databaseTimeMs(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]!.ms
}

/**
 * How far ahead of the clock another one is, for certain: what it says is of some moment between the
 * question and its answer.
 *
 * Returns: 0 when it is less than 5 s.
 */
export async function differenceMs(clock: Clock, otherMs: () => Promise<number>): Promise<number> {
  const askedAtMs = clock.nowMs()
  const other = await otherMs()
  const answeredAtMs = clock.nowMs()
  if (other > answeredAtMs + MAX_CLOCK_DIFFERENCE_MS) return other - answeredAtMs
  if (other < askedAtMs - MAX_CLOCK_DIFFERENCE_MS) return other - askedAtMs
  return 0
}

/** A difference to the database's clock in words; undefined for none. */
export function differenceInWords(ms: number): string | undefined {
  if (ms === 0) return undefined
  const way = ms > 0 ? 'behind' : 'ahead of'
  return `the time of this machine is ${durationInWords(ms)} ${way} the database's`
}

/**
 * Watches the clock of a server, and compares it with that of a database on another machine: unreliable is
 * a clock whose time was set, and one that leaves the database's by more than 5 s. One line in the log says
 * why, and one when it is over.
 */
export function watchClock(clock: Clock, log: Logger, otherMs?: () => Promise<number>): WatchedClock {
  let fromDatabaseMs = 0
  let isComparing = false
  let isReported = false
  const unreliable = () => clock.unreliable?.() ?? differenceInWords(fromDatabaseMs)

  function report() {
    const why = unreliable()
    if (why && !isReported)
      log.error(`${why}: prices and jobs wait until it is right; if it is right now, start Plumb again`)
    if (!why && isReported) log.warn('the time of this machine is right again: prices and jobs go on')
    isReported = why !== undefined
  }

  async function compare(ask: () => Promise<number>): Promise<void> {
    if (isComparing) return
    isComparing = true
    try {
      fromDatabaseMs = await differenceMs(clock, ask)
      report()
    } catch {
      // What cannot be compared says nothing: whoever watches the database says that it is away.
    } finally {
      isComparing = false
    }
  }

  const timers = [setInterval(report, LOOK_EVERY_MS)]
  if (otherMs) timers.push(setInterval(() => void compare(otherMs), COMPARE_EVERY_MS))
  return {
    nowMs: () => clock.nowMs(),
    unreliable,
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
