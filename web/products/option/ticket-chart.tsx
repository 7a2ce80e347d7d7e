import type { Instrument } from '#domain/market/instrument.ts'
import { SECOND_MS } from '#domain/time.ts'
import { useIsStale } from '#web/features/quotes/quotes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { spanOfTicket } from './price-span.ts'
import { type Mark, PriceWindow } from './price-window.tsx'
import { useRunningNow } from './use-options.ts'
import { usePriceTrail, useRecentPrices } from './use-price-trail.ts'

/** The prices seen in the last period, and where an order of now would end. Grey while the price is old. */
export function TicketChart({ instrument, seconds }: { instrument: Instrument; seconds: number }) {
  const { t } = useTexts()
  const { symbol } = instrument
  const nowMs = useRunningNow()
  const isStale = useIsStale(symbol)
  const trail = usePriceTrail(symbol)
  const recent = useRecentPrices(symbol, seconds * SECOND_MS)
  const marks: Mark[] = [
    {
      kind: 'pending',
      atMs: nowMs + seconds * SECOND_MS,
      label: t('option_pages.settles_in', { seconds }),
    },
  ]
  const level = trail.at(-1)?.price
  return (
    <div className={isStale ? '[filter:grayscale(1)]' : undefined}>
      <PriceWindow
        span={spanOfTicket(nowMs, seconds * SECOND_MS)}
        points={[...recent, ...trail]}
        marks={marks}
        {...(level !== undefined && { level })}
        isLive={!isStale}
        height={168}
        begin={t('option_pages.seconds_ago', { seconds })}
      />
    </div>
  )
}
