import { freshForMs, MAX_FRESH_MS } from './freshness.ts'
import type { Instrument, InstrumentClass, TickCount } from './instrument.ts'
import type { Tick } from './tick.ts'

/**
 * Which price counts when several sources quote an instrument: the median of those that agree. The tick names each
 * source with what it said, so that anybody computes the same price again; the server and the customer's browser run
 * this same code. Decision 0015.
 */

/** The newest that a source has said of an instrument. */
export interface SourceQuote {
  readonly price: TickCount
  readonly bid: TickCount
  readonly ask: TickCount
  /** How long ago, by the source's clock or by ours, whichever says longer; when the median was taken. */
  readonly ageMs: number
}

/** A source as a tick names it. */
export interface NamedSource {
  readonly source: string
  /** Undefined of one that has said nothing in the last minute. */
  readonly quote?: SourceQuote
}

/** What a price was made of: every source that was asked, and by which terms. */
export interface TickSources {
  /** What is older does not count. */
  readonly freshMs: number
  /** What is further from the median of all does not count. */
  readonly maxDeviationBps: number
  /** Fewer make no price. */
  readonly minimum: number
  readonly named: readonly NamedSource[]
}

export interface SourcePrices {
  readonly price: TickCount
  readonly bid: TickCount
  readonly ask: TickCount
}

/** Whether a source's quote counts, and why not. */
export type SourceState = 'counts' | 'silent' | 'old' | 'crossed' | 'deviates'

export interface SourceMedian {
  /** Of each source, in their order. */
  readonly states: readonly SourceState[]
  /** The price that counts; undefined where too few sources agree. */
  readonly prices: SourcePrices | undefined
}

/**
 * How far a source may be from the median of all.
 *
 * Source: safety.md section 6. What has one source alone is never far from it.
 */
const maxDeviationBps: Readonly<Record<InstrumentClass, { major: number; other: number }>> = {
  crypto: { major: 50, other: 100 },
  forex: { major: 20, other: 50 },
  future: { major: 50, other: 100 },
  stock: { major: 50, other: 100 },
  etf: { major: 50, other: 100 },
}

/** What a price of several sources is called on the tape: it names them. */
export const MEDIAN = 'median'

/** One source alone makes no price: nobody could tell whether it is wrong. */
const MIN_SOURCES = 2

/** What no exchange of coins quotes: a pair of these may have one source at all, which then is the price. */
const notCoins: ReadonlySet<string> = new Set([
  ...['AUD', 'CAD', 'CHF', 'CNH', 'EUR', 'GBP', 'HKD', 'JPY', 'KRW', 'NZD', 'USD'],
  'XAU',
])

/** A stock, an ETF or a future has a name and is no pair: its exchange's own prices come from one vendor. Decision 0034. */
const mayHaveOneSource = (symbol: string): boolean =>
  !symbol.includes('-') || symbol.split('-').every((code) => notCoins.has(code))

/** How many sources an instrument's price needs, of so many that are asked. */
export const minSources = (symbol: string, asked: number): number =>
  mayHaveOneSource(symbol) ? Math.min(MIN_SOURCES, asked) : MIN_SOURCES

/** More in one tick are not read. */
export const MAX_SOURCES = 16

/** The terms by which these sources of an instrument make a price. */
export const sourcesOf = (
  instrument: Pick<Instrument, 'symbol' | 'class' | 'collar'>,
  named: readonly NamedSource[],
): TickSources => ({
  freshMs: freshForMs(instrument),
  maxDeviationBps: maxDeviationBps[instrument.class][instrument.collar],
  minimum: minSources(instrument.symbol, named.length),
  named,
})

/**
 * The median of the sources that count: those that are fresh, not crossed, and near the median of all such.
 *
 * Units:   prices in ticks of the instrument.
 * Rounds:  between two sources in the middle it is half-way, rounded down to a tick.
 * Refuses: (no prices) fewer than the minimum, and no more than half of those that were compared: then they do not
 *          say which of them is wrong.
 */
