import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { decidePayment, PAID_IN } from '#domain/nft/rules.ts'
import type { NftCancellation } from '#domain/nft/words.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { fundingOf } from './accounts.ts'
import { giveArtwork, lockArtwork, notOffered, updateArtwork } from './artwork-store.ts'
import { endMargins, marginsById, requireAuction } from './auction-store.ts'
import { accountsOfSale, forfeitTransfer, marginReturn, saleTransfers } from './flows.ts'
import { cancelledSaleNotices, forfeitedNotices, marginNotice, soldNotices } from './notices.ts'
import { endOrder, lockOrder, markRead, type Order, requireOrder } from './order-store.ts'
import { requireMayBuy } from './standing.ts'
import type { ArtworkRow, MarginRow, OrderRow } from './tables.ts'

/** Orders of auctions, from the win to the payment, inside the caller's transaction. */

/** The margin that is part of an order. */
async function marginOfOrder(tx: Tx, { margin_id }: Order): Promise<MarginRow> {
  const [margin] = await marginsById(tx, [margin_id!])
  assert(margin, 'an order of an auction has a margin')
  return margin
}

/**
 * Pays what is due of an order: the margin is part of the price, and the artwork is the buyer's at once.
 *
 * Refuses: KYC_REQUIRED, ACCOUNT_FROZEN, NFT_EXCLUDED; ORDER_NOT_FOUND, also to whoever is not its buyer; EQUITY_OWED of
 *          what the margin, which is set aside, leaves to pay; and what `decidePayment` says.
 */
export async function payOrder(
  tx: Tx,
  equity: RequireEquity,
  { customer, id }: { customer: CustomerId; id: bigint },
  nowMs: number,
): Promise<Order> {
  await requireMayBuy(tx, customer, nowMs)
  const found = await requireOrder(tx, id, customer)
  if (found.buyer_id !== customer) throw refusal('ORDER_NOT_FOUND')
  const artwork = await lockArtwork(tx, { id: found.artwork_id })
  const order = await lockOrder(tx, id)
  if (order.status === 'unpaid')
    await equity(tx, { customer, currency: PAID_IN, amount: order.price - order.margin }, nowMs)
  const balances = await lockBalances(tx, accountsOfSale(order))
  const available = balances.get(fundingOf(customer))!
  const { status, price, margin, pay_by } = order
  requireAllowed(decidePayment({ status, price, margin, payByMs: pay_by ?? 0 }, { nowMs, available }))
  const held = await marginOfOrder(tx, order)
  await endOrder(tx, id, { status: 'paid' }, nowMs)
  await endMargins(tx, [held.id], 'returned', nowMs)
  await giveArtwork(tx, artwork, { kind: 'auction', to: customer, price, orderId: id }, nowMs)
  await post(tx, [marginReturn(held), ...saleTransfers(order)], nowMs)
  await writeNotices(tx, soldNotices(artwork, order), nowMs)
  return lockOrder(tx, id)
}

/** The buyer has read that they won. Refuses: ORDER_NOT_FOUND, also to whoever is not its buyer. */
export async function readOrder(
  tx: Tx,
  { customer, id }: { customer: CustomerId; id: bigint },
  nowMs: number,
): Promise<Order> {
  const order = await requireOrder(tx, id, customer)
  if (order.buyer_id !== customer) throw refusal('ORDER_NOT_FOUND')
  await markRead(tx, id, nowMs)
  return requireOrder(tx, id, customer)
}

/**
 * Ends an order whose time to pay is over: the seller gets the margin, also of a winner whom a freeze or an exclusion of their
 * own kept from paying. Done twice, or too early, it does nothing.
 */
export async function expireOrder(
  tx: Tx,
  { id, artwork_id }: { readonly id: bigint; readonly artwork_id: bigint },
  nowMs: number,
): Promise<void> {
  const artwork = await lockArtwork(tx, { id: artwork_id })
  const order = await lockOrder(tx, id)
  if (order.status !== 'unpaid' || nowMs < order.pay_by!) return
  await forfeitOrder(tx, artwork, order, 'buyer', nowMs)
}

/** Ends a locked order that its winner walked away from: the margin is the seller's. */
export async function forfeitOrder(
  tx: Tx,
  artwork: ArtworkRow,
  order: OrderRow,
  told: 'buyer' | 'barred',
  nowMs: number,
): Promise<void> {
  await endOrder(tx, order.id, { status: 'forfeited' }, nowMs)
  await endMargins(tx, [order.margin_id!], 'forfeited', nowMs)
  await updateArtwork(tx, artwork.id, notOffered)
  await post(tx, [forfeitTransfer(order)], nowMs)
  await writeNotices(tx, forfeitedNotices(artwork, order, told), nowMs)
}

/** Cancels a locked order that is not paid: the margin goes back at once. */
export async function cancelOrder(
  tx: Tx,
  artwork: ArtworkRow,
  order: Order,
  cancelled: NftCancellation,
  nowMs: number,
): Promise<void> {
  const margin = await marginOfOrder(tx, order)
  await endOrder(tx, order.id, { status: 'cancelled', cancelled }, nowMs)
  await endMargins(tx, [margin.id], 'returned', nowMs)
  await updateArtwork(tx, artwork.id, notOffered)
  await post(tx, [marginReturn(margin)], nowMs)
  const auction = await requireAuction(tx, order.auction_id!)
  await writeNotices(
    tx,
    [marginNotice(artwork, margin, cancelled), ...cancelledSaleNotices(artwork, auction, cancelled)],
    nowMs,
  )
}
