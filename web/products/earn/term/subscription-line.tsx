import { Link } from 'react-router'
import type { SubscriptionView } from '#domain/earn/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { useMasked } from '#web/features/money/use-masked.ts'
import { utcDate } from '#web/features/time/utc.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import type { AppTermKind } from './kind.ts'
import { inReward } from './projection.ts'

/** One subscription: how far its term has come, what it earns, and when it ends or how it ended. */
export function SubscriptionLine({
  kind,
  subscription,
  to,
}: {
  kind: AppTermKind
  subscription: SubscriptionView
  to: string
}) {
  const { t, locale } = useTexts()
  const masked = useMasked()
  const isActive = subscription.status === 'active'
  const hasTerm = subscription.termDays > 0
  return (
    <Link to={to} className="press block gutter py-3 focus-visible:-outline-offset-2">
      <p className="flex items-baseline justify-between gap-3 text-15">
        <span className="figures min-w-0">
          <Amount value={subscription.principal} currency={subscription.currency} /> ·{' '}
          {kind.nameOf(subscription, t)}
        </span>
        {isActive ? (
          <span className="figures shrink-0 text-13 text-gold">
            {t('earn_pages.a_day', {
              amount: inReward(subscription, masked(amount(subscription.interestPerDay))),
            })}
          </span>
        ) : (
          <span className="shrink-0 text-13 text-t2">
            {t(`earn_pages.status_${subscription.end ?? 'active'}`)}
          </span>
        )}
      </p>
      {isActive && hasTerm && (
        <div aria-hidden className="mt-2.5 h-0.5 bg-s3">
          <div
            className="h-full bg-gold"
            style={{ width: `${(subscription.daysEarned / subscription.termDays) * 100}%` }}
          />
        </div>
      )}
      <p className="figures mt-2 flex justify-between gap-3 text-12 text-t3">
        {isActive ? (
          <>
            <span>
              {hasTerm
                ? t('earn_pages.day_of', { day: subscription.daysEarned, days: subscription.termDays })
                : t('earn_pages.day', { day: subscription.daysEarned })}
            </span>
            {hasTerm && (
              <span>{t('earn_pages.matures_on', { date: utcDate(subscription.maturesAtMs, locale) })}</span>
            )}
            {subscription.noticeAtMs !== null && (
              <span>{t('earn_pages.notice_given', { date: utcDate(subscription.maturesAtMs, locale) })}</span>
            )}
          </>
        ) : (
          subscription.result && (
            <>
              <span>
                {t('earn_pages.paid_out')}{' '}
                <Amount value={subscription.result.refund} currency={subscription.currency} />
                {!isZero(subscription.result.penalty) && (
                  <>
                    {' · '}
                    {t('earn_pages.penalty')} −<Amount value={subscription.result.penalty} />
                  </>
                )}
              </span>
              <span>{utcDate(subscription.result.atMs, locale)}</span>
            </>
          )
        )}
      </p>
    </Link>
  )
}