export function medianOf({ freshMs, maxDeviationBps, minimum, named }: TickSources): SourceMedian {
  const first = named.map(({ quote }) => stateOf(quote, freshMs))
  const compared = quotesWhere(named, first, 'counts')
  if (compared.length === 0) return { states: first, prices: undefined }
  const middle = median(compared.map(({ price }) => price))
  const isFar = (value: number) => Math.abs(value - middle) * 10_000 > maxDeviationBps * middle
  const states = first.map((state, n): SourceState => {
    const { price = 0, bid = 0, ask = 0 } = named[n]?.quote ?? {}
    return state === 'counts' && [price, bid, ask].some(isFar) ? 'deviates' : state
  })
  const counting = quotesWhere(named, states, 'counts')
  const isEnough = counting.length >= minimum && 2 * counting.length > compared.length
  return { states, prices: isEnough ? middleOf(counting) : undefined }
}

/** What a price that counts for nothing is recorded as: the median of whatever was said, undefined where nothing was. */
export function medianOfAll({ named }: Pick<TickSources, 'named'>): SourcePrices | undefined {
  const quotes = named.flatMap(({ quote }) => quote ?? [])
  return quotes.length === 0 ? undefined : middleOf(quotes)
}

/** Beyond any of these no instrument's terms are. */
const maxBps = Math.max(...Object.values(maxDeviationBps).flatMap(({ major, other }) => [major, other]))

/** Whether these are terms as `sourcesOf` makes them, each source named once: others could make any price of theirs. */
function areTerms(symbol: string, { freshMs, maxDeviationBps, minimum, named }: TickSources): boolean {
  const isOnce = new Set(named.map(({ source }) => source)).size === named.length
  const isEnough = minimum === minSources(symbol, named.length)
  return isOnce && isEnough && freshMs <= MAX_FRESH_MS && maxDeviationBps <= maxBps
}

/** Whether a tick says that its price is one of several sources, or names some. */
export const isOfSeveral = ({ source, sources }: Pick<Tick, 'source' | 'sources'>): boolean =>
  source === MEDIAN || sources !== undefined

/** Whether a price is what its sources come to: those that it names, which one of several always does. */
export function isOfSources(
  tick: Pick<Tick, 'symbol' | 'price' | 'bid' | 'ask' | 'source' | 'sources'>,
): boolean {
  if (!isOfSeveral(tick)) return true
  if (!tick.sources || !areTerms(tick.symbol, tick.sources)) return false
  const { prices } = medianOf(tick.sources)
  return prices?.price === tick.price && prices.bid === tick.bid && prices.ask === tick.ask
}

function stateOf(quote: SourceQuote | undefined, freshMs: number): SourceState {
  if (!quote) return 'silent'
  if (quote.ageMs > freshMs) return 'old'
  return quote.bid <= quote.price && quote.price <= quote.ask ? 'counts' : 'crossed'
}

const quotesWhere = (
  named: readonly NamedSource[],
  states: readonly SourceState[],
  wanted: SourceState,
): SourceQuote[] => named.flatMap(({ quote }, n) => (quote && states[n] === wanted ? quote : []))

/** Each of the three by itself: with every bid at or below its price the medians are so too. */
const middleOf = (quotes: readonly SourceQuote[]): SourcePrices => ({
  price: median(quotes.map(({ price }) => price)),
  bid: median(quotes.map(({ bid }) => bid)),
  ask: median(quotes.map(({ ask }) => ask)),
})

function median(values: readonly number[]): number {
  const inOrder = values.toSorted((one, other) => one - other)
  const half = inOrder.length >> 1
  const upper = inOrder[half]!
  return inOrder.length % 2 === 1 ? upper : Math.floor((inOrder[half - 1]! + upper) / 2)
}
