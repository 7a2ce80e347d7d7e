import type { EndedView, HistoryProduct } from '#domain/history/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { amount, grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'

/** How records that ended are called in the list. */

/** The side of the market that stands for each, so that all follow the chosen colors. */
export const marketSideOf: Readonly<Record<EndedView['side'], 'buy' | 'sell'>> = {
  ...{ buy: 'buy', long: 'buy', rise: 'buy' },
  ...{ sell: 'sell', short: 'sell', fall: 'sell' },
}

/** Which product a record is of, with the lead of a copy. @example 'Copy trading · Anna' */
export function productText(
  { product, leadName }: Pick<EndedView, 'product' | 'leadName'>,
  t: Translate,
): string {
  return [nameOf(product, t), leadName].filter(Boolean).join(' · ')
}

/** What a product is called in the list. */
export const nameOf = (product: HistoryProduct, t: Translate): string =>
  product === 'spot' || product === 'contract' || product === 'option'
    ? t(`market.product_${product}`)
    : t(`${product}.menu`)

/** What a record was of: an instrument, an artwork, or a blind box. */
export const symbolText = ({ product, symbol }: Pick<EndedView, 'product' | 'symbol'>): string =>
  product === 'nft' || product === 'box' ? symbol : labelOf(symbol)

/** Which way a record went, in its product's word. */
export const sideText = ({ side }: Pick<EndedView, 'side'>, t: Translate): string =>
  side === 'buy' || side === 'sell' ? t(`market.side_${side}`) : t(`history_pages.side_${side}`)

/** How much was ordered; of a spot order that was filled in part, what was traded of it. @example '0.05 lots' */
export function sizeText(
  record: Pick<EndedView, 'product' | 'quantity' | 'filled' | 'unit'>,
  t: Translate,
): string {
  const { product, quantity, filled, unit } = record
  if (unit === 'lots') return t('history_pages.lots_of', { lots: amount(quantity, 0) })
  if (product === 'spot') return t('spot.filled_of', { ...sizes(filled, quantity), currency: unit })
  return `${amount(quantity)} ${unit}`
}

const sizes = (filled: string, quantity: string) => ({
  filled: amount(filled, 0),
  quantity: amount(quantity, 0),
})

/** From where to where the price went. @example '17,778.49 → 17,801.20' */
export const pricesText = ({ openPrice, closePrice }: Pick<EndedView, 'openPrice' | 'closePrice'>): string =>
  [openPrice, closePrice].flatMap((price) => (price === null ? [] : [grouped(price)])).join('\u00a0→\u00a0')
