import { assert, refusal } from '#domain/errors.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { takeable } from '#domain/otc/rules.ts'
import { createHold, type HoldId, postHold, voidHold } from '#server/core/ledger/holds.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { accountOf, ledgerOwnerOf, type Party } from './accounts.ts'
import { type OfferRow, type OrderRow, updateOffer } from './store.ts'

/** What offers and orders do to the ledger. Whoever calls has locked the offer and the order. */

const hold = (
  tx: Tx,
  party: Party,
  about: { currency: string; amount: Units; purpose: 'otc-offer' | 'otc-order'; reference: bigint },
  nowMs: number,
): Promise<HoldId> => createHold(tx, { ...ledgerOwnerOf(party), ...about, reason: about.purpose }, nowMs)

/** Keeps what an offer sells. Refuses: INSUFFICIENT_BALANCE. */
export const reserve = (
  tx: Tx,
  { id, maker, currency }: Pick<OfferRow, 'id' | 'maker' | 'currency'>,
  amount: Units,
  nowMs: number,
): Promise<HoldId> => hold(tx, maker, { currency, amount, purpose: 'otc-offer', reference: id }, nowMs)

/** Both sides of the accounts that an order touches, in one order for all. */
export const lockSides = (
  tx: Tx,
  { seller, buyer, currency }: Pick<OrderRow, 'seller' | 'buyer' | 'currency'>,
) =>
  lockBalances(tx, [
    accountOf(seller, 'available', currency),
    accountOf(seller, 'held', currency),
    accountOf(buyer, 'available', currency),
  ])

/**
 * Puts an order's coin into escrow: of an offer to sell, out of what that keeps; of an offer to buy, out of what is
 * available to who took it. Refuses: INSUFFICIENT_BALANCE.
 */
export async function escrow(
  tx: Tx,
  offer: OfferRow,
  { id, seller, buyer, currency, amount }: Pick<OrderRow, 'id' | 'seller' | 'buyer' | 'currency' | 'amount'>,
  nowMs: number,
): Promise<HoldId> {
  await lockSides(tx, { seller, buyer, currency })
  if (offer.side === 'sell') {
    assert(offer.hold_id !== null, `offer ${offer.id} keeps what it sells`)
    await voidHold(tx, offer.hold_id, { amount, reason: 'otc-offer' }, nowMs)
  }
  await updateOffer(tx, offer.id, { remaining: offer.remaining - amount })
  return hold(tx, seller, { currency, amount, purpose: 'otc-order', reference: id }, nowMs)
}

/** Pays an order's coin to the buyer. */
export async function payOut(tx: Tx, order: OrderRow, nowMs: number): Promise<void> {
  const { hold_id, buyer, currency, amount } = order
  await lockSides(tx, order)
  await postHold(
    tx,
    hold_id,
    { credit: accountOf(buyer, 'available', currency), amount, reason: 'otc' },
    nowMs,
  )
}

/**
 * Gives an order's coin back: to the offer to sell that it came from while that is open, else to the seller. An offer to
 * buy can be taken for so much again.
 */
export async function giveBack(tx: Tx, offer: OfferRow, order: OrderRow, nowMs: number): Promise<void> {
  const { hold_id, amount } = order
  await lockSides(tx, order)
  await voidHold(tx, hold_id, { amount, reason: 'otc-order' }, nowMs)
  if (offer.closed_at !== null) return
  const remaining = units(offer.remaining + amount)
  if (offer.side === 'buy') return updateOffer(tx, offer.id, { remaining })
  await release(tx, offer, nowMs)
  await updateOffer(tx, offer.id, { remaining, hold: await reserve(tx, offer, remaining, nowMs) })
}

/** How much of an order's coin an offer to sell keeps for orders to come: nothing once it is closed. */
export const keptFor = (offer: OfferRow, { amount }: Pick<OrderRow, 'amount'>): Units =>
  takeable({
    maximum: amount,
    remaining: offer.side === 'sell' && offer.closed_at === null ? offer.remaining : units(0n),
  })

/**
 * Pays the coin of an order that ended unpaid to its buyer: out of what the offer to sell keeps while it is open, the rest of
 * what is available to the seller. Nothing is in escrow for it any more.
 *
 * Refuses: OTC_LATE_UNCOVERED where the seller has not got so much.
 * Returns: what came out of the offer.
 */
export async function payLate(tx: Tx, offer: OfferRow, order: OrderRow, nowMs: number): Promise<Units> {
  const { id, seller, buyer, currency, amount } = order
  const [debit, credit] = [accountOf(seller, 'available', currency), accountOf(buyer, 'available', currency)]
  const available = (await lockSides(tx, order)).get(debit)!
  const fromOffer = keptFor(offer, order)
  if (available + fromOffer < amount)
    throw refusal('OTC_LATE_UNCOVERED', {
      available: formatAmount(units(available + fromOffer), currency),
      currency,
    })
  if (fromOffer > 0n) {
    assert(offer.hold_id !== null, `offer ${offer.id} keeps what it sells`)
    await voidHold(tx, offer.hold_id, { amount: fromOffer, reason: 'otc-offer' }, nowMs)
    await updateOffer(tx, offer.id, { remaining: units(offer.remaining - fromOffer) })
  }
  await post(tx, [{ debit, credit, amount, reason: 'otc-late', reference: id }], nowMs)
  return fromOffer
}

/** Gives back what an offer keeps. */
async function release(tx: Tx, { hold_id, remaining }: OfferRow, nowMs: number): Promise<void> {
  if (hold_id !== null && remaining > 0n)
    await voidHold(tx, hold_id, { amount: remaining, reason: 'otc-offer' }, nowMs)
}

/** The accounts that closing these offers touches, in one order for all. */
export const lockMakers = (tx: Tx, offers: readonly Pick<OfferRow, 'maker' | 'currency'>[]) =>
  lockBalances(
    tx,
    offers.flatMap(({ maker, currency }) => [
      accountOf(maker, 'available', currency),
      accountOf(maker, 'held', currency),
    ]),
  )

/** Closes an offer: what it keeps for orders to come goes back to its maker. */
export async function closeReserve(tx: Tx, offer: OfferRow, nowMs: number): Promise<void> {
  await lockMakers(tx, [offer])
  await release(tx, offer, nowMs)
  await updateOffer(tx, offer.id, { remaining: 0n, closedAtMs: nowMs })
}
