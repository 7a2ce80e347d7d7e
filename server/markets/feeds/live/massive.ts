import { frontContract } from '#domain/market/front-contract.ts'
import { type Instrument, priceFromFeed } from '#domain/market/instrument.ts'
import { isOpen } from '#domain/market/session.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FeedLog, TickSink } from '../feed.ts'
import { MAX_AHEAD_MS } from '../tick-filter.ts'
import { type Connection, keepConnected } from './connection.ts'
import type { VenueFeed, VenueMarket } from './observer.ts'
import { listOf, momentOf } from './stream.ts'
import type { Transport } from './transport.ts'

/**
 * Massive (Polygon.io until 2025): the best bid and ask, and trades, of stocks, ETFs, futures and currencies, with a key.
 *
 * Source: "WebSocket Quickstart" and the pages "Quotes" and "Trades" of stocks, futures and forex of the vendor. A socket for each
 * of the three; on each the vendor says "connected", is told the key, says "auth_success", and is asked for tickers. Every message
 * is a list of events. A quote has the whole of the best prices, so one that is lost costs nothing; numbers of quotes and trades
 * rise by ticker with holes in them, so they tell what comes late or twice and not what is lost. Numbers may be texts. The
 * vendor has no heartbeat: nothing is said of a price that stands, and while the market is closed nothing at all. A second
 * connection with the same key takes the place of the first, which is told "max_connections".
 */

export const MASSIVE = 'massive'

const clusters = ['stocks', 'futures', 'forex'] as const
type Cluster = (typeof clusters)[number]

/** How its log names what a socket is for. */
const covers: Readonly<Record<Cluster, string>> = {
  stocks: 'stocks and ETFs',
  futures: 'futures',
  forex: 'currencies and metals',
}

interface Event {
  readonly ev?: string
  readonly status?: string
  readonly message?: string
  /** The ticker; of a quote of currencies `p` is the pair, of a trade its price. */
  readonly sym?: string
  readonly p?: string | number
  readonly s?: string | number
  readonly bp?: string | number
  readonly ap?: string | number
  readonly b?: string | number
  readonly a?: string | number
  /** Milliseconds. */
  readonly t?: number
  readonly q?: number
}

interface Followed {
  readonly instrument: Instrument
  readonly source: string
  lastTrade: number | undefined
  volume: number
  quoted: Place
  traded: Place
}

/** Where a ticker's events have got to; numbers begin anew each day. */
interface Place {
  readonly number: number
  readonly atMs: number
}
const BEGINNING: Place = { number: 0, atMs: 0 }

interface Line {
  readonly cluster: Cluster
  /** By what the vendor calls them. */
  readonly followed: Map<string, Followed>
  connection: Connection | undefined
  isIn: boolean
  isRefused: boolean
}

/** A key that is refused is tried again this late: a plan may have been bought meanwhile. */
const REFUSED_WAIT_MS = 10 * MINUTE_MS
/** Whoever took the connection over is not fought for it. */
const TAKEN_WAIT_MS = MINUTE_MS
/** The same line is said again after this long. */
const SAY_AGAIN_MS = HOUR_MS
const MAX_MESSAGE = 200
const MAX_LINES = 100

/** What the vendor calls an instrument, after the socket that has it; undefined of what it does not have. */
export function massiveNameOf(
  { symbol, class: kind, base, quote }: Instrument,
  nowMs: number,
): string | undefined {
  if (kind === 'stock' || kind === 'etf') return `stocks:${symbol}`
  if (kind === 'forex' || symbol === 'XAU-USD') return `forex:${base}-${quote}`
  if (kind !== 'future') return undefined
  const contract = frontContract(symbol, nowMs)
  return contract === undefined ? undefined : `futures:${contract}`
}

