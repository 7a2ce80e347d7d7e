import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { type SharedJobs, shareJobs } from './jobs.ts'

/** Who runs the jobs that need the database alone, and what the process with the console knows of them. */

const log = pino({ level: 'silent' })
const EVERY_MS = 20

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

interface Started extends SharedJobs {
  /** How often it ran the shared job, and its own. */
  readonly runs: { shared: number; own: number }
  /** What it ended with, where it is to end. */
  readonly over: string[]
}

const started: Started[] = []
let isTimeRight: boolean
beforeEach(() => {
  isTimeRight = true
})
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop()
})

/**
 * A process with a job that needs the database alone and one that does not; `shared` is what the first does beside being counted,
 * and `endWithinMs` how long it may take once another process is to run it.
 */
function start(
  role: 'all' | 'jobs',
  shared: () => Promise<void> = async () => {},
  endWithinMs?: number,
): Started {
  const runs = { shared: 0, own: 0 }
  const over: string[] = []
  const jobs = [
    { name: 'own', everyMs: EVERY_MS, run: async () => void runs.own++ },
    {
      ...{ name: 'shared', everyMs: EVERY_MS, isRunAnywhere: true as const },
      async run() {
        runs.shared++
        await shared()
      },
    },
  ]
  const each = {
    ...{ runs, over },
    ...shareJobs(database.leases, {
      ...{ role, jobs, log },
      ...(endWithinMs !== undefined && { endWithinMs }),
      run: (some) => startJobs(some, log, { onTimer: true }),
      mayRun: () => role === 'all' || isTimeRight,
      onOver: (error) => over.push(error.message),
    }),
  }
  started.push(each)
  return each
}

const stop = (each: Started) => started.splice(started.indexOf(each), 1)[0]!.stop()
async function runsSoon(each: Started): Promise<void> {
  const before = each.runs.shared
  await expect.poll(() => each.runs.shared, TIMEOUT).toBeGreaterThan(before)
}
const healthOf = async (each: Started) => (await each.health()).find(({ name }) => name === 'shared')

test('the process with the engines runs them until one of ROLE=jobs asks, and what is under way ends first', async () => {
  const underWay = Promise.withResolvers<void>()
  let isUnderWay = false
  let hasEnded = false
  let isStuck = false
  const engines = start('all', async () => {
    if (!isStuck) return
    isUnderWay = true
    await underWay.promise
    hasEnded = true
  })
  await runsSoon(engines)
  isStuck = true
  await expect.poll(() => isUnderWay, TIMEOUT).toBe(true)
  const jobs = start('jobs', async () => {
    expect(hasEnded).toBe(true)
  })
  const asked = async () =>
    (await sql<{ is: boolean }>`select asked_of = holder as is from jobs_lease`.execute(database.db)).rows[0]!
      .is
  await expect.poll(asked, TIMEOUT).toBe(true)
  expect(jobs.runs.shared).toBe(0)
  underWay.resolve()
  await runsSoon(jobs)
  expect(await healthOf(jobs)).toMatchObject({ lastError: undefined })
  const before = engines.runs.shared
  await runsSoon(jobs)
  const own = engines.runs.own
  await expect.poll(() => engines.runs.own, TIMEOUT).toBeGreaterThan(own)
  expect([engines.runs.shared, jobs.over, engines.over]).toEqual([before, [], []])
})

test('one whose job does not end when another is to run them ends itself, and they are run', async () => {
  const never = Promise.withResolvers<void>()
  const engines = start('all', () => never.promise, 100)
  await expect.poll(() => engines.runs.shared, TIMEOUT).toBe(1)
  const jobs = start('jobs')
  await expect
    .poll(() => engines.over, TIMEOUT)
    .toEqual(['a job did not end within 0.1 s, and another process is to run them'])
  await runsSoon(jobs)
  never.resolve()
})

test('one that is stopped before its first turn gives up the lease that it came with', async () => {
  const lost = new Promise<void>(() => {})
  let isGivenUp = false
  const release = async () => {
    isGivenUp = true
  }
  const lease = {
    ...{ holder: 'came with it', lost, release, isAsked: () => false },
    ...{ ageMs: () => 0, lateRenewals: () => 0 },
  }
  const waiting = shareJobs(database.leases, {
    ...{ role: 'all', jobs: [], log, lease, mayRun: () => false, onOver: () => {} },
    run: (some) => startJobs(some, log, { onTimer: true }),
  })
  await waiting.stop()
  expect(isGivenUp).toBe(true)
})

test('one that ends in order is followed at once, by the process with the engines or another of its role', async () => {
  const engines = start('all')
  await runsSoon(engines)
  const first = start('jobs')
  await runsSoon(first)
  const second = start('jobs')
  await stop(first)
  await runsSoon(second)
  expect(second.over).toEqual([])
  await stop(second)
  await runsSoon(engines)
})

test('one that does not renew its lease any more is followed when it has lapsed', async () => {
  await runsSoon(start('jobs'))
  await stop(started[0]!)
  await sql`update jobs_lease set holder = 'stood still', until = now() + interval '1 s'`.execute(database.db)
  await runsSoon(start('all'))
})

test('one that finds its lease taken runs them no more, and has them again in its turn', async () => {
  const jobs = start('jobs')
  await runsSoon(jobs)
  const health = JSON.stringify([{ name: 'shared', lastError: 'of another', isLate: false }])
  await sql`
    update jobs_lease set holder = 'another', until = now() + interval '1 h', health = ${health}::jsonb`.execute(
    database.db,
  )
  await expect.poll(() => healthOf(jobs), TIMEOUT).toMatchObject({ lastError: 'of another' })
  const { shared, own } = jobs.runs
  await expect.poll(() => jobs.runs.own, TIMEOUT).toBeGreaterThan(own + 2)
  expect([jobs.runs.shared, jobs.over]).toEqual([shared, []])
  await sql`update jobs_lease set until = now()`.execute(database.db)
  await runsSoon(jobs)
})

test('one whose time is wrong lets them go, and has them again when it is right', async () => {
  const engines = start('all')
  const jobs = start('jobs')
  await runsSoon(jobs)
  isTimeRight = false
  await runsSoon(engines)
  isTimeRight = true
  await runsSoon(jobs)
})

test('the process with the console tells how they do wherever they run', async () => {
  const engines = start('all')
  const jobs = start('jobs', async () => {
    throw new Error('of ROLE=jobs')
  })
  await runsSoon(jobs)
  await expect
    .poll(() => healthOf(engines), TIMEOUT)
    .toMatchObject({ name: 'shared', lastError: 'of ROLE=jobs', isLate: false })
  expect((await engines.health()).map(({ name }) => name)).toEqual(['own', 'shared'])
  await stop(jobs)
  await expect.poll(() => healthOf(engines), TIMEOUT).toMatchObject({ lastError: undefined })
})

test('one that is asked to let them go for a newer version ends', async () => {
  const jobs = start('jobs')
  await runsSoon(jobs)
  await sql`update jobs_lease set asked_of = holder`.execute(database.db)
  await expect
    .poll(() => jobs.over, TIMEOUT)
    .toEqual(['a newer version takes over, and changes the tables that the jobs go by'])
  const { rows } = await sql`select from jobs_lease where until = '-infinity'`.execute(database.db)
  expect(rows.length).toBe(1)
})
