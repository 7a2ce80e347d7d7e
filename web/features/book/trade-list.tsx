import { grouped } from '#web/format/number.ts'
import { timeOfDay } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useTrades } from './use-book.ts'

/** The newest trades of an instrument, as they happen. */
export function TradeList({
  symbol,
  base,
  isDense = false,
}: {
  symbol: string
  base: string
  /** Rows of 20 px, for a pane. */
  isDense?: boolean
}) {
  const { t } = useTexts()
  const trades = useTrades(symbol)
  if (!trades) return <SkeletonRows count={5} height={28} />
  if (trades.length === 0) return <EmptyState isSmall title={t('market.no_trades')} />
  return (
    <table className={`figures w-full ${isDense ? 'text-11 xl:text-12' : 'text-12'}`}>
      <thead>
        <tr className={`${isDense ? 'h-6' : 'h-8'} text-left text-11 text-t3`}>
          <th className={`${isDense ? 'pl-3' : 'pl-4'} font-normal`}>{t('market.price')}</th>
          <th className="text-right font-normal">
            {t('market.amount')} <span className={isDense ? 'hidden xl:inline' : undefined}>{base}</span>
          </th>
          <th className={`${isDense ? 'pr-3' : 'pr-4'} text-right font-normal`}>{t('market.time')}</th>
        </tr>
      </thead>
      <tbody>
        {trades.map((trade) => (
          <tr key={trade.id} className={isDense ? 'h-5' : 'h-7'}>
            <td
              className={`${isDense ? 'pl-3' : 'pl-4'} ${trade.side === 'buy' ? 'text-up-text' : 'text-down-text'}`}
            >
              <span className="sr-only">{t(`market.side_${trade.side}`)} </span>
              {grouped(trade.price)}
            </td>
            <td className="text-right">{grouped(trade.quantity)}</td>
            <td className={`${isDense ? 'pr-3' : 'pr-4'} text-right text-t2`}>{timeOfDay(trade.atMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
