import type { DualState } from '#domain/dual/outcomes.ts'
import { escrowOf } from '#domain/dual/rules.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { escrowAccount, fundingOf, fundOf, principalAccount } from './accounts.ts'
import { currenciesOf, type OrderRow, type TotalChange } from './store.ts'
import { paidOf } from './views.ts'

/**
 * How money moves in dual investments, as debit and credit (docs/recipes/dual.md).
 *
 * After every transaction, in each currency: a customer's `dual` account is the principal of their active orders; the
 * platform's escrow is what all active orders may be paid beside it: the yield in the currency put in, and the whole
 * pay-out in the other one.
 */

/** The accounts of an order in the currency put in, and in the other one; locked before it is decided. */
export function accountsOf(order: Pick<OrderRow, 'customer_id' | 'symbol' | 'type'>) {
  const { own, other } = currenciesOf(order)
  const of = (currency: string) => ({
    funding: fundingOf(order.customer_id, currency),
    principal: principalAccount(order.customer_id, currency),
    fund: fundOf(currency),
    escrow: escrowAccount(currency),
  })
  return { own: of(own), other: of(other) }
}

/** Principal in, and either pay-out set aside. */
export function subscriptionTransfers(order: OrderRow): Transfer[] {
  const { own, other } = accountsOf(order)
  const { id: reference, principal, type } = order
  const escrow = escrowOf(type, principal, order)
  return [
    { debit: own.funding, credit: own.principal, amount: principal, reason: 'dual-subscription', reference },
    { debit: own.fund, credit: own.escrow, amount: escrow.own, reason: 'dual-escrow', reference },
    { debit: other.fund, credit: other.escrow, amount: escrow.other, reason: 'dual-escrow', reference },
  ]
}

/** What an order is paid, and back to the fund what was set aside for the case that has not come. */
export function endTransfers(order: OrderRow, status: Exclude<DualState, 'active'>): Transfer[] {
  const { own, other } = accountsOf(order)
  const { id: reference, principal, type, currency } = order
  const escrow = escrowOf(type, principal, order)
  const paid = paidOf({ ...order, status })!
  const isExchanged = paid.currency !== currency
  const back = (of: typeof own, amount: Transfer['amount']): Transfer => ({
    ...{ debit: of.escrow, credit: of.fund, amount, reason: 'dual-escrow-return', reference },
  })
  if (isExchanged)
    return [
      { debit: own.principal, credit: own.fund, amount: principal, reason: 'dual-exchange', reference },
      { debit: other.escrow, credit: other.funding, amount: escrow.other, reason: 'dual-payout', reference },
      back(own, escrow.own),
    ]
  const principalBack: Transfer = {
    ...{ debit: own.principal, credit: own.funding, amount: principal, reason: 'dual-return', reference },
  }
  if (status === 'cancelled') return [principalBack, back(own, escrow.own), back(other, escrow.other)]
  return [
    principalBack,
    { debit: own.escrow, credit: own.funding, amount: escrow.own, reason: 'dual-yield', reference },
    back(other, escrow.other),
  ]
}

/** What an order adds to its product when it is sold: `sign` 1; and takes away when it ends: -1. */
export function totalsOf(order: OrderRow, sign: 1 | -1, releasesUnits = sign === 1): TotalChange {
  const { own, other } = escrowOf(order.type, order.principal, order)
  const times = BigInt(sign)
  return {
    productId: order.product_id,
    // Units that were settled stay sold; those of a cancelled order can be sold again.
    sold: releasesUnits ? sign * order.num : 0,
    active: sign,
    ...{ principal: times * order.principal, escrowOwn: times * own, escrowOther: times * other },
  }
}
