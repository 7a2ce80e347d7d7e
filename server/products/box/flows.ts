import { BOX_CURRENCY } from '#domain/box/rules.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { fundingOf, heldAccount, proceedsOf } from './accounts.ts'
import type { BoxRow } from './store.ts'

/**
 * How money moves in blind boxes, as debit and credit (docs/recipes/box.md).
 *
 * After every transaction a customer's `box` account is the price of their boxes that are sealed.
 */

type Paid = Pick<BoxRow, 'id' | 'customer_id' | 'price'>

/** Money into a box. */
export const paymentTransfer = ({ id, customer_id: customer, price }: Paid): Transfer => ({
  ...{ debit: fundingOf(customer, BOX_CURRENCY), credit: heldAccount(customer, BOX_CURRENCY) },
  ...{ amount: price, reason: 'box-payment', reference: id },
})

/** All of it back. */
export const refundTransfer = ({ id, customer_id: customer, price }: Paid): Transfer => ({
  ...{ debit: heldAccount(customer, BOX_CURRENCY), credit: fundingOf(customer, BOX_CURRENCY) },
  ...{ amount: price, reason: 'box-refund', reference: id },
})

/** It is drawn: the money is the platform's. */
export const settlementTransfer = ({ id, customer_id: customer, price }: Paid): Transfer => ({
  ...{ debit: heldAccount(customer, BOX_CURRENCY), credit: proceedsOf(BOX_CURRENCY) },
  ...{ amount: price, reason: 'box-settlement', reference: id },
})
