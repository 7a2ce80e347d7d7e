import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PositionView } from '#domain/contract/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { Amount } from '#web/app/amount.tsx'
import { copyText, directionText, sideOf } from '#web/features/contract/position-words.ts'
import type { TickOf } from '#web/features/contract/use-ticks.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { useIsStale } from '#web/features/quotes/quotes.ts'
import { amount, grouped, signed } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { cx } from '#web/ui/cx.ts'
import { Change } from '#web/ui/pill.tsx'
import { livePosition } from './live.ts'
import { PositionActions } from './position-actions.tsx'
import { PriceRuler } from './ruler.tsx'

/** An open position: what it has gained first, where it stands between its prices, its figures, what can be done. */
export function PositionCard({
  position,
  tickOf,
  onOpen,
}: {
  position: PositionView
  tickOf: TickOf
  onOpen(): void
}) {
  const { t } = useTexts()
  const masked = useMasked()
  const { symbol, direction, openLots, entryPrice, liquidationPrice, takeProfit, stopLoss } = position
  const isStale = useIsStale(symbol)
  const live = livePosition(position, tickOf)
  const markPrice = live.markPrice ?? position.markPrice ?? undefined
  const label = labelOf(symbol)
  return (
    <article
      aria-label={`${label} ${directionText(position, t)}`}
      className="border-b border-line gutter py-3"
    >
      <button
        type="button"
        onClick={onOpen}
        className="press flex min-h-7 w-full items-center gap-2 text-left"
      >
        <span className="text-15 font-semibold whitespace-nowrap">{label}</span>
        <Tag kind={sideOf(direction)}>{directionText(position, t)}</Tag>
        <span className="figures ml-auto text-12 text-t2">
          {t('contract_pages.lots_of', { lots: amount(openLots, 0) })}
        </span>
        <ChevronRight aria-hidden size={16} className="shrink-0 text-t3" />
      </button>
      {position.relationId !== null && <p className="text-12 text-t3">{copyText(position, t)}</p>}
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p
          className={cx(
            'figures text-20 font-semibold',
            changeColours[isStale ? 'flat' : directionOf(live.pnl)],
          )}
        >
          <span className="sr-only">{t('contract_pages.unrealized')} </span>
          {live.pnl === undefined ? '—' : masked(signed(live.pnl))}{' '}
          <span className="text-13 font-normal">{position.marginCurrency}</span>
        </p>
        <p className="text-15">
          <span className="sr-only">{t('contract_pages.return')} </span>
          <Change change={live.returnPercent} isStale={isStale} />
        </p>
      </div>
      <PriceRuler
        isLong={direction === 'long'}
        marks={{
          liquidation: liquidationPrice,
          stopLoss,
          entry: entryPrice ?? '0',
          takeProfit,
          mark: markPrice,
        }}
      />
      <dl className="figures grid grid-cols-3 gap-x-2 gap-y-2 pb-3">
        <Figure name={t('contract_pages.entry')} value={entryPrice && grouped(entryPrice)} />
        <Figure
          name={t('contract_pages.mark')}
          value={<span className={cx(isStale && 'text-t3')}>{markPrice ? grouped(markPrice) : '—'}</span>}
        />
        <Figure
          name={t('contract_pages.liquidation')}
          value={
            <span className="font-semibold text-danger">
              {liquidationPrice ? grouped(liquidationPrice) : '—'}
            </span>
          }
        />
        <Figure
          name={t('contract_pages.margin')}
          value={
            <>
              <Amount value={position.margin} />
              {live.marginPercent && (
                <span className="block text-12 text-t3">
                  {t('contract_pages.margin_level')} {live.marginPercent}%
                </span>
              )}
            </>
          }
        />
        <Figure name={t('contract_pages.take_profit')} value={takeProfit && grouped(takeProfit)} />
        <Figure name={t('contract_pages.stop_loss')} value={stopLoss && grouped(stopLoss)} />
      </dl>
      <PositionActions position={position} />
    </article>
  )
}

const Figure = ({ name, value }: { name: string; value: ReactNode }) => (
  <div className="min-w-0 last-of-type:text-right [&:nth-child(3n)]:text-right">
    <dt className="truncate text-12 text-t2">{name}</dt>
    <dd className="text-13">{value || '—'}</dd>
  </div>
)
