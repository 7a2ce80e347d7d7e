import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Processes that tests start find what Node made of the sources from one start to the next, as servers do.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled')

const isOnPostgres = process.env.TEST_DATABASE === 'postgres'
const isSecondRun = process.env.TEST_SCOPE === 'differences'
const isUsual = process.env.TEST_LENGTH === 'usual'

/**
 * The longest takes a thirtieth of this on an idle machine, and a start of a server and three people's sign-in half of it where
 * two rows of tests share two slow cores; what needs longer says so itself. `report-hangs.mjs` names a silent one within two
 * minutes.
 */
const TIMEOUT_MS = 300_000
/** How long `expect.poll` asks where a test does not say so: a second, as it comes, is too short for a busy machine. */
const POLL_MS = 60_000
const limits = {
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  expect: { poll: { timeout: POLL_MS } },
}
/** What tests without a server list. */
const setupFiles = ['domain/seed/adopt-for-tests.ts']
/**
 * Files share the modules of their worker: loading them anew for each took half of the time. So a file leaves module
 * state as it found it, or begins by setting it, as the setup files do.
 */
const isolate = false

/** A file that says so is begun early: none of those is left to run alone at the end. */
const isLongRunning = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// long-running\n')

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), (file) =>
      isLongRunning(file) ? 'long' : 'short',
    )
    return [...long, ...short]
  }
}

/** Also on two cores two: tests wait as much as they work. */
const WORKERS = Math.max(2, availableParallelism() - 1)

const LEFT_OUT = [
  '**/*.behavior.pg.test.ts',
  'server/{load,matrix,patroni,products,roles,users}/**/*.pg.test.ts',
]
/**
 * Minutes each, left by `npm test` to `--full`, and run where they are named: short rounds of what has a command of its own (kills, failovers, a restore, load, the proofs
 * of a simulated week), and long stories of which every part has tests beside them (decision 0053).
 */
const LEFT_TO_FULL = [
  'server/crash/{kills,failover,failover-apart,restore,outage,unreplicated,stop-triggers}.pg.test.ts',
  'server/load/{load,soak}.pg.test.ts',
  'server/platform/db/failover.pg.test.ts',
  'server/roles/{jobs-process,newer-version,roles}.pg.test.ts',
  'server/sim/{sim,year,same-tape}.behavior.pg.test.ts',
  'server/products/{deposit,withdrawal}/kills.pg.test.ts',
  'server/products/statement/moved.pg.test.ts',
  'server/products/support/{chats-at-once,restart}.behavior.pg.test.ts',
  'server/products/wallet/pnl-month.behavior.pg.test.ts',
  'e2e/proofs.e2e.ts',
]

/**
 * Three kinds of test, named by what they need: `*.test.ts` nothing, `*.pg.test.ts` a database
 * (`*.pglite.test.ts` the embedded one), `*.e2e.ts` a browser and a running server. `TEST_DATABASE` says on
 * which database the second kind runs, pglite or postgres. `scripts/test.mjs` runs it on both, and leaves
 * out the second time (`TEST_SCOPE=differences`) what no database can change: `*.behavior.pg.test.ts`; and what stands on
 * what is tested there (`server/platform`, `server/core`, `server/markets`): products and accounts, whose every
 * page the browser's tests use on the embedded database.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,texts,server,web,operator,scripts,bench}/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/*.pglite.test.ts', '**/node_modules/**'],
          maxWorkers: WORKERS,
          isolate,
          unstubGlobals: true,
          setupFiles,
          ...limits,
        },
      },
      {
        test: {
          name: 'database',
          include: ['server/**/*.pg.test.ts', ...(isOnPostgres ? [] : ['server/**/*.pglite.test.ts'])],
          exclude: [...(isSecondRun ? LEFT_OUT : []), ...(isUsual ? LEFT_TO_FULL : []), '**/node_modules/**'],
          globalSetup: 'server/testing/global-setup.ts',
          maxWorkers: 2,
          isolate,
          setupFiles: [...setupFiles, 'server/testing/begin-ids.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...(isUsual ? LEFT_TO_FULL : []), '**/node_modules/**'],
          globalSetup: 'e2e/support/prepare.ts',
          maxWorkers: 2,
          // Those that change a server's data before it starts open its database for a moment.
          execArgv: ['--liftoff-only'],
          isolate,
          setupFiles,
          ...limits,
        },
      },
    ],
  },
})
