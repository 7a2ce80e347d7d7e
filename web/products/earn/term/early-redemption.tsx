import { useState } from 'react'
import type { ProductView } from '#domain/earn/contract.ts'
import type { Units } from '#domain/money/amount.ts'
import { utcDate } from '#web/features/time/utc.ts'
import { amount, percent } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import type { AppTermKind } from './kind.ts'
import { type Projection, redemptionCurve, redemptionOn } from './projection.ts'
import { RedemptionChart } from './redemption-chart.tsx'

interface EarlyRedemptionProps {
  kind: AppTermKind
  product: ProductView
  principal: Units
  projection: Projection
}

/** What redeeming before the end gives, before the button: on any day of the term, or after notice. */
export function EarlyRedemption(props: EarlyRedemptionProps) {
  const { t } = useTexts()
  const { kind, product } = props
  if (product.rewardCurrency !== product.currency) return <GivesUpReward {...props} />
  if (product.termDays > 0) return <BeforeMaturity {...props} />
  return (
    <section>
      <h2 className="text-15 font-semibold">{t(kind.texts.ifRedeemed)}</h2>
      <p className="pt-1 text-15 text-t2">{t('earn_pages.notice', { hours: product.noticeHours })}</p>
    </section>
  )
}

/** Of another coin: the same on every day, the whole reward and the penalty. */
function GivesUpReward({ kind, product, principal, projection }: EarlyRedemptionProps) {
  const { t } = useTexts()
  const { penalty, refund } = redemptionOn(product, principal, 0, projection.startsAtMs)
  return (
    <section>
      <h2 className="text-15 font-semibold">{t(kind.texts.ifRedeemed)}</h2>
      <p className="pt-1 pb-2 text-13 text-t2">{t('earn_pages.gives_up_reward')}</p>
      <KeyValue
        ruled
        lines={[
          { name: t('earn_pages.amount'), value: `${amount(projection.principal)} ${product.currency}` },
          {
            name: t('earn_pages.penalty_share', {
              percent: percent(product.penaltyPercent).replace('+', ''),
            }),
            value: `−${amount(penalty)}`,
          },
          {
            name: t('earn_pages.redemption_refund'),
            value: `${amount(refund)} ${product.currency}`,
            isStrong: true,
          },
        ]}
      />
      <p className="pt-1 text-12 text-t3">{t('earn_pages.firm_quote')}</p>
    </section>
  )
}

function BeforeMaturity({ kind, product, principal, projection }: EarlyRedemptionProps) {
  const { t, locale } = useTexts()
  const [chosen, setDay] = useState(() => Math.floor(product.termDays / 3))
  const day = Math.min(chosen, product.termDays - 1)
  const redemption = redemptionOn(product, principal, day, projection.startsAtMs)
  const date = utcDate(redemption.atMs, locale)
  return (
    <section aria-labelledby="redeem-early">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="redeem-early" className="text-15 font-semibold">
          {t(kind.texts.ifRedeemed)}
        </h2>
        <span className="text-12 text-t3">{t('earn_pages.drag')}</span>
      </div>
      <div className="pt-2">
        <RedemptionChart
          curve={redemptionCurve(product, principal)}
          breakEvenDay={projection.breakEvenDay}
          day={day}
          onDay={setDay}
          labels={{
            principal: t('earn_pages.principal', { amount: amount(projection.principal, 0) }),
            atMaturity: t('earn_pages.at_maturity', { amount: amount(projection.total) }),
            even: projection.breakEvenDay
              ? t('earn_pages.break_even_day', { day: projection.breakEvenDay })
              : undefined,
            day: t('earn_pages.day_date', { day, date }),
            spoken: t('earn_pages.day_spoken', {
              day,
              date,
              amount: amount(redemption.refund),
              currency: product.currency,
            }),
          }}
        />
      </div>
      <KeyValue
        ruled
        lines={[
          {
            name: t('earn_pages.interest_days', { count: day, amount: amount(projection.interestPerDay) }),
            value: `+${amount(redemption.earned)}`,
          },
          {
            name: t(
              projection.breakEvenDay !== undefined && day >= projection.breakEvenDay
                ? 'earn_pages.penalty_interest'
                : 'earn_pages.penalty_share',
              { percent: percent(product.penaltyPercent).replace('+', '') },
            ),
            value: `−${amount(redemption.penalty)}`,
          },
          ...(redemption.paidBefore
            ? [{ name: t('earn_pages.paid_before'), value: `−${amount(redemption.paidBefore)}` }]
            : []),
        ]}
      />
      <div className="flex items-baseline justify-between gap-3 border-t border-line2 pt-3">
        <span className="text-15 font-semibold">{t('earn_pages.redemption_refund')}</span>
        <span className="figures text-20 font-semibold">
          {amount(redemption.refund)} <span className="text-13 font-normal text-t2">{product.currency}</span>
        </span>
      </div>
      <p className="pt-1 text-12 text-t3">{t('earn_pages.firm_quote')}</p>
    </section>
  )
}
