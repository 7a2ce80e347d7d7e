import type { core } from 'zod/mini'
import type {
  contractAccountView,
  contractDeal,
  PositionChangeView,
  PositionView,
} from '#domain/contract/contract.ts'
import { formatLots, formatMark, markOf, profitAtMark } from '#domain/contract/rules.ts'
import {
  type ContractTerms,
  contractTermsOf,
  LOT_STEP,
  MARGIN_CURRENCY,
  marginDecimals,
  tickValue,
} from '#domain/contract/terms.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatPrice, type Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { type DecimalString, decimal, formatDecimal } from '#domain/money/amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { isPracticeOwner, PRACTICE_CURRENCY } from '#server/core/ledger/practice.ts'
import type { MarketNow } from './engine.ts'
import type { Position, PositionChange } from './position.ts'

/** How contracts' integers are shown on the wire. */

/** The newest tick of an instrument, if there is one. */
export type LastTick = (symbol: string) => Tick | undefined

const amount = (value: bigint): DecimalString => formatDecimal(value, marginDecimals())
const orNull = <T, R>(value: T | null, show: (value: T) => R): R | null =>
  value === null ? null : show(value)

/** What an open position has gained at the newest price; undefined while it is not open, and without a price. */
export function unrealizedPnl(position: Position, lastTick: LastTick): bigint | undefined {
  const instrument = findInstrument(position.symbol)
  const terms = instrument && contractTermsOf(instrument)
  const tick = lastTick(position.symbol)
  const conversion = terms?.conversion && lastTick(terms.conversion.symbol)
  if (position.status !== 'open' || !tick || !instrument || !terms || (terms.conversion && !conversion)) {
    return undefined
  }
  const value = tickValue(instrument, position.lotSize, terms.conversion, conversion && markOf(conversion))
  const [lots, entry] = [BigInt(position.openLots), BigInt(position.entryPrice!)]
  return profitAtMark(value, position.direction, lots, entry, BigInt(markOf(tick)))
}

/** What an owner's positions are margined in. */
export const marginCurrencyOf = (owner: CustomerId): string =>
  isPracticeOwner(owner) ? PRACTICE_CURRENCY : MARGIN_CURRENCY

/** A position as its owner sees it. */
export function positionView(position: Position, lastTick: LastTick): PositionView {
  const instrument = findInstrument(position.symbol)!
  const price = (ticks: number | null) => orNull(ticks, (at) => formatPrice(instrument, at))
  const tick = position.status === 'open' ? lastTick(position.symbol) : undefined
  const unrealized = unrealizedPnl(position, lastTick)
  return {
    id: String(position.id),
    symbol: position.symbol,
    marginCurrency: marginCurrencyOf(position.customer),
    direction: position.direction,
    leverage: position.leverage,
    lots: formatLots(position.lots),
    openLots: formatLots(position.openLots),
    status: position.status,
    reason: position.reason,
    relationId: orNull(position.relation, String),
    leadName: position.leadName,
    limitPrice: price(position.limitPrice),
    entryPrice: price(position.entryPrice),
    closePrice: price(position.closePrice),
    markPrice: tick ? formatMark(instrument, markOf(tick)) : null,
    margin: amount(position.margin),
    initialMargin: amount(position.initialMargin),
    maintenance: amount(position.maintenance),
    liquidationPrice: price(position.liquidationPrice),
    points: pointsOf(position, tick),
    fee: amount(position.fee),
    financing: amount(position.financing),
    realizedPnl: amount(position.realizedPnl),
    unrealizedPnl: unrealized === undefined ? null : amount(unrealized),
    takeProfit: price(position.takeProfit),
    stopLoss: price(position.stopLoss),
    termsVersion: position.termsVersion,
    feeBps: position.feeBps,
    financingBps: position.financingBps,
    tapeSequence: position.tapeSequence,
    entrySequence: position.entrySequence,
    closeSequence: position.closeSequence,
    createdAtMs: position.createdAtMs,
    openedAtMs: position.openedAtMs,
    closedAtMs: position.closedAtMs,
    updatedAtMs: position.updatedAtMs,
  }
}

