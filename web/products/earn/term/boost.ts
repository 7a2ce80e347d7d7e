import { bestOf, boostOf } from '#domain/coupon/rules.ts'
import type { CouponKind } from '#domain/coupon/words.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'

/** A coupon as the wire has it. */
interface Coupon {
  readonly id: string
  readonly kind: CouponKind
  readonly currency: string
  readonly sharePercent: string
  readonly cap: string
  readonly expiresAtMs: number
}

export interface ExpectedBoost {
  readonly percent: string
  /** In the currency of the order. */
  readonly amount: string
}

/**
 * The coupon that an order of so much would use, and what it adds at the end: the server's own choice, by the same rules, unless the
 * coupons' fund cannot pay it. Undefined where none counts.
 */
export function expectedBoost(
  coupons: readonly Coupon[],
  order: { readonly currency: string; readonly principal: string; readonly termDays: number },
  nowMs: number,
): ExpectedBoost | undefined {
  const { currency, termDays } = order
  if (termDays === 0) return undefined
  const principal = readAmount(order.principal, currency)
  const worthOf = ({ sharePercent, cap }: Pick<Coupon, 'sharePercent' | 'cap'>) =>
    boostOf(
      { shareBps: Math.round(Number(sharePercent) * 100), cap: readAmount(cap, currency) },
      { principal, termDays },
    )
  const best = bestOf(
    coupons
      .filter((one) => one.kind === 'boost' && one.currency === currency && one.expiresAtMs > nowMs)
      .map(({ id, expiresAtMs, sharePercent, cap }) => ({
        ...{ id: BigInt(id), expires_at: expiresAtMs, sharePercent, cap },
      })),
    worthOf,
  )
  return best && { percent: best.sharePercent, amount: formatAmount(worthOf(best), currency) }
}
