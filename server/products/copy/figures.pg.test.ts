import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { returnOf } from '#domain/copy/rules.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createRandom } from '#server/sim/random.ts'
import {
  customerWith,
  openOne,
  startTestContracts,
  type TestContracts,
  usdt,
} from '#server/testing/contract.ts'
import { followerOf, leadOf, leadWith } from '#server/testing/copy.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { closePosition } from '../contract/service.ts'
import { findLead } from './lead-store.ts'
import { leadDetail, leadPage, stopLeading, syncLead } from './leading.ts'
import { copyPage, syncLeads } from './service.ts'

/** The return of followers, computed again from nothing but the transfers of their copies and shares. */

let database: Database
let contracts: TestContracts
beforeAll(async () => {
  database = await openTestDatabase()
  contracts = await startTestContracts(database.db)
})
afterAll(async () => {
  await contracts.engine.stop()
  await database.close()
})

/** What a follower's copies came to, and the most that was in them at once with what had been lost before. */
async function fromLedger(customer: CustomerId) {
  const { rows } = await sql<{ reason: string; amount: bigint; position: bigint }>`
    select t.reason, t.amount, t.reference as position from transfer t
    where exists (select from copy_position c where c.position_id = t.reference and c.customer_id = ${customer})
      or exists (select from copy_relation r where r.id = t.reference and r.customer_id = ${customer})
    order by t.id`.execute(database.db)
  const margins = new Map<bigint, bigint>()
  let [profit, shares, capital] = [0n, 0n, 0n]
  for (const { reason, amount, position } of rows) {
    const margin = margins.get(position) ?? 0n
    if (reason === 'contract-margin') margins.set(position, margin + amount)
    else if (reason === 'contract-release') margins.set(position, margin - amount)
    else if (reason === 'contract-profit') profit += amount
    else if (reason === 'copy-share-reserve') shares += amount
    else if (reason === 'copy-share-return') shares -= amount
    else if (reason === 'contract-loss') {
      profit -= amount
      margins.set(position, margin - amount)
    } else if (reason === 'contract-fee') {
      profit -= amount
      // Of an opening it is paid beside the margin, of a closing from it: in a test of whole closings that is the rest.
      if (margin > 0n && margins.get(-position) !== undefined) margins.set(position, margin - amount)
      margins.set(-position, 0n)
      const inUse = [...margins].reduce((sum, [id, each]) => (id > 0n ? sum + each : sum), 0n)
      const atRisk = inUse + (profit < 0n ? -profit : 0n)
      if (atRisk > capital) capital = atRisk
    } else throw new Error(`${reason} is not expected of a copy here`)
  }
  return { profit: profit - shares, capital }
}

test('each follower counts with the money that they had at risk: the return is their result of all of it', async () => {
  const lead = await leadWith(contracts, { amount: '100000' })
  const followers = [
    await followerOf(contracts, lead, { number: '30', amount: '50000' }),
    await followerOf(contracts, lead, { number: '2000', amount: '50000' }),
    await followerOf(contracts, lead, { mode: 'ratio', number: '0.5', amount: '50000' }),
  ]
  const random = createRandom(11)
  const open: Awaited<ReturnType<typeof openOne>>[] = []
  for (let n = 0; n < 40; n++) {
    await contracts.tick(String(20_000 + random.below(400) - 200))
    if (open.length < 3 && random.chance(2)) {
      const direction = random.one(['long', 'short'] as const)
      open.push(await openOne(contracts, lead.customer, { direction }))
    } else if (open.length > 0) {
      const [{ id }] = open.splice(random.below(open.length), 1) as [(typeof open)[number]]
      await closePosition(contracts, { customer: lead.customer }, id, undefined)
    }
  }
  for (const { id } of open) {
    await closePosition(contracts, { customer: lead.customer }, id, undefined)
  }
  const computed = await Promise.all(followers.map(({ customer }) => fromLedger(customer)))
  const profit = computed.reduce((sum, each) => sum + each.profit, 0n)
  const capital = computed.reduce((sum, each) => sum + each.capital, 0n)
  const { figures } = (await findLead(database.db, lead.id))!
  expect(figures).toMatchObject({ followersProfit: profit, followersSample: 3 })
  expect(figures.followersCapital).toBe(capital)
  expect(returnOf(figures.followersProfit, figures.followersCapital)).toBe(returnOf(profit, capital))
})

