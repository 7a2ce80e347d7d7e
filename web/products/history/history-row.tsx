import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { RecordRow } from '#web/ui/record-row.tsx'
import { Result } from './outcome.tsx'
import { marketSideOf, pricesText, productText, sideText, sizeText, symbolText } from './record-words.ts'
import type { HistoryRecord } from './use-history.ts'

/** One record in the list: tapping it opens its details. */
export function HistoryRow({ record, onOpen }: { record: HistoryRecord; onOpen(): void }) {
  const { t } = useTexts()
  const parts = [productText(record, t), sizeText(record, t), pricesText(record)]
  return (
    <RecordRow onOpen={onOpen}>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="text-15 font-semibold whitespace-nowrap">{symbolText(record)}</span>
          <Tag kind={marketSideOf[record.side]}>{sideText(record, t)}</Tag>
        </span>
        <span className="figures block text-12 text-t3">{parts.filter(Boolean).join(' · ')}</span>
      </span>
      <span className="figures shrink-0 text-right text-12 text-t2">
        {record.result !== null && (
          <span className="block text-13">
            <Result record={record} />
          </span>
        )}
        <span className="block">{t(`history_pages.status_${record.status}`)}</span>
        <span className="block text-t3">{dateTime(record.endedAtMs).slice(5, 16)}</span>
      </span>
    </RecordRow>
  )
}
