import { lockedOrders } from '#domain/earn/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { OrderLine } from './order-line.tsx'
import { SavingsTotal } from './savings-total.tsx'

/** As many as still leave the offer in sight; the others are on the page of all deposits. */
const SHOWN = '3'

/** What the customer has deposited, and the deposits that run; nothing when there is none. */
export function RunningOrders() {
  const orders = useApiQuery(lockedOrders, { status: 'active', limit: SHOWN })
  if (orders.isError) return <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />
  if (!orders.data) return <SkeletonRows count={2} height={72} />
  if (orders.data.totals.length === 0) return null
  return (
    <>
      <SavingsTotal totals={orders.data.totals} />
      {orders.data.items.map((order) => (
        <OrderLine key={order.id} order={order} />
      ))}
    </>
  )
}
