import { useSearchParams } from 'react-router'
import { parseDecimal } from '#domain/money/amount.ts'
import type { OrderView } from '#domain/spot/contract.ts'

/** What orders can be sorted by: the columns of their table. */
export const sortKeys = ['placed', 'market', 'price', 'amount', 'filled', 'average', 'total', 'held'] as const
export type SortKey = (typeof sortKeys)[number]

export interface OrderSort {
  readonly key: SortKey
  readonly isDescending: boolean
}

const DECIMALS = 20

/** A decimal's value, for comparing with others of any scale. */
const scaled = (decimal: string | null): bigint => parseDecimal(decimal ?? '0', DECIMALS) ?? 0n

const values: Record<SortKey, (order: OrderView) => bigint | number | string> = {
  placed: ({ createdAtMs }) => createdAtMs,
  market: ({ symbol }) => symbol,
  price: ({ limitPrice }) => scaled(limitPrice),
  amount: ({ quantity }) => scaled(quantity),
  filled: ({ filled }) => scaled(filled),
  average: ({ averagePrice }) => scaled(averagePrice),
  total: ({ notional }) => scaled(notional),
  held: ({ held }) => scaled(held),
}

/** Orders by a column; equal ones stay as the server lists them, the newest first. */
export function sorted(orders: readonly OrderView[], sort: OrderSort | undefined): readonly OrderView[] {
  if (!sort) return orders
  const value = values[sort.key]
  const sign = sort.isDescending ? -1 : 1
  return orders.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    return a === b ? 0 : a < b ? -sign : sign
  })
}

/** The order of a table, in the URL as `price` or `-price`; choosing goes up, down, and back to none. */
export function useOrderSort(): [sort: OrderSort | undefined, choose: (key: SortKey) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('sort') ?? ''
  const isDescending = asked.startsWith('-')
  const key = sortKeys.find((one) => one === asked.replace('-', ''))
  const sort = key && { key, isDescending }
  const choose = (next: SortKey) =>
    setSearch(
      (before) => {
        if (next !== key) before.set('sort', `-${next}`)
        else if (isDescending) before.set('sort', next)
        else before.delete('sort')
        return before
      },
      { replace: true },
    )
  return [sort, choose]
}
