import { Link } from 'react-router'
import type { OrderView } from '#domain/spot/contract.ts'
import { orderCan } from '#domain/spot/rules.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useAmendOrder } from './amend-sheet.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'

/** What can be done to an order from its details, and the way to the other of its pair. */
export function OrderActions({ order }: { order: OrderView }) {
  const { t } = useTexts()
  const amend = useAmendOrder()
  const cancel = useCancelOrder()
  const canCancel = (orderCan.cancel as readonly string[]).includes(order.status)
  return (
    <>
      {order.attachedTo !== null && (
        <Link
          to={toPage('pages/transaction/currency_order', { id: order.attachedTo })}
          className="press flex min-h-11 items-center text-13 text-t1 underline decoration-line2 underline-offset-4"
        >
          {t('spot.see_buy')}
        </Link>
      )}
      {order.siblingId !== null && (
        <Link
          to={toPage('pages/transaction/currency_order', { id: order.siblingId })}
          className="press flex min-h-11 items-center text-13 text-t1 underline decoration-line2 underline-offset-4"
        >
          {t('spot.see_sibling')}
        </Link>
      )}
      {canCancel && (
        <div className="py-3">
          <div className="flex gap-2">
            <Button size="small" className="flex-1" onClick={() => amend.open(order)}>
              {t('spot.amend')}
            </Button>
            <Button
              size="small"
              className="flex-1"
              isPending={cancel.isRunning(order.id)}
              onClick={() => cancel.run(order.id)}
            >
              {t(order.siblingId === null ? 'spot.cancel_this' : 'spot.cancel_both')}
            </Button>
          </div>
        </div>
      )}
      {amend.sheet}
      {cancel.refusal}
    </>
  )
}
