import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adoptInstruments, instruments } from '#domain/market/instruments.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { auditLedger } from '#server/core/ledger/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import {
  BTC,
  customerWith,
  endAll,
  openOne,
  platformOf,
  setBalance,
  startTestContracts,
  type TestContracts,
  usdt,
  walletOf,
} from '#server/testing/contract.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { liveIn, switchCountry } from '#server/testing/countries.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { acceptDisclosure } from '#server/users/disclosures.ts'
import { availableOf, counterparty } from './accounts.ts'
import { auditContracts } from './audit.ts'
import { contractQuiz } from './quiz.ts'
import {
  addMargin,
  cancelOrder,
  closeAll,
  closePosition,
  MAX_CHANGES,
  offer,
  positionDetail,
  setStops,
} from './service.ts'
import { findPosition } from './store.ts'
import { positionView } from './views.ts'

/** What customers do with contracts, on a real database: the money of each step to the unit. */

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
    expect(contracts.errors).toEqual([])
  }
})

const stored = (
  customer: Awaited<ReturnType<typeof customerWith>>,
  { id }: { id: Parameters<typeof findPosition>[2] },
) => findPosition(database.db, customer, id)

describe('a position at the market', () => {
  test('sets its margin aside, pays its fee, and names the tick that it opened at', async () => {
    const alice = await customerWith(contracts)
    const { sequence } = await contracts.tick('20000', { spread: 200 })
    const before = await platformOf(contracts)
    const position = await openOne(contracts, alice)
    expect(position).toMatchObject({
      ...{ status: 'open', entryPrice: 2_000_100, entrySequence: sequence, spread: 200, openLots: 10 },
      ...{ margin: usdt('200.01'), maintenance: usdt('100.005'), fee: usdt('1.00005') },
      ...{ liquidationPrice: 1_901_145, termsVersion: 1, lotSize: 1, feeBps: 5, financingBps: 2 },
    })
    expect(await stored(alice, position)).toEqual(position)
    expect(await walletOf(contracts, alice)).toEqual({ available: usdt('9798.98995'), held: usdt('200.01') })
    expect((await platformOf(contracts)).fees - before.fees).toBe(usdt('1.00005'))
  })

  test('closes at the other side of the market: a profit comes from the platform', async () => {
    const alice = await customerWith(contracts)
    const position = await openOne(contracts, alice)
    const before = await platformOf(contracts)
    const { sequence } = await contracts.tick('20100', { spread: 20 })
    const closed = await closePosition(contracts, { customer: alice }, position.id, undefined)
    // 0.10 BTC bought at 20,000.00 and sold at 20,099.90, with 5 bps of either.
    expect(closed).toMatchObject({
      ...{ status: 'closed', reason: 'user', closePrice: 2_009_990, closeSequence: sequence, openLots: 0 },
      ...{ realizedPnl: usdt('9.99'), fee: usdt('1') + usdt('1.004995'), margin: 0n },
    })
    const available = usdt('10000') - usdt('1') - usdt('1.004995') + usdt('9.99')
    expect(await walletOf(contracts, alice)).toEqual({ available, held: 0n })
    expect((await platformOf(contracts)).counterparty).toBe(before.counterparty - usdt('9.99'))
    const { changes } = await positionDetail(contracts, alice, position.id)
    expect(changes).toMatchObject([{ kind: 'closed', lots: 10, amount: usdt('9.99'), sequence }])
  })

  test('has points: the ticks from its opening to its closing, lost ones below zero', async () => {
    const alice = await customerWith(contracts)
    const both = [await openOne(contracts, alice), await openOne(contracts, alice, { direction: 'short' })]
    await contracts.tick('20100')
    const closed = []
    for (const { id } of both) closed.push(await closePosition(contracts, { customer: alice }, id, undefined))
    // A hundred dollars in ticks of a cent; a closed position needs no price.
    const points = closed.map((position) => positionView(position, () => undefined).points)
    expect(points).toEqual(['10000.0', '-10000.0'])
  })

  test('closes in parts, each with its part of the margin', async () => {
    const alice = await customerWith(contracts)
    const { id } = await openOne(contracts, alice, { direction: 'short' })
    await contracts.tick('19900')
    const part = await closePosition(contracts, { customer: alice }, id, '0.03')
    expect(part).toMatchObject({
      ...{ status: 'open', openLots: 7, margin: usdt('140'), maintenance: usdt('70') },
      realizedPnl: usdt('3'),
    })
    await expect(closePosition(contracts, { customer: alice }, id, '0.08')).rejects.toMatchObject({
      code: 'LOTS_TOO_MANY',
      params: { maximum: '0.07' },
    })
    const rest = await closePosition(contracts, { customer: alice }, id, '0.07')
    expect(rest).toMatchObject({ status: 'closed', openLots: 0, realizedPnl: usdt('10'), margin: 0n })
    await expect(closePosition(contracts, { customer: alice }, id, undefined)).rejects.toMatchObject({
      code: 'POSITION_NOT_OPEN',
    })
  })

  test('is settled in USDT at the converting pair of the same moment, and both ticks are kept', async () => {
    const alice = await customerWith(contracts)
    const order = { symbol: 'EUR-GBP', lots: '0.01', leverage: 20 }
    await contracts.tick('0.86000', { symbol: 'EUR-GBP' })
    await expect(openOne(contracts, alice, order)).rejects.toMatchObject({ code: 'PRICE_STALE' })
    const opening = await contracts.tick('1.23630', { symbol: 'GBP-USD' })
    const position = await openOne(contracts, alice, order)
    expect(position).toMatchObject({ conversionMark: 247_260, conversionSequence: opening.sequence })
    expect(position.margin).toBe(usdt('53.1609'))
    await contracts.tick('0.86100', { symbol: 'EUR-GBP' })
    const closing = await contracts.tick('1.30000', { symbol: 'GBP-USD' })
    await closePosition(contracts, { customer: alice }, position.id, undefined)
    const { changes } = await positionDetail(contracts, alice, position.id)
    // A thousand euros a tenth of a penny dearer: one pound, of 1.30 dollars.
    expect(changes).toMatchObject([{ amount: usdt('1.3'), conversionSequence: closing.sequence }])
  })

  test('is refused to who is not verified, cannot pay, or names another margin currency', async () => {
    const { id: unverified } = await addTestCustomer(database.db, contracts.clock, { tier: 'unverified' })
    await expect(openOne(contracts, unverified)).rejects.toMatchObject({ code: 'KYC_REQUIRED' })
    const poor = await customerWith(contracts, '200.9')
    await expect(openOne(contracts, poor)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    await expect(openOne(contracts, poor, { marginCurrency: 'BTC' })).rejects.toMatchObject({
      code: 'MARGIN_CURRENCY',
    })
    await expect(openOne(contracts, poor, { symbol: 'NONE-USDT' })).rejects.toMatchObject({
      code: 'INSTRUMENT_UNKNOWN',
    })
    await expect(openOne(contracts, poor, { termsVersion: 2 })).rejects.toMatchObject({
      code: 'TERMS_CHANGED',
    })
  })

  test('is refused before the risk notice is accepted', async () => {
    const { id } = await addTestCustomer(database.db, contracts.clock, { accepts: [] })
    await setBalance(database.db, availableOf(id), '10000')
    await expect(openOne(contracts, id)).rejects.toMatchObject({ code: 'RISK_NOT_ACCEPTED' })
    await acceptDisclosure(
      database.db,
      id,
      contractQuiz,
      { version: contractQuiz.version, answers: '3223' },
      0,
    )
    expect((await openOne(contracts, id)).status).toBe('open')
  })

  test('T26: is refused while the price is stale or the market shut, and neither is it closed then', async () => {
    const alice = await customerWith(contracts)
    const { id } = await openOne(contracts, alice)
    contracts.clock.advance(6_000)
    await expect(openOne(contracts, alice)).rejects.toMatchObject({ code: 'PRICE_STALE' })
    await expect(closePosition(contracts, { customer: alice }, id, undefined)).rejects.toMatchObject({
      code: 'PRICE_STALE',
    })
    await contracts.tick('145.00', { symbol: 'AAPL' })
    const apple = { symbol: 'AAPL', lots: '1', leverage: 5 }
    const { id: share } = await openOne(contracts, alice, apple)
    await closePosition(contracts, { customer: alice }, share, undefined)
    // Ten in the evening in London, five in New York.
    contracts.clock.advance(7 * 3_600_000)
    await contracts.tick('145.00', { symbol: 'AAPL' })
    await expect(openOne(contracts, alice, apple)).rejects.toMatchObject({ code: 'MARKET_SESSION_CLOSED' })
  })

  test('is refused when the price has moved away beyond the cap since the customer saw it', async () => {
    const alice = await customerWith(contracts)
    const { sequence } = await contracts.tick('20000')
    const order = {
      customer: alice,
      symbol: 'BTC-USDT',
      draft: { direction: 'long', lots: '0.1', leverage: 10 },
    } as const
    const seen = (seenPrice: number) => ({ ...order, seenPrice })
    await expect(contracts.engine.open(seen(1_990_000))).rejects.toMatchObject({
      code: 'PRICE_MOVED',
      params: { price: '20000.00' },
    })
    expect(await contracts.engine.open(seen(1_990_050))).toMatchObject({ entrySequence: sequence })
    // A better price is the customer's.
    expect(await contracts.engine.open(seen(2_100_000))).toMatchObject({ entryPrice: 2_000_000 })
    // For a short it is the lower one that is worse.
    const short = (at: number) => ({ ...seen(at), draft: { ...order.draft, direction: 'short' as const } })
    await expect(contracts.engine.open(short(2_010_100))).rejects.toMatchObject({ code: 'PRICE_MOVED' })
    expect(await contracts.engine.open(short(2_010_000))).toMatchObject({ entrySequence: sequence })
    expect(await contracts.engine.open(short(1_900_000))).toMatchObject({ entryPrice: 2_000_000 })
  })

  test('compares the price that the customer says they saw, whatever came before the order did', async () => {
    const alice = await customerWith(contracts)
    await contracts.tick('20000', { spread: 200 })
    // A short opens at the bid, 19,999.00: 0.5 % below 20,099.497.
    const short = { direction: 'short', lots: '0.01' } as const
    await expect(openOne(contracts, alice, { ...short, seenPrice: '20099.51' })).rejects.toMatchObject({
      ...{ code: 'PRICE_MOVED', params: { price: '19999.00' } },
    })
    expect(await openOne(contracts, alice, { ...short, seenPrice: '20099.49' })).toMatchObject({
      entryPrice: 1_999_900,
    })
    await expect(openOne(contracts, alice, { ...short, seenPrice: '0' })).rejects.toMatchObject({
      code: 'PRICE_INVALID',
    })
    await expect(openOne(contracts, alice, { ...short, seenPrice: '1.001' })).rejects.toMatchObject({
      code: 'PRICE_OFF_TICK',
    })
    // Tried again under its key, it is the same order, whatever is seen by then.
    const first = await openOne(contracts, alice, { ...short, key: 'once', seenPrice: '19999.00' })
    const again = await openOne(contracts, alice, { ...short, key: 'once', seenPrice: '30000.00' })
    expect(again.id).toBe(first.id)
    // An order that waits opens at its own price or better, whatever was seen.
    const limit = { ...short, limitPrice: '20100.00', seenPrice: '30000.00' }
    expect((await openOne(contracts, alice, limit)).status).toBe('pending')
  })

  test('T22: is refused in a country that closed contracts; what was made is answered again, and what is open is closed', async () => {
    const alice = await customerWith(contracts)
    await contracts.tick('20000')
    const open = await openOne(contracts, alice, { key: 'before' })
    const waiting = await openOne(contracts, alice, { limitPrice: '19000' })
    await liveIn(database.db, alice, { country: 'FR' })
    await switchCountry(database.db, { country: 'FR', product: 'contract', isOpen: false })
    for (const limitPrice of [undefined, '19900'])
      await expect(openOne(contracts, alice, { limitPrice })).rejects.toMatchObject({
        code: 'COUNTRY_NOT_OFFERED',
      })
    expect((await openOne(contracts, alice, { key: 'before' })).id).toBe(open.id)
    expect((await cancelOrder(contracts, { customer: alice }, waiting.id)).status).toBe('cancelled')
    expect((await closePosition(contracts, { customer: alice }, open.id, undefined)).status).toBe('closed')
    await switchCountry(database.db, { country: 'FR', product: 'contract', isOpen: true })
    expect((await openOne(contracts, alice)).status).toBe('open')
  })

  test('is not offered while nobody has given the contracts any money', async () => {
    await contracts.engine.stop()
    contracts = await startTestContracts(database.db, { funds: { counterparty: '0', insurance: '0' } })
    const alice = await customerWith(contracts)
    for (const limitPrice of [undefined, '19900']) {
      await expect(openOne(contracts, alice, { limitPrice })).rejects.toMatchObject({
        code: 'CONTRACTS_NOT_OFFERED',
      })
    }
    await setBalance(database.db, counterparty(), '1000')
    expect(await openOne(contracts, alice, { lots: '0.01' })).toMatchObject({ status: 'open' })
  })

  test('is refused where the platform could not pay the stress move of it', async () => {
    await contracts.engine.stop()
    contracts = await startTestContracts(database.db, { funds: { counterparty: '1000', insurance: '0' } })
    const alice = await customerWith(contracts, '100000')
    // A tenth of 10,000 USDT of notional is what the platform has, less a unit of rounding.
    await expect(openOne(contracts, alice, { lots: '0.50' })).rejects.toMatchObject({
      code: 'EXPOSURE_LIMIT',
    })
    const long = await openOne(contracts, alice, { lots: '0.49' })
    await expect(openOne(contracts, alice, { lots: '0.02' })).rejects.toMatchObject({
      code: 'EXPOSURE_LIMIT',
    })
    // The other side lowers it.
    const short = await openOne(contracts, alice, { lots: '0.40', direction: 'short' })
    expect(contracts.engine.exposures().get('BTC-USDT')).toMatchObject({ netLots: 9n })
    for (const { id } of [long, short]) await closePosition(contracts, { customer: alice }, id, undefined)
  })

  test('is refused after a move of more than 10 % within 5 minutes, for 5 minutes, also after a restart', async () => {
    const alice = await customerWith(contracts)
    const open = await openOne(contracts, alice)
    const waiting = await openOne(contracts, alice, { limitPrice: '19900' })
    await contracts.tick('22000')
    await openOne(contracts, alice, { lots: '0.01', stopLoss: '21500' })
    expect((await offer(contracts, 'BTC-USDT')).market.closedUntilMs).toBeNull()
    const { atMs } = await contracts.tick('22000.01')
    expect((await offer(contracts, 'BTC-USDT')).market.closedUntilMs).toBe(atMs + 5 * MINUTE_MS)
    await expect(openOne(contracts, alice)).rejects.toMatchObject({
      ...{ code: 'CONTRACT_BREAKER', params: { symbol: 'BTC/USDT', minutes: 5 } },
    })
    // What is open may be closed, and an order that waits is not opened by what comes meanwhile.
    await closePosition(contracts, { customer: alice }, open.id, undefined)
    await contracts.restart()
    await contracts.tick('22000')
    expect((await offer(contracts, 'BTC-USDT')).market.closedUntilMs).toBe(atMs + 5 * MINUTE_MS)
    await expect(openOne(contracts, alice)).rejects.toMatchObject({ code: 'CONTRACT_BREAKER' })
    await contracts.tick('19900')
    expect(await findPosition(database.db, alice, waiting.id)).toMatchObject({
      ...{ status: 'cancelled', reason: 'halted' },
    })
    contracts.clock.advance(11 * MINUTE_MS)
    await contracts.tick('20000')
    expect(await openOne(contracts, alice)).toMatchObject({ status: 'open' })
  })

  test('is opened once for a key, however often it is sent', async () => {
    const alice = await customerWith(contracts)
    const key = 'once'
    const all = await Promise.all(Array.from({ length: 64 }, () => openOne(contracts, alice, { key })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    await expect(openOne(contracts, alice, { key, lots: '0.20' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect((await walletOf(contracts, alice)).held).toBe(usdt('200'))
  })
})

describe('a limit order', () => {
  test('waits with margin and fee set aside, and opens at the ask that reaches it', async () => {
    const alice = await customerWith(contracts)
    const waiting = await openOne(contracts, alice, { limitPrice: '19900', stopLoss: '19800' })
    expect(waiting).toMatchObject({ status: 'pending', margin: usdt('199') + usdt('0.995'), fee: 0n })
    // The middle is there, the ask is not.
    await contracts.tick('19900', { spread: 2 })
    expect(await stored(alice, waiting)).toMatchObject({ status: 'pending' })
    const { sequence } = await contracts.tick('19890')
    expect(await stored(alice, waiting)).toMatchObject({
      ...{ status: 'open', entryPrice: 1_989_000, entrySequence: sequence, stopLoss: 1_980_000 },
      ...{ margin: usdt('198.9'), fee: usdt('0.9945') },
    })
    const { available, held } = await walletOf(contracts, alice)
    expect([available, held]).toEqual([usdt('10000') - usdt('198.9') - usdt('0.9945'), usdt('198.9')])
  })

  test('for a short opens at a bid above it within what it has set aside', async () => {
    const alice = await customerWith(contracts, '202')
    const waiting = await openOne(contracts, alice, { direction: 'short', limitPrice: '20010' })
    await contracts.tick('20300')
    const opened = await stored(alice, waiting)
    expect(opened).toMatchObject({ status: 'open', entryPrice: 2_030_000, fee: usdt('1.015') })
    expect(opened!.margin).toBe(usdt('200.1') + usdt('1.0005') - usdt('1.015'))
  })

  test('beyond the market opens at once, at the better price', async () => {
    const alice = await customerWith(contracts)
    const opened = await openOne(contracts, alice, { limitPrice: '20500' })
    expect(opened).toMatchObject({ status: 'open', entryPrice: 2_000_000, limitPrice: 2_050_000 })
  })

  test('is cancelled with all that it has set aside, and only while it waits', async () => {
    const alice = await customerWith(contracts)
    const bob = await customerWith(contracts)
    const waiting = await openOne(contracts, alice, { limitPrice: '19500' })
    const cancel = (customer: typeof alice) => cancelOrder(contracts, { customer }, waiting.id)
    await expect(cancel(bob)).rejects.toMatchObject({ code: 'POSITION_NOT_FOUND' })
    expect(await cancel(alice)).toMatchObject({ status: 'cancelled', reason: 'user', margin: 0n })
    expect(await cancel(alice)).toMatchObject({ status: 'cancelled' })
    expect(await walletOf(contracts, alice)).toEqual({ available: usdt('10000'), held: 0n })
    const open = await openOne(contracts, alice)
    await expect(cancelOrder(contracts, { customer: alice }, open.id)).rejects.toMatchObject({
      code: 'ORDER_NOT_CANCELABLE',
    })
  })

  test('whose opening is not covered when its price comes is cancelled, and says so', async () => {
    await contracts.engine.stop()
    contracts = await startTestContracts(database.db, { funds: { counterparty: '1000', insurance: '0' } })
    const alice = await customerWith(contracts, '100000')
    const waiting = await openOne(contracts, alice, { lots: '1.00', limitPrice: '19900' })
    await contracts.tick('19900')
    expect(await stored(alice, waiting)).toMatchObject({
      status: 'cancelled',
      reason: 'exposure',
      margin: 0n,
    })
    expect(await walletOf(contracts, alice)).toEqual({ available: usdt('100000'), held: 0n })
  })

  test('asks for the own limits of all whose orders a price reaches by the same queries, however many they are', async () => {
    await contracts.engine.stop()
    const queries = countQueries(database.db)
    contracts = await startTestContracts(queries.db)
    /** Lets a price reach the order of each, of whom the first has lost what they allow. Returns: what it asked. */
    const reach = async (count: number): Promise<number> => {
      await contracts.tick('20000')
      const customers = await Promise.all(Array.from({ length: count }, () => customerWith(contracts)))
      const lost = await openOne(contracts, customers[0]!)
      const orders: Awaited<ReturnType<typeof openOne>>[] = []
      for (const customer of customers)
        orders.push(await openOne(contracts, customer, { limitPrice: '19700' }))
      await contracts.tick('19750')
      await closePosition(contracts, { customer: customers[0]! }, lost.id, undefined)
      const at = new Date(contracts.clock.nowMs())
      for (const customer of customers) {
        const limit = { id: nextId(), customer_id: customer, kind: 'loss', value: 20 } as const
        await database.db
          .insertInto('guard_rail')
          .values({ ...limit, chosen_at: at, from_at: at })
          .execute()
      }
      const tick = await contracts.record('19700')
      const asked = await queries.during(() => contracts.engine.ticks([tick]))
      const ended = await Promise.all(customers.map((customer, n) => stored(customer, orders[n]!)))
      expect(ended.map((order) => order?.reason ?? order?.status)).toEqual([
        'own-limits',
        ...customers.slice(1).map(() => 'open'),
      ])
      return asked
    }
    expect(await reach(9)).toBe(await reach(2))
  })

  test('T37: does not open while its instrument is halted: it is cancelled, and positions end all the same', async () => {
    const alice = await customerWith(contracts)
    const open = await openOne(contracts, alice, { stopLoss: '19950' })
    const waiting = await openOne(contracts, alice, { limitPrice: '19900' })
    const other = await openOne(contracts, alice, { limitPrice: '19800' })
    const listed = instruments
    adoptInstruments(listed.map((one) => (one === BTC ? { ...one, status: 'halted' } : one)))
    try {
      await expect(openOne(contracts, alice)).rejects.toMatchObject({ code: 'MARKET_CLOSED' })
      await contracts.tick('19900')
      expect(await stored(alice, open)).toMatchObject({ status: 'closed', reason: 'stop-loss' })
      expect(await stored(alice, waiting)).toMatchObject({
        status: 'cancelled',
        reason: 'halted',
        margin: 0n,
      })
    } finally {
      adoptInstruments(listed)
    }
    // What its price did not reach goes on waiting.
    await contracts.tick('19800')
    expect(await stored(alice, other)).toMatchObject({ status: 'open', entryPrice: 1_980_000 })
  })

  test('does not open at a price from outside its market’s session', async () => {
    const alice = await customerWith(contracts)
    await contracts.tick('145.00', { symbol: 'AAPL' })
    const apple = { symbol: 'AAPL', lots: '1', leverage: 5, limitPrice: '144.00' }
    const waiting = await openOne(contracts, alice, apple)
    // Five in the afternoon in New York.
    contracts.clock.advance(7 * 3_600_000)
    await contracts.tick('143.00', { symbol: 'AAPL' })
    expect(await stored(alice, waiting)).toMatchObject({ status: 'cancelled', reason: 'halted' })
  })
})

describe('a price', () => {
  test('takes a profit and stops a loss at the tick that reaches it, by the mark price', async () => {
    const alice = await customerWith(contracts)
    const gains = await openOne(contracts, alice, { takeProfit: '20100', stopLoss: '19800' })
    const loses = await openOne(contracts, alice, {
      direction: 'short',
      takeProfit: '19900',
      stopLoss: '20100',
    })
    await contracts.tick('20099.99')
    expect(await stored(alice, gains)).toMatchObject({ status: 'open' })
    const { sequence } = await contracts.tick('20100', { spread: 100 })
    expect(await stored(alice, gains)).toMatchObject({
      ...{ status: 'closed', reason: 'take-profit', closePrice: 2_009_950, closeSequence: sequence },
    })
    expect(await stored(alice, loses)).toMatchObject({
      ...{ status: 'closed', reason: 'stop-loss', closePrice: 2_010_050, closeSequence: sequence },
    })
  })

  test('liquidates at the price that was shown, and not a tick before', async () => {
    const alice = await customerWith(contracts)
    const position = await openOne(contracts, alice)
    const at = position.liquidationPrice!
    await contracts.tick(((at + 1) / 100).toFixed(2))
    expect(await stored(alice, position)).toMatchObject({ status: 'open' })
    await contracts.tick((at / 100).toFixed(2))
    expect(await stored(alice, position)).toMatchObject({
      status: 'closed',
      reason: 'liquidation',
      closePrice: at,
    })
    const { available, held } = await walletOf(contracts, alice)
    // Half of the margin is left, to the fraction of a tick.
    expect(held).toBe(0n)
    expect(available - (usdt('10000') - usdt('200') - usdt('1'))).toBeLessThanOrEqual(usdt('100'))
    expect(available - (usdt('10000') - usdt('200') - usdt('1'))).toBeGreaterThan(usdt('99.998'))
  })

  test('that gaps through it costs the margin, and the insurance the rest', async () => {
    const alice = await customerWith(contracts, '201')
    const position = await openOne(contracts, alice)
    const before = await platformOf(contracts)
    const published = async () => usdt((await offer(contracts, 'BTC-USDT')).market.insurance)
    expect(await published()).toBe(before.insurance)
    await contracts.tick('15000')
    expect(await walletOf(contracts, alice)).toEqual({ available: 0n, held: 0n })
    expect(await published()).toBe(before.insurance - usdt('300'))
    const after = await platformOf(contracts)
    expect(after.insurance).toBe(before.insurance - usdt('300'))
    expect(after.counterparty).toBe(before.counterparty + usdt('500'))
    const { changes } = await positionDetail(contracts, alice, position.id)
    expect(changes.at(-1)).toMatchObject({
      ...{ kind: 'closed', reason: 'liquidation', amount: -usdt('500'), shortfall: usdt('300'), fee: 0n },
    })
  })

  test('that ends one position by more than its margin leaves another and the wallet as they were', async () => {
    const alice = await customerWith(contracts)
    const ruined = await openOne(contracts, alice)
    const other = await openOne(contracts, alice, { direction: 'short', leverage: 2 })
    const { available, held } = await walletOf(contracts, alice)
    await contracts.tick('15000')
    expect(await stored(alice, ruined)).toMatchObject({ status: 'closed', reason: 'liquidation', margin: 0n })
    expect(await stored(alice, other)).toMatchObject({ status: 'open', margin: other.margin, openLots: 10 })
    expect(await walletOf(contracts, alice)).toEqual({ available, held: held - ruined.margin })
  })

  test('warns once before it liquidates, and again after margin was added', async () => {
    const alice = await customerWith(contracts)
    const position = await openOne(contracts, alice)
    const calls = async () =>
      (await positionDetail(contracts, alice, position.id)).changes.filter(
        ({ kind }) => kind === 'margin-call',
      )
    await contracts.tick('19480')
    await contracts.tick('19470')
    expect(await calls()).toHaveLength(1)
    const added = await addMargin(contracts, { customer: alice }, position.id, '100')
    expect(added.liquidationPrice).toBeLessThan(position.liquidationPrice!)
    await contracts.tick('19000')
    expect(await stored(alice, position)).toMatchObject({ status: 'open', margin: usdt('300') })
    expect(await calls()).toHaveLength(1)
    await contracts.tick('18400')
    expect(await calls()).toHaveLength(2)
    await contracts.tick('18000')
    expect(await stored(alice, position)).toMatchObject({ status: 'closed', reason: 'liquidation' })
  })

  test('warns again when a quarter of the equity is lost since, and on the next day while it is still as low', async () => {
    const alice = await customerWith(contracts)
    const position = await openOne(contracts, alice)
    const calls = async () =>
      (await positionDetail(contracts, alice, position.id)).changes
        .filter(({ kind }) => kind === 'margin-call')
        .map(({ price }) => price! / 200)
    // 200 of margin, 10 cents a dollar: warned at an equity of 150, then at 112.50, liquidated at 100; less the closing fee.
    await contracts.tick('19480')
    await contracts.tick('19140')
    expect(await calls()).toEqual([19_480])
    await contracts.tick('19130')
    await contracts.tick('19120')
    expect(await calls()).toEqual([19_480, 19_130])
    // What a restart reads is warned of no second time.
    await contracts.restart()
    await contracts.tick('19110')
    expect(await calls()).toEqual([19_480, 19_130])
    contracts.clock.advance(DAY_MS)
    await contracts.tick('19115')
    await contracts.tick('19112')
    expect(await calls()).toEqual([19_480, 19_130, 19_115])
    // Once it has recovered, the same day tells it no more than the levels that it falls to.
    await contracts.tick('19400')
    await contracts.tick('19112')
    expect(await calls()).toEqual([19_480, 19_130, 19_115])
  })

  test('is changed so often and no more, and can still be closed', LONG, async () => {
    const alice = await customerWith(contracts)
    const position = await openOne(contracts, alice)
    const change = (n: number, key?: string) =>
      setStops(contracts, { customer: alice, key }, position.id, { takeProfit: String(21_000 + (n % 2)) })
    // What happened to it when it was opened counts too.
    const { changes } = await positionDetail(contracts, alice, position.id)
    for (let n = changes.length + 1; n < MAX_CHANGES; n++) await change(n)
    const last = await change(MAX_CHANGES, 'the last')
    await expect(change(1)).rejects.toMatchObject({
      ...{ code: 'CHANGES_TOO_MANY', params: { maximum: MAX_CHANGES } },
    })
    await expect(addMargin(contracts, { customer: alice }, position.id, '1')).rejects.toMatchObject({
      code: 'CHANGES_TOO_MANY',
    })
    // Its answer was lost: it is the same.
    expect(await change(MAX_CHANGES, 'the last')).toEqual(last)
    await closePosition(contracts, { customer: alice }, position.id, undefined)
  })

  test('T21: before it was set reaches nothing: stops count from the next tick on', async () => {
    const alice = await customerWith(contracts)
    const position = await openOne(contracts, alice)
    await setStops(contracts, { customer: alice }, position.id, { takeProfit: '20001' })
    await contracts.engine.ticks([contracts.lastTick('BTC-USDT')!])
    expect(await stored(alice, position)).toMatchObject({ status: 'open', takeProfit: 2_000_100 })
    const cleared = await setStops(contracts, { customer: alice }, position.id, {
      takeProfit: '0',
      stopLoss: '19999',
    })
    expect(cleared).toMatchObject({ takeProfit: null, stopLoss: 1_999_900 })
    await contracts.tick('20002')
    expect(await stored(alice, position)).toMatchObject({ status: 'open' })
    await expect(setStops(contracts, { customer: alice }, position.id, {})).rejects.toMatchObject({
      code: 'PARAMETER_ERROR',
    })
  })

  test('that is held back does nothing', async () => {
    const alice = await customerWith(contracts)
    const position = await openOne(contracts, alice)
    const tick = await contracts.record('15000')
    await contracts.engine.ticks([{ ...tick, isHeld: true }])
    expect(await stored(alice, position)).toMatchObject({ status: 'open' })
    await contracts.tick('20000')
  })
})

describe('financing', () => {
  const DAY = 86_400_000

  test('is charged at midnight UTC from the margin, and moves the liquidation price', async () => {
    const alice = await customerWith(contracts)
    const position = await openOne(contracts, alice)
    contracts.clock.advance(DAY)
    const { sequence } = contracts.lastTick('BTC-USDT')!
    await contracts.tick('20000')
    const charged = await stored(alice, position)
    expect(charged).toMatchObject({ financing: usdt('0.4'), margin: usdt('199.6'), status: 'open' })
    expect(charged!.liquidationPrice).toBeGreaterThan(position.liquidationPrice!)
    await contracts.tick('20000')
    expect(await stored(alice, position)).toMatchObject({ financing: usdt('0.4') })
    const { changes } = await positionDetail(contracts, alice, position.id)
    expect(changes).toMatchObject([{ kind: 'financing', amount: usdt('0.4'), price: 4_000_000, sequence }])
    contracts.clock.advance(3 * DAY)
    await contracts.tick('20000')
    expect(await stored(alice, position)).toMatchObject({ financing: usdt('1.6'), margin: usdt('198.4') })
  })

  test('that the margin does not pay ends in liquidation at the next tick', async () => {
    const alice = await customerWith(contracts, '201')
    const position = await openOne(contracts, alice)
    await contracts.tick('19020')
    contracts.clock.advance(20 * DAY)
    await contracts.tick('19020')
    expect(await stored(alice, position)).toMatchObject({ status: 'closed', reason: 'liquidation' })
  })

  test('leaves a position alone that opened after midnight', async () => {
    const alice = await customerWith(contracts)
    contracts.clock.advance(DAY)
    await contracts.tick('20000')
    const position = await openOne(contracts, alice)
    await contracts.tick('20000')
    expect(await stored(alice, position)).toMatchObject({ financing: 0n })
  })
})

test('several are closed at once with an outcome for each, one direction alone', async () => {
  const alice = await customerWith(contracts)
  const longs = [await openOne(contracts, alice), await openOne(contracts, alice)]
  const short = await openOne(contracts, alice, { direction: 'short' })
  const waiting = await openOne(contracts, alice, { limitPrice: '19500' })
  const outcomes = await closeAll(contracts, { customer: alice }, 'long')
  expect(outcomes.map(({ position, refusal }) => [position.id, position.status, refusal])).toEqual(
    longs.map(({ id }) => [id, 'closed', null]),
  )
  contracts.clock.advance(10_000)
  expect(await closeAll(contracts, { customer: alice }, 'all')).toMatchObject([
    { position: { id: short.id, status: 'open' }, refusal: 'PRICE_STALE' },
  ])
  await contracts.tick('20000')
  const key = 'all'
  const closed = await closeAll(contracts, { customer: alice, key }, 'all')
  expect(closed).toMatchObject([{ position: { id: short.id, status: 'closed' }, refusal: null }])
  expect(await closeAll(contracts, { customer: alice, key }, 'all')).toEqual(closed)
  expect(await stored(alice, waiting)).toMatchObject({ status: 'pending' })
})

test('T20: another customer’s position is not there for anybody else', async () => {
  const [alice, bob] = [await customerWith(contracts), await customerWith(contracts)]
  const { id } = await openOne(contracts, alice)
  const notFound = { code: 'POSITION_NOT_FOUND' }
  const caller = { customer: bob }
  await expect(closePosition(contracts, caller, id, undefined)).rejects.toMatchObject(notFound)
  await expect(addMargin(contracts, caller, id, '1')).rejects.toMatchObject(notFound)
  await expect(setStops(contracts, caller, id, { stopLoss: '0' })).rejects.toMatchObject(notFound)
  await expect(positionDetail(contracts, bob, id)).rejects.toMatchObject(notFound)
})
