import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { RawTick } from '../feed.ts'
import { isRecordedDataHere, recordedDataFolder } from '../recorded-data.ts'
import { type BinanceFeed, binanceFeed } from './binance.ts'
import { krakenFeed } from './kraken.ts'
import type { VenueMarket } from './observer.ts'
import { type RecordedLine, readRecording, recordedNetwork } from './recording.ts'

const folder = join(recordedDataFolder, 'recordings')

/** The recorded pairs are not listed here; what matters is that they follow the venue's book. */
function market(venueSymbol: string, tickSize: string): VenueMarket {
  const btc = findInstrument('BTC-USDT') ?? expect.fail()
  const instrument: Instrument = { ...btc, symbol: venueSymbol, tickSize, stepSize: '0.00000001' }
  return { venueSymbol, instrument }
}

interface BookTicker {
  readonly u: number
  readonly s: string
  readonly b: string
  readonly B: string
  readonly a: string
  readonly A: string
}

const parsed = (lines: readonly RecordedLine[]) =>
  lines
    .filter(({ kind }) => kind === 'received')
    .map(({ text }) => JSON.parse(text) as { stream: string; data: { s: string; u: number } })

/** Plays a Binance session and compares the book with every bookTicker the venue sent beside it. */
async function playBinance(name: string, symbols: Record<string, string>) {
  const lines = [
    ...readRecording(join(folder, `${name}.http.0.0.gz`)),
    ...readRecording(join(folder, `${name}.ws.1.0.gz`)),
  ]
  const messages = parsed(lines)
  const diffs = messages.filter(({ stream }) => stream.includes('@depth'))
  const tickers = messages
    .filter(({ stream }) => stream.endsWith('@bookTicker'))
    .map(({ data }) => data as unknown as BookTicker)
  const network = recordedNetwork(lines)
  const restUrl = lines.find(({ kind }) => kind === 'answer')?.url.replace(/\/api\/.*/, '') ?? ''
  const ticks: RawTick[] = []
  const markets = Object.entries(symbols).map(([symbol, tick]) => market(symbol, tick))
  const log: string[] = []
  const feed: BinanceFeed = binanceFeed({
    transport: network,
    markets,
    restUrl,
    log: (line) => log.push(line),
  })

  const appliedOf: Record<string, number> = {}
  let compared = 0
  const differences: string[] = []
  feed.onApplied = (symbol, updateId) => {
    appliedOf[symbol] = (appliedOf[symbol] ?? 0) + 1
    // The stream names every change of the best prices, so the newest one not after the book's update
    // is what the top of the book must be now.
    const best = tickers.filter(({ s, u }) => s === symbol && u <= updateId).at(-1)
    const top = feed.bookOf(symbol)?.book
    if (best === undefined || top === undefined) return
    compared++
    const [bid, ask] = [top.bids[0], top.asks[0]]
    const ours = `${bid?.price} ${bid?.size} ${ask?.price} ${ask?.size}`
    const theirs = `${best.b} ${best.B} ${best.a} ${best.A}`
    if (ours !== theirs)
      differences.push(`${symbol} at ${updateId}: ${ours}, bookTicker ${best.u}: ${theirs}`)
  }
  feed.start((tick) => ticks.push(tick))
  await network.playAll()
  feed.stop()
  return { feed, diffs, appliedOf, compared, differences, ticks, log }
}

describe.skipIf(!isRecordedDataHere)('the recorded sessions, through the adapters that run live', () => {
  it('Binance: applies 149 of 149 changes of NKNUSDT and all others, and stays equal to bookTicker', async () => {
    const symbols = { NKNUSDT: '0.0001', BLZETH: '0.00000001', LRCBTC: '0.00000001', RUNEEUR: '0.001' }
    const { feed, diffs, appliedOf, compared, differences, ticks } = await playBinance('BINANCE', symbols)
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(100)
    expect(appliedOf.NKNUSDT).toBe(149)
    // Everything recorded was either newer than its snapshot and applied, or older and dropped.
    expect(feed.stats.applied + feed.stats.older).toBe(diffs.length)
    expect(feed.stats).toEqual({ applied: 172, older: 5, gaps: 0, snapshots: 4 })
    expect(ticks.length).toBeGreaterThan(10)
    for (const { bid, price, ask } of ticks) expect(bid <= price && price <= ask).toBe(true)
  })

  it('Binance.US: applies every change that is newer than its snapshot, and stays equal to bookTicker', async () => {
    const symbols = { COMPUSDT: '0.01', OMGBUSD: '0.0001', CRVUSDT: '0.001', ZRXUSDT: '0.0001' }
    const { feed, diffs, differences, compared } = await playBinance('BINANCE_US', symbols)
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(100)
    expect(feed.stats).toEqual({ applied: diffs.length - 4, older: 4, gaps: 0, snapshots: 4 })
  })

  it('Kraken: agrees with 4,269 of 4,269 checksums', async () => {
    const lines = readRecording(join(folder, 'KRAKEN.ws.50.0.gz'))
    const sent =
      lines.find(({ kind }) => kind === 'sent')?.text ?? expect.fail('no subscription was recorded')
    const pairs = (JSON.parse(sent) as { pair: string[] }).pair
    const recorded = lines.filter(({ text }) => text.includes('"c":"')).length
    const network = recordedNetwork(lines)
    const ticks: RawTick[] = []
    const feed = krakenFeed({
      transport: network,
      markets: pairs.map((pair) => market(pair, '0.00000001')),
      depth: 1_000,
      log: () => {},
    })
    feed.start((tick) => ticks.push(tick))
    await network.playAll()
    feed.stop()
    expect(recorded).toBe(4_269)
    expect(feed.stats).toEqual({ checksumsRight: 4_269, checksumsWrong: 0, snapshots: pairs.length })
    expect(ticks.length).toBeGreaterThan(100)
  })

  it('Kraken: subscribes anew when one message was lost', async () => {
    const lines = readRecording(join(folder, 'KRAKEN.ws.50.0.gz'))
    // One that changed the ten best levels: a change of the checksum tells.
    const checksums = lines.map(({ text }) =>
      text.includes('"XBT/CHF"') ? /"c":"(\d+)"/.exec(text)?.[1] : undefined,
    )
    const seen = checksums.filter((value) => value !== undefined)
    const lost = checksums.findIndex((value) => value !== undefined && value !== seen[0])
    const network = recordedNetwork(lines.filter((_, index) => index !== lost))
    const sent: string[] = []
    const feed = krakenFeed({
      transport: {
        ...network,
        connect: (url, handlers) => ({ ...network.connect(url, handlers), send: (text) => sent.push(text) }),
      },
      markets: [market('XBT/CHF', '0.1')],
      depth: 1_000,
      log: () => {},
    })
    feed.start(() => {})
    await network.playAll()
    feed.stop()
    expect(feed.stats.checksumsWrong).toBe(1)
    expect(feed.stats.checksumsRight).toBeGreaterThan(0)
    expect(feed.bookOf('XBT/CHF')).toBeUndefined()
    expect(sent.slice(-2).map((text) => JSON.parse(text).event)).toEqual(['unsubscribe', 'subscribe'])
  })
})

if (!isRecordedDataHere) {
  describe('the recorded market data', () => {
    it('is here: set MARKET_DATA_DIR to its folder', (context) => {
      if (process.env.CI === 'true') expect.fail(`there is no recorded market data in ${recordedDataFolder}`)
      context.skip()
    })
  })
}
