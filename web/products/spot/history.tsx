import { useWide } from '#web/app/use-wide.ts'
import { OrderFiles } from './order-files.tsx'
import { useOrderFilter } from './order-filter.ts'
import { OrderFilters } from './order-filters.tsx'
import { PastOrders } from './order-lists.tsx'
import { PastOrdersTable } from './orders-table.tsx'

/** The spot orders that ended, narrowed by what is chosen, and the same as a file. */
export default function OrderHistory() {
  const [filter, setFilter] = useOrderFilter()
  const isWide = useWide()
  return (
    <>
      <div className="flex items-center pr-1">
        <div className="min-w-0 flex-1">
          <OrderFilters filter={filter} hasStatus onChange={setFilter} />
        </div>
        <OrderFiles filter={filter} all="past" />
      </div>
      {isWide ? <PastOrdersTable filter={filter} inPane /> : <PastOrders filter={filter} showsSymbol />}
    </>
  )
}
