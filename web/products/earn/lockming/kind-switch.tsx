import { useSearchParams } from 'react-router'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { kinds } from '../kinds.ts'
import { lockKinds, useLockKind } from './use-lock-kind.ts'

/** Locked deposits or lock-mining, kept in the URL. */
export function KindSwitch() {
  const { t } = useTexts()
  const [, setSearch] = useSearchParams()
  const { name } = useLockKind()
  return (
    <Chips
      label={t('earn_pages.kind')}
      choices={lockKinds.map((id) => ({ id, label: t(kinds[id].texts.title) }))}
      value={lockKinds.find((id) => id === name)}
      onChange={(id) => setSearch(id === 'locked' ? {} : { kind: id }, { replace: true })}
    />
  )
}
