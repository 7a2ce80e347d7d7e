import type { InstrumentView } from '#domain/market/contract.ts'

/**
 * The instruments that a search means, the likeliest first: by symbol, then by name, then by alias; what
 * begins with the words before what merely holds them.
 */
export function searchInstruments(list: readonly InstrumentView[], words: string): readonly InstrumentView[] {
  const wanted = normal(words)
  if (wanted === '') return []
  return list
    .map((instrument) => ({ instrument, rank: rankOf(instrument, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ instrument }) => instrument)
}

const NO_MATCH = 9

function rankOf({ symbol, name, aliases }: InstrumentView, wanted: string): number {
  const code = normal(symbol)
  if (code.startsWith(wanted)) return 0
  if (normal(name).startsWith(wanted)) return 1
  if (aliases.some((alias) => normal(alias).startsWith(wanted))) return 2
  if (code.includes(wanted)) return 3
  if ([name, ...aliases].some((text) => normal(text).includes(wanted))) return 4
  return NO_MATCH
}

/** "BTC/USDT", "btc-usdt" and "btcusdt" are one search. */
const normal = (text: string): string => text.toLowerCase().replaceAll(/[\s/\-.]+/g, '')

/** A name cut around the words that were searched, to print them bold. */
export function highlighted(
  text: string,
  words: string,
): readonly [before: string, match: string, after: string] {
  const at = text.toLowerCase().indexOf(words.trim().toLowerCase())
  if (at < 0 || words.trim() === '') return [text, '', '']
  const end = at + words.trim().length
  return [text.slice(0, at), text.slice(at, end), text.slice(end)]
}
