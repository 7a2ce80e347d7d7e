import { Link, useSearchParams } from 'react-router'
import { statementCsv } from '#domain/statement/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { CsvButton } from '#web/features/files/csv-button.tsx'
import { withoutLink } from '#web/features/records/use-url-choice.ts'
import { EventList, useEvents } from '#web/features/statement/event-list.tsx'
import {
  customerReasons,
  ofOneView,
  readFilter,
  readView,
  type StatementFilter,
  type StatementView,
  toQuestion,
} from '#web/features/statement/statement-filter.ts'
import { StatementList } from '#web/features/statement/statement-list.tsx'
import { useStatement } from '#web/features/statement/use-statement.ts'
import { isoDate } from '#web/format/time.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { AmountFilter } from './amount-filter.tsx'
import { StatementChips, ViewChips } from './statement-chips.tsx'
import { StatementSumsBlock } from './statement-sums-block.tsx'

/** What happened to the customer's money, by event or by entry, with its sums and as a file of entries. */
export default function StatementPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const reasons = customerReasons(useProducts())
  const view = readView(search)
  const filter = readFilter(search, reasons)
  // What the other view alone is narrowed by means nothing to this one.
  for (const name of ofOneView[view === 'event' ? 'entry' : 'event']) delete filter[name]
  const events = useEvents(filter, view === 'event')
  const entries = useStatement(filter, view === 'entry')
  const { first } = view === 'event' ? events : entries
  const isFiltered = Object.keys(filter).length > 0

  const change = (name: keyof StatementFilter, value: string | undefined) => changeAll({ [name]: value })
  function changeAll(values: Partial<Record<keyof StatementFilter, string | undefined>>): void {
    const next = withoutLink(search)
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearch(next, { replace: true })
  }
  function show(next: StatementView): void {
    const kept = withoutLink(search)
    for (const name of ['view', ...ofOneView.event, ...ofOneView.entry]) kept.delete(name)
    if (next === 'entry') kept.set('view', next)
    setSearch(kept, { replace: true })
  }

  return (
    <>
      <AppBar title={t('wallet.statement')}>
        <CsvButton
          endpoint={statementCsv}
          input={toQuestion(filter)}
          name="statement"
          label={t('statement_pages.download')}
        />
      </AppBar>
      <main className="pb-8">
        <ViewChips view={view} onView={show} filter={filter} onChange={change} />
        <StatementChips filter={filter} view={view} reasons={reasons} onChange={change}>
          {view === 'entry' && <AmountFilter filter={filter} onChange={changeAll} />}
        </StatementChips>
        <StatementSumsBlock sums={first?.sums} />
        {view === 'event' ? (
          <EventList events={events} isFiltered={isFiltered} />
        ) : (
          <StatementList statement={entries} isFiltered={isFiltered} />
        )}
        <KeptFrom atMs={first?.keptFromMs} />
        <Link
          to={toPage('pages/setting/privacy')}
          className="mt-4 block gutter py-3 text-13 text-t2 underline"
        >
          {t('statement_pages.year_pdf')}
        </Link>
      </main>
    </>
  )
}

/** Where the statement begins, once older months have been archived. */
function KeptFrom({ atMs }: { atMs: number | null | undefined }) {
  const { t } = useTexts()
  if (atMs == null) return null
  return (
    <p className="gutter pt-4 text-12 text-t3">{t('statement_pages.kept_from', { date: isoDate(atMs) })}</p>
  )
}
