import { useState } from 'react'
import { periods } from '#domain/market/candle.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { DepthView } from '#domain/spot/contract.ts'
import { DepthChart } from '#web/features/book/depth-chart.tsx'
import { ChartBlock } from '#web/features/chart/chart-block.tsx'
import type { ChartMark } from '#web/features/chart/marks.ts'
import { usePeriod } from '#web/features/chart/use-period.ts'
import { useIsStale } from '#web/features/quotes/quotes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { useShortcuts } from './shortcuts.ts'

/** The chart as a pane, and the book's depth under it where the window is high enough. */
export function ChartPane({
  instrument,
  book,
  hasDepth = true,
  marks,
}: {
  instrument: Instrument
  book: DepthView | undefined
  /** Whether the instrument has a book to draw the depth of. */
  hasDepth?: boolean
  /** The customer's own orders and fills on it. */
  marks?: readonly ChartMark[]
}) {
  const { t } = useTexts()
  const isStale = useIsStale(instrument.symbol)
  const [, setPeriod] = usePeriod()
  const [isFull, setFull] = useState(false)
  useShortcuts({
    ...Object.fromEntries(periods.map((one, index) => [String(index + 1), () => setPeriod(one)])),
    f: () => setFull(!isFull),
  })
  return (
    <section aria-label={t('market.chart')} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1">
        <ChartBlock
          instrument={instrument}
          height="100%"
          isFull={isFull}
          onFull={setFull}
          {...(marks && { marks })}
        />
      </div>
      {hasDepth && (
        <div className="hidden shrink-0 border-t border-line [@media(height>=860px)]:block">
          <DepthChart book={book} base={instrument.base} isStale={isStale} />
        </div>
      )}
    </section>
  )
}
