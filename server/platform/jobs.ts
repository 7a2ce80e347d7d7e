import type { Logger } from 'pino'
import { MINUTE_MS } from '#domain/time.ts'
import { logError } from './log.ts'
import { traced } from './tracing.ts'

/**
 * A periodic job. It processes what is due now; it is bounded and safe to run twice or late, because due
 * rows are read and claimed in the same transaction.
 */
export interface Job {
  readonly name: string
  /** How often to look, in real milliseconds. */
  readonly everyMs: number
  /** Whether it looks after what a process has in memory: then each process runs it, and otherwise one of them. */
  readonly isOfEachProcess?: boolean
  /**
   * Whether it needs the database alone: no engine, no price, no file, no socket, nothing that calls keep in memory. Then the
   * process that has the jobs' lease runs it, and otherwise the one with the engines.
   */
  readonly isRunAnywhere?: true
  run(): Promise<void>
}

export interface JobRunner {
  /** Runs every job now, one after another; a virtual clock calls it after each step. */
  runAll(): Promise<void>
  /** When each job last finished, and how, for the console. */
  health(): readonly JobHealth[]
  stop(): Promise<void>
}

export interface JobHealth {
  readonly name: string
  readonly lastRunMs: number | undefined
  readonly lastError: string | undefined
  /** Whether it has not ended for longer than some of its intervals, by a clock that nobody sets. */
  readonly isLate: boolean
}

/** How late a job may be: so many of its intervals, and what a busy minute may add. */
const LATE = { intervals: 3, beyondMs: MINUTE_MS }

/**
 * Runs jobs on timers. A job never overlaps itself; a failed run is logged and retried at the next
 * interval. `mayRun` says whether what is due can be known now; while it cannot, jobs wait.
 */
export function startJobs(
  jobs: readonly Job[],
  log: Logger,
  options: { onTimer: boolean; mayRun?: () => boolean; ticking?: () => number },
): JobRunner {
  const { onTimer, mayRun = () => true, ticking = () => performance.now() } = options
  const running = new Map<string, Promise<void>>()
  const results = new Map<string, Pick<JobHealth, 'lastRunMs' | 'lastError'>>()
  const endedAtMs = new Map(jobs.map(({ name }) => [name, ticking()]))

  async function run(job: Job): Promise<void> {
    const current = running.get(job.name)
    if (current) return current
    if (!mayRun()) return
    const finished = traced(`job ${job.name}`, { parent: null }, () => job.run())
      .then(
        () => void results.set(job.name, { lastRunMs: Date.now(), lastError: undefined }),
        (error: Error) => {
          results.set(job.name, { lastRunMs: Date.now(), lastError: error.message })
          logError(log, error, 'a job failed and will be tried again', { job: job.name })
        },
      )
      .finally(() => {
        endedAtMs.set(job.name, ticking())
        running.delete(job.name)
      })
    running.set(job.name, finished)
    return finished
  }

  const timers = onTimer ? jobs.map((job) => setInterval(() => void run(job), job.everyMs)) : []
  return {
    async runAll() {
      for (const job of jobs) {
        await running.get(job.name)
        await run(job)
      }
    },
    health: () =>
      jobs.map(({ name, everyMs }) => ({
        ...{ name, lastRunMs: undefined, lastError: undefined, ...results.get(name) },
        isLate: ticking() - endedAtMs.get(name)! > LATE.intervals * everyMs + LATE.beyondMs,
      })),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
