import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { QuoteView } from '#domain/market/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { nameOf } from '#web/features/instrument/name-of.ts'
import { useIsHalted } from '#web/features/instrument/use-is-halted.ts'
import { volume } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { directionOf } from '#web/ui/change-direction.ts'
import { cx } from '#web/ui/cx.ts'
import { Pill } from '#web/ui/pill.tsx'
import { Price } from '#web/ui/price.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { DayColumns } from './day-columns.tsx'
import { openingTime } from './opening.ts'
import { useIsStale, useQuote } from './quotes.ts'
import { useIsUnpriced } from './use-is-unpriced.ts'
import { useLongPress } from './use-long-press.ts'

/** What of an instrument does not move. */
export type RowSubject = Pick<QuoteView, 'symbol' | 'label' | 'name' | 'classId'>

interface QuoteRowProps {
  subject: RowSubject
  points: readonly number[]
  onLongPress(symbol: string): void
  /** Where there is room: what was traded on Plumb, and the range of 24 hours. */
  hasDay?: boolean
  /** Stands behind the row, and is no part of its target. */
  actions?: ReactNode
}

/** One instrument in a list: name and volume, a day's line, price, change. The whole row is one target. */
export const QuoteRow = memo(function QuoteRow({
  subject,
  points,
  onLongPress,
  hasDay = false,
  actions,
}: QuoteRowProps) {
  const { symbol } = subject
  const isStale = useIsStale(symbol)
  const press = useLongPress(() => onLongPress(symbol))

  const row = (
    <Link
      {...press}
      to={toPage('pages/transaction/index', { symbol })}
      className="press block min-w-0 flex-1 contain-content gutter select-none [-webkit-touch-callout:none] focus-visible:-outline-offset-2"
    >
      <span className="hairline flex min-h-15 items-center gap-2 big-wrap">
        <span className="min-w-0 flex-1 big-whole">
          <RowName subject={subject} />
          <RowNote subject={subject} />
        </span>
        {hasDay && <DayColumns symbol={symbol} isStale={isStale} />}
        <span className={isStale ? 'hidden opacity-40 [filter:grayscale(1)] xs:block' : 'hidden xs:block'}>
          <DayLine symbol={symbol} points={points} />
        </span>
        <span className="w-21 shrink-0 text-right text-15 font-semibold xs:w-23 big-auto">
          <LastPrice symbol={symbol} isStale={isStale} />
        </span>
        <DayChange symbol={symbol} isStale={isStale} />
      </span>
    </Link>
  )
  if (!actions) return row
  return (
    <div className="flex items-center pr-4">
      {row}
      {actions}
    </div>
  )
})

/** "BTC /USDT" for a pair, "AAPL Apple" for a single name. */
export function RowName({ subject, isSmall = false }: { subject: RowSubject; isSmall?: boolean }) {
  const [base, quote] = subject.label.split('/')
  return (
    <span className={cx('block truncate', isSmall ? 'text-13' : 'text-15')}>
      <span className="font-semibold text-t1">{base}</span>{' '}
      <span className={cx('text-t3', isSmall ? 'text-11' : 'text-13')}>
        {quote === undefined ? subject.name : `/${quote}`}
      </span>
    </span>
  )
}

export function RowNote({ subject }: { subject: RowSubject }) {
  const { symbol, classId, label } = subject
  const { t, locale } = useTexts()
  const opensAt = useQuote(symbol, (quote) =>
    quote && !quote.isOpen && quote.nextChangeAtMs !== null
      ? openingTime(quote.nextChangeAtMs, locale)
      : undefined,
  )
  const isUnpriced = useIsUnpriced(symbol)
  const note = useQuote(symbol, (quote) => {
    if (classId === 2) return quote ? volume(quote.turnover24h) : ''
    return label.includes('/') ? nameOf(subject, locale) : t(`market.class_${classId}`)
  })
  return (
    <span className="figures block truncate text-12 text-t3">
      {isUnpriced ? (
        t('market.unpriced_title')
      ) : opensAt === undefined ? (
        note
      ) : (
        <>
          {/* The day and the time alone fit a phone whole. */}
          <span className="sr-only lg:hidden">{t('market.opens_at', { time: opensAt })}</span>
          <span aria-hidden className="lg:hidden">
            {opensAt}
          </span>
          <span className="hidden lg:inline">{t('market.opens_at', { time: opensAt })}</span>
        </>
      )}
    </span>
  )
}

// Each part that moves follows its own figure, so that a tick touches it and not the row.

export function DayLine({ symbol, points }: Pick<QuoteRowProps, 'points'> & { symbol: string }) {
  const direction = useQuote(symbol, (quote) => directionOf(quote?.changePercent ?? undefined))
  return <Sparkline points={points} direction={direction} />
}

/** What a day did to an instrument's price; grey while its market is closed, and a word while trading is halted. */
export function DayChange({ symbol, isStale }: { symbol: string; isStale: boolean }) {
  const { t } = useTexts()
  const change = useQuote(symbol, (quote) => quote?.changePercent ?? undefined)
  const isOpen = useQuote(symbol, (quote) => quote?.isOpen ?? true)
  const isHalted = useIsHalted(symbol)
  return (
    <Pill
      change={change}
      word={isHalted ? t('market.halted') : undefined}
      note={isOpen ? undefined : t('market.closed')}
      isStale={isStale}
    />
  )
}

export function LastPrice({ symbol, isStale }: { symbol: string; isStale: boolean }) {
  return <Price value={useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)} isStale={isStale} />
}
