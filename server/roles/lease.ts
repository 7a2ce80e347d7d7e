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

/** What one of several processes has at a time, by the table that says which. */
export interface LeaseOf {
  readonly table: 'engine_lease' | 'jobs_lease' | 'engine_apart'
  /** Which row of the table it is, of one with several. */
  readonly name?: string
  /** What the table has of the holder beside its id. */
  readonly who: 'address' | 'role'
  readonly what: string
  /** Whether the table has `asked_of`: the holder who is to let it go. */
  readonly canBeAskedFor?: boolean
}

/** A row of its own table, as an older version beside this one knows it. */
export const ENGINES: LeaseOf = { table: 'engine_lease', who: 'address', what: 'the engines' }

/**
 * That this process has it. It says who may begin, and of the engines to whom calls are sent; that nothing is written by two
 * is the work of the fencing tokens, and of the jobs' claims, whatever a lease says.
 */
export interface Lease {
  readonly holder: string
  /** Lets the next have it at once. */
  release(): Promise<void>
  /** How long ago it was renewed, by a clock that nobody sets. */
  ageMs(): number
  /** How often it was renewed when less than a second of it was left, or nothing. */
  lateRenewals(): number
}

/** How long it holds without being renewed. The database's clock decides, the same for all. */
export const LEASE_MS = 3 * SECOND_MS
const RENEW_EVERY_MS = SECOND_MS
const LATE_MS = LEASE_MS - RENEW_EVERY_MS
const LOOK_EVERY_MS = 250
/** How long a holder may take to renew its lease when a database is back that was away. */
const AFTER_OUTAGE_MS = LEASE_MS
/**
 * How many looks running have to find a lease that was neither renewed nor given up before its holder counts as ended: 15 s
 * from when it has lapsed, so 18 s from its last renewal. A host that was paused, or comes back with the database, renews
 * within a few.
 */
const LOOKS_UNTIL_ENDED = 60

/** The lease as one look found it. */
export interface Found {
  readonly holder: string
  readonly who: string
  /** As the database writes it. */
  readonly until: string
  readonly isLapsed: boolean
  /** Whether its holder has let it go, rather than not renewed it. */
  readonly isGivenUp: boolean
}

/**
 * Waits until no other process has the lease, takes it, and renews it until it is released.
 *
 * A lease that was not renewed for three seconds is taken at once by a process that goes by the same tables. One of a newer
 * version, which would change them, takes it when the holder has given it up, or counts as ended: whoever merely stood
 * still would go on with tables that are not its own.
 *
 * `who` is told of this process to others. `onWaiting` is called once when another has it, and who that is; `onHeld` at each look
 * that finds it so; `onUncertain` each time that its holder seems to have ended and this process waits to be sure; `onAsked` at each
 * renewal that finds that this process is to let it go; `onLost` when another has taken it, as this one did not renew it in time: this
 * process is to end, or to leave what the lease is of.
 *
 * Refuses: (by throwing) once `signal` ends the wait.
 */
export async function takeLease(
  db: Db,
  of: LeaseOf,
  who: string,
  on: {
    readonly signal?: AbortSignal | undefined
    readonly onWaiting?: (who: string) => void
    readonly onHeld?: (found: Found) => Promise<void>
    readonly onUncertain?: (who: string) => void
    readonly onAsked?: () => void
    readonly onLost: (error: Error) => void
    /** Whether this process would change the tables that the holder goes by. */
    readonly wouldMigrate?: (found: Found) => Promise<boolean>
  },
): Promise<Lease> {
  const { signal, wouldMigrate = async () => false } = on
  const holder = randomUUID()
  const ended = new AbortController()
  let renewedAtMs = await waitForIt()
  let lateRenewals = 0
  const renewing = renewUntilEnded()

  /** Returns: when it was asked for, by a clock that nobody sets; it holds from then. */
  async function waitForIt(): Promise<number> {
    let hasSaid = false
    /** The lapsed lease that was found, and at how many looks running. */
    let lapsed: Found | undefined
    let looks = 0
    let awayAtMs = Number.NEGATIVE_INFINITY
    for (;;) {
      const askedAtMs = performance.now()
      try {
        const found = await findLease(db, of)
        if (found && !found.isLapsed && !hasSaid) on.onWaiting?.(found.who)
        if (found && !found.isLapsed) await on.onHeld?.(found)
        hasSaid ||= found !== undefined && !found.isLapsed
        looks = found?.isLapsed && found.until === lapsed?.until ? looks + 1 : 0
        lapsed = found?.isLapsed ? found : undefined
        // To begin with all engines elsewhere takes longer than to let the holder go on.
        const isEarly = hasSaid && askedAtMs - awayAtMs < AFTER_OUTAGE_MS
        const mayTake =
          found === undefined ||
          found.isGivenUp ||
          (found.isLapsed && !isEarly && (looks >= LOOKS_UNTIL_ENDED || !(await wouldMigrate(found))))
        if (mayTake && (await take(db, of, { holder, who, found }))) return askedAtMs
        if (lapsed && looks === 0 && !mayTake) on.onUncertain?.(lapsed.who)
      } catch (error) {
        if (!isTransient(error)) throw error
        // Who waits outlives a database that is away for a while. The holder has not had it either: its time begins anew.
        lapsed = undefined
        awayAtMs = performance.now()
      }
      await pause(LOOK_EVERY_MS, undefined, { signal })
    }
  }

  async function renewUntilEnded(): Promise<void> {
    for (;;) {
      const isOver = await pause(RENEW_EVERY_MS, false, { signal: ended.signal }).catch(() => true)
      if (isOver) return
      const askedAtMs = performance.now()
      const renewed = await soon(renew(db, of, holder))
      if (renewed?.isHeld && performance.now() - renewedAtMs > LATE_MS) lateRenewals++
      if (renewed?.isHeld) renewedAtMs = askedAtMs
      if (renewed?.isAsked) on.onAsked?.()
      // A database that is away is waited for: should another process reach it first, its fencing tokens keep this one
      // from writing, and the next renewal says so.
      if (renewed?.isHeld === false)
        return on.onLost(new Error(`another process has taken over ${of.what}, ${since()}`))
    }
  }

  const since = () => `${Math.round(performance.now() - renewedAtMs)} ms after the lease was renewed last`

  return {
    holder,
    ageMs: () => performance.now() - renewedAtMs,
    lateRenewals: () => lateRenewals,
    async release() {
      ended.abort()
      await renewing
      const { table } = namesOf(of)
      await soon(sql`update ${table} set until = '-infinity' where holder = ${holder}`.execute(db))
    },
  }
}

