import type { CouponUseView, CouponView } from '#domain/coupon/contract.ts'
import { trialInterest } from '#domain/coupon/rules.ts'
import type { CouponState } from '#domain/coupon/words.ts'
import { apr } from '#domain/earn/rules.ts'
import { formatPercent, plainPercent } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type CampaignRow, type CouponRow, termsOf, type UseRow } from './store.ts'

/** Where a coupon stands: one whose time is over before the job has been there too. */
export const stateAt = (row: CouponRow, nowMs: number): CouponState => {
  if (row.status !== 'usable' || nowMs < row.expires_at) return row.status
  return row.paid > 0n ? 'used' : 'expired'
}

export const couponView = (row: CouponRow, use: UseRow | undefined, nowMs: number): CouponView => {
  const show = (amount: bigint) => formatAmount(amount, row.currency)
  return {
    ...{ id: String(row.id), kind: row.kind, currency: row.currency },
    ...{ sharePercent: plainPercent(row.share_bps), cap: show(row.cap), termDays: row.term_days },
    ...{ dailyPercent: formatPercent(row.daily_rate), aprPercent: formatPercent(apr(row.daily_rate)) },
    interest: show(row.kind === 'trial' ? trialInterest(termsOf(row)) : 0n),
    ...{ status: stateAt(row, nowMs), claimedAtMs: row.claimed_at, expiresAtMs: row.expires_at },
    paid: show(row.paid),
    order: use
      ? {
          ...{ id: String(use.order_id), status: use.status, amount: show(use.amount) },
          ...{ startsAtMs: use.starts_at, paysAtMs: use.decided_at ?? use.due_at },
        }
      : null,
  }
}

export const useView = (row: UseRow & Pick<CampaignRow, 'share_bps'>): CouponUseView => {
  const { currency, fee, fee_currency, principal } = row
  return {
    ...{ couponId: String(row.coupon_id), orderId: String(row.order_id), kind: row.kind, currency },
    ...{ sharePercent: plainPercent(row.share_bps), amount: formatAmount(row.amount, currency) },
    principal: principal === null ? null : formatAmount(principal, currency),
    fee: fee === null ? null : formatAmount(fee, fee_currency!),
    ...{ feeCurrency: fee_currency, status: row.status, atMs: row.decided_at ?? row.due_at },
  }
}
