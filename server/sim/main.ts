import '#domain/seed/adopt.ts'
import { parseArgs } from 'node:util'
import { openTestDatabase } from '#server/testing/database.ts'
import { simulate } from './run.ts'

/** `npm run sim -- --seed 7 --steps 1500`: one line of what happened, or how to see the error again. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '1500' },
    customers: { type: 'string', default: '40' },
    database: { type: 'string', default: 'pglite' },
  },
})
const kind = values.database === 'postgres' ? 'postgres' : 'pglite'
const [seed, steps, customers] = [values.seed, values.steps, values.customers].map(Number)
if (![seed, steps, customers].every((value) => Number.isSafeInteger(value) && value! > 0)) {
  console.error('usage: npm run sim -- --seed N --steps N [--customers N] [--database pglite|postgres]')
  process.exit(2)
}

/** In so many steps everything has to come up. */
const ENOUGH = 500

const database = await openTestDatabase(kind)
const startedAt = performance.now()
try {
  const onProgress = (step: number) => console.log(`simulation: step ${step} of ${steps}`)
  const report = await simulate(database.db, {
    seed: seed!,
    steps: steps!,
    customers: customers!,
    onProgress,
  })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const counted = Object.entries(report.counts).map(([what, n]) => `${n} ${what}, `)
  console.log(
    `simulation: seed ${seed}, ${report.steps} steps, ${customers} customers, ${report.days} days, ` +
      `${report.transfers} transfers, ${counted.join('')}${report.crashes} crashes, ` +
      `books sound after every step, trace ${report.trace}, ${seconds} s on ${kind}`,
  )
  if (report.steps >= ENOUGH && report.never.length > 0)
    throw new Error(`in ${report.steps} steps never done: ${report.never.join(', ')}`)
  process.exit(0)
} catch (error) {
  console.error(`simulation FAILED: ${(error as Error).message}`)
  console.error((error as Error).cause ?? error)
  console.error(
    `again: npm run sim -- --seed ${seed} --steps ${steps} --customers ${customers} --database ${kind}`,
  )
  process.exit(1)
}
