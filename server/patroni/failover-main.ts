import '#domain/seed/adopt.ts'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drillFailover, events } from './failover.ts'
import { missingPackages } from './local.ts'

/** `npm run failover-drill -- --rounds 3`: what becomes of orders when the primary is lost, a line each event. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    events: { type: 'string', default: events.join() },
  },
})
const [rounds, seed] = [Number(values.rounds), Number(values.seed)]
const chosen = events.filter((event) => values.events.split(',').includes(event))
if (!(Number.isSafeInteger(rounds) && rounds > 0 && Number.isSafeInteger(seed)) || chosen.length === 0) {
  console.error(`usage: npm run failover-drill -- [--rounds N] [--seed N] [--events "${events.join()}"]`)
  process.exit(2)
}
const missing = missingPackages()
if (missing.length > 0) {
  console.error(`these packages of Debian are needed: apt-get install ${missing.join(' ')}`)
  process.exit(2)
}
const done = await drillFailover({
  ...{ rounds, seed, events: chosen, folder: join(process.cwd(), '.cache', 'cluster') },
  onStep: (line) => console.log(line),
  onEvent({ event, seconds, answered, load, restarts, problems }) {
    for (const problem of problems) console.error(`FAULT ${problem}`)
    console.log(
      `${event}: ${seconds.toFixed(1)} s without an order at the longest, ${answered} calls acknowledged so far, ${restarts} processes ` +
        `with engines started again, load ${load.toFixed(1)}, ${problems.length} errors`,
    )
  },
})
const problems = done.flatMap((each) => each.problems)
console.log(`failover: ${done.length} events, ${problems.length} errors`)
process.exit(problems.length === 0 ? 0 : 1)
