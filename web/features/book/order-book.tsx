import type { DepthView, LevelView } from '#domain/spot/contract.ts'
import { useIsHalted } from '#web/features/instrument/use-is-halted.ts'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { spreadOf, widthsOf } from './levels.ts'

interface OrderBookProps {
  symbol: string
  base: string
  book: DepthView | undefined
  /** Rows on each side. */
  rows?: number
  isStale: boolean
  onPick(price: string): void
}

/** The book beside the ticket: asks above, bids below, the last price between. A tapped row fills its price in. */
export function OrderBook({ symbol, base, book, rows = 7, isStale, onPick }: OrderBookProps) {
  const { t } = useTexts()
  const last = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const asks = book?.asks.slice(0, rows) ?? []
  const bids = book?.bids.slice(0, rows) ?? []
  const widths = widthsOf([...asks, ...bids])
  const spread = book && spreadOf(book)
  const isHalted = useIsHalted(symbol)
  return (
    <section
      aria-label={t('market.book')}
      // Old figures lose their color, not their contrast.
      className={cx('min-w-0', isStale && 'grayscale [&_.text-t1]:text-t2')}
    >
      <div className="flex h-6 items-center justify-between gap-2 pr-4 text-11 text-t3">
        <span>{t('market.price')}</span>
        <span className="truncate">
          {t('market.amount')} {base}
        </span>
      </div>
      <ul
        style={{ minHeight: rows * ROW }}
        className="flex flex-col justify-end"
        aria-busy={!book || undefined}
      >
        {!book && <LoadingLevels count={rows} />}
        {book && asks.length + bids.length === 0 && <NobodyQuotes />}
        {asks.toReversed().map((level) => (
          <Level key={level.price} side="sell" level={level} width={widths.get(level)} onPick={onPick} />
        ))}
      </ul>
      <div className="flex h-11 flex-col justify-center pr-4">
        <span className="text-15 leading-5 font-semibold">
          <Price value={last} isStale={isStale} />
        </span>
        {isHalted && <span className="truncate text-11 text-t2">{t('market.halted')}</span>}
        {spread && !isHalted && (
          <span className="figures text-11 whitespace-nowrap text-t3">
            {t('market.spread')} {grouped(spread)}
          </span>
        )}
      </div>
      <ul style={{ minHeight: rows * ROW }}>
        {!book && <LoadingLevels count={rows} />}
        {bids.map((level) => (
          <Level key={level.price} side="buy" level={level} width={widths.get(level)} onPick={onPick} />
        ))}
      </ul>
    </section>
  )
}

const ROW = 24

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
  onPick,
}: {
  side: 'buy' | 'sell'
  level: LevelView
  width: number | undefined
  onPick(price: string): void
}) {
  const { t } = useTexts()
  return (
    <li>
      <button
        type="button"
        onClick={() => onPick(level.price)}
        className="relative flex h-6 w-full items-center justify-between gap-1 pr-4 text-12 focus-visible:-outline-offset-2"
      >
        <span
          aria-hidden
          className={cx('absolute inset-y-px right-0', side === 'buy' ? 'bg-up-tint' : 'bg-down-tint')}
          style={{ width: `${width}%` }}
        />
        <span className="sr-only">{t('market.use_price')} </span>
        <span className={cx('figures relative', side === 'buy' ? 'text-up-text' : 'text-down-text')}>
          {grouped(level.price)}
        </span>
        <span className="figures relative truncate text-t1">{shortQuantity(level.quantity)}</span>
      </button>
    </li>
  )
}

/** A quantity cut to what a narrow column holds: the book is for a look, the ticket for exactness. */
const shortQuantity = (quantity: string): string =>
  grouped(quantity.length > 8 ? quantity.slice(0, 8).replace(/\.$/, '') : quantity)
