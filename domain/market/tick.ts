import type { TickLinks } from '../proof/links.ts'
import type { StepCount, TickCount } from './instrument.ts'
import type { TickSources } from './sources.ts'

/** What a customer is told about where a price comes from. Only `live` may decide real money. */
export type PriceLabel = 'simulated' | 'recorded' | 'live'

/** One observation of an instrument's price, as the tape records it before anything uses it. */
export interface Tick {
  /** Place on the tape: 1 for the first tick ever, without gaps. */
  readonly sequence: number
  readonly symbol: string
  /** The last price, or the middle of bid and ask where nothing traded. */
  readonly price: TickCount
  readonly bid: TickCount
  readonly ask: TickCount
  /** What traded in this observation; 0 where the source does not say. */
  readonly volume: StepCount
  /** The feed's name: `simulated`, `recorded`, `median`, or a venue. */
  readonly source: string
  /** The source's own clock, milliseconds. */
  readonly sourceAtMs: number
  /** When the tape took it, milliseconds; never goes backwards along the tape. */
  readonly atMs: number
  /** Outside the tick filter: recorded for all to see, used by nobody. */
  readonly isHeld: boolean
  /** How it is linked with the ticks of its instrument before it; not of held ticks, nor of the tape before it was a log. */
  readonly links?: TickLinks
  /** What a live price was made of; not of simulated and recorded ones, nor of live ones that had one source. */
  readonly sources?: TickSources
}

/** Where a tick's price comes from, for the badge on the screen. */
export const labelOfSource = (source: string): PriceLabel =>
  source === 'simulated' || source === 'recorded' ? source : 'live'
