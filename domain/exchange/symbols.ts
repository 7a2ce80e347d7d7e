import { contractTermsOf } from '../contract/terms.ts'
import type { Instrument } from '../market/instrument.ts'
import { instruments } from '../market/instruments.ts'

/**
 * How the traders' interface names instruments: base and quote without anything between, as the exchange does whose
 * interface it has the shape of.
 */

/** @example exchangeSymbol({ base: 'BTC', quote: 'USDT' }) // 'BTCUSDT' */
export const exchangeSymbol = ({ base, quote }: Pick<Instrument, 'base' | 'quote'>): string => base + quote

export type ExchangeMarket = 'spot' | 'contract'

/**
 * A contract is served where its quote is what it is settled in, or a US dollar, which counts as one of it: clients know
 * no price that a third one converts.
 */
function isOf(instrument: Instrument, market: ExchangeMarket): boolean {
  if (market === 'spot') return instrument.products.includes('spot')
  const terms = contractTermsOf(instrument)
  return terms !== undefined && terms.conversion === undefined
}

type Named = Readonly<Record<ExchangeMarket, ReadonlyMap<string, Instrument>>>
/** By the list as it was adopted: a new one is another array. */
const named = new WeakMap<readonly Instrument[], Named>()

function namedIn(list: readonly Instrument[]): Named {
  const known = named.get(list)
  if (known) return known
  const made = { spot: new Map<string, Instrument>(), contract: new Map<string, Instrument>() }
  for (const market of ['spot', 'contract'] as const) {
    for (const one of list) {
      // Two pairs may come to one name (A + BC, AB + C): it stays that of the pair that was listed first.
      if (isOf(one, market) && !made[market].has(exchangeSymbol(one)))
        made[market].set(exchangeSymbol(one), one)
    }
  }
  named.set(list, made)
  return made
}

/** What is traded in a market under a name of its own, in the order of listing. */
export const tradedIn = (market: ExchangeMarket): readonly Instrument[] => [
  ...namedIn(instruments)[market].values(),
]

/** The instrument of a name; undefined where nothing of that name is traded there. @example findTraded('spot', 'BTCUSDT') */
export const findTraded = (market: ExchangeMarket, symbol: string): Instrument | undefined =>
  namedIn(instruments)[market].get(symbol)
