import { parseDecimal, trimZeros } from '#domain/money/amount.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import type { NftAuctionView } from '#domain/nft/contract.ts'
import { decidePrice, endAfterBid, PAID_IN, sharesOf } from '#domain/nft/rules.ts'

/** A bid and a price as they are typed: what they would cost and bring, by the rules that the server runs. */

type Auction = Pick<NftAuctionView, 'lowestBid' | 'highestBid' | 'step' | 'margin'>

const unitsOf = (text: string): bigint => parseDecimal(text, requireCurrency(PAID_IN).decimals) ?? 0n
const typedUnits = (typed: string): bigint => unitsOf(typed.replace(/\.$/, ''))
const show = (money: bigint): string => formatAmount(money, PAID_IN)

/** The lowest bid that is allowed, as it is typed. */
export const firstBid = ({ lowestBid }: Auction): string => trimZeros(lowestBid)

/** A typed bid one step higher or lower, within what is allowed. */
export function steppedBid(auction: Auction, typed: string, direction: -1 | 1): string {
  const lowest = unitsOf(auction.lowestBid)
  const highest = unitsOf(auction.highestBid)
  const next = typedUnits(typed) + BigInt(direction) * unitsOf(auction.step)
  const kept = next < lowest ? lowest : next > highest ? highest : next
  return trimZeros(show(kept))
}

/** What a typed bid would come to; why it cannot be made; undefined while nothing is typed. */
export function bidDraft(
  auction: Auction,
  typed: string,
): { readonly price: string; readonly rest: string } | { readonly error: 'low' | 'high' } | undefined {
  const price = typedUnits(typed)
  if (price === 0n) return undefined
  if (price < unitsOf(auction.lowestBid)) return { error: 'low' }
  if (price > unitsOf(auction.highestBid)) return { error: 'high' }
  return { price: show(price), rest: show(price - unitsOf(auction.margin)) }
}

/** Whether what there is covers what is asked for. */
export const covers = (available: string, cost: string): boolean => unitsOf(available) >= unitsOf(cost)

/** By how much what is asked for is more than what there is. */
export const shortBy = (available: string, cost: string): string => show(unitsOf(cost) - unitsOf(available))

/** What a typed price would bring; why it cannot be asked; undefined while nothing is typed. */
export function resaleDraft(
  typed: string,
  { royaltyPercent }: { readonly royaltyPercent: string },
):
  | { readonly price: string; readonly fee: string; readonly royalty: string; readonly seller: string }
  | { readonly error: 'AMOUNT_TOO_SMALL' | 'AMOUNT_TOO_LARGE' }
  | undefined {
  const price = typedUnits(typed)
  if (price === 0n) return undefined
  const decision = decidePrice(price)
  if (!decision.ok)
    return { error: decision.code === 'AMOUNT_TOO_SMALL' ? 'AMOUNT_TOO_SMALL' : 'AMOUNT_TOO_LARGE' }
  // An artist who sells is shown no royalty, so there is none to leave out here.
  const royaltyBps = Number(parseDecimal(royaltyPercent, 2) ?? 0n)
  const { fee, royalty, seller } = sharesOf(price, { royaltyBps, isArtistSelling: false })
  return { price: show(price), fee: show(fee), royalty: show(royalty), seller: show(seller) }
}

/** Which bids of an auction moved its end, in the order of the bids given: the newest first. */
export function extensions(
  bids: readonly { readonly atMs: number }[],
  plannedEndMs: number,
): readonly boolean[] {
  let endsAtMs = plannedEndMs
  return bids
    .toReversed()
    .map(({ atMs }) => {
      const next = endAfterBid({ endsAtMs, plannedEndMs }, atMs)
      const isMoved = next !== endsAtMs
      endsAtMs = next
      return isMoved
    })
    .toReversed()
}
