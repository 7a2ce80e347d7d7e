import { memo } from 'react'
import { grouped, type QuoteView, useQuote, volume } from './exchange.ts'

/** The row of an instrument inside of a kit's list item: each part that moves follows its own figure, as in ours. */
export const RowCells = memo(function RowCells({
  quote: { symbol, label, turnover24h },
  line,
}: {
  quote: QuoteView
  line: readonly (string | null)[] | undefined
}) {
  const [base, quote] = label.split('/')
  return (
    <div className="row">
      <span className="name">
        <b>{base}</b> <span className="muted">{quote && `/${quote}`}</span>
        <Turnover symbol={symbol} before={turnover24h} />
      </span>
      <Sparkline line={line} />
      <Last symbol={symbol} />
      <Change symbol={symbol} />
    </div>
  )
})

function Turnover({ symbol, before }: { symbol: string; before: string }) {
  return <small>{useQuote(symbol, (quote) => volume(quote.turnover24h)) ?? volume(before)}</small>
}

function Last({ symbol }: { symbol: string }) {
  const last = useQuote(symbol, (quote) => quote.lastPrice ?? undefined)
  return <span className="price">{last ? grouped(last) : '—'}</span>
}

function Change({ symbol }: { symbol: string }) {
  const change = useQuote(symbol, (quote) => quote.changePercent ?? undefined)
  return (
    <span className={`pill ${change?.startsWith('-') ? 'down' : 'up'}`}>{change ? `${change}%` : '—'}</span>
  )
}

const WIDTH = 56
const HEIGHT = 20

/** A day's prices as a line. */
const Sparkline = memo(function Sparkline({ line }: { line: readonly (string | null)[] | undefined }) {
  const points = line?.flatMap((value) => (value === null ? [] : [Number(value)])) ?? []
  if (points.length < 2) return <svg width={WIDTH} height={HEIGHT} aria-hidden="true" />
  const low = Math.min(...points)
  const span = Math.max(...points) - low || 1
  const x = (index: number) => ((index / (points.length - 1)) * WIDTH).toFixed(1)
  const y = (value: number) => (HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)).toFixed(1)
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline
        points={points.map((value, index) => `${x(index)},${y(value)}`).join(' ')}
        className={points.at(-1)! < points[0]! ? 'line down' : 'line up'}
      />
    </svg>
  )
})
