import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Instrument } from '#domain/market/instrument.ts'
import type { Feed, FeedLog, TickSink } from '../feed.ts'
import { binanceFeed } from '../live/binance.ts'
import { krakenFeed } from '../live/kraken.ts'
import { type RecordedLine, type RecordedNetwork, readRecording, recordedNetwork } from '../live/recording.ts'

/** One recorded session of a venue, and the adapter that followed it live. */
interface Session {
  readonly files: readonly string[]
  /** What the venue calls an instrument of ours. */
  readonly venueSymbol: (instrument: Instrument) => string
  readonly adapter: (network: RecordedNetwork, options: AdapterOptions) => Feed
}

interface AdapterOptions {
  readonly markets: { venueSymbol: string; instrument: Instrument }[]
  readonly log: FeedLog
  readonly idleMs: number
}

const sessions: readonly Session[] = [
  {
    files: ['BINANCE.ws.1.0.gz', 'BINANCE.http.0.0.gz'],
    venueSymbol: ({ symbol }) => symbol.replace('-', ''),
    adapter: (transport, options) => binanceFeed({ transport, ...options }),
  },
  {
    files: ['BINANCE_US.ws.1.0.gz', 'BINANCE_US.http.0.0.gz'],
    venueSymbol: ({ symbol }) => symbol.replace('-', ''),
    adapter: (transport, options) =>
      binanceFeed({ transport, restUrl: 'https://api.binance.us', ...options }),
  },
  {
    files: ['KRAKEN.ws.50.0.gz', 'KRAKEN.ws.48.0.gz'],
    venueSymbol: ({ symbol }) => symbol.replace('-', '/'),
    adapter: (transport, options) => krakenFeed({ transport, depth: 1_000, ...options }),
  },
]

/** No silence timeout in a replay: a virtual clock may stand still for days. */
const NEVER_MS = 2 ** 31 - 1

/** A session that plays in a loop. */
export interface PlayedSession {
  readonly symbols: readonly string[]
  /** Plays what is due; at the session's end it begins anew, with a new adapter and its own snapshots. */
  step(nowMs: number, sink: TickSink): void
  stop(): void
}

/** Opens the recorded sessions in which a listed instrument was followed. */
export function openSessions(
  folder: string,
  instruments: readonly Instrument[],
  log: FeedLog,
): PlayedSession[] {
  return sessions.flatMap((session) => {
    const files = session.files.map((name) => join(folder, 'recordings', name))
    if (!files.every(existsSync)) return []
    const lines = files.flatMap(readRecording)
    const text = lines
      .map((line) => (line.kind === 'sent' || line.kind === 'connect' ? line.text + line.url : line.url))
      .join()
    const markets = instruments
      .map((instrument) => ({ venueSymbol: session.venueSymbol(instrument), instrument }))
      .filter(
        ({ venueSymbol }) => text.includes(`"${venueSymbol}"`) || text.includes(`symbol=${venueSymbol}&`),
      )
    return markets.length > 0 ? [playSession(session, lines, markets, log)] : []
  })
}

function playSession(
  session: Session,
  lines: readonly RecordedLine[],
  markets: AdapterOptions['markets'],
  log: FeedLog,
): PlayedSession {
  let network: RecordedNetwork | undefined
  let feed: Feed | undefined
  let beganMs = 0
  let sink: TickSink = () => {}

  function begin(nowMs: number) {
    feed?.stop()
    const fresh = recordedNetwork(lines)
    network = fresh
    beganMs = nowMs
    feed = session.adapter(fresh, { markets, idleMs: NEVER_MS, log: () => {} })
    feed.start((tick) => {
      // The recorded moment, moved to the time at which it is played.
      const sourceAtMs = Math.round(beganMs + Math.max(0, tick.sourceAtMs - fresh.startMs))
      sink({ ...tick, sourceAtMs, source: 'recorded' })
    })
  }

  log(`feed replay: playing ${session.files[0]} through its adapter`)
  return {
    symbols: markets.map(({ instrument }) => instrument.symbol),
    step(nowMs, given) {
      sink = given
      if (network === undefined || nowMs - beganMs > network.lengthMs) begin(nowMs)
      else network.playUntil(nowMs - beganMs)
    },
    stop: () => feed?.stop(),
  }
}
