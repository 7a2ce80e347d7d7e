import { coupons } from '#domain/coupon/contract.ts'
import { DISCOUNT_IN } from '#domain/coupon/rules.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { feeText } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { type ExpectedFee, expectedRebate } from './expected-rebate.ts'

/** What a coupon gives back of a ticket's fee; nothing for most customers. */
export default function TicketCoupon({ fee }: { fee: ExpectedFee }) {
  const { t } = useTexts()
  const nowMs = useServerNow()
  const usable = useApiQuery(coupons, { status: 'usable', limit: '50' }).data?.items
  const rebate = usable && expectedRebate(usable, fee, nowMs)
  if (!rebate) return null
  const { percent, amount } = rebate
  return (
    <p className="mt-1 text-12 text-t2">
      {t('coupon_pages.ticket', { percent, amount: feeText(amount), currency: DISCOUNT_IN })}
    </p>
  )
}
