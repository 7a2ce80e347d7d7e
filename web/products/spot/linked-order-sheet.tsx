import { spotDetail, spotTradeDetail } from '#domain/spot/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { OrderLink } from './order-link.ts'
import { OrderFigures, orderTitle } from './order-sheet.tsx'

/** The order that a URL names: by its own number, or by that of one of its trades, which is then marked. */
export function LinkedOrderSheet({ link, onClose }: { link: OrderLink; onClose(): void }) {
  const { t } = useTexts()
  const detail = useApiQuery(link.by === 'trade' ? spotTradeDetail : spotDetail, { id: link.id })
  const order = detail.data?.order
  return (
    <Sheet isOpen onClose={onClose} title={order ? orderTitle(order, t) : t('spot.orders')}>
      {detail.isError && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.isPending && <SkeletonRows count={8} height={44} />}
      {order && (
        <OrderFigures order={order} detail={detail} markedTrade={link.by === 'trade' ? link.id : undefined} />
      )}
    </Sheet>
  )
}
