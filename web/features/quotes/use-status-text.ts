import type { Instrument } from '#domain/market/instrument.ts'
import { useTexts } from '#web/texts/texts.ts'
import { openingTime } from './opening.ts'
import { useQuote } from './quotes.ts'
import { useClosedText } from './use-closed-text.ts'

/** Whether an instrument trades, and when that changes, with its day and zone. */
export function useStatusText({ symbol, status }: Instrument): string {
  const { t, locale } = useTexts()
  const closed = useClosedText(symbol)
  const changesAtMs = useQuote(symbol, (quote) => (quote ? (quote.nextChangeAtMs ?? Infinity) : undefined))
  if (status === 'halted') return t('market.halted')
  if (closed !== undefined) return closed
  if (changesAtMs === undefined) return t('market.trading')
  return changesAtMs === Infinity
    ? t('market.always_open')
    : t('market.open_until', { time: openingTime(changesAtMs, locale) })
}
