import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { auditLedger } from '#server/core/ledger/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { asWriter } from '#server/testing/as-writer.ts'
import {
  customerWith,
  endAll,
  openOne,
  platformOf,
  send,
  setBalance,
  startTestContracts,
  type TestContracts,
  usdt,
  walletOf,
} from '#server/testing/contract.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { counterparty } from './accounts.ts'
import { auditContracts } from './audit.ts'
import { addMargin, closeAll, closePosition, positionDetail, setStops } from './service.ts'
import { findPosition } from './store.ts'

/** Races on one position, and what a restart makes of what is stored: nothing twice, nothing lost. */

let database: Database
let contracts: TestContracts

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  contracts = await startTestContracts(database.db)
  return async () => {
    await endAll(contracts)
    expect(await auditContracts(database.db)).toEqual([])
    expect(await auditLedger(database.db)).toMatchObject({ unbalanced: [], drifted: [], negative: [] })
    await contracts.engine.stop()
  }
})

/** Every unit of the exchange's contracts: what nobody can have made or lost. */
async function allUnits(customers: readonly Awaited<ReturnType<typeof customerWith>>[]): Promise<bigint> {
  let all = 0n
  for (const each of Object.values(await platformOf(contracts))) all += each
  for (const customer of customers) {
    const { available, held } = await walletOf(contracts, customer)
    all += available + held
  }
  return all
}

test('T19: liquidation, take profit, closings, batch closings and added margin race: one closing, every unit accounted for', async () => {
  const alice = await customerWith(contracts)
  const caller = { customer: alice }
  for (let round = 0; round < 12; round++) {
    const { id, liquidationPrice } = await openOne(contracts, alice, { takeProfit: '20100' })
    const before = await allUnits([alice])
    // The first six take the profit, the others liquidate.
    const tick = await contracts.record(round < 6 ? '20100' : (liquidationPrice! / 100).toFixed(2))
    const sixteen = (lots?: string) => () =>
      Promise.allSettled(Array.from({ length: 16 }, () => closePosition(contracts, caller, id, lots)))
    const racing: (() => Promise<unknown>)[] = [
      () => contracts.engine.ticks([tick]),
      sixteen(),
      () => closeAll(contracts, caller, round % 3 ? 'long' : 'all'),
      () => addMargin(contracts, caller, id, '50'),
      sixteen('0.10'),
      () => setStops(contracts, caller, id, { stopLoss: '0' }),
    ]
    // Each of them comes first now and then.
    const first = round % racing.length
    const ordered = [...racing.slice(first), ...racing.slice(0, first)]
    await Promise.allSettled(ordered.map((act) => act()))
    const { position, changes } = await positionDetail(contracts, alice, id)
    expect(position).toMatchObject({ status: 'closed', openLots: 0, margin: 0n })
    expect(changes.filter(({ kind }) => kind === 'closed')).toHaveLength(1)
    expect((await walletOf(contracts, alice)).held).toBe(0n)
    expect(await allUnits([alice])).toBe(before)
    await contracts.tick('20000')
  }
})

test('64 closings of one position at once close it once', async () => {
  const alice = await customerWith(contracts)
  const { id } = await openOne(contracts, alice)
  const all = await Promise.allSettled(
    Array.from({ length: 64 }, () => closePosition(contracts, { customer: alice }, id, undefined)),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await walletOf(contracts, alice)).toEqual({ available: usdt('9998'), held: 0n })
})

test('a restart goes on with the same positions, prices and results', async () => {
  const alice = await customerWith(contracts)
  const position = await openOne(contracts, alice, { takeProfit: '20500' })
  const waiting = await openOne(contracts, alice, { limitPrice: '19900' })
  await addMargin(contracts, { customer: alice }, position.id, '12.3456789')
  const before = await findPosition(database.db, alice, position.id)
  await contracts.restart()
  await contracts.tick('19900')
  expect(await findPosition(database.db, alice, waiting.id)).toMatchObject({
    status: 'open',
    entryPrice: 1_990_000,
  })
  expect(await findPosition(database.db, alice, position.id)).toEqual(before)
  await contracts.tick('20500')
  expect(await findPosition(database.db, alice, position.id)).toMatchObject({ reason: 'take-profit' })
})

