import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Db } from '#server/platform/db/database.ts'
import { type EngineApart, enginesThatCanBeApart } from '#server/platform/settings.ts'
import { askForLease, hasLease, LEASE_MS, type Lease, type LeaseOf, takeLease } from './lease.ts'

/**
 * Which process has an engine that can be apart from the others. `all` either has it itself, which its row says for as long as
 * no other start says otherwise, or leaves it to processes of ROLE=engine (ENGINES_APART), of which one has its lease and the
 * others wait. Nobody changes from one to the other while it runs.
 */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    engine_apart: {
      name: EngineApart
      holder: string
      address: string
      until: number
      asked_of: string | null
    }
  }
}

/** In place of an address: the process with the other engines has this one too. */
const WITH_THE_OTHERS = 'all'
/** In place of an address: nobody has it while the tables are changed. */
const MIGRATES = 'a newer version'
const LOOK_EVERY_MS = 250
/** A process of ROLE=engine that has ended counts as there for as long; one that holds on is there for longer. */
const CLAIM_WITHIN_MS = 2 * LEASE_MS

const leaseOf = (name: EngineApart): LeaseOf => ({
  ...{ table: 'engine_apart', name, who: 'address', canBeAskedFor: true },
  what: `the engine of ${name}`,
})

/**
 * Says that the process with the other engines has this one too, from now on: processes of ROLE=engine that wait for it end.
 *
 * Refuses: (by throwing) while one of ROLE=engine has it.
 */
export async function claimEngine(db: Db, name: EngineApart): Promise<void> {
  const untilMs = performance.now() + CLAIM_WITHIN_MS
  for (;;) {
    const { rows } = await sql`
      insert into engine_apart as lease (name, holder, address, until)
      values (${name}, ${WITH_THE_OTHERS}, ${WITH_THE_OTHERS}, 'infinity')
      on conflict (name) do update set holder = excluded.holder, address = excluded.address, until = excluded.until
        where lease.until <= now() or lease.address = excluded.address
      returning 1`.execute(db)
    if (rows.length === 1) return
    const address = await addressOfEngine(db, name)
    // Nobody: it was let go just now, or a newer version changes the tables, which comes to an end.
    if (address !== undefined && performance.now() > untilMs)
      throw new Error(
        `the engine of ${name} is at ${address}, a process of ROLE=engine: set ENGINES_APART=${name}, or end it first`,
      )
    await pause(LOOK_EVERY_MS)
  }
}

/** Leaves an engine to processes of ROLE=engine. Only who has the other engines may say so. */
export const leaveEngine = async (db: Db, name: EngineApart): Promise<void> =>
  void (await sql`
    update engine_apart set until = '-infinity'
    where name = ${name} and address = ${WITH_THE_OTHERS}`.execute(db))

/**
 * Waits until no other process has the engine, and takes it. `onLost` is called when another has taken it, and when a newer
 * version asks for it: this process is to end.
 *
 * Refuses: (by throwing) where the process with the other engines has it too, and a database that another version has changed.
 */
export async function takeEngine(
  { leases: db, requireMigrated }: Pick<Database, 'leases' | 'requireMigrated'>,
  name: EngineApart,
  options: { readonly address: string; readonly log: Logger; readonly onLost: (error: Error) => void },
): Promise<Lease> {
  const { address, log, onLost } = options
  const lease: Lease = await takeLease(db, leaseOf(name), address, {
    onWaiting(who) {
      if (who === MIGRATES) log.warn('waits: a newer version changes the tables')
      else if (who !== WITH_THE_OTHERS) log.warn(`waits: the engine of ${name} is at ${who}`)
    },
    async onHeld({ who }) {
      if (who === WITH_THE_OTHERS)
        throw new Error(
          `the process with the other engines has that of ${name} too: start it with ENGINES_APART=${name} first`,
        )
    },
    onAsked() {
      const why = 'a newer version takes over, and changes the tables that the engines go by'
      void lease.release().then(() => onLost(new Error(why)))
    },
    onLost,
  })
  try {
    // A newer version may have changed the tables while this one waited.
    await requireMigrated()
  } catch (error) {
    await lease.release()
    throw error
  }
  return lease
}

/**
 * Has processes of ROLE=engine of an older version let their engines go before this one changes the tables that they go by.
 *
 * Returns: the leases, which nobody else has until they are released.
 */
export async function takeEnginesBeforeMigration(
  db: Db,
  wouldMigrate: () => Promise<boolean>,
  log: Logger,
  onLost: (error: Error) => void,
): Promise<readonly Lease[]> {
  const leases: Lease[] = []
  for (const name of enginesThatCanBeApart) {
    if (!(await wouldMigrate()) || !(await hasLease(db, leaseOf(name)))) continue
    // Nobody else has the other engines now: the row of an earlier start says nothing any more.
    await leaveEngine(db, name)
    leases.push(
      await takeLease(db, leaseOf(name), MIGRATES, {
        wouldMigrate: async () => true,
        onHeld: ({ holder }) => askForLease(db, leaseOf(name), holder),
        onWaiting: (who) => log.warn(`waits: ${who} has the engine of ${name}, and is asked to end`),
        onUncertain: (who) =>
          log.warn(
            `waits: ${who} does not renew its lease, and may go by the tables that this version changes`,
          ),
        onLost,
      }),
    )
  }
  return leases
}

/** Where the process of ROLE=engine listens that has an engine; undefined while none has it. */
export async function addressOfEngine(db: Db, name: EngineApart): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from engine_apart
    where name = ${name} and until > now() and address not in (${WITH_THE_OTHERS}, ${MIGRATES})`.execute(db)
  return rows[0]?.address
}
