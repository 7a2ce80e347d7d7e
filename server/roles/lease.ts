import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { SECOND_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isTransient } from '#server/platform/db/errors.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    engine_lease: { is_only: boolean; holder: string; address: string; until: number }
  }
}

/**
 * Which of several processes has the engines. It says to whom calls are sent and who may begin; that nothing is written
 * by two is the fencing tokens' work, whatever a lease says.
 */
export interface EngineLease {
  /** Lets the next have it at once. */
  release(): Promise<void>
}

/** How long it holds without being renewed. The database's clock decides, the same for all. */
export const LEASE_MS = 3 * SECOND_MS
const RENEW_EVERY_MS = SECOND_MS
const LOOK_EVERY_MS = 250

/**
 * Waits until no other process has the lease, takes it, and renews it until it is released.
 *
 * `onWaiting` is called once when another has it, with its address; `onLost` when another has taken it, as this one did not
 * renew it in time: this process is to end.
 */
export async function takeEngineLease(
  db: Db,
  address: string,
  on: { readonly onWaiting?: (address: string) => void; readonly onLost: (error: Error) => void },
): Promise<EngineLease> {
  const holder = randomUUID()
  const ended = new AbortController()
  let renewedAtMs = await waitForIt()
  const renewing = renewUntilEnded()

  /** Returns: when it was asked for, by a clock that nobody sets; it holds from then. */
  async function waitForIt(): Promise<number> {
    for (let hasSaid = false; ; ) {
      const askedAtMs = performance.now()
      // Who waits outlives a database that is away for a while.
      if (await take(db, holder, address).catch(falseWhileAway)) return askedAtMs
      const other = await addressOfEngines(db).catch(() => undefined)
      if (other && !hasSaid) on.onWaiting?.(other)
      hasSaid ||= other !== undefined
      await pause(LOOK_EVERY_MS)
    }
  }

  async function renewUntilEnded(): Promise<void> {
    for (;;) {
      const isOver = await pause(RENEW_EVERY_MS, false, { signal: ended.signal }).catch(() => true)
      if (isOver) return
      const askedAtMs = performance.now()
      const isRenewed = await soon(take(db, holder, address))
      if (isRenewed) renewedAtMs = askedAtMs
      // A database that is away is waited for: should another process reach it first, its fencing tokens keep this one
      // from writing, and the next renewal says so.
      if (isRenewed === false)
        return on.onLost(new Error(`another process has taken over the engines, ${since()}`))
    }
  }

  const since = () => `${Math.round(performance.now() - renewedAtMs)} ms after the lease was renewed last`

  return {
    async release() {
      ended.abort()
      await renewing
      await soon(sql`update engine_lease set until = now() where holder = ${holder}`.execute(db))
    },
  }
}

/**
 * Gives the lease up once an engine or the tape is over, so that the next process begins anew with all of them; `onLost`
 * is called then: this process is to end. Returns how to stop looking.
 */
export function giveUpWhenOver(
  lease: EngineLease,
  over: () => readonly string[],
  onLost: (error: Error) => void,
): () => void {
  const looking = setInterval(() => {
    const names = over()
    if (names.length === 0) return
    clearInterval(looking)
    const why = 'another process writes there, or what is stored cannot be right'
    void lease
      .release()
      .then(() => onLost(new Error(`${names.join(', ')}: ${why}; the engines are given up`)))
  }, LOOK_EVERY_MS)
  return () => clearInterval(looking)
}

/** What comes within the time that a lease holds; undefined where it does not, or fails. */
const soon = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), pause(LEASE_MS, undefined, { ref: false })])

/** Refuses: (by throwing) what does not pass by waiting. */
function falseWhileAway(error: unknown): false {
  if (isTransient(error)) return false
  throw error
}

/** Takes the lease, or renews it. Returns: whether it is this holder's now. */
async function take(db: Db, holder: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    insert into engine_lease as lease (holder, address, until)
    values (${holder}, ${address}, now() + ${LEASE_MS} * interval '1 ms')
    on conflict (is_only) do update set holder = excluded.holder, address = excluded.address, until = excluded.until
      where lease.holder = ${holder} or lease.until <= now()
    returning 1`.execute(db)
  return rows.length === 1
}

/** Where the process with the engines listens for others; undefined while none has them. */
export async function addressOfEngines(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from engine_lease where until > now()`.execute(db)
  return rows[0]?.address
}
