import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import { realClock } from './clock.ts'
import { isReadOnly } from './db/errors.ts'
import { drawProcessNumber, PROCESS_NUMBERS, setProcessNumber } from './ids.ts'

/** How long a number is a process's own without being renewed. */
const LEASE_MS = 2 * MINUTE_MS
/** How long nobody else gets it after that: clocks differ, and transactions under way end later. */
const GRACE_MS = MINUTE_MS
const RENEW_EVERY_MS = 20 * SECOND_MS
const RETRY_MS = SECOND_MS

/** The number of this process, while it is renewed. */
export interface ProcessLease {
  readonly number: number
  /** Gives the number back. */
  release(): Promise<void>
}

/**
 * Takes a number that no other process on this database has, for the ids that this one makes, and renews it
 * until it is released. When it could not be renewed in time, ids are refused until it can. While the database takes no writes, as
 * when copies of it are away, it is waited for: whoever is started again then comes back with them.
 *
 * Refuses: (by throwing) when all numbers are taken.
 */
export async function leaseProcessNumber(db: Db): Promise<ProcessLease> {
  const holder = randomUUID()
  const ended = new AbortController()
  let number = await takeWhenItMay(db, holder)
  const renewing = renewUntilEnded()

  async function renewUntilEnded(): Promise<void> {
    for (let waitMs = RENEW_EVERY_MS; ; ) {
      const isOver = await pause(waitMs, false, { ref: false, signal: ended.signal }).catch(() => true)
      if (isOver) return
      try {
        // Somebody else has it when this process stood still for longer than lease and grace.
        if (!(await renew(db, number, holder))) number = await take(db, holder)
        waitMs = RENEW_EVERY_MS
      } catch {
        waitMs = RETRY_MS
      }
    }
  }

  return {
    get number() {
      return number
    },
    async release() {
      ended.abort()
      await renewing
      drawProcessNumber()
      await sql`delete from process_lease where number = ${number} and holder = ${holder}`
        .execute(db)
        .catch(() => {})
    },
  }
}

async function takeWhenItMay(db: Db, holder: string): Promise<number> {
  for (;;) {
    try {
      return await take(db, holder)
    } catch (error) {
      if (!isReadOnly(error)) throw error
      await pause(RETRY_MS)
    }
  }
}

/** The lowest free number. The database's clock decides, the same for every process. */
async function take(db: Db, holder: string): Promise<number> {
  const askedAtMs = realClock.nowMs()
  const { rows } = await sql<{ number: number }>`
    insert into process_lease as lease (number, holder, until)
    select n, ${holder}, now() + ${LEASE_MS} * interval '1 ms'
    from generate_series(0, ${PROCESS_NUMBERS - 1}) n
    where not exists (
      select from process_lease l where l.number = n and l.until > now() - ${GRACE_MS} * interval '1 ms')
    order by n limit 1
    on conflict (number) do update set holder = excluded.holder, until = excluded.until
      where lease.until <= now() - ${GRACE_MS} * interval '1 ms'
    returning number`.execute(db)
  const [row] = rows
  // Another process was quicker with this one.
  if (!row && (await countTaken(db)) < PROCESS_NUMBERS) return take(db, holder)
  assert(row, `fewer than ${PROCESS_NUMBERS} processes run on this database`)
  setProcessNumber(row.number, askedAtMs + LEASE_MS)
  return row.number
}

async function renew(db: Db, number: number, holder: string): Promise<boolean> {
  const askedAtMs = realClock.nowMs()
  const { rows } = await sql`
    update process_lease set until = now() + ${LEASE_MS} * interval '1 ms'
    where number = ${number} and holder = ${holder} returning 1`.execute(db)
  if (rows.length === 1) setProcessNumber(number, askedAtMs + LEASE_MS)
  return rows.length === 1
}

async function countTaken(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from process_lease where until > now() - ${GRACE_MS} * interval '1 ms'`.execute(
    db,
  )
  return rows[0]!.n
}
