// long-running
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { openMediaFiles } from '#server/platform/media/media-files.ts'
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
    // An upload and a picture before the backup, and as many after it.
    expect(report.files).toBeGreaterThanOrEqual(4)
    // What had not come into the archive is lost, and nothing else is: that is among the problems.
    expect(report.lost).toBeGreaterThan(0)
    expect(report.lossSeconds).toBeGreaterThan(0)
  },
)

testOnPostgres(
  'a restored database in which one unit is too much, or a file or an entry another, does not pass the drill',
  LONG,
  async () => {
    const report = await drillRestore({
      ...{ megabytes: 1, seed: 7, calls: CALLS, traders: 2 },
      async spoil(db, dataDir) {
        await sql`reset role`.execute(db)
        // Its amounts add up to what they did.
        await sql`update entry set balance = balance + 1 where (account_id, transfer_id) =
          (select account_id, transfer_id from entry order by transfer_id, account_id desc limit 1)`.execute(
          db,
        )
        const { id } = await db.selectFrom('nft_media').select('id').executeTakeFirstOrThrow()
        appendFileSync(openMediaFiles(dataDir).pathOf(id), ' ')
        const upload = await db.selectFrom('upload').select('id').executeTakeFirstOrThrow()
        rmSync(join(dataDir, 'uploads', upload.id.slice(0, 2), upload.id))
        await sql`update account set balance = balance + 1 where id = (select max(id) from account where balance > 0)`.execute(
          db,
        )
      },
    })
    for (const problem of [/^balances: /m, /^entries: /m, /^medium /m, /^upload .*ENOENT/m])
      expect(report.problems.join('\n')).toMatch(problem)
    expect(report.problems.join('\n')).toMatch(/sums to 1 units, not to zero/)
  },
)
