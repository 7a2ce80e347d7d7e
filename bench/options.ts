/**
 * Seconds options: how long 10,000 take that expire in one second, and whether outcomes differ by who orders.
 *
 *   node bench/options.ts [orders] [simulated bets]
 *
 * The orders are accepted, get their entry, and expire together; measured is from telling the engine of the tick after
 * their expiry until the last result is committed, with PostgreSQL beside it on the same processors.
 */
import '#domain/seed/adopt.ts'
import { cohortsOf, isEven } from '#domain/option/simulated-bets.ts'
import { auditOptions } from '#server/products/option/audit.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { optionCustomers, startTestOptions } from '#server/testing/option.ts'
import { median, table, writeResult } from './report.ts'

const ORDERS = Number(process.argv[2] ?? 10_000)
const BETS = Number(process.argv[3] ?? 1_000_000)
const ROUNDS = 3
const ORDERS_EACH = 5
const SEED = 20_260_303

async function storms() {
  const database = await openTestDatabase('postgres')
  const fixture = await startTestOptions(database.db, { funds: '100000000' })
  const rounds: { 'accepted, ms': number; 'settled, ms': number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    fixture.clock.advance(500)
    await fixture.tick(2_000_000)
    const customers = await optionCustomers(fixture, ORDERS / ORDERS_EACH)
    const from = performance.now()
    await Promise.all(
      customers.flatMap((customer) =>
        Array.from({ length: ORDERS_EACH }, (_, n) =>
          fixture.place(customer, { stake: '5', direction: n % 2 === 0 ? 'rise' : 'fall' }),
        ),
      ),
    )
    const accepted = performance.now() - from
    await fixture.pass(60_000, 2_000_000)
    fixture.clock.advance(900)
    await fixture.record(2_000_010)
    fixture.clock.advance(200)
    await fixture.record(2_000_000)
    const start = performance.now()
    let due = await fixture.tell()
    if (due !== ORDERS) throw new Error(`${due} of ${ORDERS} orders are due`)
    while (due > 0) due = await fixture.engine.settle()
    rounds.push({
      'accepted, ms': Math.round(accepted),
      'settled, ms': Math.round(performance.now() - start),
    })
  }
  const differences = await auditOptions(database.db)
  if (differences.length > 0) throw new Error(differences.join('; '))
  await fixture.engine.stop()
  await database.close()
  return rounds
}

function bets() {
  const { bySize, byDirection, byTenure } = cohortsOf(BETS, SEED)
  return Object.entries({ bySize, byDirection, byTenure }).map(([cohorts, counts]) => ({
    cohorts,
    groups: Object.keys(counts).length,
    even: String(isEven(Object.values(counts))),
  }))
}

const rounds = await storms()
table(`${ORDERS.toLocaleString('en')} options that expire in one second`, rounds)
const even = bets()
table(`${BETS.toLocaleString('en')} simulated bets: alike, p > 0.001`, even)
writeResult('options', {
  ...{ orders: ORDERS, rounds, bets: BETS, even },
  settledMs: median(rounds.map((round) => round['settled, ms'])),
})
