import '#domain/seed/adopt.ts'
import { parseArgs } from 'node:util'
import { drillRestore } from './restore.ts'

/** `npm run restore-drill -- --megabytes 1024`: a backup restored to a point in time and compared, a line each step. */
const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '64' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '200' },
  },
})
const numbers = [values.megabytes, values.seed, values.calls].map(Number)
const [megabytes, seed, calls] = numbers as [number, number, number]
if (!numbers.every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error('usage: npm run restore-drill -- --megabytes N [--seed N] [--calls N]')
  process.exit(2)
}
const report = await drillRestore({
  ...{ megabytes, seed, calls },
  onStep: (line) => console.log(line),
})
for (const problem of report.problems) console.error(`FAULT ${problem}`)
console.log(
  `restore: ${report.megabytes} MB, ${report.kept} answered calls kept, ${report.during} calls during the backup, ` +
    `${report.dropped} later ones not kept, ${report.lost} lost with the machine (${report.lossSeconds.toFixed(1)} s ` +
    `after what the archive had), ${report.files} files, ledger checkpoint ${report.checkpoint} and snapshot ${report.snapshot} ` +
    `as signed, ${report.problems.length} errors`,
)
process.exit(report.problems.length === 0 ? 0 : 1)
