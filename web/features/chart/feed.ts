import type { Chart, KLineData } from 'klinecharts'
import { type Period, periodMs } from '#domain/market/candle.ts'
import { type CandleView, candles, candlesChannel } from '#domain/market/contract.ts'
import { http } from '#web/app/api.ts'
import { useConnection } from '#web/app/connection.ts'
import { subscribe } from '#web/app/socket.ts'
import { quotes } from '#web/features/quotes/quotes.ts'
import { isAfterGap } from './gaps.ts'
import { heikinAshi } from './heikin.ts'

const BARS_AT_ONCE = 300
const RETRY_MS = 3_000

/** Whether the first bars are there; `empty` where there are none. */
export type FeedState = 'loading' | 'shown' | 'empty' | 'failed'

/**
 * Gives the chart its bars: the newest first, older ones as it is pulled back, then each change live. What did
 * not load is asked for again every 3 s; after an outage everything is, for candles are missing.
 *
 * With `isHeikin` they are Heikin-Ashi bars. `onGaps` is told of the bars before which prices are missing.
 *
 * Returns: how to stop. From then on the chart is told nothing, also not by what is still under way: the
 * library would follow the live channel of a chart that is gone.
 */
export function followCandles(
  chart: Pick<Chart, 'setDataLoader' | 'resetData'>,
  symbol: string,
  period: Period,
  onState: (state: FeedState) => void,
  isHeikin = false,
  onGaps: (timestamps: readonly number[]) => void = () => {},
): () => void {
  /** The newest two bars as they are drawn: what a live one follows from. */
  let drawn: KLineData[] = []
  let gaps: readonly number[] = []
  /** The live bar for which all were asked for again. */
  let leaptTo: number | undefined
  let isOver = false
  let stopFollowing = () => {}
  let retry: ReturnType<typeof setTimeout> | undefined

  async function load(toMs: number): Promise<KLineData[] | undefined> {
    const fromMs = Math.max(0, toMs - BARS_AT_ONCE * periodMs[period])
    const asked = { symbol, period, fromMs: String(fromMs), toMs: String(toMs) }
    const list = await http.request(candles, asked).catch(() => undefined)
    return list?.map(toBar)
  }

  function shown(bars: KLineData[], isNewest: boolean): KLineData[] {
    const list = isHeikin ? heikinAshi(bars) : bars
    if (isNewest) drawn = list.slice(-2)
    const found = bars.filter(isAfterGap).map(({ timestamp }) => timestamp)
    if (found.length > 0 || (isNewest && gaps.length > 0)) {
      gaps = isNewest ? found : [...found, ...gaps]
      onGaps(gaps)
    }
    return list
  }

  /** Whether bars may be missing before a live one: only the list of them says whether the market was open. */
  const isLeap = ({ timestamp }: KLineData): boolean =>
    drawn.length > 0 && timestamp > drawn.at(-1)!.timestamp + periodMs[period]

  function shownLive(bar: KLineData): KLineData {
    if (!isHeikin) {
      drawn = [bar]
      return bar
    }
    const before = drawn.at(-1)?.timestamp === bar.timestamp ? drawn.at(-2) : drawn.at(-1)
    const [live] = heikinAshi([bar], before)
    drawn = before ? [before, live!] : [live!]
    return live!
  }

  /** A bar that still runs closes at the price that stands beside the chart: the two come on different ways. */
  function atQuote(bar: KLineData): KLineData {
    const quote = quotes.get(symbol)
    const close = Number(quote?.lastPrice)
    const age = (quote?.atMs ?? 0) - bar.timestamp
    return close && age >= 0 && age < periodMs[period]
      ? { ...bar, close, high: Math.max(bar.high, close), low: Math.min(bar.low, close) }
      : bar
  }

  onState('loading')
  chart.setDataLoader({
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward') return callback([], false)
      const isFirst = type === 'init' || timestamp === null
      const bars = await load(isFirst ? serverNowMs(symbol) + periodMs[period] : timestamp - 1)
      if (isOver) return
      if (isFirst && bars?.length) bars.push(atQuote(bars.pop()!))
      if (isFirst) onState(bars ? (bars[0] ? 'shown' : 'empty') : 'failed')
      if (bars) return callback(shown(bars, isFirst), { forward: bars.length > 0, backward: false })
      // The library asks again for the first bars when its data is reset, for older ones when it is answered.
      clearTimeout(retry)
      retry = setTimeout(
        () => (isFirst ? chart.resetData() : callback([], { forward: true, backward: false })),
        RETRY_MS,
      )
    },
    subscribeBar({ callback }) {
      stopFollowing()
      stopFollowing = subscribe(candlesChannel, { symbol, period }, (event) => {
        if (event.symbol !== symbol || event.period !== period) return
        const bar = atQuote(toBar(event.candle))
        if (!isLeap(bar) || leaptTo === bar.timestamp) {
          // Of a market that had none it is the first.
          onState('shown')
          return callback(shownLive(bar))
        }
        leaptTo = bar.timestamp
        chart.resetData()
      })
    },
    unsubscribeBar: () => stopFollowing(),
  })
  const stopWatching = useConnection.subscribe((now, before) => {
    if (now.lostAtMs === undefined && before.lostAtMs !== undefined) chart.resetData()
  })
  return () => {
    isOver = true
    clearTimeout(retry)
    stopWatching()
    stopFollowing()
  }
}

/** Now, as far as this page knows: a device's clock may be behind the market's. */
const serverNowMs = (symbol: string): number => Math.max(Date.now(), quotes.get(symbol)?.atMs ?? 0)

/** A candle as pixels will need it: the chart draws, it does not count money. */
const toBar = (candle: CandleView): KLineData => ({
  timestamp: candle.openAtMs,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
  volume: Number(candle.volume),
  ...(candle.isAfterGap && { isAfterGap: true }),
})
