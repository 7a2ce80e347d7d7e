import { BellPlus } from 'lucide-react'
import type { Instrument } from '#domain/market/instrument.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useAlertSheet } from './use-alert-sheet.tsx'

/** Opens the price alerts of an instrument. */
export function AlertButton({ instrument }: { instrument: Instrument }) {
  const { t } = useTexts()
  const [open, sheet] = useAlertSheet()
  return (
    <>
      <IconButton icon={BellPlus} label={t('alert.title')} onClick={() => open(instrument.symbol)} />
      {sheet}
    </>
  )
}
