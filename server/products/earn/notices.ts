import { kindRules } from '#domain/earn/kinds.ts'
import type { EarlyRedemption } from '#domain/earn/rules.ts'
import { formatPercent, formatRate } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import type { NewNotice, NoticeAudience, NoticeContent } from '#server/core/notices/notices.ts'
import { atMaturity } from './flows.ts'
import { customersIn, type ProductRow, type SubscriptionRow } from './store.ts'

/** What is told of a subscription that ended. */
export function endNotice(
  { id, customer_id: customer, kind: variant, currency, reward_currency: rewardCurrency }: SubscriptionRow,
  status: 'matured' | 'redeemed',
  redemption: EarlyRedemption,
): NewNotice {
  const about = { customer, subject: String(id) }
  const paid = { variant, amount: formatAmount(redemption.refund, currency), currency }
  return status === 'matured'
    ? {
        ...about,
        kind: 'earn-matured',
        params: {
          ...paid,
          interest: formatAmount(redemption.interest, rewardCurrency),
          rewardCurrency,
        },
      }
    : {
        ...about,
        kind: 'earn-redeemed',
        params: { ...paid, penalty: formatAmount(redemption.penalty, currency) },
      }
}

/** What is told a day before a subscription matures: what will be paid out then, and when. */
export function reminderNotice(row: SubscriptionRow): NewNotice {
  const { id, customer_id: customer, kind: variant, currency } = row
  const { refund } = atMaturity({ ...row, days_earned: row.days_covered })
  return {
    ...{ customer, subject: String(id), kind: 'earn-maturing' },
    params: { variant, amount: formatAmount(refund, currency), currency, time: utcMinute(row.matures_at!) },
  }
}

/** What is told of new terms to those who have money in a product; theirs stay as they agreed. */
export const termsNotice = (product: ProductRow): NoticeContent => ({
  kind: 'earn-terms',
  subject: `${product.id}.${product.terms_version}`,
  params: {
    variant: product.kind,
    currency: product.currency,
    days: String(product.term_days),
    rate: kindRules[product.kind].earnsAnotherCoin
      ? `${formatRate(product.daily_rate)} ${product.reward_currency}`
      : formatPercent(product.daily_rate),
  },
})

export const termsAudience: NoticeAudience = {
  kind: 'earn-terms',
  next: (tx, subject, after, limit) => customersIn(tx, BigInt(subject.split('.')[0]!), after, limit),
}
