import { type OtcFiat, otcFiats } from '#domain/otc/rules.ts'

interface Sortable {
  readonly fiat: OtcFiat
  /** A decimal. */
  readonly price: string | null
}

/**
 * Orders offers: those of one fiat currency together, since prices in two compare only with a rate; of each, the cheapest first
 * for who buys, the dearest for who sells, and those without a price last. Only to sort: no figure is made of it.
 */
export const byPrice =
  (own: 'buy' | 'sell') =>
  (one: Sortable, other: Sortable): number => {
    if (one.fiat !== other.fiat) return otcFiats.indexOf(one.fiat) - otcFiats.indexOf(other.fiat)
    const [first, second] = [one, other].map(({ price }) => (price === null ? undefined : Number(price)))
    if (first === undefined || second === undefined)
      return first === second ? 0 : first === undefined ? 1 : -1
    return own === 'buy' ? first - second : second - first
  }
