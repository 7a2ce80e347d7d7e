import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job, JobHealth, JobRunner } from '#server/platform/jobs.ts'
import type { Settings } from '#server/platform/settings.ts'
import { askForLease, hasLease, LEASE_MS, type Lease, type LeaseOf, soon, takeLease } from './lease.ts'

/**
 * Which process runs the jobs that need the database alone: one of `ROLE=jobs` where there is one, otherwise the one with the
 * engines. Who has the lease runs them. A process of `ROLE=jobs` asks the one with the engines for it, which lets it go when the
 * jobs under way have ended; a lease that is not renewed is taken by whoever looks first.
 */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    jobs_lease: {
      is_only: boolean
      holder: string
      role: Role
      until: number
      /** The holder who is to let it go. */
      asked_of: string | null
      health: readonly JobHealth[]
    }
  }
}

type Role = Exclude<Settings['role'], 'api' | 'engine'>

/** The jobs of a process, and how all are doing that it knows of. */
export interface SharedJobs {
  health(): Promise<readonly JobHealth[]>
  stop(): Promise<void>
}

/** The lease, when it is over without having been given up, and whether another asks for it. */
export interface JobsLease extends Lease {
  readonly lost: Promise<void>
  isAsked(): boolean
}

const JOBS: LeaseOf = { table: 'jobs_lease', who: 'role', what: 'the jobs', canBeAskedFor: true }
const LOOK_EVERY_MS = SECOND_MS
/** How long a job may take to end once another process is to have the lease: many times what the longest takes. */
const END_WITHIN_MS = 2 * MINUTE_MS

/** Waits for the lease of the jobs. Refuses: as `takeLease`. */
async function takeJobsLease(
  db: Db,
  role: Role,
  on: Omit<Parameters<typeof takeLease>[3], 'onLost' | 'onAsked'>,
): Promise<JobsLease> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  let isAsked = false
  const lease = await takeLease(db, JOBS, role, {
    ...on,
    onAsked() {
      isAsked = true
    },
    onLost: () => resolve(),
  })
  return { ...lease, lost, isAsked: () => isAsked }
}

/**
 * Has a process of an older version let the jobs go before this one changes the tables that they go by; it ends then. Undefined
 * where nothing is to be changed, or no such process can be.
 */
export async function takeJobsBeforeMigration(
  db: Db,
  wouldMigrate: () => Promise<boolean>,
  log: Logger,
): Promise<JobsLease | undefined> {
  if (!(await wouldMigrate()) || !(await hasLease(db, JOBS))) return undefined
  return takeJobsLease(db, 'all', {
    // One that has the engines as well has ended, or goes by nothing that a wait for it would keep.
    wouldMigrate: async ({ who }) => who === 'jobs',
    onHeld: ({ holder }) => askForLease(db, JOBS, holder),
    onWaiting: () => log.warn('waits: a process of an older version runs jobs, and is asked to end'),
    onUncertain: () =>
      log.warn(
        'waits: the process that runs jobs does not renew its lease, and may go by the tables that this version changes',
      ),
  })
}

/** Writes how a holder's jobs are doing, for the process with the console. */
const writeHealth = async (db: Db, holder: string, health: readonly JobHealth[]): Promise<void> =>
  void (await sql`
    update jobs_lease set health = ${JSON.stringify(health)}::jsonb where holder = ${holder}`.execute(db))

/** How the jobs were doing when it was written last. */
async function readHealth(db: Db): Promise<readonly JobHealth[]> {
  const row = await db.selectFrom('jobs_lease').select('health').executeTakeFirst()
  return row?.health ?? []
}

/** Whether the process that has the lease of the jobs runs a job, and no other. */
export const isShared = ({ isRunAnywhere, isOfEachProcess }: Job): boolean =>
  isRunAnywhere === true && isOfEachProcess !== true

/**
 * Runs a process's jobs: at once those that are its own, and the shared ones in turns. A process of `ROLE=jobs` that is asked
 * to let them go is of a version that ends: `onOver` is called then. So it is where a job that is to end first does not, as
 * otherwise nobody would run any of them.
 */
