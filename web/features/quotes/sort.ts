import type { QuoteView } from '#domain/market/contract.ts'

/** What a list can be sorted by, as it stands in the URL. */
export const sortings = ['volume', 'price', 'change'] as const
export type Sorting = (typeof sortings)[number]
export type SortOrder = { readonly by: Sorting; readonly isRising: boolean } | undefined

/** Reads `price` or `-price` from a URL; anything else is the list's own order. */
export function readSort(text: string | null): SortOrder {
  const by = sortings.find((sorting) => sorting === text?.replace('-', ''))
  return by && { by, isRising: !text!.startsWith('-') }
}

/** What tapping a column head asks for next: largest first, smallest first, the list's own order. */
export function nextSort(order: SortOrder, by: Sorting): string | undefined {
  if (order?.by !== by) return `-${by}`
  return order.isRising ? undefined : by
}

const keys: Record<Sorting, (quote: QuoteView) => number> = {
  volume: (quote) => Number(quote.turnover24h),
  price: (quote) => Number(quote.lastPrice ?? 0),
  change: (quote) => Number(quote.changePercent ?? 0),
}

/** Quotes in the asked order. The numbers are only compared, never shown or added. */
export function sorted(list: readonly QuoteView[], order: SortOrder): readonly QuoteView[] {
  if (!order) return list
  const key = keys[order.by]
  const sign = order.isRising ? 1 : -1
  return list.toSorted((a, b) => sign * (key(a) - key(b)))
}
