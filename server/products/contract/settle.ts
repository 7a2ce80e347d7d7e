import type { EndReason } from '#domain/contract/end-reasons.ts'
import { bookedWith, closeLots, costOfOpening, financingOf, openedFrom } from '#domain/contract/lifecycle.ts'
import { dayOf, markOf, openingPrice, shareOf } from '#domain/contract/rules.ts'
import type { Tick } from '#domain/market/tick.ts'
import { least, units } from '#domain/money/amount.ts'
import { availableOf, marginOf } from './accounts.ts'
import { type Batch, move, record, spendable, touch } from './batch.ts'
import type { PositionChange } from './position.ts'
import {
  type Active,
  countOpen,
  liquidationPriceOf,
  type Market,
  openPosition,
  removeActive,
  type State,
  setTriggers,
  valueAt,
} from './state.ts'

/** What opening, closing and midnight do to a position and its money. All of it is decided by one tick. */

/** A tick that decides something, with the newest before it of what converts the quote. */
export interface Deciding {
  readonly tick: Tick
  readonly conversion: Tick | undefined
}

const conversionOf = ({ conversion }: Deciding) => ({
  conversionMark: conversion ? markOf(conversion) : null,
  conversionSequence: conversion?.sequence ?? null,
})

/** What it would take to open a position's lots at a tick. */
export const costAt = (market: Market, position: Active['position'], by: Deciding) =>
  costOfOpening(valueAt(market, position, by.conversion && markOf(by.conversion)), position, by.tick)

/** Opens a position at a tick, in memory; its money is the caller's. */
export function open(active: Active, by: Deciding, margin: bigint, fee: bigint, atMs: number): void {
  const { position, market } = active
  const { tick } = by
  Object.assign(position, {
    ...{ status: 'open', openLots: position.lots, margin, initialMargin: margin, fee },
    ...{ entryPrice: openingPrice(position.direction, tick), entrySequence: tick.sequence },
    ...{ spread: tick.ask - tick.bid, ...conversionOf(by) },
    ...{ triggersSequence: tick.sequence, openedAtMs: atMs, financedDay: dayOf(atMs) },
    maintenance: shareOf(units(margin), position.maintenanceBps),
  })
  position.liquidationPrice = liquidationPriceOf(market, position)
  countOpen(active, position.lots)
  setTriggers(active)
}

/** Opens an order whose price was reached, from what it has set aside. */
export function openPending(batch: Batch, active: Active, by: Deciding): void {
  const { position, market } = active
  const { id, customer } = position
  const { margin, fee, released } = openedFrom(position.margin, costAt(market, position, by))
  open(active, by, margin, fee, by.tick.atMs)
  touch(batch, position)
  move(batch, marginOf(customer), batch.realm.fees(), fee, 'contract-fee', id)
  move(batch, marginOf(customer), availableOf(customer), released, 'contract-release', id)
  const { lots, entryPrice: price } = position
  record(batch, position, { kind: 'opened', lots, price, sequence: by.tick.sequence, fee }, by)
}

/**
 * Closes lots of an open position at a tick.
 *
 * Returns: what was recorded; undefined, with nothing changed, where the platform cannot pay the profit at present.
 */
