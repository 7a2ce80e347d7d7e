import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { BidAsk } from '#domain/contract/rules.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { quotes } from '#web/features/quotes/quotes.ts'
import { tickOf } from './contract-market.ts'

/** The newest tick of an instrument, as far as the page knows it. */
export type TickOf = (symbol: string) => BidAsk | undefined

/** The newest ticks of some instruments; whoever uses it is drawn again when one of them changes, and not otherwise. */
export function useTicks(symbols: readonly string[]): TickOf {
  const names = symbols.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = names.split(' ').map((symbol) => quotes.subscribe(symbol, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [names],
  )
  const pictured = useSyncExternalStore(subscribe, () => pictureOf(names))
  return useMemo(() => {
    const ticks = new Map(pictured.split(';').map((line) => readLine(line)))
    return (symbol) => ticks.get(symbol)
  }, [pictured])
}

/** All of it as one text, which says whether anything changed. */
const pictureOf = (names: string): string =>
  names
    .split(' ')
    .map((symbol) => {
      const quote = quotes.get(symbol)
      return `${symbol} ${quote?.bid ?? ''} ${quote?.ask ?? ''}`
    })
    .join(';')

function readLine(line: string): readonly [string, BidAsk | undefined] {
  const [symbol = '', bid = '', ask = ''] = line.split(' ')
  const instrument = findInstrument(symbol)
  return [symbol, instrument && tickOf(instrument, { bid, ask })]
}
