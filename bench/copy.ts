/**
 * A lead's opening and closing with a thousand followers: from the request to the commit of all copies, in one batch.
 *
 *   node bench/copy.ts [followers] [rounds]
 *
 * On PostgreSQL. Each follower has a stop-loss, so that a tick has to look at every relation: what that costs is timed too.
 * So is what others wait: somebody's order that comes right after five orders of the lead, sent at once.
 */
import '#domain/seed/adopt.ts'
import { sql } from 'kysely'
import { closePosition } from '#server/products/contract/service.ts'
import { customerWith, openOne, startTestContracts } from '#server/testing/contract.ts'
import { followerOf, leadWith } from '#server/testing/copy.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { median, table, writeResult } from './report.ts'

const FOLLOWERS = Number(process.argv[2] ?? 1_000)
const ROUNDS = Number(process.argv[3] ?? 5)

process.env.TEST_DATABASE ??= 'postgres'
const database = await openTestDatabase()
const contracts = await startTestContracts(database.db, {
  funds: { counterparty: '1000000000', insurance: '1000000' },
})
const lead = await leadWith(contracts, { amount: '1000000' })
for (let n = 0; n < FOLLOWERS; n += 20) {
  await Promise.all(Array.from({ length: 20 }, () => followerOf(contracts, lead, { stopLoss: '5000' })))
}
const other = await customerWith(contracts, '100000')
const AT_ONCE = 5

const timed = async <T>(run: () => Promise<T>): Promise<readonly [number, T]> => {
  const start = performance.now()
  const done = await run()
  return [performance.now() - start, done]
}
const [opens, closes, ticks, waits]: [number[], number[], number[], number[]] = [[], [], [], []]
for (let n = 0; n < ROUNDS; n++) {
  await contracts.tick('20000')
  const [opening, led] = await timed(() => openOne(contracts, lead.customer))
  const tick = await contracts.record('20001')
  const [looking] = await timed(() => contracts.engine.ticks([tick]))
  const [closing] = await timed(() =>
    closePosition(contracts, { customer: lead.customer }, led.id, undefined),
  )
  opens.push(opening)
  closes.push(closing)
  ticks.push(looking)
}
for (let n = 0; n < ROUNDS; n++) {
  await contracts.tick('20000')
  const leads = Promise.all(Array.from({ length: AT_ONCE }, () => openOne(contracts, lead.customer)))
  const [waiting, own] = await timed(() => openOne(contracts, other))
  waits.push(waiting)
  for (const { id } of await leads) {
    await closePosition(contracts, { customer: lead.customer }, id, undefined)
  }
  await closePosition(contracts, { customer: other }, own.id, undefined)
}
const { rows } = await sql<{ copied: number; ticks: number }>`
  select count(*) filter (where action = 'open' and result = 'copied')::int as copied,
    count(distinct (lead_position_id, sequence)) filter (where action = 'open')::int as ticks from copy_outcome`.execute(
  database.db,
)
const orders = ROUNDS * (1 + AT_ONCE)
if (rows[0]!.copied !== FOLLOWERS * orders || rows[0]!.ticks !== orders)
  throw new Error('not everybody was copied')
const result = {
  ...{ followers: FOLLOWERS, rounds: ROUNDS, openingMs: Math.round(median(opens)) },
  ...{ closingMs: Math.round(median(closes)), tickMs: Math.round(median(ticks) * 100) / 100 },
  besideMs: Math.round(median(waits)),
}
table('a lead with followers', [result])
writeResult('copy', result)
await contracts.engine.stop()
await database.close()
