import '#domain/seed/adopt.ts'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { SECOND_MS } from '#domain/time.ts'
import {
  type Blow,
  type BlowName,
  blows,
  blowsOf,
  type Struck,
  startProcesses,
} from '#server/crash/failover.ts'
import { createRandom } from '#server/sim/random.ts'
import { startCluster } from '#server/testing/cluster.ts'
import { median, table, writeResult } from './report.ts'

/** `node scripts/kills.mjs --roles --blows 30 [--apart]`: several processes under trade, one struck after the other. */
const { values } = parseArgs({
  options: {
    roles: { type: 'boolean' },
    blows: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    apart: { type: 'boolean', default: false },
  },
})
const names = blowsOf(values.apart)
const chosen = values.only ? names.filter((name) => name.includes(values.only!)) : names
const [count, seed] = [Number(values.blows), Number(values.seed)]
if (!(count > 0) || !Number.isSafeInteger(seed) || chosen.length === 0) {
  console.error(
    `usage: node scripts/kills.mjs --roles [--blows N] [--seed N] [--apart] [--only TEXT], of ${names.join(', ')}`,
  )
  process.exit(2)
}

/** All of them once, in an order that the seed decides. */
function roundOf(number: number): BlowName[] {
  const random = createRandom(seed).fork(number)
  const drawn = chosen.map((name) => ({ name, at: random.below(1_000_000) }))
  return drawn.sort((one, other) => one.at - other.at).map(({ name }) => name)
}

const cluster = await startCluster()
const processes = await startProcesses(cluster, seed, values.apart)
const struck: (Struck & { readonly load: number })[] = []
const problems: string[] = []
try {
  for (let n = 0; n < count && problems.length === 0; n++) {
    const one = await processes.strike(roundOf(Math.floor(n / chosen.length))[n % chosen.length]!)
    const load = Math.round(loadavg()[0]! * 10) / 10
    struck.push({ ...one, load })
    problems.push(...one.problems.map((line) => `${n + 1}, ${one.blow}: ${line}`))
    console.log(
      `${n + 1}: ${one.blow}: an order after ${one.firstOrderMs} ms, ${one.answered} answered, ` +
        `${one.again} sent again, ${one.problems.length} errors, load ${load}`,
    )
  }
  problems.push(...(await processes.end()))
} catch (error) {
  problems.push((error as Error).message)
  await processes.abandon()
}
await cluster.stop()

const rows = chosen.flatMap((blow) => {
  const times = struck.filter((one) => one.blow === blow).map(({ firstOrderMs }) => firstOrderMs / SECOND_MS)
  if (times.length === 0) return []
  const { goalMs }: Blow = blows[blow]
  const goal = goalMs === undefined ? undefined : goalMs / SECOND_MS
  const within = goal === undefined ? undefined : times.filter((seconds) => seconds <= goal).length
  return [
    {
      ...{ blow, times: times.length, 'median s': median(times), 'slowest s': Math.max(...times) },
      ...{ 'goal s': goal ?? '-', 'within it': within === undefined ? '-' : `${within} of ${times.length}` },
    },
  ]
})
table('From the blow to the first order that is acknowledged', rows)
for (const problem of problems) console.error(`FAULT ${problem}`)
const sum = (pick: (one: Struck) => number) => struck.reduce((all, one) => all + pick(one), 0)
const loads = struck.map(({ load }) => load)
console.log(
  `kills: ${struck.length} blows, ${sum(({ answered }) => answered)} calls answered, ${sum(({ again }) => again)} cut ` +
    `off or refused and sent again, load ${Math.min(...loads)} to ${Math.max(...loads)}, ${problems.length} errors`,
)
writeResult('failovers', { seed, apart: values.apart, rows, struck, problems })
process.exit(problems.length === 0 ? 0 : 1)
