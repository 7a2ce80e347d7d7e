import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { type Movers, movers } from './sort.ts'

/** All of a class, or what rose, fell or was traded most. */
export function MoverChips({ value, onChange }: { value: Movers; onChange(shown: Movers): void }) {
  const { t } = useTexts()
  return (
    <Chips
      label={t('market.movers')}
      choices={movers.map((id) => ({ id, label: t(`market.movers_${id}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}
