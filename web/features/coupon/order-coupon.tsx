import { type CouponUseView, couponOfOrder } from '#domain/coupon/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { utcDate } from '#web/features/time/utc.ts'
import { feeText } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'

/** What a coupon did in an order, by name; nothing for most orders. */
export default function OrderCoupon({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const use = useApiQuery(couponOfOrder, { orderId: id }).data?.items[0]
  if (!use) return null
  return (
    <section className="border-t border-line pt-3 pb-1">
      <h3 className="pb-2 text-15 font-semibold">
        {t('coupon_pages.coupon')}: {nameOf(use, t)}
      </h3>
      {use.status === 'unfunded' ? (
        <p className="pb-2 text-13 text-t2">{t('coupon_pages.unfunded')}</p>
      ) : (
        <KeyValue
          ruled
          lines={[
            use.fee !== null && {
              name: t('coupon_pages.of_fee'),
              value: `${feeText(use.fee)} ${use.feeCurrency}`,
            },
            use.principal !== null && {
              name: t('coupon_pages.counts'),
              value: <Amount value={use.principal} currency={use.currency} />,
            },
            {
              name: outcomeOf(use, t, locale),
              value: <Amount value={use.amount} currency={use.currency} />,
              isStrong: true,
            },
          ]}
        />
      )}
      <ButtonLink to={toPage('pages/setting/coupon', { tab: 'used' })} className="mt-2 mb-3 w-full">
        {t('coupon_pages.see')}
      </ButtonLink>
    </section>
  )
}

const nameOf = ({ kind, sharePercent }: CouponUseView, t: Translate): string =>
  kind === 'trial' ? t('coupon_pages.order') : t(`coupon_pages.name_${kind}`, { percent: sharePercent })

function outcomeOf({ kind, status, atMs }: CouponUseView, t: Translate, locale: string): string {
  if (kind === 'discount') return t('coupon_pages.discount')
  if (status === 'running')
    return `${t('coupon_pages.boost')} · ${t('coupon_pages.pays', { date: utcDate(atMs, locale) })}`
  return `${t('coupon_pages.boost')} · ${t(status === 'paid' ? 'coupon_pages.paid' : 'coupon_pages.given_up')}`
}
