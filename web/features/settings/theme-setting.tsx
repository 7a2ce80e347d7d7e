import { useState } from 'react'
import { useClient } from '#web/app/client-state.ts'
import type { ThemeChoice } from '#web/app/visitor-choices.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'

const themes = ['system', 'dark', 'light'] as const satisfies readonly ThemeChoice[]

/** Dark, light, or as the device is. */
export function ThemeSetting() {
  const { t } = useTexts()
  const theme = useClient((state) => state.theme)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListRow
        title={t('settings.theme')}
        valueNote={t(`settings.theme_${theme}`)}
        onClick={() => setOpen(true)}
      />
      <ChoiceSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('settings.theme')}
        value={theme}
        choices={themes.map((id) => ({ id, label: t(`settings.theme_${id}`) }))}
        onChange={(id) => useClient.setState({ theme: id as ThemeChoice })}
      />
    </>
  )
}