test('what was missed while the server was down is decided by its own ticks, in the tape’s order', async () => {
  const alice = await customerWith(contracts)
  const liquidated = await openOne(contracts, alice)
  const waiting = await openOne(contracts, alice, { limitPrice: '19500', takeProfit: '19900' })
  const pounds = await (async () => {
    await contracts.tick('1.20000', { symbol: 'GBP-USD' })
    await contracts.tick('0.86000', { symbol: 'EUR-GBP' })
    return openOne(contracts, alice, { symbol: 'EUR-GBP', lots: '0.01', leverage: 20, takeProfit: '0.86100' })
  })()
  await contracts.engine.stop()
  const opening = await contracts.record('19400')
  const liquidation = await contracts.record('18900')
  const conversion = await contracts.record('1.25000', { symbol: 'GBP-USD' })
  const profit = await contracts.record('0.86100', { symbol: 'EUR-GBP' })
  // None of these decides anything any more: not even the pound that is dearer by then.
  await contracts.record('1.50000', { symbol: 'GBP-USD' })
  const closing = await contracts.record('20000')
  await contracts.restart()
  await send(contracts, [])
  expect(await findPosition(database.db, alice, liquidated.id)).toMatchObject({
    ...{ reason: 'liquidation', closeSequence: liquidation.sequence, closePrice: 1_890_000 },
  })
  expect(await findPosition(database.db, alice, waiting.id)).toMatchObject({
    ...{ entrySequence: opening.sequence, entryPrice: 1_940_000 },
    ...{ reason: 'take-profit', closeSequence: closing.sequence },
  })
  const { position, changes } = await positionDetail(contracts, alice, pounds.id)
  expect(position).toMatchObject({ reason: 'take-profit', closeSequence: profit.sequence })
  expect(changes.at(-1)).toMatchObject({ conversionSequence: conversion.sequence, amount: usdt('1.25') })
  // A second start finds nothing more to do.
  const after = await walletOf(contracts, alice)
  await contracts.restart()
  await send(contracts, [])
  expect(await walletOf(contracts, alice)).toEqual(after)
})

test('a stop is not reached by a tick before it that a restart compares once more', async () => {
  const alice = await customerWith(contracts)
  const { id } = await openOne(contracts, alice)
  // Written is how far the tape was compared with the first of them, for half a minute.
  await contracts.tick('20000')
  await contracts.tick('19890')
  await contracts.tick('20000')
  await setStops(contracts, { customer: alice }, id, { stopLoss: '19900' })
  await contracts.restart()
  await send(contracts, [])
  expect(await findPosition(database.db, alice, id)).toMatchObject({ status: 'open', stopLoss: 1_990_000 })
  const { sequence } = await contracts.tick('19900')
  expect(await findPosition(database.db, alice, id)).toMatchObject({ closeSequence: sequence })
})

test('midnight is charged once, whenever it is learned of', async () => {
  const alice = await customerWith(contracts)
  const { id } = await openOne(contracts, alice)
  await contracts.engine.stop()
  contracts.clock.advance(86_400_000)
  const tick = await contracts.record('20000')
  for (let start = 0; start < 3; start++) {
    await contracts.restart()
    await send(contracts, [tick])
    expect(await findPosition(database.db, alice, id)).toMatchObject({ financing: usdt('0.4') })
  }
})

test('ticks that come twice or out of order change nothing', async () => {
  const alice = await customerWith(contracts)
  const { id } = await openOne(contracts, alice, { stopLoss: '19900' })
  const [old, low] = [contracts.lastTick('BTC-USDT')!, await contracts.record('19890')]
  await send(contracts, [low])
  const closed = await findPosition(database.db, alice, id)
  expect(closed).toMatchObject({ reason: 'stop-loss', closeSequence: low.sequence })
  const other = await openOne(contracts, alice, { stopLoss: '19800' })
  await send(contracts, [low, old, { ...low, sequence: old.sequence, bid: 1, ask: 1 }])
  expect(await findPosition(database.db, alice, other.id)).toEqual(other)
  expect(await findPosition(database.db, alice, id)).toEqual(closed)
})

test('a stored position whose liquidation price is not what its margin makes ends the start with a sentence', async () => {
  const alice = await customerWith(contracts)
  const { id, liquidationPrice } = await openOne(contracts, alice)
  await contracts.engine.stop()
  const set = (price: number) =>
    asWriter(database.db, 'contract', (tx) =>
      sql`update contract_position set liquidation_price = ${price} where id = ${id}`.execute(tx),
    )
  await set(liquidationPrice! + 1)
  await expect(contracts.restart()).rejects.toThrow(
    `position ${id} is to be liquidated at ${liquidationPrice! + 1}, its margin says ${liquidationPrice}`,
  )
  await set(liquidationPrice!)
  await contracts.restart()
})

