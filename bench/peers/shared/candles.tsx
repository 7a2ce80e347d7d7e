import { dispose, init, type KLineData } from 'klinecharts'
import { useEffect, useRef } from 'react'
import { type CandleView, call, subscribe } from './exchange.ts'

const PERIOD = '15m'
const PERIOD_MS = 900_000
const BARS = 300

const toBar = (candle: CandleView): KLineData => ({
  timestamp: candle.openAtMs,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
  volume: Number(candle.volume),
})

/** The small chart above the ticket: candles of 15 minutes by klinecharts, live. */
export default function Candles({ symbol }: { symbol: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current!
    const chart = init(element, {
      styles: {
        grid: { show: false },
        xAxis: { show: false },
        yAxis: { show: false },
        candle: { tooltip: { showRule: 'none' }, priceMark: { high: { show: false }, low: { show: false } } },
        crosshair: { show: false },
      },
    })!
    chart.setBarSpace(5)
    chart.setScrollEnabled(false)
    chart.setZoomEnabled(false)
    chart.setSymbol({ ticker: symbol, pricePrecision: 2, volumePrecision: 5 })
    chart.setPeriod({ span: 15, type: 'minute' })
    let isOver = false
    let stop = () => {}
    chart.setDataLoader({
      async getBars({ type, callback }) {
        if (type !== 'init') return callback([], false)
        const toMs = Date.now() + PERIOD_MS
        const asked = { symbol, period: PERIOD, from: String(toMs - BARS * PERIOD_MS), to: String(toMs) }
        const bars = await call<readonly CandleView[]>('/currency/new_timeshar', asked)
        if (!isOver) callback(bars.map(toBar), false)
      },
      subscribeBar({ callback }) {
        stop = subscribe<{ symbol: string; candle: CandleView }>(
          `candles:${symbol}:${PERIOD}`,
          'candle',
          (event) => event.symbol === symbol && callback(toBar(event.candle)),
        )
      },
      unsubscribeBar: () => stop(),
    })
    return () => {
      isOver = true
      stop()
      dispose(element)
    }
  }, [symbol])
  return <div ref={box} className="chart" />
}
