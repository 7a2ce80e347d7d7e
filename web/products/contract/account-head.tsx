import { Amount } from '#web/app/amount.tsx'
import { useMasked } from '#web/features/money/use-masked.ts'
import { signed } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useContractAccount } from './use-contract-account.ts'

/** The contract wallet: equity, what positions have gained so far, and what of it is margin. */
export function AccountHead() {
  const { t } = useTexts()
  const masked = useMasked()
  const account = useContractAccount()
  return (
    <section aria-label={t('contract_pages.wallet')} className="gutter pt-2 pb-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <div>
          <p className="text-12 text-t2">{t('contract_pages.equity')}</p>
          <p className="figures flex min-h-9 items-baseline gap-2">
            {account ? (
              <>
                <span className="text-20 font-semibold xs:text-28">
                  <Amount value={account.equity} />
                </span>
                <span className="text-13 text-t2">{account.currency}</span>
              </>
            ) : (
              <Skeleton className="h-8 w-40" />
            )}
          </p>
        </div>
        <div className="ml-auto text-right">
          <p className="text-12 text-t2">{t('contract_pages.unrealized_at_mark')}</p>
          <p className={`figures text-15 ${changeColours[directionOf(account?.unrealizedPnl)]}`}>
            {account?.unrealizedPnl === undefined ? '—' : masked(signed(account.unrealizedPnl))}
          </p>
        </div>
      </div>
      <div aria-hidden className="mt-2 h-1 rounded-full bg-s3">
        <div
          className="h-full rounded-full bg-t1"
          style={{ width: `${Math.round((account?.marginShare ?? 0) * 100)}%` }}
        />
      </div>
      <div className="figures mt-1.5 flex flex-wrap justify-between gap-x-4 text-12 text-t2">
        <span>
          {t('contract_pages.margin')} <Amount value={account?.margin} />
        </span>
        <span>
          {t('spot.available')} <Amount value={account?.available} />
        </span>
      </div>
    </section>
  )
}
