import { kindRules } from '#domain/earn/kinds.ts'
import { type EarlyRedemption, paidAtEnd } from '#domain/earn/rules.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { type AccountId, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { earnAccounts } from './accounts.ts'
import { contributionOf, interestOf, type SubscriptionRow } from './store.ts'

/**
 * How money moves in term products, as debit and credit (docs/recipes/earn.md).
 *
 * After every transaction, in each currency: a customer's `earn` account is the principal and the interest
 * earned and not paid out of their active subscriptions; the platform's `reserve` is the interest that is set
 * aside for all of them and not yet earned. Interest is in what a subscription earns: in lock-mining another coin,
 * which has the same accounts.
 */

interface Accounts {
  readonly funding: AccountId
  readonly earn: AccountId
  readonly penalties: AccountId
  /** In the currency of what is earned. */
  readonly rewardFunding: AccountId
  readonly rewardEarn: AccountId
  readonly reserve: AccountId
  readonly interest: AccountId
}

/** The accounts that the money of a subscription moves between. */
export const accountsOf = ({
  customer_id,
  currency,
  reward_currency: reward,
}: Pick<SubscriptionRow, 'customer_id' | 'currency' | 'reward_currency'>): Accounts => ({
  funding: accountId(customer_id, wallets.funding, 'available', currency),
  earn: accountId(customer_id, earnAccounts.earn, 'available', currency),
  penalties: platformAccount(earnAccounts.penalties, currency),
  rewardFunding: accountId(customer_id, wallets.funding, 'available', reward),
  rewardEarn: accountId(customer_id, earnAccounts.earn, 'available', reward),
  reserve: platformAccount(earnAccounts.reserve, reward),
  interest: platformAccount(earnAccounts.interest, reward),
})

/** Principal in, and the interest of its days set aside. */
export function subscriptionTransfers(subscription: SubscriptionRow): Transfer[] {
  const { funding, earn } = accountsOf(subscription)
  const { id: reference, principal: amount, kind, days_covered } = subscription
  const reason = kindRules[kind].reasons.subscription
  return [
    { debit: funding, credit: earn, amount, reason, reference },
    ...reserveTransfers(subscription, days_covered),
  ]
}

/** The interest of a number of days set aside; of fewer than none, given back to the fund. */
export function reserveTransfers(subscription: SubscriptionRow, days: number): Transfer[] {
  const { interest, reserve } = accountsOf(subscription)
  const { id: reference } = subscription
  const amount = interestOf(subscription, Math.abs(days))
  if (days < 0) return [{ debit: reserve, credit: interest, amount, reason: 'earn-return', reference }]
  return days === 0 ? [] : [{ debit: interest, credit: reserve, amount, reason: 'earn-reserve', reference }]
}

/** One day's interest becomes the customer's: kept in the subscription, or paid to their funding wallet. */
export function accrualTransfer(subscription: SubscriptionRow): Transfer {
  const { reserve, rewardEarn, rewardFunding } = accountsOf(subscription)
  const { paysInterest, reasons } = kindRules[subscription.kind]
  const rest = { debit: reserve, amount: subscription.interest_per_day, reference: subscription.id }
  return paysInterest === 'daily'
    ? { ...rest, credit: rewardFunding, reason: reasons.interest }
    : { ...rest, credit: rewardEarn, reason: 'earn-accrual' }
}

/** What ending pays where all that was set aside is earned: principal, and the interest not paid out before. */
export const atMaturity = (subscription: SubscriptionRow): EarlyRedemption => {
  const interest = contributionOf(subscription).earned
  const refund = paidAtEnd(subscription.principal, interest, subscription.kind)
  return { interest, penalty: units(0n), refund }
}

/**
 * Principal and interest out, the penalty back in, and to the fund what was set aside for days that now never
 * come (and for one that began after the quote), and a reward that is given up.
 */
export function endTransfers(
  subscription: SubscriptionRow,
  status: 'matured' | 'redeemed',
  redemption: EarlyRedemption,
): Transfer[] {
  const { earn, funding, penalties, rewardEarn, rewardFunding, reserve, interest } = accountsOf(subscription)
  const { id: reference, principal } = subscription
  const { reasons } = kindRules[subscription.kind]
  const { earned, unearned } = contributionOf(subscription)
  const unquoted: Units = units(earned - redemption.interest)
  const transfers: Transfer[] = [
    { debit: earn, credit: funding, amount: principal, reason: reasons[status], reference },
    {
      debit: rewardEarn,
      credit: rewardFunding,
      amount: redemption.interest,
      reason: reasons.interest,
      reference,
    },
    { debit: funding, credit: penalties, amount: redemption.penalty, reason: reasons.penalty, reference },
    { debit: reserve, credit: interest, amount: unearned, reason: 'earn-return', reference },
    { debit: rewardEarn, credit: interest, amount: unquoted, reason: 'earn-return', reference },
  ]
  return transfers.filter((transfer) => transfer.amount > 0n)
}
