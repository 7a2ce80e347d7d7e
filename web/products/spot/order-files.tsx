import { Download } from 'lucide-react'
import { useState } from 'react'
import { spotFillsCsv, spotOrdersCsv } from '#domain/spot/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { beginBlocking } from '#web/app/overlay.ts'
import { toast } from '#web/app/toast.ts'
import { isoDate } from '#web/format/time.ts'
import { texts, useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'
import { type OrderFilter, toOrderQuestion } from './order-filter.ts'

const files = ['orders', 'fills'] as const

/** Offers what the filter shows as files: the orders, or their fills. */
export function OrderFiles({ filter, all }: { filter: OrderFilter; all: 'active' | 'past' }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={Download}
        label={t('spot.csv')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <ChoiceSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('spot.csv')}
        value={undefined}
        choices={files.map((id) => ({ id, label: t(`spot.csv_${id}`), note: t(`spot.csv_${id}_note`) }))}
        onChange={(id) => void download(id, filter, all)}
      />
    </>
  )
}

async function download(
  which: (typeof files)[number],
  filter: OrderFilter,
  all: 'active' | 'past',
): Promise<void> {
  const end = beginBlocking()
  // A fill has no status and no type of its own.
  const { status, orderType, ...ofFills } = toOrderQuestion(filter, all)
  try {
    const file =
      which === 'orders'
        ? await http.requestFile(spotOrdersCsv, { ...ofFills, status, ...(orderType && { orderType }) })
        : await http.requestFile(spotFillsCsv, ofFills)
    saveFile(file, `plumb-${which}-${isoDate(Date.now())}.csv`)
  } catch (error) {
    toast(errorText(error) ?? texts()('common.fault_bad_answer'))
  } finally {
    end()
  }
}