/** Follows the vendor's best prices and trades. */
export function massiveFeed(options: {
  transport: Transport
  markets: readonly VenueMarket[]
  log: FeedLog
  key: string
  clock: Clock
  idleMs?: number
  url?: string
}): VenueFeed {
  const { transport, key, clock, idleMs, url = 'wss://socket.massive.com' } = options
  const lines = clusters.map(
    (cluster): Line => ({
      ...{ cluster, followed: new Map(), connection: undefined, isIn: false, isRefused: false },
    }),
  )
  /** When each line was last logged: sockets that are closed again and again do not fill the log. */
  const logged = new Map<string, number>()
  let sink: TickSink | undefined

  function say(text: string) {
    const line = text.replaceAll(key, '…')
    const nowMs = clock.nowMs()
    if (nowMs - (logged.get(line) ?? Number.NEGATIVE_INFINITY) < SAY_AGAIN_MS) return
    if (logged.size >= MAX_LINES) logged.clear()
    logged.set(line, nowMs)
    options.log(line)
  }

  function connect(line: Line) {
    line.connection = keepConnected({
      ...{ transport, log: say, url: `${url}/${line.cluster}` },
      ...(idleMs === undefined ? {} : { idleMs }),
      // The key is told once the vendor says that it is there.
      onOpen() {},
      onDown() {
        line.isIn = false
      },
      onMessage: (text) => read(line, text),
      mayBeSilent: () => !anyIsOpen(line),
    })
  }

  const anyIsOpen = ({ followed }: Line): boolean =>
    [...followed.values()].some(({ instrument }) => isOpen(instrument, clock.nowMs()))

  /** Returns: whether it was about prices. Refuses: (by throwing) what cannot be read. */
  function read(line: Line, text: string): boolean {
    let isAboutPrices = false
    for (const event of listOf<Event>(JSON.parse(text))) {
      if (event.ev === 'status') answer(line, event)
      else {
        isAboutPrices = true
        if (event.ev === 'Q' || event.ev === 'C') quote(line, event)
        else if (event.ev === 'T') trade(line, event)
      }
    }
    return isAboutPrices
  }

  function answer(line: Line, { status, message = '' }: Event) {
    const why = message.slice(0, MAX_MESSAGE).replace(/\s+/g, ' ')
    const what = covers[line.cluster]
    if (status === 'connected') line.connection?.send(JSON.stringify({ action: 'auth', params: key }))
    else if (status === 'auth_success') {
      line.isIn = true
      line.isRefused = false
      ask(line, 'subscribe', [...line.followed.keys()])
    } else if (status === 'auth_failed') {
      line.isRefused = true
      say(`feed ${MASSIVE}: the key is refused for ${what} (${why}): they have no live price from it`)
      line.connection?.restart(REFUSED_WAIT_MS)
    } else if (status === 'max_connections') {
      say(`feed ${MASSIVE}: another connection with this key took over ${what} (${why})`)
      line.connection?.restart(TAKEN_WAIT_MS)
    } else if (status === 'auth_timeout') line.connection?.restart()
    else if (status !== 'success') say(`feed ${MASSIVE}: ${what}: ${why || status}`)
  }

  function quote(line: Line, event: Event) {
    const ticker = line.cluster === 'forex' ? String(event.p).replace('/', '-') : String(event.sym)
    const one = line.followed.get(ticker)
    if (!one || !sink) return
    const place = placeOf(event)
    if (isBehind(place, one.quoted)) return
    // One from the future would make all that follows late; the median says that it came, and drops it.
    if (place.atMs <= clock.nowMs() + MAX_AHEAD_MS) one.quoted = place
    const { instrument, source, lastTrade } = one
    // A side that nobody is on has no price, and there is none of the market then.
    const bid = priceFromFeed(instrument, event.bp ?? event.b ?? '')
    const ask = priceFromFeed(instrument, event.ap ?? event.a ?? '')
    if (bid === undefined || ask === undefined) return
    const middle = Math.round((bid + ask) / 2)
    const price = lastTrade === undefined ? middle : Math.min(Math.max(lastTrade, bid), ask)
    const volume = Math.round(one.volume / Number(instrument.stepSize))
    one.volume = 0
    sink({ symbol: instrument.symbol, price, bid, ask, volume, sourceAtMs: place.atMs, source })
  }

  function trade(line: Line, event: Event) {
    const one = line.followed.get(String(event.sym))
    if (!one) return
    const place = placeOf(event)
    if (isBehind(place, one.traded) || place.atMs > clock.nowMs() + MAX_AHEAD_MS) return
    one.traded = place
    one.lastTrade = priceFromFeed(one.instrument, event.p ?? '') ?? one.lastTrade
    const size = Number(event.s)
    if (size > 0) one.volume += size
  }

  const channelsOf = ({ cluster }: Line, ticker: string): string[] =>
    cluster === 'forex' ? [`C.${ticker}`] : [`Q.${ticker}`, `T.${ticker}`]

  function ask(line: Line, action: 'subscribe' | 'unsubscribe', tickers: readonly string[]) {
    if (!line.isIn || tickers.length === 0) return
    const params = tickers.flatMap((ticker) => channelsOf(line, ticker)).join(',')
    line.connection?.send(JSON.stringify({ action, params }))
  }

  /** Follows what is new, in place of what the same instrument was called before: a future's next contract. */
  function follow(markets: readonly VenueMarket[]) {
    if (!sink) return
    for (const line of lines) {
      const wanted = markets.flatMap(({ venueSymbol, instrument }) => {
        const [cluster, ticker = ''] = venueSymbol.split(':')
        return cluster === line.cluster ? [{ ticker, instrument }] : []
      })
      const fresh = wanted.filter(({ ticker }) => !line.followed.has(ticker))
      const symbols = new Set(fresh.map(({ instrument }) => instrument.symbol))
      const left = [...line.followed].filter(([, { instrument }]) => symbols.has(instrument.symbol))
      for (const [ticker] of left) line.followed.delete(ticker)
      for (const { ticker, instrument } of fresh) {
        const source = line.cluster === 'futures' ? `${MASSIVE} ${ticker}` : MASSIVE
        const begin = { lastTrade: undefined, volume: 0, quoted: BEGINNING, traded: BEGINNING }
        line.followed.set(ticker, { instrument, source, ...begin })
      }
      const old = left.map(([ticker]) => ticker)
      ask(line, 'unsubscribe', old)
      if (line.connection)
        ask(
          line,
          'subscribe',
          fresh.map(({ ticker }) => ticker),
        )
      else if (fresh.length > 0) connect(line)
    }
  }

  return {
    start(given) {
      sink = given
      follow(options.markets)
    },
    follow,
    canPrice(instrument) {
      const cluster = massiveNameOf(instrument, clock.nowMs())?.split(':')[0]
      return lines.some((line) => line.cluster === cluster && !line.isRefused)
    },
    stop() {
      for (const { connection } of lines) connection?.stop()
    },
  }
}

/** Refuses: (by throwing) an event without its time. */
const placeOf = ({ t = Number.NaN, q = 0 }: Event): Place => ({ number: Number(q), atMs: momentOf(t) })

/** What is no later by its time is late or said twice, unless its number is higher. */
const isBehind = (one: Place, other: Place): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.number !== 0 && one.number <= other.number)