export function close(
  state: State,
  batch: Batch,
  active: Active,
  by: Deciding,
  reason: EndReason,
  lots: number = active.position.openLots,
): PositionChange | undefined {
  const { position, market } = active
  const { id, customer, openLots } = position
  const closing = closingAt(active, by, lots)
  const { price, pnl, settled } = closing
  const { profit, loss, fee, released, shortfall } = settled
  if (!canPay(batch, profit)) return undefined

  // No refusals from here on.
  const isWhole = lots === openLots
  const held = marginOf(customer)
  move(batch, held, batch.realm.counterparty(), loss, 'contract-loss', id)
  move(batch, held, batch.realm.fees(), fee, 'contract-fee', id)
  if (released > 0n) move(batch, held, availableOf(customer), released, 'contract-release', id)
  if (profit > 0n) payProfit(batch, active, profit)
  // The insurance pays as long as it has something; the rest is the platform's loss.
  if (shortfall > 0n) {
    const covered = least(shortfall, spendable(batch, batch.realm.insurance()))
    move(batch, batch.realm.insurance(), batch.realm.counterparty(), covered, 'contract-shortfall', id)
  }

  countOpen(active, -lots)
  touch(batch, position)
  const booked = bookedWith(position, closing)
  position.openLots = openLots - lots
  position.margin = closing.margin
  position.maintenance = closing.maintenance
  position.realizedPnl = booked.realizedPnl
  position.fee = booked.fee
  position.closePrice = price
  position.closeSequence = by.tick.sequence
  position.triggersSequence = Math.max(position.triggersSequence, by.tick.sequence)
  if (isWhole) {
    position.status = 'closed'
    position.reason = reason
    position.closedAtMs = batch.atMs
    removeActive(state, active)
  } else {
    position.liquidationPrice = liquidationPriceOf(market, position)
    setTriggers(active)
  }
  const { sequence } = by.tick
  const told = { kind: 'closed', reason, lots, price, sequence, amount: pnl, fee, shortfall } as const
  const change = record(batch, position, told, by)
  state.followers?.closed(batch, { position, change, lots, wasOpen: openLots, profit, loss, fee, by })
  return change
}

/** Whether the platform can pay a profit at present. */
export const canPay = (batch: Batch, profit: bigint): boolean =>
  profit === 0n ||
  profit <= spendable(batch, batch.realm.counterparty()) + spendable(batch, batch.realm.insurance())

/** What closing lots of an open position at a tick comes to. */
const closingAt = ({ position, market }: Active, by: Deciding, lots: number) =>
  closeLots(
    valueAt(market, position, by.conversion && markOf(by.conversion)),
    openPosition(position),
    by.tick,
    lots,
  )

/** What closing all of an open position at a tick pays; 0 for a loss. */
export const profitAt = (active: Active, by: Deciding): bigint =>
  closingAt(active, by, active.position.openLots).settled.profit

/** Pays a profit: the insurance stands in where the platform's side is short of it. */
function payProfit(batch: Batch, { position: { id, customer } }: Active, profit: bigint): void {
  const own = spendable(batch, batch.realm.counterparty())
  if (profit > own)
    move(batch, batch.realm.insurance(), batch.realm.counterparty(), profit - own, 'contract-cover', id)
  move(batch, batch.realm.counterparty(), availableOf(customer), profit, 'contract-profit', id)
}

/** Charges the financing of every day that has begun since the last, at the price that the last one ended with. */
export function finance(batch: Batch, active: Active, by: Deciding, day: number): void {
  const { position, market } = active
  const { id, customer, openLots } = position
  const value = valueAt(market, position, by.conversion && markOf(by.conversion))
  const mark = markOf(by.tick)
  touch(batch, position)
  while (position.financedDay < day) {
    position.financedDay++
    const amount = financingOf(value, position, position.financingBps, mark)
    move(batch, marginOf(customer), batch.realm.counterparty(), amount, 'contract-financing', id)
    position.margin -= amount
    position.financing += amount
    position.liquidationPrice = liquidationPriceOf(market, position)
    const { sequence } = by.tick
    record(batch, position, { kind: 'financing', lots: openLots, price: mark, sequence, amount }, by)
  }
  // Who is still as low on the next day is told so again.
  position.marginCalls = 0
  position.triggersSequence = Math.max(position.triggersSequence, by.tick.sequence)
  setTriggers(active)
}

/** Ends an order before it opened, and gives back what it has set aside. */
export function cancel(
  state: State,
  batch: Batch,
  active: Active,
  reason: EndReason,
  by?: Deciding,
): PositionChange {
  const { position } = active
  const { id, customer } = position
  touch(batch, position)
  move(batch, marginOf(customer), availableOf(customer), position.margin, 'contract-release', id)
  Object.assign(position, { status: 'cancelled', reason, margin: 0n, closedAtMs: batch.atMs })
  removeActive(state, active)
  return record(batch, position, { kind: 'cancelled', reason, sequence: by?.tick.sequence ?? null })
}
