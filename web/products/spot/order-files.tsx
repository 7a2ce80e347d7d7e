import { Download } from 'lucide-react'
import { useState } from 'react'
import { spotFillsCsv, spotOrdersCsv } from '#domain/spot/contract.ts'
import { downloadCsv } from '#web/features/files/csv-button.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
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
  // A fill has no status and no type of its own.
  const { status, orderType, ...ofFills } = toOrderQuestion(filter, all)
  return which === 'orders'
    ? downloadCsv(spotOrdersCsv, { ...ofFills, status, ...(orderType && { orderType }) }, which)
    : downloadCsv(spotFillsCsv, ofFills, which)
}
