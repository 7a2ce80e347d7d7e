import type { earnSubscriptions } from '#domain/earn/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { Amount } from '#web/app/amount.tsx'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

type Total = OutputOf<typeof earnSubscriptions>['totals'][number]

/** What is held in products, in each currency: the sum, today's interest, all interest and what early redemption cost. */
export function SavingsTotal({ totals }: { totals: readonly Total[] }) {
  const { t } = useTexts()
  const masked = useMasked()
  return (
    <section aria-label={t('money.in_savings')} className="gutter pt-1 pb-2">
      <h2 className="text-13 font-normal text-t2">{t('money.in_savings')}</h2>
      {totals.map((total, place) => (
        <div key={total.currency} className="mt-1">
          <p className="figures flex items-baseline gap-2">
            <span className={place === 0 ? 'text-28 font-semibold' : 'text-20 font-semibold'}>
              <Amount value={total.principal} />
            </span>
            <span className="text-15 text-t2">{total.currency}</span>
          </p>
          <p className="figures flex flex-wrap justify-between gap-x-3 text-13">
            <span className="text-gold">
              {t('money.interest_today', { amount: masked(amount(total.interestToday)) })}
            </span>
            <span className="text-t2">
              {t('earn_pages.all_time', { amount: masked(amount(total.interestSoFar)) })}
              {!isZero(total.penaltyTotal) &&
                ` · ${t('earn_pages.penalties', { amount: masked(amount(total.penaltyTotal)) })}`}
            </span>
          </p>
        </div>
      ))}
    </section>
  )
}
