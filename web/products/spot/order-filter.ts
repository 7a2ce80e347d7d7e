import { useSearchParams } from 'react-router'
import { instruments } from '#domain/market/instruments.ts'
import { type OrderStatus, orderTypes, pastStatuses, type Side, sides } from '#domain/spot/rules.ts'
import { isMonth, monthRange } from '#web/features/time/months.ts'

/** What a list of orders is narrowed to; it lives in the URL, so that a view can be shared and come back to. */
export interface OrderFilter {
  readonly symbol?: string
  readonly side?: Side
  readonly orderType?: (typeof orderTypes)[number]
  /** Of past orders: what became of them. */
  readonly status?: Extract<OrderStatus, (typeof pastStatuses)[number]>
  /** When they were placed: a month as yyyy-mm, in the reader's time zone. */
  readonly month?: string
}

/** Reads a filter from a URL; what does not exist is left out. */
export function readOrderFilter(search: URLSearchParams): OrderFilter {
  const symbol = instruments.find((one) => one.symbol === search.get('symbol'))?.symbol
  const side = sides.find((one) => one === search.get('side'))
  const orderType = orderTypes.find((one) => one === search.get('type'))
  const status = pastStatuses.find((one) => one === search.get('status'))
  const month = search.get('month') ?? ''
  return {
    ...(symbol && { symbol }),
    ...(side && { side }),
    ...(orderType && { orderType }),
    ...(status && { status }),
    ...(isMonth(month) && { month }),
  }
}

/** The filter as the calls take it; `all` is the status that nobody chose. */
export function toOrderQuestion<All extends string>({ month, ...filter }: OrderFilter, all: All) {
  return { status: all, ...filter, ...(month && monthRange(month)) }
}

/** What a filter's parts are called in the URL. */
const urlNames = {
  symbol: 'symbol',
  side: 'side',
  orderType: 'type',
  status: 'status',
  month: 'month',
} as const satisfies Record<keyof OrderFilter, string>

/** The filter in the URL, and how to change one part of it. */
export function useOrderFilter(): [
  filter: OrderFilter,
  change: (name: keyof OrderFilter, value: string | undefined) => void,
] {
  const [search, setSearch] = useSearchParams()
  const change = (name: keyof OrderFilter, value: string | undefined) =>
    setSearch(
      (before) => {
        if (value === undefined) before.delete(urlNames[name])
        else before.set(urlNames[name], value)
        return before
      },
      { replace: true },
    )
  return [readOrderFilter(search), change]
}
