import { quotesFlat } from '#domain/market/contract.ts'
import type { ClassId } from '#domain/market/instrument.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { openingTime } from './opening.ts'

/** Whether a class's market is open, and when that changes, with its day and zone. */
export function SessionLine({ classId }: { classId: ClassId }) {
  const { t, locale } = useTexts()
  const { data } = useApiQuery(quotesFlat, {})
  const first = data?.find((quote) => quote.classId === classId)
  if (classId === 100 || !first) return <span />
  if (first.nextChangeAtMs === null) return <span>{t('market.always_open')}</span>
  const time = openingTime(first.nextChangeAtMs, locale)
  return (
    <span className="figures min-w-0 truncate">
      {first.isOpen ? t('market.open_until', { time }) : t('market.opens_at', { time })}
    </span>
  )
}
