import { BellPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Instrument } from '#domain/market/instrument.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const AlertSheet = lazy(() => import('./alert-sheet.tsx'))

/** Opens the price alerts of an instrument; a visitor signs in first and comes back. */
export function AlertButton({ instrument }: { instrument: Instrument }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isSignedIn = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const open = () =>
    isSignedIn ? setOpen(true) : navigate(toPage('pages/common/login', { from: pathname + search }))
  return (
    <>
      <IconButton icon={BellPlus} label={t('alert.title')} onClick={open} />
      {isOpen && (
        <Suspense>
          <AlertSheet instrument={instrument} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
