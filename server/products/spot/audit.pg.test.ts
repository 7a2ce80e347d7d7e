import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountId, PLATFORM } from '#server/core/ledger/accounts.ts'
import { hold, post, release, type Transfer } from '#server/core/ledger/ledger.ts'
import { asWriter } from '#server/testing/as-writer.ts'
import { customerWith, ETH, order, pair, spotMoney, unitsOf } from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { spotAccounts } from './accounts.ts'
import { auditHolds } from './audit.ts'

spotForFile()

const move = (transfer: Transfer) => database.db.transaction().execute((tx) => post(tx, [transfer], 0))

test('nothing differs when orders of both sides rest, whole and filled in part', async () => {
  const [alice, bob] = [
    await customerWith(database.db, { USDT: '9000', BTC: '1', ETH: '3' }),
    await customerWith(database.db, { USDT: '9000', BTC: '1' }),
  ]
  await order(fixture, alice, { quantity: '0.03', limitPrice: '19999.99' })
  await order(fixture, alice, { quantity: '0.02', limitPrice: '19000.01' })
  await order(fixture, alice, { side: 'sell', quantity: '0.5', limitPrice: '20100' })
  await order(fixture, alice, { symbol: ETH.symbol, side: 'sell', quantity: '2', limitPrice: '1500' })
  await order(fixture, bob, { side: 'sell', quantity: '0.01', limitPrice: '19999' })
  await order(fixture, bob, { quantity: '0.2', limitPrice: '20100' })
  expect(await auditHolds(database.db)).toEqual([])
})

test('nothing differs while stops and pairs wait, nor once a tick has triggered some of them', async () => {
  await fixture.tick(2_000_000)
  const customer = await customerWith(database.db, { USDT: '9000', BTC: '1' })
  await order(fixture, customer, { orderType: 'stop-limit', triggerPrice: '20100', limitPrice: '20200' })
  await order(fixture, customer, { side: 'sell', orderType: 'stop-market', triggerPrice: '19000' })
  await pair(fixture, customer)
  const buy = { side: 'buy', limitPrice: '19500', triggerPrice: '20500' } as const
  await pair(fixture, customer, { ...buy, stopLimitPrice: '20600' })
  // Its stop needs less than its limit order: nothing beside it.
  await pair(fixture, customer, { ...buy, triggerPrice: '20001', stopLimitPrice: '19400' })
  expect(await auditHolds(database.db)).toEqual([])
  expect((await spotMoney(database.db, customer)).USDT?.[1]).toBe(unitsOf('603', 'USDT'))
  await fixture.tick(2_010_000)
  expect(await auditHolds(database.db)).toEqual([])
  await fixture.engine.cancelAll(customer)
  expect(await auditHolds(database.db)).toEqual([])
})

test('a held side that is not what the open orders need is named with both figures', async () => {
  const customer = await customerWith(database.db, { USDT: '500' })
  const { id } = await order(fixture, customer, { quantity: '0.01', limitPrice: '20000' })
  const held = accountId(customer, spotAccounts.spot, 'held', 'USDT')
  const change = (by: number) =>
    asWriter(database.db, 'spot', (tx) =>
      sql`update spot_order set quantity = quantity + ${by} where id = ${id}`.execute(tx),
    )
  await change(1)
  const needed = unitsOf('200.2', 'USDT')
  expect(await auditHolds(database.db)).toEqual([{ account: held, held: unitsOf('200', 'USDT'), needed }])
  await change(-1)
  expect(await auditHolds(database.db)).toEqual([])
})

test('nothing is ever held of the fees', async () => {
  const customer = await customerWith(database.db, { USDT: '1' })
  const fees = accountId(PLATFORM, spotAccounts.fees, 'available', 'USDT')
  const amount = unitsOf('1', 'USDT')
  const from = accountId(customer, spotAccounts.spot, 'available', 'USDT')
  await move({ debit: from, credit: fees, amount, reason: 'spot-fee', reference: 1n })
  await move(hold(PLATFORM, spotAccounts.fees, 'USDT', amount, 'spot-hold', 1n))
  expect(await auditHolds(database.db)).toEqual([
    { account: accountId(PLATFORM, spotAccounts.fees, 'held', 'USDT'), held: amount, needed: 0n },
  ])
  await move(release(PLATFORM, spotAccounts.fees, 'USDT', amount, 'spot-release', 1n))
  expect(await auditHolds(database.db)).toEqual([])
})
