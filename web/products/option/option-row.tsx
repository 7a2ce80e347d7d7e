import { labelOf } from '#domain/market/instruments.ts'
import type { OptionView } from '#domain/option/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { grouped } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { RecordRow } from '#web/ui/record-row.tsx'
import { Outcome, TimeLeft } from './option-outcome.tsx'
import { sideOf } from './option-words.ts'

/** One order in a list: tapping it opens its details. An open one counts down. */
export function OptionRow({ order, onOpen }: { order: OptionView; onOpen(): void }) {
  const { t } = useTexts()
  const prices = [order.entry, order.exit].flatMap((tick) => (tick ? [grouped(tick.price)] : []))
  return (
    <RecordRow onOpen={onOpen}>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="text-15 font-semibold whitespace-nowrap">{labelOf(order.symbol)}</span>
          <Tag kind={sideOf[order.direction]}>{t(`option_pages.direction_${order.direction}`)}</Tag>
        </span>
        <span className="figures block text-12 text-t3">
          {t('option_pages.seconds', { seconds: order.seconds })} ·{' '}
          <Amount value={order.stake} currency={order.currency} />
          {prices.length > 0 && ` · ${prices.join('\u00a0→\u00a0')}`}
        </span>
      </span>
      <span className="figures shrink-0 text-right text-15">
        {order.settledAtMs === null ? (
          <TimeLeft order={order} />
        ) : (
          <>
            <Outcome order={order} />
            <span className="block text-12 text-t3">{dateTime(order.settledAtMs).slice(5, 16)}</span>
          </>
        )}
      </span>
    </RecordRow>
  )
}
