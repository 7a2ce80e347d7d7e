import type { ClassId } from '#domain/market/instrument.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { classTabs } from './quotes.ts'

/** The six tabs of the market: favourites and the five classes; none is chosen while it is not known which. */
export function ClassChips({
  value,
  onChange,
}: {
  value: ClassId | undefined
  onChange(classId: ClassId): void
}) {
  const { t } = useTexts()
  return (
    <Chips
      label={t('market.classes')}
      choices={classTabs.map((id) => ({
        id,
        label: t(`market.class_${id}`),
        ...(id === 100 && { pinned: '★' }),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
