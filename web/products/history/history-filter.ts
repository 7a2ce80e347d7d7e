import { useSearchParams } from 'react-router'
import {
  type EndedStatus,
  endedStatuses,
  type HistoryProduct,
  historyProducts,
} from '#domain/history/contract.ts'
import { instruments } from '#domain/market/instruments.ts'
import { withoutLink } from '#web/features/records/use-url-choice.ts'
import { isMonth, monthRange } from '#web/features/time/months.ts'

/** What the history is narrowed to; it lives in the URL, so that a view can be shared and come back to. */
export interface HistoryFilter {
  readonly product?: HistoryProduct
  readonly symbol?: string
  readonly status?: EndedStatus
  /** When it ended: a month as yyyy-mm, in the reader's time zone. */
  readonly month?: string
}

/** Reads a filter from a URL; what does not exist is left out. */
export function readHistoryFilter(search: URLSearchParams): HistoryFilter {
  const product = historyProducts.find((one) => one === search.get('product'))
  const symbol = instruments.find((one) => one.symbol === search.get('symbol'))?.symbol
  const status = endedStatuses.find((one) => one === search.get('status'))
  const month = search.get('month') ?? ''
  return {
    ...(product && { product }),
    ...(symbol && { symbol }),
    ...(status && { status }),
    ...(isMonth(month) && { month }),
  }
}

/** The filter as the calls take it. */
export const toHistoryQuestion = ({ month, ...filter }: HistoryFilter) => ({
  ...filter,
  ...(month && monthRange(month)),
})

/** The filter in the URL, and how to change one part of it; choosing closes what was open. */
export function useHistoryFilter(): [
  filter: HistoryFilter,
  change: (name: keyof HistoryFilter, value: string | undefined) => void,
] {
  const [search, setSearch] = useSearchParams()
  const change = (name: keyof HistoryFilter, value: string | undefined) => {
    const next = withoutLink(search)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  return [readHistoryFilter(search), change]
}
