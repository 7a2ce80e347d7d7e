import type { Instrument } from '#domain/market/instrument.ts'
import type { PriceLabel } from '#domain/market/tick.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Feed, FeedLog } from './feed.ts'
import { binanceFeed } from './live/binance.ts'
import { krakenFeed } from './live/kraken.ts'
import { networkTransport } from './live/transport.ts'
import { replayFeed } from './replay/feed.ts'
import { simulatedFeed } from './simulated/feed.ts'

/** What each setting's prices are called on the screen. */
export const labelOfFeed: Readonly<Record<Settings['feed']['kind'], PriceLabel>> = {
  simulated: 'simulated',
  replay: 'recorded',
  live: 'live',
}

/** The pairs of ours that Kraken trades; all others of their classes need a keyed vendor. */
const onKraken = ['EUR-USD', 'GBP-USD', 'USD-JPY', 'AUD-USD', 'USD-CHF', 'USD-CAD', 'EUR-GBP']

/** Opens the feed that the setting names. */
export function openFeed(options: {
  setting: Settings['feed']
  instruments: () => readonly Instrument[]
  seed: number
  clock: Clock
  log: FeedLog
  lastPrice: (symbol: string) => number | undefined
}): Feed {
  const { setting, clock, log } = options
  if (setting.kind === 'simulated') return simulatedFeed(options)
  // A recording has what it has, and a venue is asked for what is listed when the server starts.
  const instruments = options.instruments()
  if (setting.kind === 'replay') return replayFeed({ folder: setting.folder, instruments, clock, log })

  const listed = (wanted: (instrument: Instrument) => boolean, separator: string) =>
    instruments
      .filter(wanted)
      .map((instrument) => ({ venueSymbol: instrument.symbol.replace('-', separator), instrument }))
  const venues: Feed[] = [
    binanceFeed({
      transport: networkTransport,
      markets: listed((instrument) => instrument.class === 'crypto', ''),
      log,
    }),
    krakenFeed({
      transport: networkTransport,
      markets: listed(({ symbol }) => onKraken.includes(symbol), '/'),
      log,
    }),
  ]
  return {
    start: (sink) => {
      for (const venue of venues) venue.start(sink)
    },
    stop: () => {
      for (const venue of venues) venue.stop()
    },
  }
}
