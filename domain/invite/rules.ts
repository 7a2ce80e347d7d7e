import { mulDiv, type Units, units } from '../money/amount.ts'
import { readAmount } from '../money/read-amount.ts'
import { DAY_MS } from '../time.ts'

/**
 * The commission on what invited customers pay for trading: a share of spot fees, whatever a trade won or lost.
 *
 * Source: rulings, section 5, coupons, invite, game.
 */

export const SHARE_BPS = 2_000n
/** From registration: what an invited customer trades later counts for nobody. */
export const EARNING_DAYS = 180
/** From the end of the day on which the fees were paid. */
export const HOLD_DAYS = 30
/** What a commission is counted in, and what spot fees are valued in. */
export const VALUED_IN = 'USDT'
/** Of what was earned in a calendar month (UTC), at most so much is paid. */
export const monthlyCap = (): Units => readAmount('500', VALUED_IN)

/** When an invited customer's fees no longer count. */
export const earningEndsMs = (registeredAtMs: number): number => registeredAtMs + EARNING_DAYS * DAY_MS

/** When what was earned on a day, which begins at `dayMs`, is paid. */
export const paidFromMs = (dayMs: number): number => dayMs + (1 + HOLD_DAYS) * DAY_MS

/** The commission on fees, in the fees' coin. Rounds: down. */
export const commissionOn = (fees: bigint): Units => units(mulDiv(fees, SHARE_BPS, 10_000n, 'down'))

/** What an order's fee is worth at the average price of its fills. Rounds: down. */
export const valueOfFee = (order: {
  readonly fee: bigint
  /** What the order received, in the fee's coin, and what that cost or brought. */
  readonly received: bigint
  readonly notional: bigint
}): bigint => mulDiv(order.fee, order.notional, order.received, 'down')

/**
 * What of a commission is paid when so much of its month has been paid already: whole, or as much as the month has left.
 *
 * Rounds: down, both. Returns: what is paid in its coin, and its value, which is nothing where nothing is paid.
 */
export function payable(
  { amount, value }: { readonly amount: bigint; readonly value: bigint },
  paidThisMonth: bigint,
): { readonly amount: Units; readonly value: Units } {
  const left = monthlyCap() - paidThisMonth
  if (left <= 0n) return { amount: units(0n), value: units(0n) }
  if (value <= left) return { amount: units(amount), value: units(value) }
  const part = mulDiv(amount, left, value, 'down')
  return { amount: units(part), value: units(part > 0n ? left : 0n) }
}
