import { supportOrders } from '#domain/support/contract.ts'
import type { SupportOrderView } from '#domain/support/view.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** What an order is called. */
export function OrderName({ kind, reference }: Pick<SupportOrderView, 'kind' | 'reference'>) {
  const { t } = useTexts()
  return `${t(`support_pages.kind_${kind}`)} ${reference}`.trim()
}

/** The customer's newest orders of every kind, to choose the one that a question is about. */
export function OrderSheet({
  isOpen,
  onClose,
  onChoose,
}: {
  isOpen: boolean
  onClose(): void
  onChoose(order: SupportOrderView): void
}) {
  const { t } = useTexts()
  const orders = useApiQuery(supportOrders, {}, { enabled: isOpen })
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('support_pages.orders')}>
      {orders.error ? (
        <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />
      ) : !orders.data ? (
        <SkeletonRows count={4} />
      ) : orders.data.items.length === 0 ? (
        <p className="py-6 text-15 text-t2">{t('support_pages.no_orders')}</p>
      ) : (
        <ul className="-mx-4 pt-2">
          {orders.data.items.map((order) => (
            <li key={`${order.kind} ${order.id}`}>
              <ListRow
                title={<OrderName {...order} />}
                note={zonedStamp(order.atMs)}
                onClick={() => onChoose(order)}
              />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
