// long-running
import { sql } from 'kysely'
import { expect } from 'vitest'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { drillRestore } from './restore.ts'

const MEGABYTES = 24
const CALLS = 15

testOnPostgres(
  'a backup and its archived log restore what was signed, owed and answered at a point in time, and nothing later',
  LONG,
  async () => {
    const report = await drillRestore({ megabytes: MEGABYTES, seed: 20_261_128, calls: CALLS })
    expect(report.problems).toEqual([])
    expect(report.megabytes).toBeGreaterThanOrEqual(MEGABYTES)
    expect(report.checkpoint).toBeGreaterThan(0n)
    expect(report.snapshot).toBe(1)
    expect(report.kept).toBeGreaterThan(0)
    expect(report.dropped).toBeGreaterThan(0)
    expect(report.during).toBeGreaterThanOrEqual(CALLS)
  },
)

testOnPostgres(
  'a restored database in which one unit is too much does not pass the drill',
  LONG,
  async () => {
    const report = await drillRestore({
      ...{ megabytes: 1, seed: 7, calls: CALLS, traders: 2 },
      async spoil(db) {
        await sql`reset role`.execute(db)
        await sql`update account set balance = balance + 1 where id = (select max(id) from account where balance > 0)`.execute(
          db,
        )
      },
    })
    expect(report.problems[0]).toMatch(/^balances: /)
    expect(report.problems.join('\n')).toMatch(/sums to 1 units, not to zero/)
  },
)
