import type { RelationView } from '#domain/copy/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { dateInWords } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { RecordRow } from '#web/ui/record-row.tsx'
import { Profit } from './profit.tsx'
import { leadName, sizeText } from './words.ts'

/** One relation in a list: whom, how much is copied, and what came of it. */
export function RelationRow({ relation, onOpen }: { relation: RelationView; onOpen(): void }) {
  const { t, locale } = useTexts()
  const { status, profit, margin, currency, startedAtMs, openCopies } = relation
  return (
    <RecordRow onOpen={onOpen} lines={3}>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate text-15 font-semibold">{leadName(relation, t)}</span>
          {status !== 'active' && <Tag>{t(`copy_pages.status_${status}`)}</Tag>}
        </span>
        <span className="figures block text-12 text-t3">{sizeText(relation, t)}</span>
        <span className="block text-12 text-t3">
          {t('copy_pages.since', { date: dateInWords(startedAtMs, locale) })}
        </span>
      </span>
      <span className="figures shrink-0 text-right">
        <span className="block text-15 font-semibold">
          <Profit value={profit} currency={currency} />
        </span>
        {status !== 'ended' && (
          <>
            <span className="block text-12 text-t2">{t('copy_pages.open_count', { count: openCopies })}</span>
            <span className="block text-12 text-t3">
              {t('contract_pages.margin')} <Amount value={margin} />
            </span>
          </>
        )}
      </span>
    </RecordRow>
  )
}
