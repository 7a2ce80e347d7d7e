import type { Instrument } from '#domain/market/instrument.ts'
import type { DepthView } from '#domain/spot/contract.ts'
import { OrderBook } from '#web/features/book/order-book.tsx'
import { TradeList } from '#web/features/book/trade-list.tsx'
import { OwnVolume } from '#web/features/quotes/own-volume.tsx'
import { useIsStale } from '#web/features/quotes/quotes.ts'
import { useTexts } from '#web/texts/texts.ts'

/** Order book and trades, one over the other. */
export function BookPane({
  instrument,
  book,
  onPick,
}: {
  instrument: Instrument
  book: DepthView | undefined
  onPick(price: string): void
}) {
  const { t } = useTexts()
  const { symbol, base, quote } = instrument
  const isStale = useIsStale(symbol)
  return (
    <>
      <div className="min-h-0 flex-[1_1_68%] pl-3">
        <OrderBook instrument={instrument} book={book} isPane isStale={isStale} onPick={onPick} />
      </div>
      <section
        aria-label={t('market.view_trades')}
        className="flex min-h-0 flex-[1_1_32%] flex-col border-t border-line pt-2"
      >
        <div className="flex shrink-0 flex-wrap items-baseline justify-between gap-x-2 px-3">
          <h2 className="text-13 font-semibold">{t('market.view_trades')}</h2>
          <p className="text-11 text-t2">
            {t('market.own_volume')} <OwnVolume symbol={symbol} /> {quote}
          </p>
        </div>
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto [scrollbar-width:thin] focus-visible:-outline-offset-2"
        >
          <TradeList symbol={symbol} base={base} isDense />
        </div>
      </section>
    </>
  )
}
