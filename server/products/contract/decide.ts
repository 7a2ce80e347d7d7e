import { type AmendDraft, decideAmendment } from '#domain/contract/amend.ts'
import { checkCaps } from '#domain/contract/caps.ts'
import { costOfWaiting, opensAt } from '#domain/contract/lifecycle.ts'
import {
  type CheckedContract,
  type ContractDraft,
  checkContract,
  checkSeenStops,
  checkSlippage,
  checkStops,
  readLots,
  type StopsDraft,
} from '#domain/contract/order.ts'
import { type Direction, formatLots, MAX_ACTIVE_POSITIONS, markOf } from '#domain/contract/rules.ts'
import { Refusal, type RefusalCode, refusal } from '#domain/errors.ts'
import { type CustomerId, type PositionId, positionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { isOpen } from '#domain/market/session.ts'
import { closedMinutes } from '#server/markets/breaker.ts'
import { isFreshAt } from '#server/markets/quotes.ts'
import { nextId } from '#server/platform/ids.ts'
import { availableOf, marginOf } from './accounts.ts'
import { type Batch, MAX_DECIDED, move, record, spendable, touch } from './batch.ts'
import { isCovered } from './exposure.ts'
import type { CopiedFrom, OpenedCopy } from './followers.ts'
import type { Position } from './position.ts'
import { receiptOfAct, receiptOfOrder } from './receipts.ts'
import { cancel, close, costAt, type Deciding, open } from './settle.ts'
import {
  type Active,
  addActive,
  conversionTick,
  liquidationPriceOf,
  type Market,
  marketOf,
  type State,
  setTriggers,
  valueAt,
} from './state.ts'

/** How what customers ask for is decided. First the refusals, in the order a customer should hear them. */

/** An order as it reaches the engine: plain data. */
export interface NewPosition {
  readonly customer: CustomerId
  readonly symbol: string
  readonly draft: ContractDraft
  /** At which price in ticks the customer saw that it would open; undefined without one. */
  readonly seenPrice: number | undefined
  /** The price of when the order came, by which copies count their slippage: not what its customer says. */
  readonly shownPrice?: number | undefined
  /** The version of the terms that they saw. */
  readonly termsVersion?: number | undefined
  /** Of what it is a copy; nothing of somebody's own order. */
  readonly copied?: OpenedCopy | undefined
  /** When what it copies opened, by the tape where a tick opened it; an own order is decided at the moment of its batch. */
  readonly atMs?: number | undefined
}

/**
 * The tick at which customers' actions in a market are decided now.
 *
 * Refuses: MARKET_SESSION_CLOSED; PRICE_STALE, of the instrument or of what converts its quote.
 */
export function decidingNow(state: State, market: Market, atMs: number): Deciding | Refusal {
  const { instrument, terms, last } = market
  const { symbol, label } = instrument
  if (!isOpen(instrument, atMs)) return refusal('MARKET_SESSION_CLOSED', { symbol: label })
  const stale = refusal('PRICE_STALE', { symbol: label })
  if (!last || !isFreshAt(instrument, last, atMs)) return stale
  if (!terms.conversion) return { tick: last, conversion: undefined }
  const conversion = conversionTick(state, market)
  const pair = state.markets.get(terms.conversion.symbol)?.instrument
  const isFresh = terms.conversion.symbol === symbol || (pair && isFreshAt(pair, conversion, atMs))
  return isFresh ? { tick: last, conversion } : stale
}

/** Opens a position at the market or lets an order wait; refuses what the rules refuse, or cannot be paid or covered. */
export function decideOpen(state: State, batch: Batch, order: NewPosition): Position | Refusal {
  const { customer, draft, seenPrice, atMs = batch.atMs } = order
  const market = marketOf(state, order.symbol)
  if (!market) return refusal('INSTRUMENT_UNKNOWN')
  const { instrument, terms } = market
  if (instrument.status === 'halted') return refusal('MARKET_CLOSED', { symbol: instrument.label })
  if ((order.termsVersion ?? terms.version) !== terms.version) return refusal('TERMS_CHANGED')
  // An installation of before there were contracts: nobody has given them any money yet.
  if (spendable(batch, batch.realm.counterparty()) + spendable(batch, batch.realm.insurance()) === 0n) {
    return refusal('CONTRACTS_NOT_OFFERED')
  }
  const by = decidingNow(state, market, atMs)
  if (by instanceof Refusal) return by
  const minutes = closedMinutes(market.breaker, batch.atMs)
  if (minutes > 0) return refusal('CONTRACT_BREAKER', { symbol: instrument.label, minutes })
  if ((state.ofCustomer.get(customer)?.size ?? 0) >= MAX_ACTIVE_POSITIONS) {
    return refusal('TOO_MANY_POSITIONS', { maximum: MAX_ACTIVE_POSITIONS })
  }
  const conversionMark = by.conversion && markOf(by.conversion)
  const checked = checkContract({ instrument, terms, tick: by.tick, conversionMark }, draft)
  if (!checked.ok) return refusal(checked.code, checked.params)
  const position = createPosition(batch, market, order, checked.order, by, atMs)
  const { limitPrice, direction } = position
  const waits = limitPrice !== null && !opensAt(direction, limitPrice, by.tick)
  if (limitPrice === null && seenPrice !== undefined) {
    const seen = checkSlippage({ instrument, terms, tick: by.tick }, direction, seenPrice)
    if (!seen.ok) return refusal(seen.code, seen.params)
  }
  const taken = { own: lotsOf(state, market, customer), all: market.open.long.lots + market.open.short.lots }
  const within = checkCaps({ instrument, terms, tick: by.tick, conversionMark }, BigInt(position.lots), taken)
  if (!within.ok) return refusal(within.code, within.params)
  const { entryPrice, margin, fee } = waits
    ? costOfWaiting(valueAt(market, position, conversionMark), position)
    : costAt(market, position, by)
  const available = availableOf(customer)
  if (spendable(batch, available) < margin + fee) return refusal('INSUFFICIENT_BALANCE')
  if (!waits && !isCovered(state, batch, market, position, entryPrice)) {
    return refusal('EXPOSURE_LIMIT', { symbol: instrument.label })
  }

  // No refusals from here on.
  batch.added.add(position)
  if (waits) {
    position.margin = margin + fee
    move(batch, available, marginOf(customer), margin + fee, 'contract-margin', position.id)
    addActive(state, market, position)
  } else {
    move(batch, available, marginOf(customer), margin, 'contract-margin', position.id)
    move(batch, available, batch.realm.fees(), fee, 'contract-fee', position.id)
    const active = addActive(state, market, position)
    open(active, by, margin, fee, atMs)
  }
  batch.receipts.push(receiptOfOrder(market, position, by, order.copied))
  batch.savesProgress = true
  return position
}

/** What a customer has in a market, open and waiting. */
function lotsOf({ ofCustomer }: State, market: Market, customer: CustomerId): bigint {
  let lots = 0
  for (const active of ofCustomer.get(customer) ?? []) {
    const { status, openLots, lots: ordered } = active.position
    if (active.market === market) lots += status === 'open' ? openLots : ordered
  }
  return BigInt(lots)
}

function createPosition(
  batch: Batch,
  { terms }: Market,
  { customer, symbol, copied }: NewPosition,
  { direction, lots, leverage, limitPrice, takeProfit, stopLoss }: CheckedContract,
  { tick }: Deciding,
  createdAtMs: number,
): Position {
  return {
    ...{ id: positionId(nextId()), customer, symbol, direction, leverage, lots, openLots: 0 },
    ...{ relation: copied?.relation ?? null, leadName: copied?.leadName ?? null },
    ...{ status: 'pending', reason: null, limitPrice, entryPrice: null, entrySequence: null, spread: null },
    ...{ conversionMark: null, conversionSequence: null, margin: 0n, initialMargin: 0n, maintenance: 0n },
    ...{ fee: 0n, financing: 0n, realizedPnl: 0n, takeProfit, stopLoss, liquidationPrice: null },
    ...{ closePrice: null, closeSequence: null, termsVersion: terms.version },
    ...{ lotSize: terms.lotSize, feeBps: terms.feeBps, financingBps: terms.financingBps },
    ...{ maintenanceBps: terms.maintenanceBps, marginCallBps: terms.marginCallBps },
    ...{ tapeSequence: tick.sequence, triggersSequence: tick.sequence, financedDay: 0 },
    ...{ marginCallSequence: null, marginCalls: 0, createdAtMs, openedAtMs: null, closedAtMs: null },
    updatedAtMs: batch.atMs,
  }
}

/**
 * A customer's position that is not over; undefined without.
 *
 * Refuses: SERVICE_UNAVAILABLE while what its price has decided cannot be paid.
 */
function ownActive(state: State, customer: CustomerId, id: PositionId): Active | Refusal | undefined {
  const active = state.active.get(id)
  if (active?.position.customer !== customer) return undefined
  if (state.unpaid.has(active)) return refusal('SERVICE_UNAVAILABLE')
  return active
}

/** Closes an open position, all of it or some lots; undefined where it is not there or over already. */
export function decideClose(
  state: State,
  batch: Batch,
  customer: CustomerId,
  id: PositionId,
  lots: string | undefined,
): Position | Refusal | undefined {
  const active = ownActive(state, customer, id)
  if (!active || active instanceof Refusal) return active
  const { position, market } = active
  if (position.status !== 'open') return refusal('POSITION_NOT_OPEN')
  const read = lots === undefined ? undefined : readLots(lots)
  if (read?.ok === false) return refusal(read.code, read.params)
  const closed = Number(read?.lots ?? position.openLots)
  if (closed > position.openLots) {
    return refusal('LOTS_TOO_MANY', { maximum: formatLots(position.openLots) })
  }
  const by = decidingNow(state, market, batch.atMs)
  if (by instanceof Refusal) return by
  const change = close(state, batch, active, by, 'user', closed)
  if (!change) return refusal('SERVICE_UNAVAILABLE')
  const { conversionSequence } = change
  batch.receipts.push(
    receiptOfAct(market, position, change, {
      act: 'close',
      lots: closed,
      conversionSequence,
      reason: 'user',
    }),
  )
  return position
}

/** What became of one position of several that were to be closed. */
export interface Outcome {
  readonly position: Position
  /** Undefined when it was closed. */
  readonly refused: RefusalCode | undefined
}

/**
 * Closes all of a customer's open positions, or those of one direction; each has its own outcome.
 *
 * Returns: also whether some are left, where this batch has decided enough copies of others.
 */
export function decideCloseAll(
  state: State,
  batch: Batch,
  customer: CustomerId,
  direction: Direction | undefined,
): { readonly outcomes: readonly Outcome[]; readonly hasMore: boolean } {
  const own = [...(state.ofCustomer.get(customer) ?? [])].filter(
    ({ position }) =>
      position.status === 'open' && (direction === undefined || position.direction === direction),
  )
  const outcomes: Outcome[] = []
  for (const { position } of own) {
    if (batch.decided >= MAX_DECIDED) break
    const closed = decideClose(state, batch, customer, position.id, undefined)
    outcomes.push({ position, refused: closed instanceof Refusal ? closed.code : undefined })
  }
  return { outcomes, hasMore: outcomes.length < own.length }
}

/** Cancels an order that waits; undefined where it is not there or over already. */
export function decideCancel(
  state: State,
  batch: Batch,
  customer: CustomerId,
  id: PositionId,
  reason: 'user' | 'own-limits',
): Position | Refusal | undefined {
  const active = ownActive(state, customer, id)
  if (!active || active instanceof Refusal) return active
  if (active.position.status !== 'pending') return refusal('ORDER_NOT_CANCELABLE')
  const { position, market } = active
  const change = cancel(state, batch, active, reason)
  batch.receipts.push(receiptOfAct(market, position, change, { act: 'cancel', reason }))
  return position
}

/**
 * Adds to the margin of an open position.
 *
 * Refuses: what `decidingNow` refuses while the market is open. While it is shut nobody knows a price that the tape
 *          does not have, and whoever is warned may prepare for its opening.
 */
export function decideAddMargin(
  state: State,
  batch: Batch,
  customer: CustomerId,
  id: PositionId,
  amount: bigint,
): Position | Refusal | undefined {
  const active = ownActive(state, customer, id)
  if (!active || active instanceof Refusal) return active
  const { position, market } = active
  if (position.status !== 'open') return refusal('POSITION_NOT_OPEN')
  const by = isOpen(market.instrument, batch.atMs) && decidingNow(state, market, batch.atMs)
  if (by instanceof Refusal) return by
  if (spendable(batch, availableOf(customer)) < amount) return refusal('INSUFFICIENT_BALANCE')
  touch(batch, position)
  move(batch, availableOf(customer), marginOf(customer), amount, 'contract-margin', id)
  position.margin += amount
  position.marginCallSequence = null
  position.marginCalls = 0
  position.liquidationPrice = liquidationPriceOf(market, position)
  changed(active)
  const change = record(batch, position, {
    ...{ kind: 'margin', amount, sequence: market.last?.sequence ?? null },
  })
  batch.receipts.push(receiptOfAct(market, position, change, { act: 'margin', amount }))
  return position
}

/** Sets where a position takes its profit and stops its loss; `0` is nowhere. `copied`: as what it copies has it. */
export function decideStops(
  state: State,
  batch: Batch,
  customer: CustomerId,
  id: PositionId,
  draft: StopsDraft,
  copied?: CopiedFrom,
): Position | Refusal | undefined {
  const active = ownActive(state, customer, id)
  if (!active || active instanceof Refusal) return active
  const { position, market } = active
  const seen = checkSeenStops(market.instrument, draft, position)
  if (!seen.ok) return refusal(seen.code, seen.params)
  const by = decidingNow(state, market, batch.atMs)
  if (by instanceof Refusal) return by
  const isWaiting = position.status === 'pending'
  const mark = isWaiting ? 2 * position.limitPrice! : markOf(by.tick)
  const liquidation = isWaiting ? 0 : (position.liquidationPrice ?? 0)
  const checked = checkStops(market.instrument, position.direction, draft, mark, liquidation)
  if (!checked.ok) return refusal(checked.code, checked.params)
  const { takeProfit = position.takeProfit, stopLoss = position.stopLoss } = checked
  if (takeProfit === position.takeProfit && stopLoss === position.stopLoss) return position
  touch(batch, position)
  Object.assign(position, { takeProfit, stopLoss })
  changed(active)
  const change = record(batch, position, { kind: 'stops', sequence: by.tick.sequence })
  batch.receipts.push(receiptOfAct(market, position, change, { act: 'stops', takeProfit, stopLoss }, copied))
  return position
}

/**
 * Gives an order that waits another price or quantity; undefined where it is not there or over already. The same once more
 * changes nothing.
 *
 * Refuses: ORDER_NOT_AMENDABLE once it is open, and of a copy; what `decidingNow` and `decideAmendment` refuse; beyond a
 *          smaller quantity, what an order that came now would be refused for.
 */
export function decideAmend(
  state: State,
  batch: Batch,
  customer: CustomerId,
  id: PositionId,
  draft: AmendDraft,
): Position | Refusal | undefined {
  const active = ownActive(state, customer, id)
  if (!active || active instanceof Refusal) return active
  const { position, market } = active
  if (position.status !== 'pending' || position.relation !== null) return refusal('ORDER_NOT_AMENDABLE')
  const { instrument, terms } = market
  const by = decidingNow(state, market, batch.atMs)
  if (by instanceof Refusal) return by
  const conversionMark = by.conversion && markOf(by.conversion)
  const rules = { instrument, terms, tick: by.tick, conversionMark }
  const order = { ...position, limitPrice: position.limitPrice! }
  const decided = decideAmendment(rules, order, draft)
  if (!decided.ok) return refusal(decided.code, decided.params)
  const { lots, limitPrice, keepsPlace } = decided
  if (lots === position.lots && limitPrice === position.limitPrice) return position
  if (!keepsPlace) {
    // It would open by the fees and margins that it was placed with.
    if (position.termsVersion !== terms.version) return refusal('TERMS_CHANGED')
    // As it is listed now: the market takes over what has changed with the next order.
    if (findInstrument(position.symbol)?.status !== 'trading')
      return refusal('MARKET_CLOSED', { symbol: instrument.label })
    const minutes = closedMinutes(market.breaker, batch.atMs)
    if (minutes > 0) return refusal('CONTRACT_BREAKER', { symbol: instrument.label, minutes })
    const taken = {
      own: lotsOf(state, market, customer) - BigInt(position.lots),
      all: market.open.long.lots + market.open.short.lots,
    }
    const within = checkCaps(rules, BigInt(lots), taken)
    if (!within.ok) return refusal(within.code, within.params)
  }
  const cost = costOfWaiting(valueAt(market, position, conversionMark), { ...position, lots, limitPrice })
  const needed = cost.margin + cost.fee
  // What gets smaller asks for nothing more, whatever its quote is worth by now.
  const setAside = keepsPlace && needed > position.margin ? position.margin : needed
  const available = availableOf(customer)
  if (spendable(batch, available) < setAside - position.margin) return refusal('INSUFFICIENT_BALANCE')

  // No refusals from here on.
  const held = marginOf(customer)
  touch(batch, position)
  if (setAside > position.margin)
    move(batch, available, held, setAside - position.margin, 'contract-margin', id)
  else move(batch, held, available, position.margin - setAside, 'contract-release', id)
  Object.assign(position, { lots, limitPrice, margin: setAside })
  if (!keepsPlace) changed(active)
  const { sequence } = by.tick
  const change = record(batch, position, { kind: 'amended', lots, price: limitPrice, sequence })
  batch.receipts.push(receiptOfAct(market, position, change, { act: 'amend', lots, limitPrice, setAside }))
  return position
}

/** Only ticks after this moment reach the prices that a position has now. */
function changed(active: Active): void {
  const { position, market } = active
  position.triggersSequence = Math.max(position.triggersSequence, market.last?.sequence ?? 0)
  setTriggers(active)
}
