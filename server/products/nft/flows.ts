import type { Units } from '#domain/money/amount.ts'
import { PAID_IN } from '#domain/nft/rules.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { feesOf, fundingOf, marginOf, sellerAccount } from './accounts.ts'
import type { MarginRow, OrderRow } from './tables.ts'

/**
 * How money moves for artworks, as debit and credit (docs/recipes/nft.md).
 *
 * After every transaction a customer's `nftMargin` account is the sum of their margins that are held.
 */

/** The margin of an auction: still the bidder's own. */
export const marginTransfer = ({ id, customer_id, amount }: MarginRow): Transfer => ({
  ...{ debit: fundingOf(customer_id), credit: marginOf(customer_id), amount },
  ...{ reason: 'nft-margin', reference: id },
})

/** It comes back. */
export const marginReturn = ({
  id,
  customer_id,
  amount,
}: Pick<MarginRow, 'id' | 'customer_id' | 'amount'>): Transfer => ({
  ...{ debit: marginOf(customer_id), credit: fundingOf(customer_id), amount },
  ...{ reason: 'nft-margin-return', reference: id },
})

/** It is the seller's, all of it: the winner did not pay. */
export const forfeitTransfer = ({ id, buyer_id, seller_id, margin }: OrderRow): Transfer => ({
  ...{ debit: marginOf(buyer_id), credit: sellerAccount(seller_id), amount: margin },
  ...{ reason: 'nft-forfeit', reference: id },
})

/** The price to the seller, and of it the fee and the royalty. */
export function saleTransfers(order: OrderRow): Transfer[] {
  const { id: reference, buyer_id, seller_id, royalty_to, price, fee, royalty } = order
  const seller = sellerAccount(seller_id)
  const paid = (amount: Units, one: Pick<Transfer, 'debit' | 'credit' | 'reason'>): Transfer[] =>
    amount === 0n ? [] : [{ ...one, amount, reference }]
  return [
    ...paid(price, { debit: fundingOf(buyer_id), credit: seller, reason: 'nft-payment' }),
    ...paid(fee, { debit: seller, credit: feesOf(PAID_IN), reason: 'nft-fee' }),
    ...(royalty_to === null
      ? []
      : paid(royalty, { debit: seller, credit: fundingOf(royalty_to), reason: 'nft-royalty' })),
  ]
}

/** Every account that a sale touches: locked together, so that two sales between two persons do not wait for each other. */
export const accountsOfSale = (order: Pick<OrderRow, 'buyer_id' | 'seller_id' | 'royalty_to'>) => [
  fundingOf(order.buyer_id),
  marginOf(order.buyer_id),
  sellerAccount(order.seller_id),
  feesOf(PAID_IN),
  ...(order.royalty_to === null ? [] : [fundingOf(order.royalty_to)]),
]
