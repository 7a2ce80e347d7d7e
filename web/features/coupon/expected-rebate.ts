import { bestOf, DISCOUNT_IN, discountOf } from '#domain/coupon/rules.ts'
import type { CouponKind } from '#domain/coupon/words.ts'
import { valueOfFee } from '#domain/invite/rules.ts'
import { parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'

/** A coupon as the wire has it. */
interface Coupon {
  readonly id: string
  readonly kind: CouponKind
  readonly sharePercent: string
  readonly cap: string
  readonly paid: string
  readonly expiresAtMs: number
}

/** What a spot order is about to do, as its ticket has it; decimal strings. */
export interface ExpectedFee {
  readonly fee: string
  /** What is left of what it brings after the fee, in the fee's currency. */
  readonly receives: string
  readonly feeCurrency: string
  /** What its fills cost or bring before the fee, in the quote currency. */
  readonly notional: string
  readonly quote: string
}

export interface ExpectedRebate {
  readonly percent: string
  /** In USDT. */
  readonly amount: string
}

/**
 * The coupon that a spot order would use once it is over, and what it gives back of the fee: the server's own choice, by the same
 * rules, unless the coupons' fund or the campaign's budget cannot pay it. Undefined where none counts.
 */
export function expectedRebate(
  coupons: readonly Coupon[],
  { fee, receives, feeCurrency, notional, quote }: ExpectedFee,
  nowMs: number,
): ExpectedRebate | undefined {
  if (quote !== DISCOUNT_IN) return undefined
  const paid = unitsIn(fee, feeCurrency)
  const received = paid + unitsIn(receives, feeCurrency)
  if (received === 0n) return undefined
  const feeValue = valueOfFee({ fee: paid, received, notional: unitsIn(notional, quote) })
  const worthOf = ({ sharePercent, cap, paid }: Pick<Coupon, 'sharePercent' | 'cap' | 'paid'>) =>
    discountOf(
      { shareBps: Math.round(Number(sharePercent) * 100), cap: unitsIn(cap, DISCOUNT_IN) },
      { feeValue, paid: unitsIn(paid, DISCOUNT_IN) },
    )
  const best = bestOf(
    coupons
      .filter((one) => one.kind === 'discount' && one.expiresAtMs > nowMs)
      .map((one) => ({ ...one, id: BigInt(one.id), expires_at: one.expiresAtMs })),
    worthOf,
  )
  return best && { percent: best.sharePercent, amount: formatAmount(worthOf(best), DISCOUNT_IN) }
}

/** What the server wrote; nothing is an amount too. */
const unitsIn = (text: string, currency: string): Units =>
  units(parseDecimal(text, findCurrency(currency)!.decimals) ?? 0n)
