// long-running
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { requestDeposit } from '#domain/deposit/contract.ts'
import { redeem, subscribe } from '#domain/earn/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listDepositAddresses } from '#server/products/deposit/addresses.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { howMany } from '#server/testing/length.ts'
import { type Input, loadTesting } from '#server/testing/product-testing.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { openExchange } from './exchange.ts'
import { runFullAudit } from './full-audit.ts'
import { simulate } from './run.ts'
import { createWatch } from './watch.ts'

/**
 * The simulation itself, proved in small: it repeats, and it sees what it is there to see. On the embedded database
 * `npm test` runs all of it.
 */

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
const asOwner = (database: Database, ...statements: string[]) =>
  alterAsOwner(database, ...statements.map((statement) => sql.raw(statement)))

test('the same seed twice is the same story, and another seed another', LONG, async () => {
  const options = { steps: howMany(60, 30), customers: 12 }
  const first = await simulate((await emptyDatabase()).db, { ...options, seed: 3 })
  const second = await simulate((await emptyDatabase()).db, { ...options, seed: 3 })
  const other = await simulate((await emptyDatabase()).db, { ...options, seed: 4 })
  expect(second).toEqual(first)
  expect(other.trace).not.toBe(first.trace)
})

/** An exchange whose errors can be planted, and what must see them. */
async function openWatched() {
  const database = await emptyDatabase()
  const tested = await loadTesting()
  const exchange = await openExchange(database.db, 3, tested)
  const check = () => runFullAudit(exchange, tested)
  const look = () => createWatch(database.db, tested).look()
  await check()
  await look()
  const customer = exchange.customers[0]!
  return {
    exchange,
    check,
    look,
    customer,
    funding: accountId(customer, wallets.funding, 'available', 'USDT'),
    /** Plants an error, finds it by a full audit and, where it must be, after a step; and takes it away. */
    async plant(error: string, repair: string, inAudit: RegExp, afterStep?: RegExp) {
      await asOwner(database, error)
      await expect(check()).rejects.toThrow(inAudit)
      if (afterStep) await expect(look()).rejects.toThrow(afterStep)
      await asOwner(database, repair)
      await check()
      await look()
    },
    async succeed(call: Endpoint, input: Input) {
      const answer = await exchange.call(customer, call, input)
      if (!answer.ok) throw new Error(`${call.path} answered ${answer.error}`)
      return answer.data as { id: string }
    },
  }
}

test('errors planted behind its back are seen', async () => {
  const { plant, customer, funding, exchange } = await openWatched()
  await plant(
    `UPDATE account SET balance = balance + 1 WHERE id = ${funding}`,
    `UPDATE account SET balance = balance - 1 WHERE id = ${funding}`,
    /the ledger is sound/,
    /its entries say/,
  )
  const order = `SELECT 1, ${customer}, 'BTC-USDT', 'buy', 'limit', 'gtc', false, 1700000, 100, 0, 0, 0, 10, 10, 1, 'open', now(), now()`
  const needs = /spot: account \d+ holds 0, its open orders need \d+/
  await plant(
    `INSERT INTO spot_order (id, customer_id, symbol, side, order_type, time_in_force, post_only, price, quantity,
      filled, notional, fee, maker_fee_bps, taker_fee_bps, terms_version, status, created_at, updated_at) ${order}`,
    'DELETE FROM spot_order',
    needs,
    needs,
  )
  const named = /account \d+ holds 0, its named holds need 5/
  await plant(
    `INSERT INTO hold (id, account_id, purpose, reference, amount, remaining, created_at)
      VALUES (1, ${funding}, 'withdrawal', 1, 5, 5, now())`,
    'DELETE FROM hold WHERE id = 1',
    named,
    named,
  )
  await exchange.close()
})

test('errors planted in what products did are seen', async () => {
  const { plant, customer, succeed, exchange } = await openWatched()
  const { id } = await succeed(subscribe, { productId: '1', amount: '25' })
  const owed = /earn: account \d+ has 250000000, its subscriptions say 250000001/
  await plant(
    'UPDATE earn_subscription SET principal = principal + 1',
    'UPDATE earn_subscription SET principal = principal - 1',
    owed,
    owed,
  )
  await succeed(redeem, { id })
  await plant(
    'UPDATE earn_subscription SET refund = refund - 1, penalty = penalty + 1',
    'UPDATE earn_subscription SET refund = refund + 1, penalty = penalty - 1',
    /earn is as it must be: .*redeemed: paid \d+, stated \d+/,
  )

  await exchange.advance(3_000, false)
  const last = exchange.services.markets.lastPrice('BTC-USDT')!.price
  const limitPrice = (Math.ceil(last * 1.02) / 100).toFixed(2)
  await succeed(spotTrade, { base: 'BTC', quote: 'USDT', side: 'sell', quantity: '0.01', limitPrice })
  await plant(
    'UPDATE spot_order SET price = price + 100',
    'UPDATE spot_order SET price = price - 100',
    /spot is as it must be: .*book of BTC-USDT/,
  )

  const image = await exchange.services.uploads.keep(customer, exchange.proof)
  const { address, network } = (await listDepositAddresses(exchange.real))[0]!
  const claim = { sender: 'A. Sender', currency: 'USDT', amount: '100', hashTail: 'a1b2c3' }
  await succeed(requestDeposit, { ...claim, address, network, image })
  await plant(
    `UPDATE deposit_request SET status = 'approved', decided_at = now(), credited = claimed, tx_reference = 'x',
      maker = 1, checker = 2`,
    `UPDATE deposit_request SET status = 'pending', decided_at = null, credited = null, tx_reference = null,
      maker = null, checker = null`,
    /deposit is as it must be: .*approved, 0 credits/,
  )
  await exchange.close()
})
