import type { NftArtworkView, NftBidView, NftOrderView } from '#domain/nft/contract.ts'
import type { NftHolder } from '#domain/nft/words.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { toPage } from '#web/app/page-list.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'

/** How artworks, their prices and their times are called on the pages. */

/** @example money('480', 'USDT') // '480.00 USDT' */
export const money = (value: string, currency: string): string => `${amount(value)} ${currency}`

/** Who has an artwork, or sells it. */
export const holderText = (
  { holder, isOwn, artist }: Pick<NftArtworkView, 'holder' | 'isOwn' | 'artist'>,
  t: Translate,
): string => partyText(holder, isOwn, artist.name, t)

/** Who somebody is to an artwork. */
export function partyText(holder: NftHolder, isOwn: boolean, artist: string, t: Translate): string {
  if (isOwn) return t('nft_pages.you')
  return holder === 'artist' ? artist : t(`nft_pages.holder_${holder}`)
}

/** What can be done with an artwork now, in a few words. */
export function stateText(artwork: NftArtworkView, t: Translate, locale: string): string {
  const { offer, purchase, opensAtMs, isBoxed } = artwork
  if (isBoxed) return t('nft_pages.in_box')
  if (offer === 'none') return t('nft_pages.not_offered')
  if (purchase === 'soon' && opensAtMs !== null)
    return t('nft_pages.opens_on', { date: zonedMoment(opensAtMs, locale) })
  if (purchase === 'closed') return t('nft_pages.state_closed')
  return t(offer === 'auction' ? 'nft_pages.state_auction' : 'nft_pages.state_fixed')
}

/** What an artwork’s price is called: what it costs, the highest bid, or the lowest that can be first. */
export function priceName({ offer }: Pick<NftArtworkView, 'offer'>, hasBids: boolean, t: Translate): string {
  if (offer !== 'auction') return t('nft_pages.price')
  return t(hasBids ? 'nft_pages.highest_bid' : 'nft_pages.start_price')
}

/** A percentage as it is written. @example percentText('2.50') // '2.5%' */
export const percentText = (percent: string): string => `${amount(percent, 0)}%`

/** Time that is left, in figures; from a day on with the days. @example leftText(108_000, t) // '1:48' */
export function leftText(leftMs: number, t: Translate): string {
  const seconds = Math.ceil(leftMs / SECOND_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor((seconds % (DAY_MS / SECOND_MS)) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const days = Math.floor(leftMs / DAY_MS)
  if (days > 0) return t('nft_pages.days_left', { days, time: `${two(hours)}:${two(minutes)}` })
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`
  return `${minutes}:${two(seconds % 60)}`
}

/** The page of an artwork: one for pictures, one for videos. */
export const toArtwork = ({ code, media }: Pick<NftArtworkView, 'code' | 'media'>): string =>
  toPage(media.kind === 'video' ? 'pages/nft/artworkDetail_video' : 'pages/nft/artworkDetail', { code })

/** How an order stands, for its side of it. */
export const orderText = ({ status, role, kind }: NftOrderView, t: Translate): string =>
  status === 'paid' && kind === 'fixed'
    ? t(role === 'buyer' ? 'nft_pages.order_bought' : 'nft_pages.order_sold')
    : t(`nft_pages.order_${role}_${status}`)

/** How a customer’s bid stands. */
export function bidText(
  { auction, isLeading, marginStatus, bid, orderId }: NftBidView,
  t: Translate,
): string {
  if (auction.status === 'cancelled') return t('nft_pages.bid_cancelled')
  if (marginStatus === 'forfeited') return t('nft_pages.bid_forfeited')
  if (orderId !== null) return t('nft_pages.bid_won')
  if (auction.status === 'won' || auction.status === 'unsold') return t('nft_pages.bid_lost')
  if (bid === null) return t('nft_pages.bid_none')
  return t(isLeading ? 'nft_pages.bid_leading' : 'nft_pages.bid_outbid')
}
