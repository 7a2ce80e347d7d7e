import type { QuoteView } from '#domain/market/contract.ts'

/** What a list can be sorted by, as it stands in the URL. */
export const sortings = ['name', 'volume', 'own', 'price', 'change'] as const
export type Sorting = (typeof sortings)[number]
export type SortOrder = { readonly by: Sorting; readonly isRising: boolean } | undefined

/** Reads `price` or `-price` from a URL; anything else is the list's own order. */
export function readSort(text: string | null): SortOrder {
  const by = sortings.find((sorting) => sorting === text?.replace('-', ''))
  return by && { by, isRising: !text!.startsWith('-') }
}

/** An order as it stands in the URL. */
export const sortText = ({ by, isRising }: NonNullable<SortOrder>): string => (isRising ? by : `-${by}`)

/**
 * What tapping a column head asks for next: largest first, smallest first, the list's own order. Names begin at A.
 */
export function nextSort(order: SortOrder, by: Sorting): string | undefined {
  const risesFirst = by === 'name'
  if (order?.by !== by) return sortText({ by, isRising: risesFirst })
  return order.isRising === risesFirst ? sortText({ by, isRising: !risesFirst }) : undefined
}

const figures: Record<Exclude<Sorting, 'name'>, (quote: QuoteView) => number> = {
  volume: (quote) => Number(quote.turnover24h),
  own: (quote) => Number(quote.ownTurnover24h ?? 0),
  price: (quote) => Number(quote.lastPrice ?? 0),
  change: (quote) => Number(quote.changePercent ?? 0),
}

/** Quotes in the asked order. The numbers are only compared, never shown or added. */
export function sorted(list: readonly QuoteView[], order: SortOrder): readonly QuoteView[] {
  if (!order) return list
  const sign = order.isRising ? 1 : -1
  if (order.by === 'name') return list.toSorted((a, b) => sign * (a.label < b.label ? -1 : 1))
  const figure = figures[order.by]
  return list.toSorted((a, b) => sign * (figure(a) - figure(b)))
}

/** What moves most: the part of a list that a chip shows, and the order it has there. */
export const movers = ['all', 'gainers', 'losers', 'active'] as const
export type Movers = (typeof movers)[number]

/** The list of movers that an address asks for. */
export const readMovers = (text: string | null): Movers => movers.find((one) => one === text) ?? 'all'

const parts: Record<Movers, { has(quote: QuoteView): boolean; order: SortOrder }> = {
  all: { has: () => true, order: undefined },
  gainers: { has: (quote) => figures.change(quote) > 0, order: { by: 'change', isRising: false } },
  losers: { has: (quote) => figures.change(quote) < 0, order: { by: 'change', isRising: true } },
  active: { has: (quote) => figures.volume(quote) > 0, order: { by: 'volume', isRising: false } },
}

/** A list as a chip and the column heads ask for it; without a head, in the chip's own order. */
export function arranged(
  list: readonly QuoteView[],
  shown: Movers,
  order: SortOrder,
): { readonly rows: readonly QuoteView[]; readonly order: SortOrder } {
  const inForce = order ?? parts[shown].order
  return { rows: sorted(list.filter(parts[shown].has), inForce), order: inForce }
}