/**
 * Gives the lease up once an engine or the tape is over, so that the next process begins anew with all of them; `onLost`
 * is called then: this process is to end. Returns how to stop looking.
 */
export function giveUpWhenOver(
  lease: Lease,
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
export const soon = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), pause(LEASE_MS, undefined, { ref: false })])

const namesOf = ({ table, name, who }: LeaseOf) => ({
  table: sql.raw(table),
  column: sql.raw(who),
  key: sql.raw(name === undefined ? 'is_only' : 'name'),
  row: name ?? true,
})

async function findLease(db: Db, of: LeaseOf): Promise<Found | undefined> {
  const { table, column, key, row } = namesOf(of)
  const { rows } = await sql<Found>`
    select holder, ${column} as who, until::text as until, until <= now() as "isLapsed", until = '-infinity' as "isGivenUp"
    from ${table} where ${key} = ${row}`.execute(db)
  return rows[0]
}

/** Takes a lease that is still as it was found. Returns: whether it is this holder's now. */
async function take(
  db: Db,
  of: LeaseOf,
  { holder, who, found }: { holder: string; who: string; found: Found | undefined },
): Promise<boolean> {
  const { table, column, key, row } = namesOf(of)
  const { rows } = await sql`
    insert into ${table} as lease (${key}, holder, ${column}, until)
    values (${row}, ${holder}, ${who}, now() + ${LEASE_MS} * interval '1 ms')
    on conflict (${key}) do update set holder = excluded.holder, ${column} = excluded.${column}, until = excluded.until
      where lease.holder = ${found?.holder ?? holder} and lease.until = ${found?.until ?? '-infinity'}::timestamptz
    returning 1`.execute(db)
  return rows.length === 1
}

/**
 * Returns: whether it is still this holder's, and whether another asks it for it. One that somebody else had meanwhile is not
 * taken back.
 */
async function renew(db: Db, of: LeaseOf, holder: string): Promise<{ isHeld: boolean; isAsked: boolean }> {
  const { table } = namesOf(of)
  const isAsked = of.canBeAskedFor ? sql`asked_of is not distinct from holder` : sql`false`
  const { rows } = await sql<{ isAsked: boolean }>`
    update ${table} set until = now() + ${LEASE_MS} * interval '1 ms'
    where holder = ${holder} and until > '-infinity' returning ${isAsked} as "isAsked"`.execute(db)
  return { isHeld: rows.length === 1, isAsked: rows[0]?.isAsked ?? false }
}

/** Asks a holder to let a lease go that can be asked for. */
export async function askForLease(db: Db, of: LeaseOf, holder: string): Promise<void> {
  const { table } = namesOf(of)
  await sql`
    update ${table} set asked_of = holder where holder = ${holder} and asked_of is distinct from holder`.execute(
    db,
  )
}

/** Whether the tables are of a version that has this lease. */
export async function hasLease(db: Db, { table }: LeaseOf): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass(${table}) is not null as has`.execute(db)
  return rows[0]!.has
}

/** Where the process with the engines listens for others; undefined while none has them. */
export async function addressOfEngines(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from engine_lease where until > now()`.execute(db)
  return rows[0]?.address
}

/** For how long after it lapsed a lease may have a holder that stands still, and goes on: a machine that is paused, mostly. */
const MAY_GO_ON = '15 minutes'

/**
 * Where the process with the engines listens, or did until a while ago without giving its lease up: it may stand still
 * merely. For who does not wait and look again; undefined while there can be none.
 */
export async function addressThatMayGoOn(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from engine_lease where until > now() - ${MAY_GO_ON}::interval`.execute(db)
  return rows[0]?.address
}
