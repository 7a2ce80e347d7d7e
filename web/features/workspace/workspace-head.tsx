import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Instrument, TradingProduct } from '#domain/market/instrument.ts'
import { useClient } from '#web/app/client-state.ts'
import { AlertButton } from '#web/features/alert/alert-button.tsx'
import { InstrumentPicker } from '#web/features/instrument/picker.tsx'
import { useFavourites } from '#web/features/quotes/favourites.ts'
import { ownVolume } from '#web/features/quotes/own-volume.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useClosedText } from '#web/features/quotes/use-closed-text.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { grouped, percent, volume } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { DemoBadge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Change } from '#web/ui/pill.tsx'
import { Price } from '#web/ui/price.tsx'

/** One line over the panes: the instrument, its price and what it did in 24 hours. */
export function WorkspaceHead({
  instrument,
  product,
  children,
}: {
  instrument: Instrument
  product?: TradingProduct
  children?: ReactNode
}) {
  const { t } = useTexts()
  const { symbol } = instrument
  const favourites = useFavourites()
  const isFavourite = favourites.has(symbol)
  const last = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const change = useQuote(symbol, (quote) => quote?.changePercent ?? undefined)
  const closed = useClosedText(symbol)
  const isStale = useIsStale(symbol)
  const isDemo = useClient((state) => state.isDemo)
  return (
    <header className="flex h-(--bar) items-center gap-1 pr-1 pl-1 xl:gap-2 xl:pr-4">
      <IconButton
        icon={Star}
        label={t(isFavourite ? 'market.remove_favourite' : 'market.add_favourite')}
        aria-pressed={isFavourite}
        className={isFavourite ? '[&_svg]:fill-current' : ''}
        onClick={() => void favourites.toggle(symbol)}
      />
      <div className="shrink-0">
        <InstrumentPicker instrument={instrument} {...(product && { product })} />
      </div>
      {isDemo && <DemoBadge />}
      <PriceSourceBadge isShort />
      <p className="ml-2 flex flex-col whitespace-nowrap xl:flex-row xl:items-baseline xl:gap-2">
        <span className="text-17 font-semibold xl:text-20">
          <span className="sr-only">{t('market.last_price')} </span>
          <Price value={last} isStale={isStale} />
        </span>
        <span className="figures text-11 xl:text-13">
          <Change change={change} text={percent(change ?? '0')} isStale={closed !== undefined} />
          {closed && <span className="ml-2 text-t2">{closed}</span>}
        </span>
      </p>
      <DayFigures symbol={symbol} />
      <AlertButton instrument={instrument} />
      <ShareButton instrument={instrument} {...(product && { product })} />
      {children}
    </header>
  )
}

/** High, low and volume of 24 hours; what does not fit is left out from the right. */
function DayFigures({ symbol }: { symbol: string }) {
  const { t } = useTexts()
  const high = useQuote(symbol, (quote) => quote?.high24h ?? undefined)
  const low = useQuote(symbol, (quote) => quote?.low24h ?? undefined)
  const turnover = useQuote(symbol, (quote) => quote?.turnover24h)
  const own = useQuote(symbol, (quote) => quote?.ownTurnover24h ?? undefined)
  const figures = [
    { name: `${t('market.change_24h')} ${t('market.high')}`, value: high && grouped(high) },
    { name: `${t('market.change_24h')} ${t('market.low')}`, value: low && grouped(low) },
    { name: t('market.reference_volume'), value: turnover && volume(turnover) },
    ...(own === undefined ? [] : [{ name: t('market.own_volume'), value: ownVolume(own) }]),
  ]
  return (
    <dl className="figures invisible ml-auto flex max-h-[2.25rem] min-w-0 flex-wrap justify-end gap-x-6 overflow-hidden text-12 xl:visible">
      {figures.map(({ name, value }) => (
        <div key={name} className="min-h-[2.25rem] whitespace-nowrap">
          <dt className="text-11 text-t2">{name}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
