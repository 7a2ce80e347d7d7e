import { ChevronRight, Eye, EyeOff } from 'lucide-react'
import { Link } from 'react-router'
import { useClient } from '#web/app/client-state.ts'
import { useConnection } from '#web/app/connection.ts'
import { toPage } from '#web/app/page-list.ts'
import { grouped, HIDDEN } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { inFiat } from './fiat.ts'
import { useFiatRates } from './use-fiat-rates.ts'

/** What the customer has in all, in their fiat currency, with the eye that hides every balance. */
export function BalanceFigure({ totalUsd, isWhole }: { totalUsd: string | undefined; isWhole: boolean }) {
  const { t } = useTexts()
  const isStale = useConnection((state) => state.isStale)
  const { fiat, isDemo, hidesBalance } = useClient()
  useFiatRates()
  const total = totalUsd === undefined ? undefined : inFiat(totalUsd, fiat.rate)
  const EyeIcon = hidesBalance ? EyeOff : Eye
  return (
    <div className="gutter pt-3">
      <div className="flex items-center gap-3 text-13 text-t2">
        <h2 className="font-normal whitespace-nowrap">
          {t(isDemo ? 'money.play_money' : 'money.total_balance')}
        </h2>
        <button
          type="button"
          aria-pressed={hidesBalance}
          aria-label={t(hidesBalance ? 'money.show_balance' : 'money.hide_balance')}
          onClick={() => useClient.setState({ hidesBalance: !hidesBalance })}
          className="target press"
        >
          <EyeIcon aria-hidden size={16} />
        </button>
      </div>
      <p className="figures mt-1 flex min-h-9 items-baseline gap-2 big-wrap">
        {total === undefined ? (
          <Skeleton className="h-8 w-44" />
        ) : (
          <>
            <span className={`text-28 font-semibold ${isStale ? 'text-t3' : ''}`}>
              {hidesBalance ? HIDDEN : grouped(total)}
            </span>
            <span className="text-15 text-t2">{fiat.code}</span>
          </>
        )}
      </p>
      {!isWhole && <p className="text-12 text-t3">{t('money.not_whole')}</p>}
    </div>
  )
}

/** The gold line under the balance: how many entries add up to it, and the way to them. Always as high. */
export function EntriesLink({ count }: { count: number | undefined }) {
  const { t } = useTexts()
  const look = 'inline-flex min-h-6 items-center gap-2 text-13'
  if (count === undefined)
    return (
      <span className={look}>
        <Skeleton className="h-4 w-40" />
      </span>
    )
  // Nothing is recorded yet, so there is nothing to see.
  if (count === 0)
    return (
      <p className={`${look} text-t3`}>
        <Bob meaning="empty" />
        {t('money.no_entries')}
      </p>
    )
  return (
    <Link to={toPage('pages/setting/bill', { view: 'entry' })} className={`target press text-gold ${look}`}>
      <Bob />
      {t('money.entries_add_up', { count })}
      <ChevronRight aria-hidden size={14} />
    </Link>
  )
}
