import { findInstrument } from '#domain/market/instruments.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'
import { useFavourites } from './favourites.ts'

type Act = 'favourite' | 'up' | 'down' | 'alert'

/** What can be done with an instrument of a list without opening it: a favourite, its place, an alert. */
export function RowMenu({
  symbol,
  isInOwnOrder,
  onAlert,
  onClose,
}: {
  symbol: string
  /** Whether the list is the favourites in their own order. */
  isInOwnOrder: boolean
  onAlert(): void
  onClose(): void
}) {
  const { t } = useTexts()
  const { symbols = [], toggle, move } = useFavourites()
  const at = symbols.indexOf(symbol)
  const acts: Record<Act, () => void> = {
    favourite: () => void toggle(symbol),
    up: () => void move(symbol, -1),
    down: () => void move(symbol, 1),
    alert: onAlert,
  }
  const hasAbove = isInOwnOrder && at > 0
  const hasBelow = isInOwnOrder && at >= 0 && at < symbols.length - 1
  return (
    <ChoiceSheet<Act>
      isOpen
      onClose={onClose}
      title={findInstrument(symbol)?.label ?? symbol}
      value={undefined}
      choices={[
        { id: 'favourite', label: t(at >= 0 ? 'market.remove_favourite' : 'market.add_favourite') },
        ...(hasAbove ? [{ id: 'up' as const, label: t('market.up') }] : []),
        ...(hasBelow ? [{ id: 'down' as const, label: t('market.down') }] : []),
        { id: 'alert', label: t('alert.title') },
      ]}
      onChange={(id) => acts[id]()}
    />
  )
}
