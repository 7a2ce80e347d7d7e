import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyLossShare } from '#domain/copy/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { customerResultsJob } from '#server/core/ledger/customer-results.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  endAll,
  openOne,
  startTestContracts,
  type TestContracts,
  walletOf,
} from '#server/testing/contract.ts'
import { cancelAs, followerOf, leadWith } from '#server/testing/copy.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { openExchange } from '#server/testing/exchange.ts'
import { closePosition } from '../contract/service.ts'
import { copyResults } from './results.ts'

/** What followers gained and lost by the ledger: what their wallets changed by, for whoever did nothing else. */

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

const follow = () => customerResultsJob(database.db, copyResults).run()
async function resultOf(customer: CustomerId): Promise<bigint> {
  const { rows } = await sql<{ net: bigint }>`
    select coalesce(sum(net), 0)::bigint as net from customer_result
    where product = 'copy' and customer_id = ${customer}`.execute(database.db)
  return rows[0]!.net
}
const moneyOf = async (customer: CustomerId) => {
  const { available, held } = await walletOf(contracts, customer)
  return available + held
}

test('the result of a follower is what copies and shares changed their wallet by, nobody else’s and nothing else', async () => {
  const lead = await leadWith(contracts)
  const [winner, loser, trader] = [
    await followerOf(contracts, lead, { number: '500', amount: '50000' }),
    await followerOf(contracts, lead, { number: '100', amount: '50000' }),
    await followerOf(contracts, lead, { number: '100', amount: '50000' }),
  ]
  const before = new Map<CustomerId, bigint>()
  for (const { customer } of [winner, loser, trader]) before.set(customer, await moneyOf(customer))
  const trade = async (from: string, to: string) => {
    await contracts.tick(from)
    const led = await openOne(contracts, lead.customer)
    await contracts.tick(to)
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
  }
  await trade('20000', '20500')
  await cancelAs(contracts, winner, 'close')
  await trade('20500', '19900')
  await cancelAs(contracts, loser, 'close')
  await follow()
  // Own positions count for contracts, not here.
  const copied = await resultOf(trader.customer)
  expect(copied).toBe((await moneyOf(trader.customer)) - before.get(trader.customer)!)
  const own = await openOne(contracts, trader.customer)
  await contracts.tick('19800')
  await closePosition(contracts, { customer: trader.customer }, own.id, undefined)
  await Promise.all([follow(), follow()])
  await follow()
  for (const { customer } of [winner, loser]) {
    expect(await resultOf(customer)).toBe((await moneyOf(customer)) - before.get(customer)!)
  }
  expect(await resultOf(winner.customer)).toBeGreaterThan(0n)
  expect(await resultOf(loser.customer)).toBeLessThan(0n)
  expect(await resultOf(trader.customer)).toBe(copied)
  expect(await resultOf(lead.customer)).toBe(0n)
  await endAll(contracts)
})

test('anybody may ask for the share that lost; of few accounts it is not said', async () => {
  const exchange = await openExchange()
  const reply = await exchange.send('customers', copyLossShare, undefined, {})
  expect(reply.data).toMatchObject({ lostPercent: null, minimumAccounts: 100, months: 12 })
  await exchange.close()
})
