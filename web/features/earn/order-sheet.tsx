import { useState } from 'react'
import { lockedOrder } from '#domain/earn/contract.ts'
import { lockedCan } from '#domain/earn/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { utcDate, utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { KeyValue, type KeyValueLine } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CordColumn } from '../wallet/cord-column.tsx'
import { RedeemSheet } from './redeem-sheet.tsx'

type Detail = OutputOf<typeof lockedOrder>

/** How many days of interest are listed before "all". */
const FIRST_DAYS = 5

/** One locked deposit with all its figures, its interest day by day, and the way out. */
export function OrderSheet({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTexts()
  const order = useApiQuery(lockedOrder, { id })
  const [isRedeeming, setRedeeming] = useState(false)
  if (isRedeeming && order.data) {
    return <RedeemSheet order={order.data} onClose={() => setRedeeming(false)} />
  }
  const canRedeemEarly = order.data && (lockedCan.redeem as readonly string[]).includes(order.data.status)
  return (
    <Sheet isOpen onClose={onClose} title={t('earn.order_title')} text={t('earn.order_no', { id })}>
      {order.isError && <ErrorState error={order.error} onRetry={() => void order.refetch()} />}
      {order.isPending && <SkeletonRows count={7} height={44} />}
      {order.data && (
        <>
          <div className="pt-2">
            <Figures order={order.data} />
          </div>
          <Days order={order.data} />
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
function Figures({ order }: { order: Detail }) {
  const { t, locale } = useTexts()
  const inCurrency = (value: string) => `${amount(value)} ${order.currency}`
  const exit = order.result ?? order.earlyExit
  const lines: KeyValueLine[] = [
    { name: t('earn.amount'), value: inCurrency(order.principal), isStrong: true },
    { name: t('earn.return_rate'), value: `${amount(order.aprPercent)}% · ${order.dailyPercent}%` },
    { name: t('earn.starts'), value: utcMoment(order.startsAtMs, locale) },
    { name: t('earn.matures'), value: utcMoment(order.maturesAtMs, locale) },
    { name: t('earn.today_income'), value: <Gold text={`+${amount(order.interestToday)}`} /> },
    { name: t('earn.total_income'), value: <Gold text={`+${amount(order.interestSoFar)}`} /> },
    ...(order.status === 'active'
      ? [{ name: t('earn.paid_at_maturity'), value: inCurrency(order.paidAtMaturity) }]
      : []),
    ...(exit && order.status !== 'matured'
      ? [
          {
            name: t(order.result ? 'earn.penalty' : 'earn.penalty_now'),
            value: `−${amount(exit.penalty)}`,
          },
          { name: t(order.result ? 'earn.refund' : 'earn.refund_now'), value: inCurrency(exit.refund) },
        ]
      : []),
    ...(order.result
      ? [
          ...(order.status === 'matured'
            ? [{ name: t('earn.paid_out'), value: inCurrency(order.result.refund) }]
            : []),
          { name: t(`earn.status_${order.status}`), value: utcMoment(order.result.atMs, locale) },
        ]
      : []),
  ]
  return <KeyValue ruled lines={lines} />
}

function Gold({ text }: { text: string }) {
  return <span className="text-gold">{text}</span>
}

function Days({ order }: { order: Detail }) {
  const { t, locale } = useTexts()
  const [showsAll, setShowsAll] = useState(false)
  if (order.days.length === 0 && order.status !== 'active') return null
  if (order.days.length === 0)
    return <p className="border-t border-line py-3 text-13 text-t3">{t('earn.no_days')}</p>
  const days = showsAll ? order.days : order.days.slice(0, FIRST_DAYS)
  return (
    <section aria-label={t('earn.day_by_day')} className="pt-4">
      <div className="flex items-center justify-between">
        <h3 className="text-13 font-normal text-t2">{t('earn.day_by_day')}</h3>
        {order.days.length > FIRST_DAYS && (
          <button
            type="button"
            onClick={() => setShowsAll(!showsAll)}
            className="target press text-13 text-t1 underline decoration-line2 underline-offset-4"
          >
            {showsAll ? t('earn.fewer_days') : t('earn.all_days', { count: order.days.length })}
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
        sumName={t('earn.interest_of', { count: order.days.length })}
        sum={amount(order.interestSoFar)}
      />
    </section>
  )
}
