import { Amount } from '#web/app/amount.tsx'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

interface Total {
  readonly currency: string
  readonly principal: string
  readonly interestToday: string
  readonly interestSoFar: string
  readonly penaltyTotal?: string
}

/**
 * What is held in products, in each currency: the sum, today's interest, all interest and what early redemption cost. A
 * currency that is only earned has no sum.
 */
export function SavingsTotal({ totals }: { totals: readonly Total[] }) {
  const { t } = useTexts()
  const masked = useMasked()
  const shown = [
    ...totals.filter(({ principal }) => !isZero(principal)),
    ...totals.filter(({ principal }) => isZero(principal)),
  ]
  return (
    <section aria-label={t('money.in_savings')} className="gutter pt-1 pb-2">
      <h2 className="text-13 font-normal text-t2">{t('money.in_savings')}</h2>
      {shown.map((total, place) => (
        <div key={total.currency} className="mt-1">
          <p className="figures flex items-baseline gap-2">
            {(place === 0 || !isZero(total.principal)) && (
              <span className={place === 0 ? 'text-28 font-semibold' : 'text-20 font-semibold'}>
                <Amount value={total.principal} />
              </span>
            )}
            <span className="text-15 text-t2">{total.currency}</span>
          </p>
          <p className="figures flex flex-wrap justify-between gap-x-3 text-13">
            <span className="text-gold">
              {t('money.interest_today', { amount: masked(amount(total.interestToday)) })}
            </span>
            <span className="text-t2">
              {t('earn_pages.all_time', { amount: masked(amount(total.interestSoFar)) })}
              {total.penaltyTotal &&
                !isZero(total.penaltyTotal) &&
                ` · ${t('earn_pages.penalties', { amount: masked(amount(total.penaltyTotal)) })}`}
            </span>
          </p>
        </div>
      ))}
    </section>
  )
}
