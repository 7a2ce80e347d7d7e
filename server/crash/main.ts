import '#domain/seed/adopt.ts'
import { parseArgs } from 'node:util'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { killAgainAndAgain } from './kills.ts'

/** `node scripts/kills.mjs --cycles 300 --database postgres`: the long proof, one line a cycle. */
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'pglite' },
  },
})
const isPostgres = values.database === 'postgres'
const report = await killAgainAndAgain(workdirOf(isPostgres ? await createTestDatabaseUrl() : undefined), {
  cycles: Number(values.cycles),
  seed: Number(values.seed),
  traders: 6,
  auditEvery: 10,
  onCycle: (line) => console.log(line),
})
const sorted = report.restartsMs.toSorted((one, other) => one - other)
for (const problem of report.problems) console.error(`FAULT ${problem}`)
for (const [path, count] of Object.entries(report.done)) console.log(`${count} × ${path}`)
console.log(
  `kills: ${report.cycles} on ${values.database}, ${report.answered} calls answered, ${report.unanswered} cut off ` +
    `and sent again, ready after ${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms (longest), ` +
    `${report.problems.length} errors`,
)
process.exit(report.problems.length === 0 ? 0 : 1)
