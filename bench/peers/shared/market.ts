import { useState } from 'react'
import { type QuoteView, useQuotes } from './exchange.ts'

/** What the market page of both peers shows, whatever draws it. */
export const classes = [
  { id: '0', label: 'Forex' },
  { id: '6', label: 'Stocks' },
  { id: '3', label: 'Futures' },
  { id: '2', label: 'Cryptocurrency' },
  { id: '9', label: 'ETF' },
]
export const movers = [
  { id: 'all', label: 'All' },
  { id: 'gainers', label: 'Gainers' },
  { id: 'losers', label: 'Losers' },
  { id: 'traded', label: 'Most traded' },
]

const change = (quote: QuoteView) => Number(quote.changePercent)
const orders: Record<string, (one: QuoteView, other: QuoteView) => number> = {
  all: () => 0,
  gainers: (one, other) => change(other) - change(one),
  losers: (one, other) => change(one) - change(other),
  traded: (one, other) => Number(other.turnover24h) - Number(one.turnover24h),
}

export function useMarket() {
  const all = useQuotes()
  const [classId, setClass] = useState('2')
  const [mover, setMover] = useState('all')
  const rows = all?.filter((quote) => String(quote.classId) === classId).toSorted(orders[mover])
  return { rows, classId, setClass, mover, setMover }
}
