import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { loadArea, useTexts } from '#web/texts/texts.ts'
import { askToInstall, installWay } from './install.ts'
import { InstallSteps } from './install-steps.tsx'

const KEPT = 'plumb-install-offered'

function InstallOffer({ way }: { way: 'ask' | 'ios' }) {
  const { t } = useTexts()
  const [isOver, setOver] = useState(false)
  const [isExplained, setExplained] = useState(false)
  if (isOver) return null
  function take(): void {
    if (way === 'ios') setExplained(true)
    else {
      setOver(true)
      void askToInstall()
    }
  }
  const button = 'press inline-flex min-h-11 shrink-0 items-center px-2 text-13 font-semibold'
  return (
    <section
      aria-label={t('app_pages.install_title')}
      className="border-b border-line2 bg-s2 gutter pt-[env(safe-area-inset-top)] lg:pl-[calc(var(--side)+16px)]"
    >
      <div className="flex items-start gap-2 pt-3">
        <Smartphone aria-hidden size={18} className="shrink-0 text-t2" />
        <div className="min-w-0 flex-1">
          <p className="text-13 font-semibold">{t('app_pages.install_title')}</p>
          <p className="text-13 text-t2">{t('app_pages.install_why')}</p>
          {isExplained && <InstallSteps />}
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-x-2">
        <button type="button" onClick={() => setOver(true)} className={`${button} text-t2`}>
          {t('app_pages.install_never')}
        </button>
        {!isExplained && (
          <button type="button" onClick={take} className={`${button} text-t1 underline`}>
            {t(way === 'ios' ? 'app_pages.install_how' : 'app_pages.install')}
          </button>
        )}
      </div>
    </section>
  )
}

/**
 * Offers to install the app, once in the life of a browser: above the page and over nothing of it. The settings go on
 * offering it.
 */
export async function offerInstall(): Promise<void> {
  const way = installWay()
  if (!way || localStorage.getItem(KEPT)) return
  await loadArea('app_pages')
  // Two orders in a moment are one reason.
  if (localStorage.getItem(KEPT)) return
  localStorage.setItem(KEPT, '1')
  const place = document.createElement('div')
  document.body.prepend(place)
  createRoot(place).render(<InstallOffer way={way} />)
}
