// long-running
import { expect, test } from 'vitest'
import { createTestDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { killAgainAndAgain } from './kills.ts'

/** `node scripts/kills.mjs` does hundreds. */
const CYCLES = 5

test(
  'a server that is killed at any moment loses nothing it acknowledged and doubles nothing',
  LONG,
  async () => {
    const url = testDatabaseKind === 'postgres' ? await createTestDatabaseUrl() : undefined
    const report = await killAgainAndAgain(workdirOf(url), { cycles: CYCLES, seed: 20_260_101 })
    expect(report.problems).toEqual([])
    expect(report.cycles).toBe(CYCLES)
    expect(report.answered).toBeGreaterThan(10 * CYCLES)
    // By its own work: how long that takes on a machine that others use too is not the server's doing.
    // It is five seconds where many others use the same cores, and more where these are slow.
    expect(Math.max(...report.workMs)).toBeLessThan(30_000)
  },
)
