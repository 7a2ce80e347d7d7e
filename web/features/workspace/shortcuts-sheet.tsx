import type { PlainTextKey } from '#web/texts/texts.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Sheet } from '#web/ui/sheet.tsx'

/** What every page of panes understands. */
const common: readonly KeyHint[] = [
  { keys: '/', does: 'market.key_search' },
  { keys: '1 – 8', does: 'market.key_period' },
  { keys: 'F', does: 'market.key_full_screen' },
  { keys: '?', does: 'market.key_help' },
]

/** A key, and what it does in words. */
export interface KeyHint {
  readonly keys: string
  readonly does: PlainTextKey
}

/** All shortcuts of a page, on `?`. */
export function ShortcutsSheet({
  isOpen,
  onClose,
  hints = [],
}: {
  isOpen: boolean
  onClose(): void
  hints?: readonly KeyHint[]
}) {
  const { t } = useTexts()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('market.keys')}>
      <dl className="pb-2">
        {[...hints, ...common].map(({ keys, does }) => (
          <div key={keys} className="flex min-h-11 items-center justify-between border-t border-line text-15">
            <dt className="order-2">
              <kbd className="rounded-4 border border-line2 bg-s2 px-2 py-0.5 font-mono text-13">{keys}</kbd>
            </dt>
            <dd className="text-t2">{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
