import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Instrument, TradingProduct } from '#domain/market/instrument.ts'
import { loadArea } from '#web/texts/texts.ts'

const ShareSheet = lazy(
  async () => (await Promise.all([import('./share-sheet.tsx'), loadArea('app_pages')]))[0],
)

/** Shares the link to an instrument. Returns how, and the sheet. */
export function useShare(
  instrument: Instrument,
  product?: TradingProduct,
): readonly [share: () => void, sheet: ReactNode] {
  const [isOpen, setOpen] = useState(false)
  const sheet = isOpen && (
    <Suspense>
      <ShareSheet instrument={instrument} product={product} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return [() => setOpen(true), sheet]
}
