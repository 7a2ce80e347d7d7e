import { type CouponView, startTrial } from '#domain/coupon/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { utcDate, utcMoment } from '#web/features/time/utc.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount, isZero } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'

/** One coupon: what it gives, by which terms and until when, where it applies, and what it brought. */
export function CouponCard({ coupon, isNamed }: { coupon: CouponView; isNamed: boolean }) {
  const { t, locale } = useTexts()
  const { currency, order, status } = coupon
  const isUsable = status === 'usable'
  return (
    <article className={cx('rounded-8 border bg-s1 p-4', isNamed ? 'border-gold' : 'border-line2')}>
      <h2 className={cx('text-17 font-semibold', !isUsable && 'text-t2')}>{nameOf(coupon, t)}</h2>
      <p className="pt-1 text-13 text-t2">{termsOf(coupon, t)}</p>
      {isUsable && coupon.kind !== 'trial' && (
        <p className="pt-1 text-13 text-t2">{t('coupon_pages.applies')}</p>
      )}
      {(isUsable || status === 'expired') && (
        <p className="figures pt-2 text-13 text-t1">
          {t('coupon_pages.until', { moment: zonedMoment(coupon.expiresAtMs, locale) })}
        </p>
      )}
      <div className="pt-2">
        <KeyValue
          lines={[
            coupon.kind === 'discount' &&
              !isZero(coupon.paid) && {
                name: t('coupon_pages.paid_so_far'),
                value: <Amount value={coupon.paid} currency={currency} />,
                isStrong: true,
              },
            order && { name: t('coupon_pages.starts'), value: utcMoment(order.startsAtMs, locale) },
            order && {
              name: outcomeOf(order, t, locale),
              value: <Amount value={order.amount} currency={currency} />,
              isStrong: true,
            },
            order && {
              name: t('coupon_pages.order'),
              value: <span className="font-mono text-12">{order.id}</span>,
            },
          ]}
        />
      </div>
      {isUsable && <Use coupon={coupon} />}
    </article>
  )
}

/** Where a coupon applies by itself; a trial is started here. */
function Use({ coupon }: { coupon: CouponView }) {
  const { t, locale } = useTexts()
  const starting = useApiMutation(startTrial, { toastsRefusal: true })
  const page: PageRoute =
    coupon.kind === 'boost' ? 'pages/quantization/quantization' : 'pages/transaction/currency'
  if (coupon.kind !== 'trial')
    return (
      <ButtonLink to={toPage(page)} className="mt-3 w-full">
        {t(coupon.kind === 'boost' ? 'coupon_pages.to_savings' : 'coupon_pages.to_spot')}
      </ButtonLink>
    )
  async function start() {
    const started = await starting.send({ id: coupon.id })
    if (!started?.order) return
    toast(t('coupon_pages.started', { date: utcDate(started.order.paysAtMs, locale) }))
  }
  return (
    <Offered product="earn" isOfOwn>
      <Button
        kind="primary"
        className="mt-3 w-full"
        isPending={starting.isPending}
        onClick={() => void start()}
      >
        {t('coupon_pages.start')}
      </Button>
    </Offered>
  )
}

const nameOf = ({ kind, sharePercent, cap, currency }: CouponView, t: Translate): string =>
  kind === 'trial'
    ? t('coupon_pages.name_trial', { cap: amount(cap, 0), currency })
    : t(`coupon_pages.name_${kind}`, { percent: sharePercent })

function termsOf(
  { kind, cap, currency, termDays, dailyPercent, interest }: CouponView,
  t: Translate,
): string {
  if (kind !== 'trial') return t(`coupon_pages.terms_${kind}`, { cap: amount(cap, 0), currency })
  const days = String(termDays)
  return t('coupon_pages.terms_trial', { days, rate: dailyPercent, interest: amount(interest, 0), currency })
}

function outcomeOf(order: NonNullable<CouponView['order']>, t: Translate, locale: string): string {
  if (order.status === 'running') return t('coupon_pages.pays', { date: utcDate(order.paysAtMs, locale) })
  return t(order.status === 'paid' ? 'coupon_pages.paid' : 'coupon_pages.given_up')
}
