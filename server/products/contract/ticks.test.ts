import { describe, expect, test } from 'vitest'
import { costOfOpening, priceAtFloor } from '#domain/contract/lifecycle.ts'
import { dayOf, shareOf } from '#domain/contract/rules.ts'
import { contractTermsOf, tickValue } from '#domain/contract/terms.ts'
import { customerId, positionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { TUESDAY } from '#server/testing/markets.ts'
import { counterparty, insurance } from './accounts.ts'
import { createBatch, MAX_DECIDED } from './batch.ts'
import type { Position } from './position.ts'
import { loadState, type State } from './state.ts'
import { decideTicks, mayOpen } from './ticks.ts'

/** What the ticks of a moment at which very much happens cost, counted in what is done for them. */

const EUR = findInstrument('EUR-USD')!
const terms = contractTermsOf(EUR)!
const value = tickValue(EUR, terms.lotSize, undefined, undefined)

const tickAt = (sequence: number, price: number): Tick => ({
  ...{ sequence, symbol: EUR.symbol, price, bid: price, ask: price, volume: 0 },
  ...{ source: 'recorded', isHeld: false, sourceAtMs: TUESDAY, atMs: TUESDAY },
})
const FIRST = tickAt(1, 100_000)

/** A long position of a customer of its own, or an order for it; ids from 1 on. */
function positionOf(n: number, changes: Partial<Position>, lots = 1): Position {
  const ordered = { direction: 'long', lots, leverage: 5, limitPrice: null, feeBps: terms.feeBps } as const
  const { entryPrice, margin } = costOfOpening(value, ordered, FIRST)
  const maintenance = shareOf(margin, terms.maintenanceBps)
  const open = { ...ordered, openLots: lots, entryPrice, spread: 0, margin, maintenance }
  return {
    ...{
      id: positionId(BigInt(n + 1)),
      customer: customerId(BigInt(10_000 + n)),
      symbol: EUR.symbol,
      ...open,
    },
    ...{ status: 'open', reason: null, entrySequence: 1, conversionMark: null, conversionSequence: null },
    ...{ relation: null, leadName: null, initialMargin: margin, fee: 0n, financing: 0n, realizedPnl: 0n },
    ...{ takeProfit: null, stopLoss: null, liquidationPrice: priceAtFloor(value, open, maintenance) },
    ...{ closePrice: null, closeSequence: null, termsVersion: terms.version, lotSize: terms.lotSize },
    ...{ maintenanceBps: terms.maintenanceBps, marginCallBps: terms.marginCallBps, marginCalls: 0 },
    ...{ financingBps: terms.financingBps, tapeSequence: 1, triggersSequence: 1, marginCallSequence: null },
    ...{ financedDay: dayOf(TUESDAY), createdAtMs: TUESDAY, openedAtMs: TUESDAY, closedAtMs: null },
    ...{ updatedAtMs: TUESDAY, ...changes },
  }
}

const orderOf = (n: number, limitPrice: number): Position =>
  positionOf(n, {
    ...{ status: 'pending', limitPrice, openLots: 0, entryPrice: null, entrySequence: null, spread: null },
    ...{ initialMargin: 0n, maintenance: 0n, liquidationPrice: null, openedAtMs: null, financedDay: 0 },
  })

const stateOf = (positions: readonly Position[]): State =>
  loadState([EUR], { positions, through: 1, ticks: [FIRST], terms: new Map(), moved: [], missed: [] })

describe('of the orders that a price reaches', () => {
  const orders = Array.from({ length: 3 * MAX_DECIDED }, (_, n) => orderOf(n, 99_000))

  test('only those are asked about whose turn it may be in the next batch', () => {
    const state = stateOf(orders)
    const first = orders.slice(0, MAX_DECIDED + 2).map(({ customer }) => customer)
    expect(new Set(mayOpen(state, [tickAt(2, 99_000)], 2))).toEqual(new Set(first))
    // The same once the tick was applied, also where positions end before them.
    state.due.entries.push(...[...state.active.values()].reverse())
    state.due.exits.push(...[...state.active.values()].slice(0, 5))
    expect(new Set(mayOpen(state, [], 2))).toEqual(new Set(first))
  })

  test('those that it was not set for take nobody’s turn', () => {
    const later = orders.map((order) => ({
      ...order,
      id: positionId(order.id + 100_000n),
      triggersSequence: 2,
    }))
    const one = orderOf(50_000, 99_000)
    expect(mayOpen(stateOf([...later, one]), [tickAt(2, 99_000)], 1)).toEqual([one.customer])
    // Nor does a tick that was compared before.
    expect(mayOpen(stateOf([one]), [tickAt(1, 99_000)], 1)).toEqual([])
  })
})

describe('of profits that the platform is short of', () => {
  /** Take profits at one price, a profit of 1,000 ticks each; a few are of ten times as many lots. */
  const takeProfits = () =>
    Array.from({ length: 2 * MAX_DECIDED + 500 }, (_, n) =>
      positionOf(n, { takeProfit: 101_000 }, n % 100 === 7 ? 10 : 1),
    )
  const PROFIT = (1_000n * value.numerator) / value.denominator

  /** Decides ticks on what the platform has, in one batch. */
  function decide(state: State, ticks: readonly Tick[], fund: bigint) {
    const batch = createBatch(
      TUESDAY,
      new Map([
        [counterparty(), fund],
        [insurance(), 0n],
      ]),
    )
    const hasMore = decideTicks(state, batch, ticks)
    return { batch, hasMore, closed: batch.changes.filter(({ kind }) => kind === 'closed') }
  }

  /** Lets a tick reach all of them while there is no money. */
  function short(positions: readonly Position[]): State {
    const state = stateOf(positions)
    for (let ticks = [tickAt(2, 101_000)]; decide(state, ticks, 0n).hasMore; ) ticks = []
    expect(state.unpaid.size).toBe(positions.length)
    return state
  }

  test('no batch pays more than it decides otherwise, and each is paid at its own tick, in its turn', () => {
    const positions = takeProfits()
    const state = short(positions)
    const paid: bigint[] = []
    let ticks = [tickAt(3, 102_000)]
    for (let hasMore = true; hasMore; ticks = []) {
      const decided = decide(state, ticks, 10n ** 18n)
      expect(decided.batch.decided).toBe(decided.closed.length)
      expect(decided.closed.length).toBeLessThanOrEqual(MAX_DECIDED)
      for (const { position, price, sequence, amount, lots } of decided.closed) {
        expect({ price, sequence, amount }).toEqual({
          price: 101_000,
          sequence: 2,
          amount: PROFIT * BigInt(lots!),
        })
        paid.push(position)
      }
      hasMore = decided.hasMore
    }
    expect(paid).toEqual(positions.map(({ id }) => id))
    expect(state.unpaid.size).toBe(0)
  })

  test('what there is money for is paid, past those for which there is too little', () => {
    const state = short(takeProfits())
    const [first] = state.unpaid.keys()
    const { closed, hasMore } = decide(state, [tickAt(3, 102_000)], 9n * PROFIT)
    // The eighth is ten times as large.
    expect(closed.map(({ position }) => Number(position))).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10])
    expect(hasMore).toBe(false)
    expect(state.unpaid.has(first!)).toBe(false)
  })

  test('nothing is computed again with further ticks while there is no more money', () => {
    const positions = takeProfits()
    const state = short(positions)
    let reads = 0
    for (const position of positions) {
      const { entryPrice } = position
      const get = () => {
        reads++
        return entryPrice
      }
      Object.defineProperty(position, 'entryPrice', { get })
    }
    for (let sequence = 3; sequence < 6; sequence++) {
      const { batch, hasMore } = decide(state, [tickAt(sequence, 102_000)], PROFIT - 1n)
      expect([batch.decided, batch.transfers.length, hasMore]).toEqual([0, 0, false])
    }
    expect(reads).toBe(0)
  })
})
