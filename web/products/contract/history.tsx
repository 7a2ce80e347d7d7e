import { useWide } from '#web/app/use-wide.ts'
import { usePositionFilter } from './position-filter.ts'
import { PositionFilters } from './position-filters.tsx'
import { PastPositions } from './position-lists.tsx'
import { PastTable } from './positions-table.tsx'

/** The contracts that ended. */
export default function ContractHistory() {
  const [{ symbol, direction }, change] = usePositionFilter()
  const filter = {
    ...(symbol && { symbol }),
    ...(direction && { direction }),
    status: 'closed' as const,
  }
  const isWide = useWide()
  return (
    <>
      <PositionFilters filter={filter} statuses={[]} onChange={change} />
      {isWide ? <PastTable filter={filter} inPane /> : <PastPositions filter={filter} />}
    </>
  )
}