test('a lead’s return and fall have what is open, by days and now, and nothing of before they led', async () => {
  await contracts.tick('20000')
  const customer = await customerWith(contracts)
  await openOne(contracts, customer)
  contracts.clock.advance(1_000)
  const lead = await leadOf(contracts, customer)
  await contracts.tick('20000')
  await openOne(contracts, customer, { lots: '0.10' })
  const shown = async () => leadDetail(contracts, lead.id)
  // 0.10 at 20,000 ten times leveraged: of 200, and the 1 that the opening cost. 10 more are 11 of 201, rounded up.
  expect(await shown()).toMatchObject({
    openPositions: 1,
    lead: { roiPercent: '-0.50', profit: '-1.0000000' },
  })
  await contracts.tick('19900')
  expect(await shown()).toMatchObject({
    unrealizedPnl: '-10.0000000',
    lead: { roiPercent: '-5.48', drawdownPercent: '5.48' },
  })
  // The day ends with it; the fall stays though the price comes back.
  contracts.clock.advance(DAY_MS)
  await contracts.tick('20000')
  const { lead: after } = await shown()
  expect(Number(after.roiPercent)).toBeGreaterThan(-1)
  expect(Number(after.drawdownPercent)).toBeGreaterThan(5.4)
})

test('stopping and leading again counts no position of the time between, and leaves out no loss that was open', async () => {
  await contracts.tick('20000')
  const { id, customer } = await leadWith(contracts)
  const close = (position: PositionId) => closePosition(contracts, { customer }, position, undefined)
  const stop = async () => {
    await database.db.transaction().execute((tx) => stopLeading(tx, customer, contracts.clock.nowMs()))
    await syncLead(contracts, id)
    contracts.clock.advance(1_000)
  }
  const figures = async () => (await findLead(database.db, id))!.figures
  const loser = await openOne(contracts, customer, { lots: '0.10' })
  await contracts.tick('19900')
  await stop()
  // The opening cost 1, and 10 are lost.
  const counted = { trades: 1, wins: 0, profit: -usdt('11'), capital: usdt('201') }
  expect(await figures()).toMatchObject(counted)
  await contracts.tick('19900')
  await close(loser.id)
  const [winner, other] = [await openOne(contracts, customer), await openOne(contracts, customer)]
  await close(other.id)
  contracts.clock.advance(1_000)
  await contracts.tick('20400')
  await leadOf(contracts, customer)
  expect(await leadDetail(contracts, id)).toMatchObject({ openPositions: 0 })
  await close(winner.id)
  expect(await figures()).toMatchObject(counted)
  // What they open now counts again, also after a restart.
  const next = await openOne(contracts, customer, { lots: '0.10' })
  await contracts.restart()
  await contracts.tick('20400')
  await close(next.id)
  expect(await figures()).toMatchObject({ trades: 2, wins: 0, profit: -usdt('13.04') })
})

test('what is open counts when its lead stops, also where the engine learns of that after a restart', async () => {
  await contracts.tick('20000')
  const { id, customer } = await leadWith(contracts)
  await openOne(contracts, customer, { lots: '0.10' })
  await contracts.tick('19900')
  await database.db.transaction().execute((tx) => stopLeading(tx, customer, contracts.clock.nowMs()))
  await contracts.restart()
  await contracts.tick('19900')
  await syncLeads(contracts)
  await syncLeads(contracts)
  const { figures } = (await findLead(database.db, id))!
  expect(figures).toMatchObject({ trades: 1, wins: 0, profit: -usdt('11') })
})

test('a page of leads, and one of copies, costs the same queries whatever is on it', async () => {
  await contracts.tick('20000')
  const leads = [await leadWith(contracts), await leadWith(contracts), await leadWith(contracts)] as const
  const { customer } = await followerOf(contracts, leads[0])
  for (const lead of [...leads, leads[0]]) await openOne(contracts, lead.customer)
  const queriesOf = async (page: (counting: TestContracts) => Promise<{ readonly items: unknown[] }>) => {
    let queries = 0
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    return { shown: (await page({ ...contracts, db })).items.length, queries }
  }
  const ofLeads = (limit: number) => queriesOf((counting) => leadPage(counting, { page: 1, limit }))
  const ofCopies = (limit: number) =>
    queriesOf((counting) => copyPage(counting, customer, { page: 1, limit }))
  expect(await ofLeads(1)).toEqual({ shown: 1, queries: 3 })
  expect(await ofLeads(3)).toEqual({ shown: 3, queries: 3 })
  expect(await ofCopies(1)).toEqual({ shown: 1, queries: 3 })
  expect(await ofCopies(2)).toEqual({ shown: 2, queries: 3 })
})
