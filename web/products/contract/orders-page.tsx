import { contractCsv } from '#domain/contract/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { CsvButton } from '#web/features/files/csv-button.tsx'
import { usePractising } from '#web/features/practice/practice.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { usePositionFilter } from './position-filter.ts'
import { PositionFilters } from './position-filters.tsx'
import { PastPositions } from './position-lists.tsx'
import { PastTable } from './positions-table.tsx'
import { toPositionQuestion } from './use-positions.ts'

/** All contract orders and positions of the customer, of every status, narrowed by what is chosen. */
export default function OrdersPage() {
  const { t } = useTexts()
  const [filter, change] = usePositionFilter()
  const isWide = useWide()
  const isPractising = usePractising()
  useQuotes()
  return (
    <>
      <AppBar title={t('contract_pages.all_orders')}>
        <CsvButton
          endpoint={contractCsv}
          input={toPositionQuestion(filter)}
          name={isPractising ? 'practice-contracts' : 'contracts'}
        />
      </AppBar>
      <main className="pb-8">
        <PositionFilters filter={filter} onChange={change} />
        {isWide ? <PastTable filter={filter} inPane /> : <PastPositions filter={filter} />}
      </main>
    </>
  )
}
