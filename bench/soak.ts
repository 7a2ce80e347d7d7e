/**
 * The same load for hours: whether calls stay without an answer, whether memory and open files grow, and whether what is
 * left behind is whole.
 *
 *   node bench/soak.ts [minutes] [calls a second] [apis] [customers] [sockets]
 *
 * The server (and so many processes of ROLE=api), PostgreSQL with fsync and this client share the cores. A look a minute; the
 * exit code is 1 when something is wrong.
 */
import '#domain/seed/adopt.ts'
import { loadavg } from 'node:os'
import { runSoak } from '#server/load/soak.ts'
import { writeResult } from './report.ts'

const [minutes = 10, rate = 40, apis = 1, customers = 40, sockets = 200] = process.argv.slice(2).map(Number)
const rounded = (values: Readonly<Record<string, number>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value.toFixed(0)}`)
    .join(', ')
let minute = 0
const { looks, wrong } = await runSoak({
  ...{ looks: minutes, secondsALook: 60, rate, customers, sockets, apis },
  onLook({ done, refused, putOff, unanswered, orderP99Ms, memory, files }) {
    minute++
    console.log(
      `${minute} min: ${done} done, ${refused} refused, ${putOff} put off, ${unanswered} unanswered, ` +
        `p99 of orders ${orderP99Ms.toFixed(0)} ms; MiB: ${rounded(memory)}; files: ${rounded(files)}; load ${loadavg()[0]!.toFixed(1)}`,
    )
  },
})
for (const line of wrong) console.log(`WRONG: ${line}`)
console.log(wrong.length === 0 ? '\nnothing is wrong' : `\n${wrong.length} things are wrong`)
writeResult('soak', { minutes, rate, apis, customers, sockets, looks, wrong })
process.exit(wrong.length === 0 ? 0 : 1)
