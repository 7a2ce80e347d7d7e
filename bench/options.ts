/**
 * Seconds options: how long 10,000 take that expire in one second, and whether outcomes differ by who orders.
 *
 *   node bench/options.ts [orders] [simulated bets]
 *
 * The orders are accepted, get their entry, and expire together; measured is from telling the engine of the tick after
 * their expiry until the last result is committed, with PostgreSQL beside it on the same processors. Then the same by a
 * process that is killed in the middle of it: from the signal until the next one has written the last.
 */
import '#domain/seed/adopt.ts'
import { chanceOfDifference } from '#domain/option/neutrality.ts'
import { cohortsOf } from '#domain/option/simulated-bets.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { startTestOptions } from '#server/testing/option.ts'
import { ORDERS_EACH, orderTogether, settledOnce, startSettler } from '#server/testing/option-storm.ts'
import { median, table, writeResult } from './report.ts'

const ORDERS = Number(process.argv[2] ?? 10_000)
const BETS = Number(process.argv[3] ?? 1_000_000)
const ROUNDS = 3
const SEED = 20_260_303

async function storms() {
  const database = await openTestDatabase('postgres')
  const fixture = await startTestOptions(database.db, { funds: '100000000' })
  const rounds: { 'accepted, ms': number; 'settled, ms': number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { acceptedMs } = await orderTogether(fixture, ORDERS / ORDERS_EACH)
    const start = performance.now()
    let due = await fixture.tell()
    if (due !== ORDERS) throw new Error(`${due} of ${ORDERS} orders are due`)
    while (due > 0) due = await fixture.engine.settle()
    rounds.push({
      'accepted, ms': Math.round(acceptedMs),
      'settled, ms': Math.round(performance.now() - start),
    })
  }
  await mustBeSettledOnce(database.db, ROUNDS * ORDERS)
  await fixture.engine.stop()
  await database.close()
  return rounds
}

async function mustBeSettledOnce(db: Db, orders: number) {
  const wrong = await settledOnce(db, orders)
  if (wrong.length > 0) throw new Error(wrong.join('; '))
}

/** A process is killed in its second transaction; from then on until another one has written the last result. */
async function killed() {
  const database = await openTestDatabase('postgres')
  const fixture = await startTestOptions(database.db, { funds: '100000000' })
  await fixture.tick(2_000_000)
  await orderTogether(fixture, ORDERS / ORDERS_EACH)
  const first = startSettler(database.url!, { stops: true })
  await first.reaches('middle')
  const start = performance.now()
  await first.kill()
  const next = startSettler(database.url!)
  const left = await next.reaches('ready')
  const readyMs = performance.now() - start
  await next.reaches('done')
  const settledMs = performance.now() - start
  await mustBeSettledOnce(database.db, ORDERS)
  await database.close()
  return {
    ...{ orders: ORDERS, 'left to the next process': left ?? 0 },
    ...{ 'ready again, ms': Math.round(readyMs), 'all settled, ms': Math.round(settledMs) },
  }
}

function bets() {
  const { bySize, byDirection, byTenure } = cohortsOf(BETS, SEED)
  return Object.entries({ bySize, byDirection, byTenure }).map(([cohorts, counts]) => ({
    cohorts,
    groups: Object.keys(counts).length,
    p: chanceOfDifference(Object.values(counts)).toFixed(3),
  }))
}

const rounds = await storms()
table(`${ORDERS.toLocaleString('en')} options that expire in one second`, rounds)
const afterKill = await killed()
table('The same, and the process is killed with SIGKILL in its second transaction', [afterKill])
const even = bets()
table(`${BETS.toLocaleString('en')} simulated bets: how seldom such a difference is by chance`, even)
writeResult('options', {
  ...{ orders: ORDERS, rounds, afterKill, bets: BETS, even },
  settledMs: median(rounds.map((round) => round['settled, ms'])),
})
