import '#domain/seed/adopt.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openTestDatabase, SNAPSHOT, type TestDatabaseKind } from '#server/testing/database.ts'
import { dumpMigrated } from '#server/testing/snapshot.ts'
import { simulate } from './run.ts'

/**
 * `npm run sim -- --seed 7 --steps 1500`: one line of what happened, or how to see the error again. With `--seeds 200` the
 * 200 from that seed on, each on a database of its own.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '1500' },
    customers: { type: 'string', default: '40' },
    database: { type: 'string', default: 'pglite' },
  },
})
const kind: TestDatabaseKind = values.database === 'postgres' ? 'postgres' : 'pglite'
const numbers = [values.seed, values.seeds, values.steps, values.customers].map(Number)
const [first, seeds, steps, customers] = numbers as [number, number, number, number]
if (!numbers.every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error(
    'usage: npm run sim -- --seed N --steps N [--seeds N] [--customers N] [--database pglite|postgres]',
  )
  process.exit(2)
}

/** In so many steps everything has to come up. */
const ENOUGH = 500

/** Returns: whether nothing was found. */
async function runSeed(seed: number): Promise<boolean> {
  const database = await openTestDatabase(kind)
  const startedAt = performance.now()
  try {
    const onProgress = (step: number) => {
      if (seeds === 1) console.log(`simulation: step ${step} of ${steps}`)
    }
    const report = await simulate(database.db, { seed, steps, customers, onProgress })
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    const counted = Object.entries(report.counts).map(([what, n]) => `${n} ${what}, `)
    console.log(
      `simulation: seed ${seed}, ${report.steps} steps, ${customers} customers, ${report.days} days, ` +
        `${report.transfers} transfers, ${counted.join('')}${report.crashes} crashes, ` +
        `books sound after every step, trace ${report.trace}, ${seconds} s on ${kind}`,
    )
    if (report.steps >= ENOUGH && report.never.length > 0)
      throw new Error(`in ${report.steps} steps never done: ${report.never.join(', ')}`)
    return true
  } catch (error) {
    console.error(`simulation FAILED: ${(error as Error).message}`)
    console.error((error as Error).cause ?? error)
    console.error(
      `again: npm run sim -- --seed ${seed} --steps ${steps} --customers ${customers} --database ${kind}`,
    )
    return false
  } finally {
    await database.close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'plumb-seeds-'))
if (kind === 'pglite' && seeds > 1) {
  process.env[SNAPSHOT] = join(folder, 'migrated.tar')
  writeFileSync(process.env[SNAPSHOT], await dumpMigrated())
}
const failed: number[] = []
for (let seed = first; seed < first + seeds; seed++) if (!(await runSeed(seed))) failed.push(seed)
rmSync(folder, { recursive: true })
if (seeds > 1) console.log(`simulation: ${seeds} seeds, ${failed.length} failed ${failed.join(', ')}`.trim())
process.exit(failed.length === 0 ? 0 : 1)
