import { useSearchParams } from 'react-router'
import { type Period, periods } from '#domain/market/candle.ts'

/** The period of the chart's candles, kept in the URL. */
export function usePeriod(): [Period, (period: Period) => void] {
  const [query, setQuery] = useSearchParams()
  const period = periods.find((one) => one === query.get('period')) ?? '15m'
  const choose = (next: Period) =>
    setQuery(
      (before) => {
        before.set('period', next)
        return before
      },
      { replace: true },
    )
  return [period, choose]
}
