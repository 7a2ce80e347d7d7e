import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { accountId } from '#server/core/ledger/accounts.ts'
import type { Database } from '#server/platform/db/database.ts'
import { spot } from '#server/products/spot/product.ts'
import { wallets } from '#server/products/wallet/accounts.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { openExchange } from './exchange.ts'
import { runFullAudit } from './full-audit.ts'
import { simulate } from './run.ts'
import { createWatch } from './watch.ts'

/** The simulation itself, proved in small: it repeats, and it sees what it is there to see. */

const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
async function emptyDatabase(): Promise<Database> {
  const database = await openTestDatabase()
  opened.push(database)
  return database
}

/** Does as the owner what the application may not. */
const asOwner = ({ db }: Database, ...statements: string[]) =>
  db.connection().execute(async (connection) => {
    await sql`RESET ROLE`.execute(connection)
    for (const statement of statements) await sql.raw(statement).execute(connection)
    await sql`SET ROLE plumb_app`.execute(connection)
  })

test('the same seed twice is the same story, and another seed another', LONG, async () => {
  const options = { steps: 60, customers: 12 }
  const first = await simulate((await emptyDatabase()).db, { ...options, seed: 3 })
  const second = await simulate((await emptyDatabase()).db, { ...options, seed: 3 })
  const other = await simulate((await emptyDatabase()).db, { ...options, seed: 4 })
  expect(second).toEqual(first)
  expect(other.trace).not.toBe(first.trace)
})

test('errors planted behind its back are seen', async () => {
  const database = await emptyDatabase()
  const exchange = await openExchange(database.db, 3)
  const { engine } = exchange.services.of(spot)
  const check = () => runFullAudit(database.db, engine)
  const look = () => createWatch(database.db).look()
  await check()
  await look()
  const [customer] = exchange.customers
  const funding = accountId(customer!, wallets.funding, 'available', 'USDT')

  await asOwner(database, `UPDATE account SET balance = balance + 1 WHERE id = ${funding}`)
  await expect(check()).rejects.toThrow(/the ledger is sound/)
  await expect(look()).rejects.toThrow(/its entries say/)
  await asOwner(database, `UPDATE account SET balance = balance - 1 WHERE id = ${funding}`)
  await check()

  const order = `SELECT 1, ${customer}, 'BTC-USDT', 'buy', 'limit', 'gtc', false, 1700000, 100, 0, 0, 0, 10, 10, 1, 'open', now(), now()`
  await asOwner(
    database,
    `INSERT INTO spot_order (id, customer_id, symbol, side, order_type, time_in_force, post_only, price, quantity,
      filled, notional, fee, maker_fee_bps, taker_fee_bps, terms_version, status, created_at, updated_at) ${order}`,
  )
  await expect(check()).rejects.toThrow(/held is what open orders need/)
  await exchange.close()
})
