import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { PnlView } from '#domain/wallet/contract.ts'
import { pnlRanges } from '#domain/wallet/pnl.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { BalanceFigure, EntriesLink } from '#web/features/money/balance-figure.tsx'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { percent } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { Arrow, changeColours, directionOf } from '#web/ui/pill.tsx'
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
  const [range, setRange] = useRange()
  const pnl = usePnl(range)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  if (pnl.isError && !pnl.data)
    return (
      <>
        <ErrorState error={pnl.error} onRetry={() => void pnl.refetch()} />
        <QuickActions />
      </>
    )
  return (
    <section
      aria-label={t('money.total_balance')}
      className="lg:grid lg:grid-cols-[minmax(0,1fr)] lg:pt-5 xl:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div>
        <BalanceFigure totalUsd={pnl.data?.totalUsd} isWhole={pnl.data?.isWhole ?? true} />
        <div className="flex flex-col items-start gutter md:flex-row md:items-center md:justify-between">
          <Today pnl={pnl.data} onOpen={open} />
          <EntriesLink count={pnl.data?.entryCount} className="lg:hidden" />
        </div>
      </div>
      <div className="lg:order-1 xl:col-span-2">
        <div className="hidden items-center justify-between pt-3 md:flex">
          <Chips
            label={t('home.ranges')}
            choices={pnlRanges.map((id) => ({ id, label: t(`home.range_${id}`) }))}
            value={range}
            onChange={setRange}
          />
          <span className="hidden gutter lg:block">
            <EntriesLink count={pnl.data?.entryCount} />
          </span>
        </div>
        <BalanceLine pnl={pnl.data} className="mt-2 h-24 md:h-32 lg:h-44" />
        <WalletGrid pnl={pnl.data} />
      </div>
      <QuickActions />
      {wasOpened && pnl.data && (
        <Suspense>
          <PnlSheet
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            pnl={pnl.data}
            range={range}
            onRange={setRange}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Profit and loss of the range: amount, percent, and since when. Opens what it is made of. */
function Today({ pnl, onOpen }: { pnl: PnlView | undefined; onOpen(): void }) {
  const { t } = useTexts()
  const fiat = useFiat()
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
      className="target press figures flex h-6 items-center gap-1.5 text-13"
    >
      <span className="sr-only">{t('home.pnl')}</span>
      <span className={`flex items-center gap-1.5 ${changeColours[direction]}`}>
        <Arrow direction={direction} />
        <span className="font-semibold">{fiat.writeSigned(pnlUsd)}</span>
        {change !== null && <span>{percent(change)}</span>}
      </span>
      <span className="text-t2">{t(`home.past_${range}`)}</span>
      <ChevronRight aria-hidden size={14} className="text-t3" />
    </button>
  )
}
