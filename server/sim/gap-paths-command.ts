import '#domain/seed/adopt.ts'
import { parseArgs } from 'node:util'
import { runGapPaths } from './gap-paths.ts'

/** `node scripts/gap-paths.mjs --paths 1000000 --seed 1`: one line of what happened, or the error. */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, paths: { type: 'string', default: '1000000' } },
})
const startedAt = performance.now()
const report = runGapPaths(Number(values.paths), Number(values.seed))
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
console.log(
  `gap paths: seed ${values.seed}, ${Object.entries(report)
    .map(([what, n]) => `${n} ${what}`)
    .join(', ')}; no account below zero, the insurance paid the shortfalls, ${seconds} s`,
)