/** Points with one decimal: a mark price may lie between two ticks. */
function pointsOf({ direction, status, entryPrice, closePrice }: Position, tick: Tick | undefined) {
  if (entryPrice === null) return null
  const at = status === 'open' ? tick && markOf(tick) : 2 * closePrice!
  if (at === undefined) return null
  const halves = direction === 'long' ? at - 2 * entryPrice : 2 * entryPrice - at
  return formatDecimal(BigInt(halves) * 5n, 1)
}

/** What happened to a position, as its owner sees it. */
export function changeView({ symbol }: Position, change: PositionChange): PositionChangeView {
  const instrument = findInstrument(symbol)!
  const conversion = contractTermsOf(instrument)?.conversion
  const pair = conversion && findInstrument(conversion.symbol)
  const price = (ticks: number | null) => orNull(ticks, (at) => formatPrice(instrument, at))
  const isAtMark = change.kind === 'financing' || change.kind === 'margin-call'
  return {
    id: String(change.id),
    kind: change.kind,
    reason: change.reason,
    lots: orNull(change.lots, formatLots),
    price: isAtMark ? orNull(change.price, (at) => formatMark(instrument, at)) : price(change.price),
    sequence: change.sequence,
    conversionPrice: pair ? orNull(change.conversionMark, (at) => formatMark(pair, at)) : null,
    conversionSequence: change.conversionSequence,
    amount: orNull(change.amount, amount),
    fee: orNull(change.fee, amount),
    shortfall: orNull(change.shortfall, amount),
    margin: amount(change.margin),
    takeProfit: price(change.takeProfit),
    stopLoss: price(change.stopLoss),
    liquidationPrice: price(change.liquidationPrice),
    atMs: change.atMs,
  }
}

/** The terms of an instrument's contract as anyone may see them. */
export const termsView = (
  instrument: Instrument,
  terms: ContractTerms,
  nowMs: number,
  marginCurrency: string = MARGIN_CURRENCY,
): OutputOf<typeof contractDeal>['terms'] => ({
  symbol: instrument.symbol,
  termsVersion: terms.version,
  marginCurrency,
  lotSize: terms.lotSize,
  lotStep: decimal(LOT_STEP),
  leverages: [...terms.leverages],
  feeBps: terms.feeBps,
  financingBps: terms.financingBps,
  nextFinancingAtMs: startOfDayUtc(nowMs) + DAY_MS,
  maintenanceBps: terms.maintenanceBps,
  marginCallBps: terms.marginCallBps,
  collarBps: terms.collarBps,
  slippageBps: terms.slippageBps,
  maxPosition: amount(terms.maxPosition),
  maxOpenInterest: amount(terms.maxOpenInterest),
  conversionSymbol: terms.conversion?.symbol ?? null,
})

/** What an order depends on beside the terms, as anyone may see it. */
export const marketView = (
  { openLots, closedUntilMs }: MarketNow,
  insurance: bigint,
  nowMs: number,
): OutputOf<typeof contractDeal>['market'] => ({
  openLots: formatLots(openLots),
  closedUntilMs: closedUntilMs > nowMs ? closedUntilMs : null,
  insurance: amount(insurance),
})

/** A customer's contract wallet with what their positions have gained so far. */
export function accountView(
  owner: CustomerId,
  balance: { readonly available: bigint; readonly held: bigint },
  positions: readonly Position[],
  lastTick: LastTick,
): core.output<typeof contractAccountView> {
  const open = positions.filter(({ status }) => status === 'open')
  const profits = open.map((position) => unrealizedPnl(position, lastTick))
  const unrealized = profits.reduce<bigint | undefined>(
    (sum, profit) => (sum === undefined || profit === undefined ? undefined : sum + profit),
    0n,
  )
  return {
    marginCurrency: marginCurrencyOf(owner),
    available: amount(balance.available),
    margin: amount(balance.held),
    unrealizedPnl: unrealized === undefined ? null : amount(unrealized),
    equity: unrealized === undefined ? null : amount(balance.available + balance.held + unrealized),
  }
}
