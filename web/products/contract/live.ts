import type { ContractAccountView, PositionView } from '#domain/contract/contract.ts'
import { formatMark, markOf, profitAtMark } from '#domain/contract/rules.ts'
import { divDown, formatDecimal } from '#domain/money/amount.ts'
import { count, lotsOf } from '#web/features/contract/closing.ts'
import { signedInMargin, unitsOf } from '#web/features/contract/margin-amounts.ts'
import type { TickOf } from '#web/features/contract/use-ticks.ts'

/** What an open position is worth at the prices that the page sees, by the code that the server runs. */
export interface LivePosition {
  readonly markPrice: string | undefined
  /** Signed, in cents of the margin currency. */
  readonly pnl: string | undefined
  /** In units of the margin currency, for sums. */
  readonly pnlUnits: bigint | undefined
  /** Signed, in percent of the initial margin of the lots that are open. */
  readonly returnPercent: string | undefined
  /** What is left of that margin, in percent: it is liquidated when this is down to `liquidatedAtPercent`. */
  readonly marginPercent: string | undefined
  readonly liquidatedAtPercent: string
}

/**
 * The initial margin of a position, in units of the margin currency; while it is open, of the lots that are open: a part
 * that was closed took its own with it, and left neither gain nor margin.
 *
 * Rounds: down.
 */
export const initialMarginOf = ({ status, initialMargin, openLots, lots }: PositionView): bigint =>
  status === 'open'
    ? (unitsOf(initialMargin) * lotsOf(openLots)) / (lotsOf(lots) || 1n)
    : unitsOf(initialMargin)

/** An open position at the newest prices; where there are none, without figures that need one. */
export function livePosition(position: PositionView, tickOf: TickOf): LivePosition {
  const counted = count(position, tickOf)
  const initial = initialMarginOf(position)
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
  readonly currency: string
  readonly available: string
  readonly margin: string
  /** Signed, in cents of the margin currency, as is the equity; neither while a price is unknown. */
  readonly unrealizedPnl: string | undefined
  readonly equity: string | undefined
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
  { marginCurrency: currency, available, margin, unrealizedPnl }: ContractAccountView,
  gained: readonly bigint[] | undefined,
): LiveAccount {
  const pnl =
    gained?.reduce((sum, one) => sum + one, 0n) ??
    (unrealizedPnl === null ? undefined : unitsOf(unrealizedPnl))
  const wallet = unitsOf(available) + unitsOf(margin)
  return {
    ...{ currency, available, margin },
    unrealizedPnl: pnl === undefined ? undefined : signedInMargin(pnl),
    equity: pnl === undefined ? undefined : signedInMargin(wallet + pnl),
    marginShare: wallet > 0n ? Number((unitsOf(margin) * 1_000n) / wallet) / 1_000 : 0,
  }
}

/** What one amount is of another, in percent. Rounds: down. */
function percentOf(part: bigint, of: bigint, decimals: number): string | undefined {
  if (of <= 0n) return undefined
  return formatDecimal(divDown(part * 100n * 10n ** BigInt(decimals), of), decimals)
}
