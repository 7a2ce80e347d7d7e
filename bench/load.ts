/**
 * What customers do, at rising rates until the server no longer keeps up.
 *
 *   node bench/load.ts [apis] [first rate] [customers] [seconds a step] [engines]
 *
 * Quotes, books, orders, cancels, contracts opened and closed, transfers, statements and lists, beside sockets that listen to
 * quotes. The server (and so many processes of ROLE=api; with engines that of spot in a process of its own, of several the others
 * wait for it), PostgreSQL with fsync and this client share the cores. A step's
 * rate is 1.5 times the one before; it ends when the 99th percentile of orders passes a second, 5 % are refused for when
 * they came, or a call has no answer in ten seconds.
 */
import '#domain/seed/adopt.ts'
import { loadavg } from 'node:os'
import { runLoad } from '#server/load/load.ts'
import { table, writeResult } from './report.ts'

const [apis = 0, firstRate = 100, customers = 60, secondsAStep = 10, engines = 0] = process.argv
  .slice(2)
  .map(Number)
const load = loadavg()[0]!
const rounded = (values: Readonly<Record<string, number>>, digits: number) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value.toFixed(digits)}`)
    .join(', ')
const steps = await runLoad({
  ...{ customers, sockets: 50, apis, engines, firstRate, factor: 1.5, secondsAStep, maxSteps: 20 },
  onStep({ rate, ordersASecond, calls, cpu, cpuAnOrderMs, quotesToSockets, broke }) {
    table(
      `${rate} calls/s: ${ordersASecond.toFixed(0)} orders/s`,
      calls.map(({ p50Ms, p99Ms, ...counts }) => ({ ...counts, 'p50 ms': p50Ms, 'p99 ms': p99Ms })),
    )
    console.log(`cores: ${rounded(cpu, 2)}; ms an order: ${rounded(cpuAnOrderMs, 2)}`)
    console.log(`${quotesToSockets} messages to sockets; ${broke ?? 'keeps up'}`)
  },
})
const broke = steps.find((step) => step.broke)
console.log(broke ? `\nbroke first at ${broke.rate} calls/s: ${broke.broke}` : '\nnothing broke')
writeResult('load', { apis, engines, customers, secondsAStep, load, steps })
process.exit(0)
