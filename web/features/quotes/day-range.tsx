import type { QuoteView } from '#domain/market/contract.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { useQuote } from './quotes.ts'

/** Between which prices an instrument moved in 24 hours, and where between them it stands. */
export function DayRange({ symbol, isStale = false }: { symbol: string; isStale?: boolean }) {
  const { t } = useTexts()
  const low = useQuote(symbol, (quote) => quote?.low24h ?? undefined)
  const high = useQuote(symbol, (quote) => quote?.high24h ?? undefined)
  const share = useQuote(symbol, (quote) => quote && shareOf(quote))
  if (low === undefined || high === undefined) return <span className="text-12 text-t3">—</span>
  const figures = { low: grouped(low), high: grouped(high) }
  return (
    <span className="figures block text-11 text-t2">
      <span className="sr-only">{t('market.range_from_to', figures)}</span>
      <span aria-hidden className="block">
        <span className={cx('relative block h-[3px] rounded-full bg-s3', isStale && 'opacity-40')}>
          {share !== undefined && (
            <span
              className="absolute -top-[2.5px] -ml-1 size-2 rounded-full bg-t1"
              style={{ left: `${share}%` }}
            />
          )}
        </span>
        <span className="mt-1 flex justify-between gap-2">
          <span>{figures.low}</span>
          <span>{figures.high}</span>
        </span>
      </span>
    </span>
  )
}

/** Where the last price stands between low and high, in whole percent. Pixels only. */
export function shareOf({
  lastPrice,
  low24h,
  high24h,
}: Pick<QuoteView, 'lastPrice' | 'low24h' | 'high24h'>): number | undefined {
  if (lastPrice === null || low24h === null || high24h === null) return undefined
  const [last, low, high] = [Number(lastPrice), Number(low24h), Number(high24h)]
  if (high <= low) return 50
  return Math.round(Math.min(100, Math.max(0, ((last - low) / (high - low)) * 100)))
}
