import { historyCsv } from '#domain/history/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useWide } from '#web/app/use-wide.ts'
import { CsvButton } from '#web/features/files/csv-button.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { toHistoryQuestion, useHistoryFilter } from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryRows, HistoryTable } from './history-lists.tsx'

/** Everything of the customer that ended, of all products, narrowed by what is chosen; the same as a file. */
export default function HistoryPage() {
  const { t } = useTexts()
  const [filter, setFilter] = useHistoryFilter()
  const isWide = useWide()
  return (
    <>
      <AppBar title={t('history_pages.title')}>
        <CsvButton endpoint={historyCsv} input={toHistoryQuestion(filter)} name="history" />
      </AppBar>
      <main className="pb-8">
        <HistoryFilters filter={filter} onChange={setFilter} />
        {isWide ? <HistoryTable filter={filter} /> : <HistoryRows filter={filter} />}
      </main>
    </>
  )
}
