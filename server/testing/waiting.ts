import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { testDatabaseKind } from './database.ts'
import { LONG } from './timeouts.ts'

const POLL_MS = 5

/** How many transactions wait for what this one has locked, or for one that waits for it. On PostgreSQL alone. */
async function waitingFor(tx: Db | Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with recursive waiting (pid) as (
      select pg_backend_pid()
      union
      select locks.pid from pg_locks locks join waiting on waiting.pid = any(pg_blocking_pids(locks.pid))
      where not locks.granted)
    select count(*)::int - 1 as n from waiting`.execute(tx)
  return rows[0]!.n
}

/** Comes when so many transactions wait for what this one has locked. */
export async function untilWaiting(tx: Tx, count: number): Promise<void> {
  const end = performance.now() + LONG.timeout
  while ((await waitingFor(tx)) < count) {
    if (performance.now() > end) throw new Error(`no ${count} transactions wait for the lock`)
    await setTimeout(POLL_MS)
  }
}

export interface Meeting<T> {
  /** Locks what all of them need. */
  readonly lock: (tx: Tx) => Promise<unknown>
  /** Each begins once those before it wait; each waits in one transaction. */
  readonly parties: readonly (() => Promise<T>)[]
  /** Happens while all of them wait. */
  readonly meanwhile?: () => unknown
}

/**
 * Has transactions meet: what they need is locked until all of them are seen waiting, in their order, and is let go
 * then. What a party read before it waited is as old as it can be, so that a lock that is missing is found each time.
 * The first is let through first, and of two so is the second; of more the database chooses who of the others is next.
 *
 * The embedded database has one connection, so that nobody ever waits: there they are begun at once, in the same
 * order, and come one after the other.
 *
 * Returns: how each ended. Throws where one ended without having waited.
 */
export async function meet<T>(
  db: Db,
  { lock, parties, meanwhile }: Meeting<T>,
): Promise<PromiseSettledResult<T>[]> {
  const begun: Promise<T>[] = []
  const begin = (party: () => Promise<T>): Promise<T> => {
    const ends = party()
    ends.catch(() => undefined)
    begun.push(ends)
    return ends
  }
  if (testDatabaseKind !== 'postgres') {
    for (const party of parties) void begin(party)
    await meanwhile?.()
  } else {
    await db.transaction().execute(async (tx) => {
      await lock(tx)
      for (const [index, party] of parties.entries()) {
        const early = begin(party).then(
          () => 'done',
          (error) => `refused: ${error}`,
        )
        const ended = await Promise.race([early, untilWaiting(tx, index + 1)])
        if (ended !== undefined) throw new Error(`party ${index + 1} did not wait, and was ${ended}`)
      }
      await meanwhile?.()
    })
  }
  return Promise.allSettled(begun)
}
