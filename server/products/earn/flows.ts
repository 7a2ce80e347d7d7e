import type { EarlyRedemption } from '#domain/earn/rules.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { type AccountId, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/products/wallet/accounts.ts'
import { earnAccounts } from './accounts.ts'
import type { SubscriptionRow } from './store.ts'

/**
 * How money moves in locked deposits, as debit and credit (docs/recipes/earn.md).
 *
 * After every transaction, in each currency: a customer's `earn` account is the principal and the interest
 * earned of their active subscriptions; the platform's `reserve` is the interest all subscriptions have still to earn.
 */

interface Accounts {
  readonly funding: AccountId
  readonly earn: AccountId
  readonly reserve: AccountId
  readonly interest: AccountId
  readonly penalties: AccountId
}

export const accountsOf = ({
  customer_id,
  currency,
}: Pick<SubscriptionRow, 'customer_id' | 'currency'>): Accounts => ({
  funding: accountId(customer_id, wallets.funding, 'available', currency),
  earn: accountId(customer_id, earnAccounts.earn, 'available', currency),
  reserve: platformAccount(earnAccounts.reserve, currency),
  interest: platformAccount(earnAccounts.interest, currency),
  penalties: platformAccount(earnAccounts.penalties, currency),
})

/** Principal in, and the interest of the whole term set aside. */
export function subscriptionTransfers(
  subscription: Pick<SubscriptionRow, 'id' | 'customer_id' | 'currency' | 'principal'>,
  fullInterest: Units,
): Transfer[] {
  const { funding, earn, interest, reserve } = accountsOf(subscription)
  const reference = subscription.id
  return [
    { debit: funding, credit: earn, amount: subscription.principal, reason: 'earn-subscription', reference },
    { debit: interest, credit: reserve, amount: fullInterest, reason: 'earn-reserve', reference },
  ]
}

/** One day's interest becomes the customer's. */
export function accrualTransfer(subscription: SubscriptionRow): Transfer {
  const { reserve, earn } = accountsOf(subscription)
  return {
    debit: reserve,
    credit: earn,
    amount: subscription.interest_per_day,
    reason: 'earn-accrual',
    reference: subscription.id,
  }
}

/** Principal and all interest out, when the term is over. */
export function maturityTransfers(subscription: SubscriptionRow): Transfer[] {
  const { earn, funding } = accountsOf(subscription)
  const reference = subscription.id
  return [
    { debit: earn, credit: funding, amount: subscription.principal, reason: 'earn-matured', reference },
    { debit: earn, credit: funding, amount: earned(subscription), reason: 'earn-interest', reference },
  ]
}

/**
 * Principal and the interest of the quote out, the penalty back in, and to the fund what was set aside
 * for days that now never come (and for one that began after the quote).
 */
export function redemptionTransfers(subscription: SubscriptionRow, exit: EarlyRedemption): Transfer[] {
  const { earn, funding, penalties, reserve, interest } = accountsOf(subscription)
  const reference = subscription.id
  const unearned = units(
    subscription.interest_per_day * BigInt(subscription.term_days - subscription.days_earned),
  )
  const unquoted = units(earned(subscription) - exit.interest)
  const transfers: Transfer[] = [
    { debit: earn, credit: funding, amount: subscription.principal, reason: 'earn-redeemed', reference },
    { debit: earn, credit: funding, amount: exit.interest, reason: 'earn-interest', reference },
    { debit: funding, credit: penalties, amount: exit.penalty, reason: 'earn-penalty', reference },
    { debit: reserve, credit: interest, amount: unearned, reason: 'earn-return', reference },
    { debit: earn, credit: interest, amount: unquoted, reason: 'earn-return', reference },
  ]
  return transfers.filter((transfer) => transfer.amount > 0n)
}

/** Interest a subscription has earned so far. */
export const earned = (subscription: Pick<SubscriptionRow, 'interest_per_day' | 'days_earned'>): Units =>
  units(subscription.interest_per_day * BigInt(subscription.days_earned))
