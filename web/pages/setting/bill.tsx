import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { billCsv } from '#domain/wallet/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { beginBlocking } from '#web/app/overlay.ts'
import { toast } from '#web/app/toast.ts'
import { saveFile } from '#web/features/files/save-file.ts'
import { BillChips } from '#web/features/wallet/bill-chips.tsx'
import { type BillFilter, readFilter, toQuestion } from '#web/features/wallet/bill-filter.ts'
import { BillList } from '#web/features/wallet/bill-list.tsx'
import { BillSumsBlock } from '#web/features/wallet/bill-sums-block.tsx'
import { useBill } from '#web/features/wallet/use-bill.ts'
import { isoDate } from '#web/format/time.ts'
import { texts, useTexts } from '#web/texts/texts.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Every entry of the ledger that touched the customer's accounts, with its sums and as a file. */
export default function Bill() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const bill = useBill(filter)

  function change(name: keyof BillFilter, value: string | undefined): void {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }

  return (
    <>
      <AppBar title={t('wallet.statement')}>
        <IconButton icon={Download} label={t('wallet.download')} onClick={() => void download(filter)} />
      </AppBar>
      <main className="pb-8">
        <BillChips filter={filter} onChange={change} />
        <BillSumsBlock sums={bill.first?.sums} />
        <BillList bill={bill} isFiltered={Object.keys(filter).length > 0} />
      </main>
    </>
  )
}

/** Keeps what the filter shows as a CSV file: times in UTC, amounts with all their decimals. */
async function download(filter: BillFilter): Promise<void> {
  const end = beginBlocking()
  try {
    const file = await http.requestFile(billCsv, toQuestion(filter))
    saveFile(file, `plumb-bill-${isoDate(Date.now())}.csv`)
  } catch (error) {
    toast(errorText(error) ?? texts()('common.fault_bad_answer'))
  } finally {
    end()
  }
}
