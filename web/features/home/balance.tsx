import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { PnlView } from '#domain/wallet/contract.ts'
import { pnlRanges } from '#domain/wallet/pnl.ts'
import { useClient } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { BalanceFigure, EntriesLink } from '#web/features/money/balance-figure.tsx'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { isZero, percent } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { Chips } from '#web/ui/chips.tsx'
import { Arrow } from '#web/ui/pill.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BalanceLine } from './balance-line.tsx'
import { QuickActions } from './quick-actions.tsx'
import { usePnl, useRange } from './use-pnl.ts'
import { WalletGrid } from './wallet-grid.tsx'

/** What most visits do not open. */
const PnlSheet = lazy(() => import('./pnl-sheet.tsx'))

/** What the customer has, what it gained or lost, the line of it, and what to do with it. */
export function HomeBalance() {
  const { t } = useTexts()
  const isWide = useWide()
  const [range, setRange] = useRange()
  const pnl = usePnl(range)
  const [isSheetOpen, openSheet] = useState<boolean>()
  if (pnl.isError && !pnl.data)
    return (
      <>
        <ErrorState error={pnl.error} onRetry={() => void pnl.refetch()} />
        <QuickActions />
      </>
    )
  const entries = <EntriesLink count={pnl.data?.entryCount} />
  return (
    <section aria-label={t('money.total_balance')}>
      <div className="lg:flex lg:flex-wrap lg:items-center lg:justify-between lg:pt-2">
        <div>
          <BalanceFigure totalUsd={pnl.data?.totalUsd} isWhole={pnl.data?.isWhole ?? true} />
          <div className="flex flex-col items-start gutter md:flex-row md:items-center md:justify-between">
            <Today pnl={pnl.data} onOpen={() => openSheet(true)} />
            {!isWide && entries}
          </div>
        </div>
        {isWide && <QuickActions />}
      </div>
      <div className="hidden flex-wrap items-center justify-between pt-3 md:flex">
        <Chips
          label={t('home.ranges')}
          choices={pnlRanges.map((id) => ({ id, label: t(`home.range_${id}`) }))}
          value={range}
          onChange={setRange}
        />
        {isWide && <span className="gutter whitespace-nowrap">{entries}</span>}
      </div>
      <BalanceLine pnl={pnl.data} className="mt-2 h-24 md:h-32 lg:h-44 [@media(height<640px)]:h-16" />
      {isWide ? <WalletGrid pnl={pnl.data} /> : <QuickActions />}
      {isSheetOpen !== undefined && pnl.data && (
        <Suspense>
          <PnlSheet
            isOpen={isSheetOpen}
            onClose={() => openSheet(false)}
            pnl={pnl.data}
            range={range}
            onRange={setRange}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Profit and loss of the range: amount, percent, and since when; of hidden balances the percent alone. Opens its causes. */
function Today({ pnl, onOpen }: { pnl: PnlView | undefined; onOpen(): void }) {
  const { t } = useTexts()
  const fiat = useFiat()
  const isHidden = useClient((state) => state.hidesBalance)
  if (!pnl)
    return (
      <span className="flex h-6 items-center">
        <Skeleton className="h-4 w-44" />
      </span>
    )
  const { pnlUsd, percent: change, range } = pnl
  if (pnlUsd === null) return <p className="flex h-6 items-center text-13 text-t3">{t('home.pnl_unknown')}</p>
  const direction = directionOf(pnlUsd)
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      className="target press figures flex h-6 items-center gap-1.5 text-13 whitespace-nowrap"
    >
      <span className="sr-only">{t('home.pnl')}</span>
      <span className={`flex items-center gap-1.5 ${changeColours[direction]}`}>
        {direction !== 'flat' && <Arrow direction={direction} />}
        {!(isHidden && change !== null) && <span className="font-semibold">{fiat.writeSigned(pnlUsd)}</span>}
        {change !== null && <span>{isZero(change) ? '0.00%' : percent(change)}</span>}
      </span>
      <span className="text-t2">{t(`home.past_${range}`)}</span>
      <ChevronRight aria-hidden size={14} className="text-t3" />
    </button>
  )
}
