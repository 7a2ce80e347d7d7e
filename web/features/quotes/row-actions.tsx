import { BellPlus, Star } from 'lucide-react'
import { memo } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** The star and the alert of one instrument, at the end of its row. */
export const RowActions = memo(function RowActions({
  symbol,
  label,
  isFavourite,
  onToggle,
  onAlert,
}: {
  symbol: string
  /** What the instrument is called. */
  label: string
  isFavourite: boolean
  onToggle(symbol: string): Promise<void>
  onAlert(symbol: string): void
}) {
  const { t } = useTexts()
  return (
    <span className="flex shrink-0">
      <IconButton
        icon={Star}
        label={t('market.favourite_named', { name: label })}
        aria-pressed={isFavourite}
        className={isFavourite ? '[&_svg]:fill-current' : '!text-t3'}
        onClick={() => void onToggle(symbol)}
      />
      <IconButton
        icon={BellPlus}
        label={t('market.alert_named', { name: label })}
        className="!text-t3"
        onClick={() => onAlert(symbol)}
      />
    </span>
  )
})
