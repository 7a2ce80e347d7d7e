import type { Instrument } from '#domain/market/instrument.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { DayRange } from '#web/features/quotes/day-range.tsx'
import { ownVolume } from '#web/features/quotes/own-volume.tsx'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useStatusText } from '#web/features/quotes/use-status-text.ts'
import { utcStamp } from '#web/features/time/utc.ts'
import { grouped, volume } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { nameOf } from './name-of.ts'

/** The rules an instrument trades by, and where its price stands on the tape. */
export function InstrumentAbout({ instrument }: { instrument: Instrument }) {
  const { t, locale } = useTexts()
  const status = useStatusText(instrument)
  const { symbol, base, quote } = instrument
  const sequence = useQuote(symbol, (one) => one?.sequence ?? undefined)
  const atMs = useQuote(symbol, (one) => one?.atMs ?? undefined)
  const turnover = useQuote(symbol, (one) => one?.turnover24h)
  const own = useQuote(symbol, (one) => one?.ownTurnover24h ?? undefined)
  // An order's step, minimum and fees are those of the order book; a contract has terms of its own.
  const hasSpot = instrument.products.includes('spot')
  const fee = (bps: number) => `${percentOfBps(bps)}%`
  return (
    <div className="gutter py-3">
      <KeyValue
        lines={[
          { name: t('market.about_name'), value: nameOf(instrument, locale) },
          { name: t('market.about_status'), value: status },
          { name: t('market.about_tick'), value: `${instrument.tickSize} ${quote}` },
          hasSpot && { name: t('market.about_step'), value: `${instrument.stepSize} ${base}` },
          hasSpot && { name: t('market.about_minimum'), value: `${instrument.minNotional} ${quote}` },
          hasSpot && {
            name: t('market.about_fees'),
            value: `${fee(instrument.makerFeeBps)} / ${fee(instrument.takerFeeBps)}`,
          },
          {
            name: t('market.about_reference_volume'),
            value: turnover ? `${volume(turnover)} ${quote}` : '—',
          },
          ...(own === undefined
            ? []
            : [{ name: t('market.about_own_volume'), value: `${ownVolume(own)} ${quote}` }]),
          {
            name: t('market.range'),
            value: (
              <span className="inline-block w-40 pt-1.5">
                <DayRange symbol={symbol} />
              </span>
            ),
          },
          { name: t('market.about_updated'), value: atMs ? utcStamp(atMs) : '—' },
        ]}
      />
      <p className="mt-2 text-12 text-t3">
        {t(hasSpot ? 'market.about_volume_why' : 'market.about_volume_only')}
      </p>
      {sequence !== undefined && (
        <p className="figures mt-3 flex items-center gap-2 text-12 text-gold">
          <Bob size={12} />
          {t('market.tape', { sequence: grouped(String(sequence)) })}
        </p>
      )}
    </div>
  )
}
