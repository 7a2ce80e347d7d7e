import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/testing/cluster.ts'
import {
  type RunningServer,
  type ServerProcess,
  spawnServer,
  startServer,
  whenUp,
} from '#server/testing/server-process.ts'

/**
 * The processes of an installation: those that take calls, one that runs jobs, one with the engine of spot and one with the others,
 * and one that waits to have either.
 */
export interface Servers {
  readonly apis: readonly RunningServer[]
  readonly console: string
  /** Lines that say who can sign in. */
  readonly signIn: readonly string[]
  /** How often a process with engines, or one that waited, ended and was started again. */
  restarts(): number
  stop(): Promise<void>
}

const APIS = 2
/** Those that have the feed and the other engines, or wait for them; two with the engine of spot come after them. */
const WITH_ENGINES = 2
const START_AGAIN_MS = 1_000

/** Starts them beside each other on one database and one folder. */
export async function startServers(databaseUrl: string, dataDir: string, redisUrl = ''): Promise<Servers> {
  const settings = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...(redisUrl && { REDIS_URL: redisUrl }),
  }
  const withEngines: ServerProcess[] = []
  let isStopping = false
  let restarts = 0

  async function start(n: number): Promise<ServerProcess> {
    const own = n < WITH_ENGINES ? { ENGINES_APART: 'spot' } : { ROLE: 'engine', ENGINES: 'spot' }
    const server = spawnServer({ ...settings, ...own, BUS: `127.0.0.1:${await freePort()}` })
    withEngines[n] = server
    // As a service is: whoever lost the engines ends, and waits for them again.
    void server.ended.then(async () => {
      if (isStopping) return
      restarts++
      await pause(START_AGAIN_MS)
      if (!isStopping) await start(n)
    })
    return server
  }

  const first = await whenUp(await start(0))
  for (let n = 1; n < WITH_ENGINES; n++) await start(n)
  // What follows the tape begins after who writes it.
  await whenUp(await start(WITH_ENGINES))
  await start(WITH_ENGINES + 1)
  const jobs = await startServer({ ...settings, ROLE: 'jobs' })
  const apis = await Promise.all(
    Array.from({ length: APIS }, () => startServer({ ...settings, ROLE: 'api' })),
  )
  return {
    apis,
    console: first.consoleUrl,
    signIn: first.lines().filter((line) => /^(Sign in| {10}operators)/.test(line)),
    restarts: () => restarts,
    async stop() {
      isStopping = true
      // Those that wait first: they would take the engines.
      for (const server of [...apis, jobs, ...withEngines.toReversed()]) await server.kill('SIGTERM')
    },
  }
}
