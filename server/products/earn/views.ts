import type { ProductView, SubscriptionView } from '#domain/earn/contract.ts'
import {
  apr,
  canRedeem,
  daysEarned,
  earlyRedemption,
  earnsAt,
  remainingCapacity,
} from '#domain/earn/rules.ts'
import type { Rate, Units } from '#domain/money/amount.ts'
import { formatPercent, formatRate } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { startOfDayUtc } from '#domain/time.ts'
import { type ProductRow, productTermsOf, type SubscriptionRow, termsOf } from './store.ts'

/** Rows as the contract shows them: amounts as texts, and everything that follows from the rules. */

/** A product, with what can still be put in while the interest fund has `fund` free. */
export function productView(row: ProductRow, fund: Units): ProductView {
  const show = (amount: bigint) => formatAmount(amount, row.currency)
  const isOpen = row.status === 'open'
  const remaining = remainingCapacity(
    {
      ...productTermsOf(row),
      currency: row.currency,
      isOpen,
      subscribed: row.subscribed,
      termsVersion: row.terms_version,
    },
    fund,
  )
  return {
    id: String(row.id),
    kind: row.kind,
    currency: row.currency,
    termDays: row.term_days,
    ...ratesView(row.daily_rate, row.penalty_rate),
    minimum: show(row.minimum),
    maximum: show(row.maximum),
    cap: show(row.cap),
    left: show(remaining),
    leftPercent: Number((remaining * 100n) / row.cap),
    availability: !isOpen ? 'closed' : remaining < row.minimum ? 'sold-out' : 'open',
    tag: row.tag,
    termsVersion: row.terms_version,
  }
}

/** An order as it stands at `nowMs`, whether or not the job has been there since midnight. */
export function subscriptionView(row: SubscriptionRow, nowMs: number): SubscriptionView {
  const show = (amount: bigint) => formatAmount(amount, row.currency)
  const isActive = row.status === 'active'
  const days = isActive
    ? daysEarned({ startsAtMs: row.starts_at, termDays: row.term_days }, nowMs)
    : row.days_earned
  const interestAtMaturity = row.interest_per_day * BigInt(row.term_days)
  const span = { startsAtMs: row.starts_at, maturesAtMs: row.matures_at }
  const creditedToday = row.status !== 'redeemed' && earnsAt(span, startOfDayUtc(nowMs))
  const exit = earlyRedemption(row.principal, termsOf(row), days)
  return {
    id: String(row.id),
    productId: String(row.product_id),
    currency: row.currency,
    principal: show(row.principal),
    termDays: row.term_days,
    ...ratesView(row.daily_rate, row.penalty_rate),
    status: row.status,
    subscribedAtMs: row.subscribed_at,
    startsAtMs: row.starts_at,
    maturesAtMs: row.matures_at,
    daysEarned: days,
    interestPerDay: show(row.interest_per_day),
    interestToday: show(creditedToday ? row.interest_per_day : 0n),
    interestSoFar: show(row.interest_paid ?? row.interest_per_day * BigInt(days)),
    interestAtMaturity: show(interestAtMaturity),
    paidAtMaturity: show(row.principal + interestAtMaturity),
    earlyExit: canRedeem({ status: row.status, maturesAtMs: row.matures_at }, nowMs)
      ? { interest: show(exit.interest), penalty: show(exit.penalty), refund: show(exit.refund) }
      : null,
    result:
      row.ended_at === null
        ? null
        : {
            interest: show(row.interest_paid!),
            penalty: show(row.penalty!),
            refund: show(row.refund!),
            atMs: row.ended_at,
          },
    rulesVersion: row.rules_version,
  }
}

const ratesView = (dailyRate: Rate, penaltyRate: Rate) => ({
  dailyRate: formatRate(dailyRate),
  dailyPercent: formatPercent(dailyRate),
  aprPercent: formatPercent(apr(dailyRate)),
  penaltyRate: formatRate(penaltyRate),
  penaltyPercent: formatPercent(penaltyRate),
})
