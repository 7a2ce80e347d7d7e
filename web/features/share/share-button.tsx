import { Share } from 'lucide-react'
import type { Instrument, TradingProduct } from '#domain/market/instrument.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useShare } from './use-share.tsx'

/** Shares the link to an instrument. */
export function ShareButton({ instrument, product }: { instrument: Instrument; product?: TradingProduct }) {
  const { t } = useTexts()
  const [share, sheet] = useShare(instrument, product)
  return (
    <>
      <IconButton icon={Share} label={t('market.share')} onClick={share} />
      {sheet}
    </>
  )
}
