import { useSearchParams } from 'react-router'
import { directions, type PositionStatus, positionStatuses } from '#domain/contract/rules.ts'
import { instruments } from '#domain/market/instruments.ts'
import { withoutLink } from '#web/features/records/use-url-choice.ts'
import { isMonth } from '#web/features/time/months.ts'
import { origins, type PositionFilter } from './use-positions.ts'

/** Reads a filter from a URL; what does not exist is left out. */
export function readPositionFilter(search: URLSearchParams): PositionFilter {
  const symbol = instruments.find((one) => one.symbol === search.get('symbol'))?.symbol
  const direction = directions.find((one) => one === search.get('direction'))
  const origin = origins.find((one) => one === search.get('origin'))
  const status: PositionStatus | undefined = positionStatuses.find((one) => one === search.get('status'))
  const month = search.get('month') ?? ''
  return {
    ...(symbol && { symbol }),
    ...(direction && { direction }),
    ...(origin && { origin }),
    ...(status && { status }),
    ...(isMonth(month) && { month }),
  }
}

/** The filter in the URL, and how to change one part of it; choosing closes what was open. */
export function usePositionFilter(): [
  filter: PositionFilter,
  change: (name: keyof PositionFilter, value: string | undefined) => void,
] {
  const [search, setSearch] = useSearchParams()
  const change = (name: keyof PositionFilter, value: string | undefined) => {
    const next = withoutLink(search)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  return [readPositionFilter(search), change]
}
