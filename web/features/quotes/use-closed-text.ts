import { useTexts } from '#web/texts/texts.ts'
import { openingTime } from './opening.ts'
import { useQuote } from './quotes.ts'

/** What is said of a closed market, with when it opens where that is known; undefined of an open one. */
export function useClosedText(symbol: string): string | undefined {
  const { t, locale } = useTexts()
  const isOpen = useQuote(symbol, (quote) => quote?.isOpen ?? true)
  const opensAtMs = useQuote(symbol, (quote) => quote?.nextChangeAtMs ?? undefined)
  if (isOpen) return undefined
  if (opensAtMs === undefined) return t('market.closed')
  return `${t('market.closed')} · ${t('market.opens_at', { time: openingTime(opensAtMs, locale) })}`
}
