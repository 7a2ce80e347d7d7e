import '#domain/seed/adopt.ts'
import { parseArgs } from 'node:util'
import { simulateWeek } from '#server/sim/week.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { openBrowser } from '../support/browser.ts'
import { checkProofs } from './report.ts'

/** `npm run sim -- --proofs --seed 7`: a simulated week whose settled orders are verified twice, and then altered. */
const { values } = parseArgs({
  options: {
    proofs: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    hourly: { type: 'string', default: '20' },
    customers: { type: 'string', default: '30' },
    alterations: { type: 'string', default: '1000' },
    database: { type: 'string', default: 'pglite' },
  },
})
const [seed, hourly, customers, alterations] = [
  ...[values.seed, values.hourly, values.customers, values.alterations].map(Number),
] as [number, number, number, number]
const kind = values.database === 'postgres' ? 'postgres' : 'pglite'

const secondsSince = (ms: number) => ((performance.now() - ms) / 1_000).toFixed(1)
const beganAt = performance.now()
const database = await openTestDatabase(kind)
const onProgress = (day: number) => console.log(`proofs: day ${day} of 7, ${secondsSince(beganAt)} s`)
const { proofs, without, ...week } = await simulateWeek(database.db, { seed, hourly, customers, onProgress })
console.log(`proofs: ${proofs.length} of ${week.ticks} ticks after ${secondsSince(beganAt)} s on ${kind}`)
const checkedAt = performance.now()
const browser = await openBrowser()
const report = await checkProofs(browser, proofs, { seed, alterations })
await browser.close()
await database.close()
for (const [name, count] of Object.entries(report.counts))
  console.log(`  ${String(count).padStart(6)} ${name}`)
console.log(
  `proofs: ${week.batchClosed} closed by batch closes, ${week.financed} midnights charged; ${proofs.length} verified ` +
    `alone and in the browser, ${alterations} alterations, in ${secondsSince(checkedAt)} s`,
)
const faults = [
  ...without,
  ...report.failedAlone,
  ...report.failedInBrowser,
  ...report.undetected.map(String),
]
for (const file of report.undetected) console.error(JSON.stringify(file))
for (const fault of faults.slice(0, 20)) console.error(`proofs FAILED: ${fault}`)
console.log(
  `proofs: ${without.length} without, ${report.failedAlone.length} failed alone, ${report.failedInBrowser.length} failed ` +
    `in the browser, ${report.undetected.length} alterations not detected`,
)
process.exit(faults.length === 0 ? 0 : 1)
