import { type Instrument, pairText } from './instrument.ts'

/** Every instrument in the order in which lists show them, as last adopted: see `domain/listing/listing.ts`. */
export let instruments: readonly Instrument[] = []

let bySymbol = new Map<string, Instrument>()

/** Replaces the whole list. */
export function adoptInstruments(list: readonly Instrument[]): void {
  instruments = list
  bySymbol = new Map(list.map((instrument) => [instrument.symbol, instrument]))
}

/** The instrument with this symbol, or `undefined`: an unknown symbol is the caller's refusal to give. */
export const findInstrument = (symbol: string): Instrument | undefined => bySymbol.get(symbol)

/** What an instrument is called, also one that is listed no more. */
export const labelOf = (symbol: string): string => findInstrument(symbol)?.label ?? pairText(symbol)
