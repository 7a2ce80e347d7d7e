import type { Instrument } from '#domain/market/instrument.ts'
import type { DepthView } from '#domain/spot/contract.ts'
import { useIsHalted } from '#web/features/instrument/use-is-halted.ts'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BookTools } from './book-tools.tsx'
import { type BookRow, bookRows, spreadOf, widthsOf } from './levels.ts'
import { useBookRows } from './use-book.ts'
import { useBookLayout } from './use-book-layout.ts'
import { useRows } from './use-rows.ts'

interface OrderBookProps {
  instrument: Instrument
  book: DepthView | undefined
  /** Rows on each side. */
  rows?: number
  /** Fills the place around it with as many rows as fit, each with the sum up to it. */
  isPane?: boolean
  isStale: boolean
  onPick(price: string): void
}

/**
 * The book: asks above, bids below, the last price between, or one side alone; several ticks may share a row. A
 * tapped row fills its price in.
 */
export function OrderBook({ instrument, book, rows = 7, isPane = false, isStale, onPick }: OrderBookProps) {
  const { t } = useTexts()
  const { symbol, base } = instrument
  const { layout, grouping } = useBookLayout(symbol)
  const [place, fitting] = useRows(ROW_PX, (isPane ? 24 : 0) + 24 + 44)
  const all = isPane ? fitting : rows * 2
  const count = { asks: layout === 'bids' ? 0 : all, bids: layout === 'asks' ? 0 : all }
  if (layout === 'both') count.asks = count.bids = Math.floor(all / 2)
  const last = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  // Until the server's rows come, those of the levels that are there.
  const served = useBookRows(symbol, grouping)
  const listed = served ?? book
  const step = served ? 1 : grouping
  const asks = bookRows(instrument, listed?.asks ?? [], 'sell', step).slice(0, count.asks)
  const bids = bookRows(instrument, listed?.bids ?? [], 'buy', step).slice(0, count.bids)
  const widths = widthsOf([...asks, ...bids])
  const spread = book && spreadOf(book)
  const isHalted = useIsHalted(symbol)
  return (
    <section
      aria-label={t('market.book')}
      // Old figures lose their color, not their contrast.
      ref={place}
      className={cx(
        'min-w-0',
        isPane && 'h-full overflow-hidden',
        isStale && '[filter:grayscale(1)] [&_.text-t1]:text-t2',
      )}
    >
      {isPane && <BookTools instrument={instrument} title={t('market.book')} />}
      <div
        className={cx(
          'flex min-h-6 items-center gap-1 text-11 text-t3',
          isPane ? 'pr-3 *:flex-1 *:truncate' : 'justify-between pr-4',
        )}
      >
        <span>{t('market.price')}</span>
        <span className="truncate text-right">
          {t('market.amount')} <span className={isPane ? 'xl:hidden' : undefined}>{base}</span>
        </span>
        {isPane && (
          <span className="hidden text-right xl:inline">
            {t('market.sum')} {base}
          </span>
        )}
      </div>
      <ul
        aria-label={t('market.asks')}
        style={{ minHeight: count.asks * rowPx(isPane) }}
        className="flex flex-col justify-end"
        aria-busy={!book || undefined}
      >
        {!book && <LoadingLevels count={count.asks} />}
        {book && asks.length + bids.length === 0 && <NobodyQuotes />}
        {asks.toReversed().map((level) => (
          <Level
            key={level.price}
            side="sell"
            level={level}
            width={widths.get(level)}
            isPane={isPane}
            onPick={onPick}
          />
        ))}
      </ul>
      <div className="flex min-h-11 flex-col justify-center pr-4">
        <span className="text-15 font-semibold">
          <span className="sr-only">{t('market.last_price')} </span>
          <Price value={last} isStale={isStale} />
        </span>
        {isHalted && <span className="truncate text-11 text-t2">{t('market.halted')}</span>}
        {spread && !isHalted && (
          <span className="figures text-11 whitespace-nowrap text-t3">
            {t('market.spread')} {grouped(spread)}
          </span>
        )}
      </div>
      <ul aria-label={t('market.bids')} style={{ minHeight: count.bids * rowPx(isPane) }}>
        {!book && <LoadingLevels count={count.bids} />}
        {bids.map((level) => (
          <Level
            key={level.price}
            side="buy"
            level={level}
            width={widths.get(level)}
            isPane={isPane}
            onPick={onPick}
          />
        ))}
      </ul>
      {!isPane && <BookTools instrument={instrument} title={undefined} />}
    </section>
  )
}

const ROW_PX = 22
const rowPx = (isPane: boolean): number => (isPane ? ROW_PX : 24)

/** The places of one side's levels, until the book has arrived. */
const LoadingLevels = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <li key={level} className="flex h-6 items-center justify-between pr-4">
      <Skeleton className="h-3.5 w-16" />
      <Skeleton className="h-3.5 w-10" />
    </li>
  ))

function NobodyQuotes() {
  const { t } = useTexts()
  return <li className="py-2 pr-4 text-12 text-t3">{t('market.book_empty')}</li>
}

function Level({
  side,
  level,
  width = 0,
  isPane,
  onPick,
}: {
  side: 'buy' | 'sell'
  level: BookRow
  width: number | undefined
  isPane: boolean
  onPick(price: string): void
}) {
  const { t } = useTexts()
  return (
    <li>
      <button
        type="button"
        onClick={() => onPick(level.price)}
        className={cx(
          'relative flex w-full items-center justify-between gap-1 text-left text-12 focus-visible:-outline-offset-2',
          isPane ? 'min-h-[22px] pr-3 *:flex-1 hover:bg-s2' : 'min-h-6 pr-4',
        )}
      >
        <span
          aria-hidden
          className={cx(
            'absolute inset-y-px right-0 !flex-none',
            side === 'buy' ? 'bg-up-tint' : 'bg-down-tint',
          )}
          style={{ width: `${width}%` }}
        />
        <span className="sr-only !flex-none">{t('market.use_price')} </span>
        <span className={cx('figures relative', side === 'buy' ? 'text-up-text' : 'text-down-text')}>
          {grouped(level.price)}
        </span>
        <span className={cx('figures relative truncate text-t1', isPane && 'text-right')}>
          <span className="sr-only"> {t('market.amount')} </span>
          {shortQuantity(level.quantity)}
        </span>
        {isPane && (
          <span className="figures relative hidden truncate text-right text-t2 xl:block">
            <span className="sr-only"> {t('market.sum')} </span>
            {shortQuantity(level.sum)}
          </span>
        )}
      </button>
    </li>
  )
}

/** A quantity cut to what a narrow column holds: the book is for a look, the ticket for exactness. */
const shortQuantity = (quantity: string): string =>
  grouped(quantity.length > 8 ? quantity.slice(0, 8).replace(/\.$/, '') : quantity)
