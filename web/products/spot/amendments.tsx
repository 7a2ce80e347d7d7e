import type { OrderDetail, OrderView } from '#domain/spot/contract.ts'
import { amount, grouped } from '#web/format/number.ts'
import { timeOfDay } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'

/** How an order was changed, each change with what it did to its place in the queue. */
export function Amendments({ order, list }: { order: OrderView; list: OrderDetail['amendments'] }) {
  const { t } = useTexts()
  if (list.length === 0) return null
  const shown = (price: string, quantity: string) => `${grouped(price)} × ${amount(quantity, 0)}`
  return (
    <>
      <h3 className="border-t border-line pt-4 pb-1 text-15 font-semibold">{t('spot.amendments')}</h3>
      <ul>
        {list.map((one) => (
          <li key={one.atMs} className="figures border-t border-line py-2 text-13">
            <span className="block text-t1">
              {shown(one.previousLimitPrice, one.previousQuantity)} → {shown(one.limitPrice, one.quantity)}{' '}
              {order.base}
            </span>
            {one.triggerPrice !== null && one.triggerPrice !== one.previousTriggerPrice && (
              <span className="block text-t1">
                {t('spot.trigger_price')} {grouped(one.previousTriggerPrice ?? '')} →{' '}
                {grouped(one.triggerPrice)}
              </span>
            )}
            <span className="block text-12 text-t3">
              {t(one.keepsPriority ? 'spot.kept_place' : 'spot.lost_place')} · {timeOfDay(one.atMs)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
