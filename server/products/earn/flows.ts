import type { EarlyRedemption } from '#domain/earn/rules.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { type AccountId, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/products/account-kinds.ts'
import { earnAccounts } from './accounts.ts'
import type { OrderRow } from './store.ts'

/**
 * How money moves in locked deposits, as debit and credit (docs/recipes/locked-deposit.md).
 *
 * After every transaction, in each currency: a customer's `locked` account is the principal and the interest
 * earned of their active orders; the platform's `reserve` is the interest all orders have still to earn.
 */

interface Accounts {
  readonly funding: AccountId
  readonly locked: AccountId
  readonly reserve: AccountId
  readonly interest: AccountId
  readonly penalties: AccountId
}

export const accountsOf = ({
  customer_id,
  currency,
}: Pick<OrderRow, 'customer_id' | 'currency'>): Accounts => ({
  funding: accountId(customer_id, wallets.funding, 'available', currency),
  locked: accountId(customer_id, earnAccounts.locked, 'available', currency),
  reserve: platformAccount(earnAccounts.reserve, currency),
  interest: platformAccount(earnAccounts.interest, currency),
  penalties: platformAccount(earnAccounts.penalties, currency),
})

/** Principal in, and the interest of the whole term set aside. */
export function orderTransfers(
  order: Pick<OrderRow, 'id' | 'customer_id' | 'currency' | 'principal'>,
  fullInterest: Units,
): Transfer[] {
  const { funding, locked, interest, reserve } = accountsOf(order)
  const reference = order.id
  return [
    { debit: funding, credit: locked, amount: order.principal, reason: 'locked-deposit', reference },
    { debit: interest, credit: reserve, amount: fullInterest, reason: 'locked-reserve', reference },
  ]
}

/** One day's interest becomes the customer's. */
export function accrualTransfer(order: OrderRow): Transfer {
  const { reserve, locked } = accountsOf(order)
  return {
    debit: reserve,
    credit: locked,
    amount: order.interest_per_day,
    reason: 'locked-accrual',
    reference: order.id,
  }
}

/** Principal and all interest out, when the term is over. */
export function maturityTransfers(order: OrderRow): Transfer[] {
  const { locked, funding } = accountsOf(order)
  const reference = order.id
  return [
    { debit: locked, credit: funding, amount: order.principal, reason: 'locked-matured', reference },
    { debit: locked, credit: funding, amount: earned(order), reason: 'locked-interest', reference },
  ]
}

/**
 * Principal and the interest of the quote out, the penalty back in, and to the fund what was set aside
 * for days that now never come (and for one that began after the quote).
 */
export function redemptionTransfers(order: OrderRow, exit: EarlyRedemption): Transfer[] {
  const { locked, funding, penalties, reserve, interest } = accountsOf(order)
  const reference = order.id
  const unearned = units(order.interest_per_day * BigInt(order.term_days - order.days_earned))
  const unquoted = units(earned(order) - exit.interest)
  const transfers: Transfer[] = [
    { debit: locked, credit: funding, amount: order.principal, reason: 'locked-redeemed', reference },
    { debit: locked, credit: funding, amount: exit.interest, reason: 'locked-interest', reference },
    { debit: funding, credit: penalties, amount: exit.penalty, reason: 'locked-penalty', reference },
    { debit: reserve, credit: interest, amount: unearned, reason: 'locked-return', reference },
    { debit: locked, credit: interest, amount: unquoted, reason: 'locked-return', reference },
  ]
  return transfers.filter((transfer) => transfer.amount > 0n)
}

/** Interest an order has earned so far. */
export const earned = (order: Pick<OrderRow, 'interest_per_day' | 'days_earned'>): Units =>
  units(order.interest_per_day * BigInt(order.days_earned))
