import { useState, useSyncExternalStore } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { askToInstall, installWay, onInstallChange } from './install.ts'
import { InstallSteps } from './install-steps.tsx'

/** Installs the app, or says how; nothing where that cannot be done. */
export default function InstallSetting() {
  const { t } = useTexts()
  const way = useSyncExternalStore(onInstallChange, installWay)
  const [isOpen, setOpen] = useState(false)
  if (!way) return null
  return (
    <>
      <ListRow
        title={t('app_pages.install_title')}
        onClick={() => (way === 'ask' ? void askToInstall() : setOpen(true))}
      />
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('app_pages.install_title')}
        text={t('app_pages.install_why')}
      >
        <InstallSteps />
      </Sheet>
    </>
  )
}
