import { SourceBadge } from '#web/ui/badge.tsx'
import { usePriceSource } from './use-quotes.ts'

/** Says on every screen that shows a price where prices come from, unless they are live. */
export function PriceSourceBadge({ isShort = false }: { isShort?: boolean }) {
  return <SourceBadge source={usePriceSource()} isShort={isShort} />
}
