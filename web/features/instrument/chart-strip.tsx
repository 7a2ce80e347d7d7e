import { ChevronDown, ChevronUp } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Chart } from '#web/features/chart/chart.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Change } from '#web/ui/pill.tsx'
import { Price } from '#web/ui/price.tsx'
import { useInstrument } from './use-instrument.ts'

const STRIP_PERIOD = '15m'

/** The last price over a small chart that can be folded away; whether it is stands in the URL. */
export function ChartStrip() {
  const { t } = useTexts()
  const instrument = useInstrument()
  const { symbol } = instrument
  const [query, setQuery] = useSearchParams()
  const isHidden = query.get('chart') === 'off'
  const price = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const change = useQuote(symbol, (quote) => quote?.changePercent ?? undefined)
  const isStale = useIsStale(symbol)
  const toggle = () =>
    setQuery(
      (before) => {
        if (isHidden) before.delete('chart')
        else before.set('chart', 'off')
        return before
      },
      { replace: true },
    )
  const Arrow = isHidden ? ChevronDown : ChevronUp
  return (
    <section className="border-b border-line pb-1">
      <div className="flex min-h-11 items-center gap-2 gutter big-wrap">
        <span className="text-17 font-semibold">
          <span className="sr-only">{t('market.last_price')} </span>
          <Price value={price} isStale={isStale} />
        </span>
        <span className="text-13">
          <Change change={change} isStale={isStale} />
        </span>
        <PriceSourceBadge isShort />
        <button
          type="button"
          aria-expanded={!isHidden}
          onClick={toggle}
          className="press ml-auto flex min-h-11 min-w-0 items-center gap-1.5 text-13 text-t2"
        >
          <span className="hidden whitespace-nowrap xs:inline">{STRIP_PERIOD}</span>
          {/* Beside the price a phone has no room for the words: the arrow says them. */}
          <span className="sr-only sm:not-sr-only sm:whitespace-nowrap">
            {t(isHidden ? 'spot.show_chart' : 'spot.hide_chart')}
          </span>
          <Arrow aria-hidden size={14} className="shrink-0" />
        </button>
      </div>
      {!isHidden && <Chart instrument={instrument} period={STRIP_PERIOD} variant="mini" height={108} />}
    </section>
  )
}
