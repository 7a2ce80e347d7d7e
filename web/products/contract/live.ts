import type { ContractAccountView, PositionView } from '#domain/contract/contract.ts'
import { readLots, tickValueIn } from '#domain/contract/order.ts'
import {
  type BidAsk,
  closingPrice,
  formatMark,
  markOf,
  notionalAt,
  partOf,
  profitAtMark,
  profitBetween,
  settleClose,
  shareOf,
} from '#domain/contract/rules.ts'
import { contractTermsOf, marginDecimals, type Ratio } from '#domain/contract/terms.ts'
import { assert } from '#domain/errors.ts'
import { formatPrice, type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { divDown, formatDecimal } from '#domain/money/amount.ts'
import { signedUnits } from '#web/features/money/decimals.ts'
import { inMargin, signedInMargin } from './ticket-summary.ts'
import type { TickOf } from './use-ticks.ts'

/** What an open position is worth at the prices that the page sees, by the code that the server runs. */
export interface LivePosition {
  readonly markPrice: string | undefined
  /** Signed, in cents of the margin currency. */
  readonly pnl: string | undefined
  /** In units of the margin currency, for sums. */
  readonly pnlUnits: bigint | undefined
  /** Signed, in percent of the initial margin. */
  readonly returnPercent: string | undefined
  /** What is left of the initial margin, in percent: it is liquidated when this is down to `liquidatedAtPercent`. */
  readonly marginPercent: string | undefined
  readonly liquidatedAtPercent: string
}

/** A position as integers, with the prices it is counted at. */
interface Counted {
  readonly instrument: Instrument
  readonly tick: BidAsk
  readonly value: Ratio
  readonly entry: bigint
  readonly lots: bigint
  readonly margin: bigint
  readonly feeBps: number
}

function count(position: PositionView, tickOf: TickOf): Counted | undefined {
  const { symbol, entryPrice, openLots, margin } = position
  const instrument = findInstrument(symbol)
  const terms = instrument && contractTermsOf(instrument)
  const tick = tickOf(symbol)
  const conversion = terms?.conversion && tickOf(terms.conversion.symbol)
  if (!terms || !tick || entryPrice === null || (terms.conversion && !conversion)) return undefined
  return {
    ...{ instrument, tick, feeBps: position.feeBps, margin: unitsOf(margin) },
    value: tickValueIn(instrument, terms, conversion && markOf(conversion)),
    entry: parsePrice(instrument, entryPrice)!,
    lots: lotsOf(openLots),
  }
}

/** Reads an amount of the margin currency as the server wrote it. */
export const unitsOf = (text: string): bigint => signedUnits(text, marginDecimals())

function lotsOf(text: string): bigint {
  const read = readLots(text)
  return read.ok ? read.lots : 0n
}

/** An open position at the newest prices; where there are none, without figures that need one. */
export function livePosition(position: PositionView, tickOf: TickOf): LivePosition {
  const counted = count(position, tickOf)
  const initial = unitsOf(position.initialMargin)
  const liquidatedAtPercent = percentOf(unitsOf(position.maintenance), initial, 0) ?? '—'
  if (!counted) {
    const none = { markPrice: undefined, pnl: undefined, pnlUnits: undefined }
    return { ...none, returnPercent: undefined, marginPercent: undefined, liquidatedAtPercent }
  }
  const { instrument, tick, value, entry, lots, margin } = counted
  const pnl = profitAtMark(value, position.direction, lots, entry, BigInt(markOf(tick)))
  return {
    markPrice: formatMark(instrument, markOf(tick)),
    pnl: signedInMargin(pnl),
    pnlUnits: pnl,
    returnPercent: percentOf(pnl, initial, 2),
    marginPercent: percentOf(margin + pnl, initial, 0),
    liquidatedAtPercent,
  }
}

/** The contract wallet, with what all open positions have gained at the newest prices. */
export interface LiveAccount {
  readonly available: string
  readonly margin: string
  /** Signed, in cents of the margin currency, as is the equity. */
  readonly unrealizedPnl: string
  readonly equity: string
  /** What of the equity is margin, from 0 to 1. Pixels only. */
  readonly marginShare: number
}

/**
 * The contract wallet with what its positions have gained, in units; with what the server last said of it, where that is
 * not known of every one.
 *
 * Rounds: each figure once, down to a cent. What the positions show by themselves may add up to some cents less.
 */
export function liveAccount(
  { available, margin, unrealizedPnl }: ContractAccountView,
  gained: readonly bigint[] | undefined,
): LiveAccount {
  const pnl = gained?.reduce((sum, one) => sum + one, 0n) ?? unitsOf(unrealizedPnl)
  const wallet = unitsOf(available) + unitsOf(margin)
  return {
    ...{ available, margin, unrealizedPnl: signedInMargin(pnl), equity: signedInMargin(wallet + pnl) },
    marginShare: wallet > 0n ? Number((unitsOf(margin) * 1_000n) / wallet) / 1_000 : 0,
  }
}

/** What one amount is of another, in percent. Rounds: down. */
function percentOf(part: bigint, of: bigint, decimals: number): string | undefined {
  if (of <= 0n) return undefined
  return formatDecimal(divDown(part * 100n * 10n ** BigInt(decimals), of), decimals)
}

/** What closing some lots would bring at the newest prices. */
export interface Closing {
  readonly price: string
  /** The profit or loss before the fee, signed. */
  readonly pnl: string
  readonly fee: string
  /** What comes back to the wallet: profit, and what is left of the margin. */
  readonly returned: string
}

/** What closing some lots of a position would bring; undefined without a price, or for more lots than are open. */
export function closingOf(position: PositionView, lots: bigint, tickOf: TickOf): Closing | undefined {
  const counted = count(position, tickOf)
  if (!counted || lots > counted.lots || lots <= 0n) return undefined
  const at = BigInt(closingPrice(position.direction, counted.tick))
  const { pnl, settled } = settledAt(position, counted, lots, at)
  return {
    price: formatPrice(counted.instrument, Number(at)),
    pnl: signedInMargin(pnl),
    fee: inMargin(settled.fee),
    returned: inMargin(settled.profit + settled.released),
  }
}

/** What closing all of a position at a price would gain or lose after the closing fee, signed; undefined without prices. */
export function pnlAt(position: PositionView, at: bigint, tickOf: TickOf): string | undefined {
  const counted = count(position, tickOf)
  if (!counted) return undefined
  const { settled } = settledAt(position, counted, counted.lots, at)
  return signedInMargin(settled.profit - settled.loss - settled.fee)
}

function settledAt(
  { direction }: PositionView,
  { value, entry, margin, lots: all, feeBps }: Counted,
  lots: bigint,
  at: bigint,
) {
  assert(lots <= all, 'no more is closed than is open')
  const pnl = profitBetween(value, direction, lots, entry, at)
  const fee = shareOf(notionalAt(value, lots, at), feeBps)
  return { pnl, settled: settleClose(partOf(margin, lots, all), pnl, fee) }
}
