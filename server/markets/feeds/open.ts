import type { Instrument } from '#domain/market/instrument.ts'
import type { PriceLabel } from '#domain/market/tick.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Feed, FeedLog } from './feed.ts'
import { binanceFeed } from './live/binance.ts'
import { krakenFeed } from './live/kraken.ts'
import { networkTransport, type Transport } from './live/transport.ts'
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
  /** Whoever knows it can compute every price to come. */
  seed: string | number
  clock: Clock
  log: FeedLog
  lastPrice: (symbol: string) => number | undefined
  /** How live venues are reached; by the network, unless a test brings another way. */
  transport?: Transport
}): Feed {
  const { setting, clock, log } = options
  if (setting.kind === 'simulated') return simulatedFeed(options)
  const { instruments } = options
  // A recording has what it has.
  if (setting.kind === 'replay') {
    return replayFeed({ folder: setting.folder, instruments: instruments(), clock, log })
  }
  return liveFeed(options.transport ?? networkTransport, instruments, log)
}

/** Each venue with which of our instruments it has, and how it writes them. */
const venues = [
  {
    open: binanceFeed,
    has: (instrument: Instrument) => instrument.class === 'crypto',
    separator: '',
  },
  { open: krakenFeed, has: ({ symbol }: Instrument) => onKraken.includes(symbol), separator: '/' },
]

/** All venues as one feed. */
function liveFeed(transport: Transport, instruments: () => readonly Instrument[], log: FeedLog): Feed {
  const feeds = venues.map(({ open, has, separator }) => {
    const listed = () =>
      instruments()
        .filter(has)
        .map((instrument) => ({ venueSymbol: instrument.symbol.replace('-', separator), instrument }))
    return { feed: open({ transport, markets: listed(), log }), listed }
  })
  return {
    start: (sink) => {
      for (const { feed } of feeds) feed.start(sink)
    },
    followListed: () => {
      for (const { feed, listed } of feeds) feed.follow(listed())
    },
    stop: () => {
      for (const { feed } of feeds) feed.stop()
    },
  }
}
