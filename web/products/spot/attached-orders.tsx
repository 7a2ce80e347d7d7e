import { Link } from 'react-router'
import type { OrderView } from '#domain/spot/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { knownPrice } from './order-words.ts'

/** The sales that a buy has led to at its take profit and stop loss, each the way to its own details. */
export function AttachedOrders({ list }: { list: readonly OrderView[] }) {
  const { t } = useTexts()
  if (list.length === 0) return null
  return (
    <>
      <h3 className="border-t border-line pt-4 pb-1 text-15 font-semibold">{t('spot.attached')}</h3>
      <ul>
        {list.map((order) => (
          <li key={order.id} className="border-t border-line">
            <Link
              to={toPage('pages/transaction/currency_order', { id: order.id })}
              className="press figures flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-13"
            >
              <span className="text-t1 underline decoration-line2 underline-offset-4">
                {t(order.triggerPrice === null ? 'spot.take_profit' : 'spot.stop_loss')} {knownPrice(order)}{' '}
                {order.quote}
              </span>
              <span className="text-t2">{t(`spot.status_${order.status}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
