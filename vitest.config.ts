import { defineConfig } from 'vitest/config'

const isOnPostgres = process.env.TEST_DATABASE === 'postgres'

/** Beyond what the longest test takes on a machine that has ten times as much to do as it can. */
const SLOWEST_MS = 600_000

/**
 * Three kinds of test, named by what they need: `*.test.ts` nothing, `*.pg.test.ts` a database
 * (`*.pglite.test.ts` the embedded one), `*.e2e.ts` a browser and a running server. `scripts/test.mjs`
 * runs the database ones once on PGlite and once on PostgreSQL (`TEST_DATABASE`).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,server,web,operator,scripts,bench}/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/*.pglite.test.ts', '**/node_modules/**'],
          testTimeout: SLOWEST_MS,
          hookTimeout: SLOWEST_MS,
        },
      },
      {
        test: {
          name: 'database',
          include: ['server/**/*.pg.test.ts', ...(isOnPostgres ? [] : ['server/**/*.pglite.test.ts'])],
          testTimeout: SLOWEST_MS,
          hookTimeout: SLOWEST_MS,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.e2e.ts'],
          // The longest go through every page, half a minute on an idle machine.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
