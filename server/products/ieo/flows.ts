import { coinUnits, costOf, heldIn, PAID_IN } from '#domain/ieo/rules.ts'
import type { Units } from '#domain/money/amount.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { fundingOf, heldAccount, lockedAccount, proceedsOf, supplyOf } from './accounts.ts'
import type { OrderOfProject, OrderRow } from './store.ts'

/**
 * How money moves in new-coin sales, as debit and credit (docs/recipes/ieo.md).
 *
 * After every transaction a customer's `ieo` account is the money of their orders that are neither delivered nor
 * refunded, and their `ieoLocked` account the coins of those that are delivered and locked.
 */

/** The money that lies in an order. */
export const heldOf = ({ status: state, quantity, allotted, price }: OrderRow) =>
  heldIn({ state, quantity, allotted, price })

/** Money into an order. */
export const paymentTransfers = (order: OrderRow): Transfer[] => [
  {
    ...{ debit: fundingOf(order.customer_id, PAID_IN), credit: heldAccount(order.customer_id, PAID_IN) },
    ...{ amount: costOf(order.quantity, order.price), reason: 'ieo-payment', reference: order.id },
  },
]

/** So much of an order's money back. */
export const refundTransfers = (order: OrderRow, amount: Units): Transfer[] =>
  amount === 0n
    ? []
    : [
        {
          ...{
            debit: heldAccount(order.customer_id, PAID_IN),
            credit: fundingOf(order.customer_id, PAID_IN),
          },
          ...{ amount, reason: 'ieo-refund', reference: order.id },
        },
      ]

/** Coins for the money, in one transaction: locked, or the customer's at once. */
export function deliveryTransfers({ order, project }: OrderOfProject, isLocked: boolean): Transfer[] {
  const { customer_id: customer, id: reference, allotted, price } = order
  const coins = coinUnits(allotted!, project.decimals)
  return [
    {
      ...{ debit: heldAccount(customer, PAID_IN), credit: proceedsOf(PAID_IN) },
      ...{ amount: costOf(allotted!, price), reason: 'ieo-settlement', reference },
    },
    {
      debit: supplyOf(project.code),
      credit: (isLocked ? lockedAccount : fundingOf)(customer, project.code),
      ...{ amount: coins, reason: 'ieo-delivery', reference },
    },
  ]
}

/** Locked coins become the customer's to use. */
export const unlockTransfers = ({ order, project }: OrderOfProject): Transfer[] => [
  {
    debit: lockedAccount(order.customer_id, project.code),
    credit: fundingOf(order.customer_id, project.code),
    amount: coinUnits(order.allotted!, project.decimals),
    ...{ reason: 'ieo-unlock', reference: order.id },
  },
]
