import type { LeadTradeView } from '#domain/copy/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { directionText, endText, sideOf } from '#web/features/contract/position-words.ts'
import { grouped } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Return } from './lead-card.tsx'

/** What a lead has closed, each with what it came to and how many followed it. */
export function LeadTrades({ trades }: { trades: readonly LeadTradeView[] }) {
  const { t } = useTexts()
  return (
    <ul>
      {trades.map((trade) => (
        <li key={trade.id} className="gutter">
          <div className="hairline flex min-h-19 items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="text-15 font-semibold whitespace-nowrap">{labelOf(trade.symbol)}</span>
                <Tag kind={sideOf(trade.direction)}>{directionText(trade, t)}</Tag>
              </span>
              <span className="figures block text-12 text-t3">
                {grouped(trade.entryPrice)} → {grouped(trade.closePrice)}
              </span>
              <span className="block text-12 text-t3">
                {t('copy_pages.copied_by', { copied: trade.copied, skipped: trade.skipped })}
              </span>
            </span>
            <span className="figures shrink-0 text-right text-15">
              <span className="block font-semibold">
                <Return value={trade.returnPercent} />
              </span>
              <span className="block text-12 text-t2">
                {trade.reason === 'user' ? t('copy_pages.closed_by_lead') : endText(trade.reason, t)}
              </span>
              <span className="block text-12 text-t3">{dateTime(trade.closedAtMs).slice(5, 16)}</span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
