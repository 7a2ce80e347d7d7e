import type { Instrument } from '#domain/market/instrument.ts'
import type { PriceLabel } from '#domain/market/tick.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { MarketSource, Settings } from '#server/platform/settings.ts'
import type { Feed, FeedLog } from './feed.ts'
import { binanceFeed } from './live/binance.ts'
import { bitstampFeed } from './live/bitstamp.ts'
import { coinbaseFeed } from './live/coinbase.ts'
import { krakenFeed } from './live/kraken.ts'
import { MASSIVE, massiveFeed, massiveNameOf } from './live/massive.ts'
import { medianFeed, type Source } from './live/median.ts'
import type { VenueFeed, VenueMarket } from './live/observer.ts'
import { okxFeed } from './live/okx.ts'
import { networkTransport, type Transport } from './live/transport.ts'
import { replayFeed } from './replay/feed.ts'
import { simulatedFeed } from './simulated/feed.ts'

/** What each setting's prices are called on the screen. */
export const labelOfFeed: Readonly<Record<Settings['feed']['kind'], PriceLabel>> = {
  simulated: 'simulated',
  replay: 'recorded',
  live: 'live',
}

/** The pairs of ours that Kraken trades; all others of their classes need the vendor's key. */
const onKraken = ['EUR-USD', 'GBP-USD', 'USD-JPY', 'AUD-USD', 'USD-CHF', 'USD-CAD', 'EUR-GBP']

/** What Kraken calls coins that everybody else calls otherwise. */
const krakenNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

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
  return liveFeed(setting, { ...options, transport: options.transport ?? networkTransport })
}

interface Venue {
  readonly open: (options: {
    transport: Transport
    markets: readonly VenueMarket[]
    log: FeedLog
    clock: Clock
  }) => VenueFeed
  /** What it calls one of our instruments now; undefined of what it does not quote. */
  nameOf(instrument: Instrument, nowMs: number): string | undefined
}

/** A coin in one of these currencies, with this between the two. */
const coinIn =
  (quotes: readonly string[], separator: string): Venue['nameOf'] =>
  ({ class: kind, base, quote }) =>
    kind === 'crypto' && quotes.includes(quote) ? base + separator + quote : undefined

/** Each source that a setting can name. */
const venues: Readonly<Record<MarketSource, Venue>> = {
  binance: { open: binanceFeed, nameOf: coinIn(['USDT'], '') },
  kraken: {
    open: krakenFeed,
    nameOf(instrument, nowMs) {
      if (onKraken.includes(instrument.symbol)) return instrument.symbol.replace('-', '/')
      const base = krakenNames[instrument.base] ?? instrument.base
      return coinIn(['USDT', 'USD'], '/')({ ...instrument, base }, nowMs)
    },
  },
  coinbase: { open: coinbaseFeed, nameOf: coinIn(['USDT', 'USD'], '-') },
  okx: { open: okxFeed, nameOf: coinIn(['USDT'], '-') },
  bitstamp: {
    open: bitstampFeed,
    nameOf: (instrument, nowMs) => coinIn(['USDT', 'USD'], '')(instrument, nowMs)?.toLowerCase(),
  },
}

/** The vendor of what is no coin, by the key that a setting has. */
const vendorOf = (key: string): Venue => ({
  open: (options) => massiveFeed({ ...options, key }),
  nameOf: massiveNameOf,
})

/** The median of the sources that a setting names. */
function liveFeed(
  { sources: names, massiveKey }: Extract<Settings['feed'], { kind: 'live' }>,
  options: { transport: Transport; instruments: () => readonly Instrument[]; clock: Clock; log: FeedLog },
): Feed {
  const { transport, instruments, clock, log } = options
  const named = [
    ...names.map((name) => [name, venues[name]] as const),
    ...(massiveKey === undefined ? [] : [[MASSIVE, vendorOf(massiveKey)] as const]),
  ]
  const sources = named.map(([name, { open, nameOf }]): Source => {
    const listed = () =>
      instruments().flatMap((instrument): VenueMarket[] => {
        const venueSymbol = nameOf(instrument, clock.nowMs())
        return venueSymbol === undefined ? [] : [{ venueSymbol, instrument }]
      })
    const feed = open({ transport, markets: listed(), log, clock })
    return {
      name,
      feed: {
        ...{ start: feed.start, stop: feed.stop, followListed: () => feed.follow(listed()) },
        canPrice: (instrument) => feed.canPrice?.(instrument) ?? true,
      },
      quotes: (instrument) => nameOf(instrument, clock.nowMs()) !== undefined,
    }
  })
  return medianFeed({ sources, clock, log })
}
