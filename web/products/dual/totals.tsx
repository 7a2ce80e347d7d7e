import { dualTotals } from '#domain/dual/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

/** What the customer has in active orders, in each currency, and what ended ones yielded; nothing when there is none. */
export function DualTotals() {
  const { t, locale } = useTexts()
  const masked = useMasked()
  const totals = useApiQuery(dualTotals, {}).data?.items ?? []
  if (totals.length === 0) return null
  return (
    <section aria-label={t('dual.in_dual')} className="gutter pt-1 pb-2">
      <h2 className="text-13 font-normal text-t2">{t('dual.in_dual')}</h2>
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
              {t('dual_pages.yields', { amount: masked(amount(total.yieldTotal)) })}
            </span>
            {total.nextSettlementMs !== null && (
              <span className="text-t2">
                {t('dual_pages.settles_on', { date: utcMoment(total.nextSettlementMs, locale) })}
              </span>
            )}
          </p>
        </div>
      ))}
    </section>
  )
}
