import { isZero, volume } from '#web/format/number.ts'
import { useQuote } from './quotes.ts'

/** What was traded on Plumb itself in 24 hours, in quote. */
export function OwnVolume({ symbol }: { symbol: string }) {
  const turnover = useQuote(symbol, (quote) => quote?.ownTurnover24h ?? undefined)
  return <span className="figures text-t2">{turnover === undefined ? '—' : ownVolume(turnover)}</span>
}

/** Plumb's own volume as it is shown: nothing traded is a plain zero. */
export const ownVolume = (turnover: string): string => (isZero(turnover) ? '0' : volume(turnover))
