import { describe, expect, test } from 'vitest'
import { costOfOpening, priceAtFloor } from '#domain/contract/lifecycle.ts'
import { dayOf, shareOf } from '#domain/contract/rules.ts'
import { contractTermsOf, tickValue } from '#domain/contract/terms.ts'
import { customerId, positionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { TUESDAY } from '#server/testing/markets.ts'
import { MAX_DECIDED } from './batch.ts'
import type { Position } from './position.ts'
import { loadState, type State } from './state.ts'
import { mayOpen } from './ticks.ts'

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
function positionOf(n: number, changes: Partial<Position>): Position {
  const ordered = { direction: 'long', lots: 1, leverage: 5, limitPrice: null, feeBps: terms.feeBps } as const
  const { entryPrice, margin } = costOfOpening(value, ordered, FIRST)
  const maintenance = shareOf(margin, terms.maintenanceBps)
  const open = { ...ordered, openLots: 1, entryPrice, spread: 0, margin, maintenance }
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