export function shareJobs(
  db: Db,
  options: {
    readonly role: Role
    readonly jobs: readonly Job[]
    readonly run: (jobs: readonly Job[]) => JobRunner
    /** Whether what is due can be known now; while it cannot, another process is better. */
    readonly mayRun: () => boolean
    /** The lease, where this process has it already. */
    readonly lease?: JobsLease | undefined
    readonly log: Logger
    readonly endWithinMs?: number
    readonly onOver: (error: Error) => void
  },
): SharedJobs {
  const { role, jobs, run, mayRun, log, endWithinMs = END_WITHIN_MS, onOver } = options
  const shared = jobs.filter(isShared)
  const own = run(jobs.filter((job) => !isShared(job)))
  const ending = new AbortController()
  const { signal } = ending
  /** Those that this process runs now. */
  let running: JobRunner | undefined
  let { lease } = options
  /** Whether a process of ROLE=jobs had them before. */
  let wereElsewhere = false
  const turns = takeTurns()
    .catch((error: Error) => {
      if (!signal.aborted) onOver(error)
    })
    // It has one still where it was stopped before its first turn.
    .finally(() => lease?.release())

  async function takeTurns(): Promise<void> {
    for (;;) {
      while (!mayRun()) await pause(LOOK_EVERY_MS, undefined, { signal })
      lease ??= await waitForTurn()
      const isAsked = await takeTurn(lease)
      lease = undefined
      if (signal.aborted) return
      if (isAsked && role === 'jobs')
        return onOver(new Error('a newer version takes over, and changes the tables that the jobs go by'))
      // Who asked for it has as long to take it as whoever takes it has to renew it.
      wereElsewhere = isAsked
      if (isAsked) await pause(LEASE_MS, undefined, { signal })
    }
  }

  async function waitForTurn(): Promise<JobsLease> {
    const taken = await takeJobsLease(db, role, {
      signal,
      onWaiting(other) {
        wereElsewhere ||= other === 'jobs'
        log.info(
          role === 'all' ? 'jobs that need the database alone run elsewhere' : 'waits: others run jobs',
        )
      },
      async onHeld(found) {
        if (role === 'jobs' && found.who === 'all') await askForLease(db, JOBS, found.holder)
      },
    })
    if (role === 'all' && wereElsewhere) log.warn('no process of ROLE=jobs is there: its jobs run here')
    return taken
  }

  /** Runs the shared jobs for as long as this process has the lease, and may. Returns: whether it was asked to let them go. */
  async function takeTurn(taken: JobsLease): Promise<boolean> {
    const turn = run(shared)
    running = turn
    let isLost = false
    void taken.lost.then(() => {
      isLost = true
    })
    while (!isLost && !taken.isAsked() && !signal.aborted && mayRun()) {
      await Promise.race([taken.lost, pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})])
      await soon(writeHealth(db, taken.holder, turn.health()))
    }
    running = undefined
    // What is under way ends first: whoever is next would only wait for its rows.
    const ended = turn.stop().then(() => true)
    if (!(await Promise.race([ended, pause(endWithinMs, false, { signal }).catch(() => ended)])))
      throw new Error(
        `a job did not end within ${endWithinMs / SECOND_MS} s, and another process is to run them`,
      )
    await taken.release()
    return taken.isAsked()
  }

  return {
    async health() {
      const found = [...own.health(), ...(running?.health() ?? (await readHealth(db)))]
      const byName = new Map(found.map((each) => [each.name, each]))
      const none = { lastRunMs: undefined, lastError: undefined, isLate: false }
      return jobs.map(({ name }) => byName.get(name) ?? { name, ...none })
    },
    async stop() {
      ending.abort()
      await Promise.all([own.stop(), turns])
    },
  }
}

/** All jobs in this process, where there can be no other: on an embedded database, or by a clock of its own. */
export const runAlone = (runner: JobRunner): SharedJobs => ({
  health: async () => runner.health(),
  stop: runner.stop,
})
