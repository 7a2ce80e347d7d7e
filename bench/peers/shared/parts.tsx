import { lazy, Suspense } from 'react'
import { grouped } from './exchange.ts'
import { SYMBOL, type useTicket } from './ticket.ts'

/** What a ticket shows that is no element of a kit. */

const Candles = lazy(() => import('./candles.tsx'))

/** The last price and its change, above the chart. */
export const PriceAndChart = ({ last, change }: Pick<ReturnType<typeof useTicket>, 'last' | 'change'>) => (
  <>
    <div className="strip">
      <b>{last ? grouped(last) : '—'}</b>
      <span className={change?.startsWith('-') ? 'down' : 'up'}>{change && `${change}%`}</span>
      <i className="muted">15m</i>
    </div>
    <Suspense fallback={<div className="chart" />}>
      <Candles symbol={SYMBOL} />
    </Suspense>
  </>
)

/** What can be spent, and what the order comes to. */
export const Facts = ({ ticket }: { ticket: ReturnType<typeof useTicket> }) => (
  <>
    <p className="facts">
      <span>Available</span> {grouped(Number(ticket.available).toFixed(2))} {ticket.unit}
    </p>
    <p className="facts">
      <span>Total</span> {ticket.total} {ticket.quote}
    </p>
    <p className="facts">
      <span>Fee (maker) 0.10%</span> {ticket.fee} {ticket.base}
    </p>
  </>
)
