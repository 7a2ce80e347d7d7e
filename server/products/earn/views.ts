import type { ProductView, SubscriptionView } from '#domain/earn/contract.ts'
import { kindRules } from '#domain/earn/kinds.ts'
import {
  apr,
  canRedeem,
  daysEarned,
  earlyRedemption,
  givenUp,
  interestToday,
  paidAtEnd,
  remainingCapacity,
} from '#domain/earn/rules.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { formatPercent, formatRate } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { interestOf, limitsOf, type ProductRow, paidDaily, type SubscriptionRow, termsOf } from './store.ts'

/** Rows as the contract shows them: amounts as texts, and everything that follows from the rules. */

/** A product, with what can still be put in while the interest fund has `fund` free. */
export function productView(
  row: ProductRow,
  fund: Units,
  inProduct = units(0n),
  atTodaysPrice: ProductView['atTodaysPrice'] = null,
): ProductView {
  const show = (amount: bigint) => formatAmount(amount, row.currency)
  const isOpen = row.status === 'open'
  const remaining = remainingCapacity(limitsOf(row), fund)
  return {
    id: String(row.id),
    kind: row.kind,
    currency: row.currency,
    rewardCurrency: row.reward_currency,
    termDays: row.term_days,
    noticeHours: row.notice_hours,
    ...ratesView(row),
    atTodaysPrice,
    minimum: show(row.minimum),
    maximum: show(row.maximum),
    cap: show(row.cap),
    left: show(remaining),
    leftPercent: Number((remaining * 100n) / row.cap),
    availability: !isOpen ? 'closed' : remaining < row.minimum ? 'sold-out' : 'open',
    inProduct: show(inProduct),
    tag: row.tag,
    termsVersion: row.terms_version,
  }
}

/** A subscription as it stands at `nowMs`, whether or not the job has been there since midnight. */
export function subscriptionView(row: SubscriptionRow, nowMs: number): SubscriptionView {
  const show = (amount: bigint) => formatAmount(amount, row.currency)
  const showReward = (amount: bigint) => formatAmount(amount, row.reward_currency)
  const isActive = row.status === 'active'
  const { starts_at: startsAtMs, ends_at: endsAtMs, notice_at: noticeAtMs, status } = row
  const days = isActive ? daysEarned({ startsAtMs, daysCovered: row.days_covered }, nowMs) : row.days_earned
  const interestAtMaturity = interestOf(row, row.days_covered)
  const interestPerDay = row.interest_per_day
  const redemption = earlyRedemption(row.principal, termsOf(row), days, row.kind)
  return {
    id: String(row.id),
    productId: String(row.product_id),
    kind: row.kind,
    currency: row.currency,
    rewardCurrency: row.reward_currency,
    principal: show(row.principal),
    termDays: row.term_days,
    noticeHours: row.notice_hours,
    ...ratesView(row),
    ...(status === 'active' ? { status, end: null } : { status: 'ended', end: status }),
    subscribedAtMs: row.subscribed_at,
    startsAtMs,
    maturesAtMs: endsAtMs,
    noticeAtMs,
    daysEarned: days,
    interestPerDay: showReward(row.interest_per_day),
    interestToday: showReward(interestToday({ status, startsAtMs, endsAtMs, interestPerDay }, nowMs)),
    interestSoFar: showReward(row.interest_paid ?? interestOf(row, days)),
    interestAtMaturity: showReward(interestAtMaturity),
    paidAtMaturity: show(paidAtEnd(row.principal, interestAtMaturity, row.kind)),
    earlyRedemption: canRedeem({ status, endsAtMs, noticeAtMs }, nowMs)
      ? {
          interest: showReward(redemption.interest),
          penalty: show(redemption.penalty),
          refund: show(redemption.refund),
          givenUp: showReward(givenUp(interestOf(row, days), row.kind)),
        }
      : null,
    result:
      row.ended_at === null
        ? null
        : {
            interest: showReward(row.interest_paid! - paidDaily(row)),
            penalty: show(row.penalty!),
            refund: show(row.refund!),
            givenUp: showReward(status === 'redeemed' ? givenUp(interestOf(row, days), row.kind) : 0n),
            atMs: row.ended_at,
          },
    rulesVersion: row.rules_version,
  }
}

function ratesView({
  kind,
  daily_rate,
  penalty_rate,
}: Pick<ProductRow, 'kind' | 'daily_rate' | 'penalty_rate'>) {
  const { earnsAnotherCoin } = kindRules[kind]
  return {
    dailyRate: formatRate(daily_rate),
    dailyPercent: earnsAnotherCoin ? null : formatPercent(daily_rate),
    aprPercent: earnsAnotherCoin ? null : formatPercent(apr(daily_rate)),
    penaltyRate: formatRate(penalty_rate),
    penaltyPercent: formatPercent(penalty_rate),
  }
}