test('T19: the database lets nobody end a position twice', async () => {
  const alice = await customerWith(contracts)
  const { id } = await openOne(contracts, alice)
  await closePosition(contracts, { customer: alice }, id, undefined)
  await expect(
    sql`update contract_position set realized_pnl = 1 where id = ${id}`.execute(database.db),
  ).rejects.toThrow(`position ${id} was closed before`)
})

test('the database lets nobody write a position without the engine’s token, nor what decided it twice', async () => {
  const alice = await customerWith(contracts)
  const { id } = await openOne(contracts, alice, { lots: '0.10' })
  const change = (set: string) => sql`update contract_position set ${sql.raw(set)} where id = ${id}`
  await expect(change('stop_loss = 1').execute(database.db)).rejects.toThrow(
    'contract_position is written by the contract writer under its fencing token',
  )
  for (const set of [
    ...['entry_price = 1', 'entry_sequence = 1', 'spread = spread + 1', "opened_at = '2026-01-01T00:00:00Z'"],
    ...['conversion_mark = 1, conversion_sequence = 1', 'initial_margin = 1', 'open_lots = open_lots + 1'],
    ...['realized_pnl = 1', 'close_price = 1, close_sequence = 1', 'fee = fee + 1', 'fee = fee - 1'],
    ...['financing = financing + 1', 'financed_day = financed_day - 1'],
  ]) {
    const refused = asWriter(database.db, 'contract', (tx) => change(set).execute(tx))
    await expect(refused, set).rejects.toThrow(/is written once|violates check constraint/)
  }
})

test('a platform that cannot pay a profit pays it once it can, at the price of its tick', async () => {
  await contracts.engine.stop()
  contracts = await startTestContracts(database.db, { funds: { counterparty: '250', insurance: '5' } })
  const alice = await customerWith(contracts)
  const bob = await customerWith(contracts)
  const gains = await openOne(contracts, alice, { takeProfit: '24000' })
  const { sequence } = await contracts.tick('24000')
  // 400 USDT of profit, of 255: it waits, and nothing is paid in part.
  expect(await findPosition(database.db, alice, gains.id)).toMatchObject({
    status: 'open',
    margin: usdt('200'),
  })
  // Nor is it forgotten by a restart.
  await contracts.restart()
  await send(contracts, [])
  // Nothing is opened for some minutes after such a move.
  contracts.clock.advance(11 * MINUTE_MS)
  await contracts.tick('24000')
  const loses = await openOne(contracts, bob, { direction: 'short', lots: '0.01' })
  await contracts.tick('24000')
  await closePosition(contracts, { customer: bob }, loses.id, undefined)
  // More money for the platform, as the treasury would bring it.
  await setBalance(database.db, counterparty(), '1000')
  await contracts.tick('23000')
  expect(await findPosition(database.db, alice, gains.id)).toMatchObject({
    ...{ status: 'closed', reason: 'take-profit', closePrice: 2_400_000, closeSequence: sequence },
    realizedPnl: usdt('400'),
  })
})

test('a profit that waits over midnight is paid once, at its tick: it is charged no more, and no later price counts', async () => {
  await contracts.engine.stop()
  contracts = await startTestContracts(database.db, { funds: { counterparty: '250', insurance: '5' } })
  const alice = await customerWith(contracts)
  const gains = await openOne(contracts, alice, { takeProfit: '24000' })
  const { sequence } = await contracts.tick('24000')
  for (let day = 0; day < 2; day++) {
    contracts.clock.advance(DAY_MS)
    // Its price is reached again, in a day that began while it waited.
    await contracts.tick('24500')
    await contracts.tick('24600')
  }
  await setBalance(database.db, counterparty(), '2000')
  await contracts.tick('24700')
  await contracts.tick('24800')
  const { position, changes } = await positionDetail(contracts, alice, gains.id)
  expect(position).toMatchObject({
    ...{ status: 'closed', reason: 'take-profit', closePrice: 2_400_000, closeSequence: sequence },
    ...{ realizedPnl: usdt('400'), financing: 0n },
  })
  expect(changes.map(({ kind }) => kind)).toEqual(['closed'])
  expect(contracts.errors).toEqual([])
})
