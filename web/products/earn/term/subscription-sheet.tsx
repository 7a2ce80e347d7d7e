import { useState } from 'react'
import { Navigate } from 'react-router'
import { earnSubscription } from '#domain/earn/contract.ts'
import { subscriptionCan } from '#domain/earn/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { OrderCoupon } from '#web/features/coupon/lazy-order-coupon.tsx'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { utcDate, utcMoment } from '#web/features/time/utc.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CordColumn } from '#web/ui/cord-column.tsx'
import type { KeyValueLines } from '#web/ui/key-value.tsx'
import { kinds } from '../kinds.ts'
import { type AppTermKind, toKindPage } from './kind.ts'
import { inReward, paidText } from './projection.ts'
import { rateWords } from './rate-words.ts'
import { RedeemSheet } from './redeem-sheet.tsx'

type Detail = OutputOf<typeof earnSubscription>

/** How many days of interest are listed before "all". */
const FIRST_DAYS = 5

/** One subscription with all its figures, its interest day by day, and the way out. */
export function SubscriptionSheet({ kind, id, onClose }: { kind: AppTermKind; id: string; onClose(): void }) {
  const { t } = useTexts()
  const query = useApiQuery(earnSubscription, { id })
  const subscription = query.data
  const lines = useFigures(subscription)
  const [isRedeeming, setRedeeming] = useState(false)
  // A link may know the subscription and not its kind.
  if (subscription && subscription.kind !== kind.name)
    return <Navigate to={toKindPage(kinds[subscription.kind], 'subscriptions', { id })} replace />
  if (isRedeeming && subscription) {
    return <RedeemSheet kind={kind} subscription={subscription} onClose={() => setRedeeming(false)} />
  }
  // Null also where notice has been given.
  const canRedeemEarly =
    subscription &&
    subscription.earlyRedemption !== null &&
    (subscriptionCan.redeem as readonly string[]).includes(subscription.status)
  return (
    <RecordSheet
      title={t(kind.texts.one)}
      text={t('earn_pages.subscription_no', { id })}
      onClose={onClose}
      query={query}
      ask={subscription && <AskLink kind="subscription" id={subscription.id} />}
      lines={lines}
    >
      {subscription && <OrderCoupon id={subscription.id} />}
      {subscription && <Days subscription={subscription} />}
      {canRedeemEarly && (
        <Button className="mt-4 w-full" onClick={() => setRedeeming(true)}>
          {t(kind.texts.redeem)}
        </Button>
      )}
    </RecordSheet>
  )
}

/** The figures the specification names: maturity, amount, rate, today's and total income, penalty, refund. */
function useFigures(subscription: Detail | undefined): KeyValueLines | undefined {
  const { t, locale } = useTexts()
  if (!subscription) return undefined
  const { currency, status, end, result, earlyRedemption, aprPercent, dailyPercent } = subscription
  const rate = rateWords(subscription, t)
  const hasTerm = subscription.termDays > 0
  const inCurrency = (value: string) => `${amount(value)} ${currency}`
  const redemption = end === 'matured' ? null : (result ?? earlyRedemption)
  return [
    { name: t('earn_pages.amount'), value: inCurrency(subscription.principal), isStrong: true },
    {
      name: t(aprPercent === null ? 'earn_pages.return_rate_day' : 'earn_pages.return_rate'),
      value: aprPercent === null ? `${rate.main} · ${rate.note}` : `${rate.main} · ${dailyPercent}%`,
    },
    { name: t('earn_pages.starts'), value: utcMoment(subscription.startsAtMs, locale) },
    hasTerm && { name: t('earn_pages.matures'), value: utcMoment(subscription.maturesAtMs, locale) },
    subscription.noticeAtMs !== null && {
      name: t('earn_pages.notice_at'),
      value: zonedMoment(subscription.noticeAtMs, locale),
    },
    subscription.noticeAtMs !== null &&
      status === 'active' && {
        name: t('earn_pages.paid_after_notice'),
        value: utcMoment(subscription.maturesAtMs, locale),
        isStrong: true,
      },
    {
      name: t('earn_pages.today_income'),
      value: <Gold text={`+${inReward(subscription, amount(subscription.interestToday))}`} />,
    },
    {
      name: t('earn_pages.total_income'),
      value: <Gold text={`+${inReward(subscription, amount(subscription.interestSoFar))}`} />,
    },
    status === 'active' &&
      hasTerm && {
        name: t('earn_pages.paid_at_maturity'),
        value: paidText(
          { paid: subscription.paidAtMaturity, interest: subscription.interestAtMaturity },
          subscription,
        ),
      },
    redemption && {
      name: t(result ? 'earn_pages.penalty' : 'earn_pages.penalty_now'),
      value: `−${amount(redemption.penalty)}`,
    },
    redemption &&
      !isZero(redemption.givenUp) && {
        name: t(result ? 'earn_pages.given_up' : 'earn_pages.given_up_now'),
        value: inReward(subscription, amount(redemption.givenUp)),
      },
    redemption && {
      name: t(result ? 'earn_pages.refund' : 'earn_pages.refund_now'),
      value: inCurrency(redemption.refund),
    },
    end === 'matured' &&
      result && {
        name: t('earn_pages.paid_out'),
        value: paidText({ paid: result.refund, interest: result.interest }, subscription),
      },
    result && { name: t(`earn_pages.status_${end ?? 'active'}`), value: zonedMoment(result.atMs, locale) },
  ]
}

/** What the days add up to; of a reward that was given up, more than was paid. */
const creditedSoFar = ({ result, rewardCurrency, currency, interestSoFar }: Detail): string =>
  result && rewardCurrency !== currency && !isZero(result.givenUp) ? result.givenUp : interestSoFar

function Gold({ text }: { text: string }) {
  return <span className="text-gold">{text}</span>
}

function Days({ subscription }: { subscription: Detail }) {
  const { t, locale } = useTexts()
  const [showsAll, setShowsAll] = useState(false)
  if (subscription.days.length === 0 && subscription.status !== 'active') return null
  if (subscription.days.length === 0)
    return <p className="border-t border-line py-3 text-13 text-t3">{t('earn_pages.no_days')}</p>
  const days = showsAll ? subscription.days : subscription.days.slice(0, FIRST_DAYS)
  return (
    <section aria-label={t('earn_pages.day_by_day')} className="pt-4">
      <div className="flex items-center justify-between">
        <h3 className="text-13 font-normal text-t2">{t('earn_pages.day_by_day')}</h3>
        {subscription.days.length > FIRST_DAYS && (
          <button
            type="button"
            onClick={() => setShowsAll(!showsAll)}
            className="target press text-13 text-t1 underline decoration-line2 underline-offset-4"
          >
            {showsAll
              ? t('earn_pages.fewer_days')
              : t('earn_pages.all_days', { count: subscription.days.length })}
          </button>
        )}
      </div>
      <CordColumn
        rows={days.map((day) => ({
          key: String(day.day),
          name: t('earn_pages.day', { day: day.day }),
          note: utcDate(day.atMs, locale),
          value: `+${amount(day.interest)}`,
          valueNote: `#${day.transferId.slice(-6)}`,
        }))}
        sumName={t('earn_pages.interest_of', { count: subscription.days.length })}
        sum={amount(creditedSoFar(subscription))}
      />
    </section>
  )
}
