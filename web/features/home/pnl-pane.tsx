import { Suspense } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PnlColumn } from './lazy-pnl-column.ts'
import { usePnl } from './use-pnl.ts'

/** Today's profit and loss by its causes, beside the page in windows with room for it. */
export function PnlPane() {
  const { t } = useTexts()
  const { data, isError } = usePnl('1d')
  // The page beside says why, and tries again.
  if (isError && !data) return null
  const rows = (
    <div className="-mx-4">
      <SkeletonRows count={4} height={64} />
    </div>
  )
  return (
    <section aria-labelledby="pnl-today" className="gutter border-b border-line pt-6 pb-2">
      <div className="flex items-baseline justify-between gap-3 pb-1">
        <h2 id="pnl-today" className="text-15">
          {t('home.pnl_today')}
        </h2>
        <p className="text-12 text-t3">{t('home.since', { time: '00:00 UTC' })}</p>
      </div>
      {data ? (
        <Suspense fallback={rows}>
          <PnlColumn pnl={data} />
        </Suspense>
      ) : (
        rows
      )}
    </section>
  )
}
