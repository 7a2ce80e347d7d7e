import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useRef } from 'react'
import { findInstrument } from '#domain/market/instruments.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useFavourites } from './favourites.ts'

/** The favourites to be put in order, or taken off. The button that was pressed stays under the finger of its row. */
export default function FavouritesSheet({ onClose }: { onClose(): void }) {
  const { t } = useTexts()
  const { symbols = [], move, toggle } = useFavourites()
  const list = useRef<HTMLUListElement>(null)

  function moveAndFollow(symbol: string, by: -1 | 1): void {
    void move(symbol, by)
    const name = by === -1 ? 'up' : 'down'
    // The row moves away from the focus; keyboards go with it.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-symbol="${symbol}"] [data-move="${name}"]`)?.focus(),
    )
  }

  return (
    <Sheet isOpen onClose={onClose} title={t('market.arrange')}>
      <ul ref={list} className="pb-2">
        {symbols.map((symbol, at) => {
          const name = findInstrument(symbol)?.label ?? symbol
          return (
            <li
              key={symbol}
              data-symbol={symbol}
              className="flex min-h-14 items-center border-b border-line text-15 font-semibold"
            >
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <IconButton
                icon={ArrowUp}
                label={t('market.move_up', { name })}
                data-move="up"
                aria-disabled={at === 0}
                className="aria-disabled:!text-t3"
                onClick={() => moveAndFollow(symbol, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t('market.move_down', { name })}
                data-move="down"
                aria-disabled={at === symbols.length - 1}
                className="aria-disabled:!text-t3"
                onClick={() => moveAndFollow(symbol, 1)}
              />
              <IconButton
                icon={X}
                label={t('market.remove_named', { name })}
                className="-mr-3 !text-t2"
                onClick={() => void toggle(symbol)}
              />
            </li>
          )
        })}
      </ul>
      {symbols.length === 0 && (
        <p className="py-6 text-center text-13 text-t2">{t('market.no_favourites')}</p>
      )}
    </Sheet>
  )
}
