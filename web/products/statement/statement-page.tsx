import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { statementCsv } from '#domain/statement/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { beginBlocking } from '#web/app/overlay.ts'
import { toast } from '#web/app/toast.ts'
import { saveFile } from '#web/features/files/save-file.ts'
import {
  customerReasons,
  readFilter,
  type StatementFilter,
  toQuestion,
} from '#web/features/statement/statement-filter.ts'
import { StatementList } from '#web/features/statement/statement-list.tsx'
import { useStatement } from '#web/features/statement/use-statement.ts'
import { isoDate } from '#web/format/time.ts'
import { useProducts } from '#web/products/products-context.ts'
import { texts, useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { StatementChips } from './statement-chips.tsx'
import { StatementSumsBlock } from './statement-sums-block.tsx'

/** Every entry of the ledger that touched the customer's accounts, with its sums and as a file. */
export default function StatementPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const reasons = customerReasons(useProducts())
  const filter = readFilter(search, reasons)
  const statement = useStatement(filter)

  function change(name: keyof StatementFilter, value: string | undefined): void {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }

  return (
    <>
      <AppBar title={t('statement.title')}>
        <IconButton icon={Download} label={t('statement.download')} onClick={() => void download(filter)} />
      </AppBar>
      <main className="pb-8">
        <StatementChips filter={filter} reasons={reasons} onChange={change} />
        <StatementSumsBlock sums={statement.first?.sums} />
        <StatementList statement={statement} isFiltered={Object.keys(filter).length > 0} />
        <KeptFrom atMs={statement.first?.keptFromMs} />
      </main>
    </>
  )
}

/** Where the statement begins, once older months have been archived. */
function KeptFrom({ atMs }: { atMs: number | null | undefined }) {
  const { t } = useTexts()
  if (atMs == null) return null
  return <p className="gutter pt-4 text-12 text-t3">{t('statement.kept_from', { date: isoDate(atMs) })}</p>
}

/** Keeps what the filter shows as a CSV file: times in UTC, amounts with all their decimals. */
async function download(filter: StatementFilter): Promise<void> {
  const end = beginBlocking()
  try {
    const file = await http.requestFile(statementCsv, toQuestion(filter))
    saveFile(file, `plumb-statement-${isoDate(Date.now())}.csv`)
  } catch (error) {
    toast(errorText(error) ?? texts()('common.fault_bad_answer'))
  } finally {
    end()
  }
}
