import { GraduationCap } from 'lucide-react'
import { useLocation } from 'react-router'
import { useTexts } from '#web/texts/texts.ts'
import { practise } from './practice.ts'
import { PracticeFrame } from './practice-frame.tsx'

/** The pages on which practice is: on all others the customer looks at their real account. */
const practised: readonly string[] = [
  '/pages/transaction/contract',
  '/pages/transaction/contract_order',
  '/pages/contractOrders/contractOrders',
  '/pages/transaction/index2',
  '/pages/transaction/seconds_order',
  '/pages/setting/practice',
  '/pages/setting/replay',
  '/pages/copytrade/trader',
]

/** Marks every page while practice is on, says what this one shows, and leads out. */
export default function PracticeWatch() {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const isPractised = practised.includes(pathname)
  return (
    <>
      <div role="status" className="flex items-center gap-3 border-b border-line2 bg-s2 gutter pt-4">
        <GraduationCap aria-hidden size={18} className="shrink-0 text-demo" />
        <p className="min-w-0 flex-1 pb-2 text-13 text-t1">
          <strong className="font-semibold">{t('practice_pages.on')}</strong>{' '}
          {t(isPractised ? 'practice_pages.on_here' : 'practice_pages.on_elsewhere')}
        </p>
        <button
          type="button"
          onClick={() => practise(false, 'pages/transaction/contract')}
          className="press inline-flex min-h-11 shrink-0 items-center px-2 text-13 font-semibold text-t1 underline"
        >
          {t('practice_pages.leave')}
        </button>
      </div>
      <PracticeFrame />
    </>
  )
}
