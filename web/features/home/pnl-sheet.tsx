import { Suspense } from 'react'
import type { PnlView } from '#domain/wallet/contract.ts'
import { type PnlRange, pnlRanges } from '#domain/wallet/pnl.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PnlColumn } from './lazy-pnl-column.ts'
import { sinceText } from './pnl-words.ts'

/** What profit and loss is made of, over the range that is chosen here. */
export default function PnlSheet({
  isOpen,
  onClose,
  pnl,
  range,
  onRange,
}: {
  isOpen: boolean
  onClose(): void
  pnl: PnlView
  range: PnlRange
  onRange(range: PnlRange): void
}) {
  const { t, locale } = useTexts()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('home.pnl')} text={sinceText(pnl, t, locale)}>
      <div className="-mx-4">
        <Chips
          label={t('home.ranges')}
          choices={pnlRanges.map((id) => ({ id, label: t(`home.range_${id}`) }))}
          value={range}
          onChange={onRange}
        />
      </div>
      <Suspense fallback={<SkeletonRows count={4} height={64} />}>
        <PnlColumn pnl={pnl} />
      </Suspense>
      <p className="pb-2 text-12 text-t3">{t('home.pnl_how')}</p>
    </Sheet>
  )
}
