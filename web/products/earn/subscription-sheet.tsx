import { useState } from 'react'
import { earnSubscription } from '#domain/earn/contract.ts'
import { subscriptionCan } from '#domain/earn/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { utcDate, utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CordColumn } from '#web/ui/cord-column.tsx'
import { KeyValue, type KeyValueLine } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { RedeemSheet } from './redeem-sheet.tsx'

type Detail = OutputOf<typeof earnSubscription>

/** How many days of interest are listed before "all". */
const FIRST_DAYS = 5

/** One locked deposit with all its figures, its interest day by day, and the way out. */
export function SubscriptionSheet({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTexts()
  const subscription = useApiQuery(earnSubscription, { id })
  const [isRedeeming, setRedeeming] = useState(false)
  if (isRedeeming && subscription.data) {
    return <RedeemSheet subscription={subscription.data} onClose={() => setRedeeming(false)} />
  }
  const canRedeemEarly =
    subscription.data && (subscriptionCan.redeem as readonly string[]).includes(subscription.data.status)
  return (
    <Sheet isOpen onClose={onClose} title={t('earn.order_title')} text={t('earn.order_no', { id })}>
      {subscription.isError && (
        <ErrorState error={subscription.error} onRetry={() => void subscription.refetch()} />
      )}
      {subscription.isPending && <SkeletonRows count={7} height={44} />}
      {subscription.data && (
        <>
          <div className="pt-2">
            <Figures subscription={subscription.data} />
          </div>
          <Days subscription={subscription.data} />
          {canRedeemEarly && (
            <Button className="mt-4 w-full" onClick={() => setRedeeming(true)}>
              {t('earn.leave_early')}
            </Button>
          )}
        </>
      )}
    </Sheet>
  )
}

/** The figures the specification names: maturity, amount, rate, today's and total income, penalty, refund. */
function Figures({ subscription }: { subscription: Detail }) {
  const { t, locale } = useTexts()
  const inCurrency = (value: string) => `${amount(value)} ${subscription.currency}`
  const exit = subscription.result ?? subscription.earlyExit
  const lines: KeyValueLine[] = [
    { name: t('earn.amount'), value: inCurrency(subscription.principal), isStrong: true },
    {
      name: t('earn.return_rate'),
      value: `${amount(subscription.aprPercent)}% · ${subscription.dailyPercent}%`,
    },
    { name: t('earn.starts'), value: utcMoment(subscription.startsAtMs, locale) },
    { name: t('earn.matures'), value: utcMoment(subscription.maturesAtMs, locale) },
    { name: t('earn.today_income'), value: <Gold text={`+${amount(subscription.interestToday)}`} /> },
    { name: t('earn.total_income'), value: <Gold text={`+${amount(subscription.interestSoFar)}`} /> },
    ...(subscription.status === 'active'
      ? [{ name: t('earn.paid_at_maturity'), value: inCurrency(subscription.paidAtMaturity) }]
      : []),
    ...(exit && subscription.status !== 'matured'
      ? [
          {
            name: t(subscription.result ? 'earn.penalty' : 'earn.penalty_now'),
            value: `−${amount(exit.penalty)}`,
          },
          {
            name: t(subscription.result ? 'earn.refund' : 'earn.refund_now'),
            value: inCurrency(exit.refund),
          },
        ]
      : []),
    ...(subscription.result
      ? [
          ...(subscription.status === 'matured'
            ? [{ name: t('earn.paid_out'), value: inCurrency(subscription.result.refund) }]
            : []),
          {
            name: t(`earn.status_${subscription.status}`),
            value: utcMoment(subscription.result.atMs, locale),
          },
        ]
      : []),
  ]
  return <KeyValue ruled lines={lines} />
}

function Gold({ text }: { text: string }) {
  return <span className="text-gold">{text}</span>
}

function Days({ subscription }: { subscription: Detail }) {
  const { t, locale } = useTexts()
  const [showsAll, setShowsAll] = useState(false)
  if (subscription.days.length === 0 && subscription.status !== 'active') return null
  if (subscription.days.length === 0)
    return <p className="border-t border-line py-3 text-13 text-t3">{t('earn.no_days')}</p>
  const days = showsAll ? subscription.days : subscription.days.slice(0, FIRST_DAYS)
  return (
    <section aria-label={t('earn.day_by_day')} className="pt-4">
      <div className="flex items-center justify-between">
        <h3 className="text-13 font-normal text-t2">{t('earn.day_by_day')}</h3>
        {subscription.days.length > FIRST_DAYS && (
          <button
            type="button"
            onClick={() => setShowsAll(!showsAll)}
            className="target press text-13 text-t1 underline decoration-line2 underline-offset-4"
          >
            {showsAll ? t('earn.fewer_days') : t('earn.all_days', { count: subscription.days.length })}
          </button>
        )}
      </div>
      <CordColumn
        rows={days.map((day) => ({
          key: String(day.day),
          name: t('earn.day', { day: day.day }),
          note: utcDate(day.atMs, locale),
          value: `+${amount(day.amount)}`,
          valueNote: `#${day.transferId.slice(-6)}`,
        }))}
        sumName={t('earn.interest_of', { count: subscription.days.length })}
        sum={amount(subscription.interestSoFar)}
      />
    </section>
  )
}
