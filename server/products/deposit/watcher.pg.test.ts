import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositAddress } from '#domain/deposit/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import type { ChainNode, ChainTransfer } from '#server/core/chain/node.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { localSettings } from '#server/testing/local-chain.ts'
import { createWatcher, DROPPED_AFTER_MS } from './watcher.ts'

/** A run of the watcher in which something fails, on a chain that is written here block by block. */

const { settings } = localSettings('Litecoin', 'http://127.0.0.1:1')
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ chains: [settings] })
})
afterAll(() => app.close())

/** The blocks above the first: of each its hash, and what it pays. */
const blocks: { hash: string; transfers: ChainTransfer[] }[] = [{ hash: 'first', transfers: [] }]
const node: ChainNode = {
  check: async () => {},
  tipHeight: async () => blocks.length - 1,
  hashAt: async (height) => blocks[height]?.hash,
  async blockAt(height) {
    const { hash, transfers } = blocks[height]!
    return { height, hash, parentHash: blocks[height - 1]!.hash, transfers }
  },
}
async function paymentTo(customer: TestCustomer, txid: string): Promise<ChainTransfer> {
  const wanted = { currency: 'LTC', network: 'Litecoin' }
  const { data } = await app.call(depositAddress, wanted, customer.token)
  return {
    ...wanted,
    txid: txid.repeat(64),
    index: 0,
    address: data.address,
    amount: 5n * 10n ** 8n,
    isReward: false,
  }
}
async function depositOf({ id }: TestCustomer): Promise<{ id: bigint; status: string }> {
  const { rows } = await sql<{ id: bigint; status: string }>`
    select id, status from chain_deposit where customer_id = ${id}`.execute(app.db)
  return rows[0]!
}

test('of a deposit that cannot be credited neither those behind it nor those that left their block are held up', async () => {
  const told = new Set<bigint>()
  const watcher = createWatcher({
    ...{ db: app.db, clock: app.clock, settings, node, log: pino({ level: 'silent' }) },
    onChange: async (ids) => {
      for (const id of ids) told.add(id)
    },
  })
  await watcher.look()
  const [left, stuck, behind] = [await app.newCustomer(), await app.newCustomer(), await app.newCustomer()]
  blocks.push({ hash: 'undone', transfers: [await paymentTo(left, 'a')] })
  await watcher.look()
  blocks.splice(1, 1, { hash: 'in its place', transfers: [] })
  await watcher.look()
  const payments = [await paymentTo(stuck, 'b'), await paymentTo(behind, 'c')]
  blocks.push({ hash: 'paid', transfers: payments })
  await watcher.look()
  const failing = await depositOf(stuck)
  await alterAsOwner(
    app,
    sql`create function fails() returns trigger language plpgsql as $$
      begin raise exception 'cannot be credited'; end $$`,
    sql`create trigger fails before update on chain_deposit for each row
      when (new.status = 'credited' and new.id = ${sql.lit(failing.id)}) execute function fails()`,
  )
  app.clock.advance(DROPPED_AFTER_MS + DAY_MS)
  told.clear()
  for (let height = blocks.length; height < 7; height++)
    blocks.push({ hash: `empty ${height}`, transfers: [] })
  await expect(watcher.look()).rejects.toThrow('cannot be credited')
  expect(await depositOf(behind)).toMatchObject({ status: 'credited' })
  expect(await depositOf(left)).toMatchObject({ status: 'dropped' })
  for (const customer of [left, stuck, behind]) expect(told).toContain((await depositOf(customer)).id)
  await alterAsOwner(app, sql`drop trigger fails on chain_deposit`)
  await watcher.look()
  expect(await depositOf(stuck)).toMatchObject({ status: 'credited' })
  expect(await app.isConsistent()).toBe(true)
})
