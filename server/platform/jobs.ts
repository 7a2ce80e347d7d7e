import type { Logger } from 'pino'
import { logFault } from './log.ts'

/**
 * What time does. A job looks for what is due now and does it; it is bounded, and safe to run twice or
 * late, because what is due is read from the database and claimed in the same transaction.
 */
export interface Job {
  readonly name: string
  /** How often to look, in real milliseconds. */
  readonly everyMs: number
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
}

/** Runs jobs on their own timers; a job never overlaps itself, a failing one is logged and tried again. */
export function startJobs(jobs: readonly Job[], log: Logger, options: { onTimer: boolean }): JobRunner {
  const running = new Map<string, Promise<void>>()
  const results = new Map<string, JobHealth>(
    jobs.map(({ name }) => [name, { name, lastRunMs: undefined, lastError: undefined }]),
  )

  function run(job: Job): Promise<void> {
    const current = running.get(job.name)
    if (current) return current
    const finished = job
      .run()
      .then(
        () => void results.set(job.name, { name: job.name, lastRunMs: Date.now(), lastError: undefined }),
        (error: Error) => {
          results.set(job.name, { name: job.name, lastRunMs: Date.now(), lastError: error.message })
          logFault(log, error, 'a job failed and will be tried again', { job: job.name })
        },
      )
      .finally(() => running.delete(job.name))
    running.set(job.name, finished)
    return finished
  }

  const timers = options.onTimer ? jobs.map((job) => setInterval(() => void run(job), job.everyMs)) : []
  return {
    async runAll() {
      for (const job of jobs) {
        await running.get(job.name)
        await run(job)
      }
    },
    health: () => [...results.values()],
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
