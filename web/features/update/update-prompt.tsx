import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTexts } from '#web/texts/texts.ts'

/** Says that a new version is there, above the page and over nothing of it, until it is taken or put off. */
function UpdatePrompt({ onUpdate }: { onUpdate(): void }) {
  const { t } = useTexts()
  const [isPutOff, setPutOff] = useState(false)
  const [isTaken, setTaken] = useState(false)
  if (isPutOff) return null
  function take(): void {
    setTaken(true)
    onUpdate()
  }
  const button = 'press inline-flex min-h-11 shrink-0 items-center px-2 text-13 font-semibold'
  return (
    <div
      role="status"
      className="flex items-center gap-2 border-b border-line2 bg-s2 gutter pt-[env(safe-area-inset-top)] lg:pl-[calc(var(--side)+16px)]"
    >
      <RefreshCw aria-hidden size={18} className="shrink-0 text-t2" />
      <p className="min-w-0 flex-1 py-2 text-13 text-t1">{t('update_pages.ready')}</p>
      <button type="button" onClick={() => setPutOff(true)} className={`${button} text-t2`}>
        {t('update_pages.later')}
      </button>
      <button type="button" onClick={take} disabled={isTaken} className={`${button} text-t1 underline`}>
        {t('update_pages.reload')}
      </button>
    </div>
  )
}

/** Shows it beside the app, whose first file need not know it. */
export function showUpdate(onUpdate: () => void): void {
  const place = document.createElement('div')
  document.body.prepend(place)
  createRoot(place).render(<UpdatePrompt onUpdate={onUpdate} />)
}
