import { sideReached } from '#domain/alert/rules.ts'
import { formatPrice, pairText } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { NewNotice, NoticeSource } from '#server/core/notices/notices.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import type { Tx } from '#server/platform/db/database.ts'
import {
  ALERT_SOURCE,
  type AlertRow,
  alertsWithin,
  deleteAlerts,
  type Extremes,
  firstSequence,
  TAPE,
} from './store.ts'

/**
 * Alerts follow the tape: an alert is reached by the first tick at or beyond its limit, whether or not somebody was
 * watching then. It is deleted as its notice is written, so that it is told once.
 */
export const alertsReached: NoticeSource = {
  name: ALERT_SOURCE,
  async follow(tx, positions) {
    const first = await firstSequence(tx)
    // Nobody waits: what comes until somebody does need not be read.
    if (first === undefined) return { notices: [], positions: new Map() }
    const followed = positions.get(TAPE) ?? 0n
    const after = first > followed ? first : followed
    const page = await ticksAfter(tx, Number(after)).next()
    if (page.done) return { notices: [], positions: new Map() }
    const ticks = page.value.filter(({ isHeld }) => !isHeld)
    const reached = await reachedBy(tx, ticks)
    const deleted = await deleteAlerts(
      tx,
      reached.map(({ alert }) => alert.id),
    )
    return {
      notices: reached.flatMap(({ alert, tick }) =>
        deleted.has(alert.id) ? (reachedNotice(alert, tick) ?? []) : [],
      ),
      positions: new Map([[TAPE, BigInt(page.value.at(-1)?.sequence ?? Number(after))]]),
    }
  },
}

interface Reached {
  readonly alert: AlertRow
  /** The first that reached it. */
  readonly tick: Tick
}

async function reachedBy(tx: Tx, ticks: readonly Tick[]): Promise<Reached[]> {
  const bySymbol = Map.groupBy(ticks, ({ symbol }) => symbol)
  const extremes = [...bySymbol].map(([symbol, own]): Extremes => {
    let [highest, lowest] = [own[0]!.price, own[0]!.price]
    for (const { price } of own) {
      highest = Math.max(highest, price)
      lowest = Math.min(lowest, price)
    }
    return { symbol, highest, lowest }
  })
  if (extremes.length === 0) return []
  const reached: Reached[] = []
  for (const alert of await alertsWithin(tx, extremes)) {
    const limits = limitsOf(alert)
    // A tick from before it was set is not what it waits for.
    const tick = bySymbol
      .get(alert.symbol)!
      .find(({ sequence, price }) => sequence > alert.since_sequence && sideReached(limits, price))
    if (tick) reached.push({ alert, tick })
  }
  return reached
}

const limitsOf = ({ upper, lower }: AlertRow) => ({
  upper: upper === null ? null : Number(upper),
  lower: lower === null ? null : Number(lower),
})

function reachedNotice(alert: AlertRow, tick: Tick): NewNotice | undefined {
  const instrument = findInstrument(alert.symbol)
  if (!instrument) return undefined
  const side = sideReached(limitsOf(alert), tick.price)!
  const isMove = alert.condition === 'move'
  const limit = side === 'upper' ? alert.upper : alert.lower
  return {
    customer: alert.customer_id,
    kind: 'alert-reached',
    subject: String(alert.id),
    params: {
      variant: side === 'upper' ? (isMove ? 'rise' : 'above') : isMove ? 'fall' : 'below',
      pair: pairText(alert.symbol),
      symbol: alert.symbol,
      price: formatPrice(instrument, tick.price),
      target: formatPrice(instrument, Number(limit)),
      percent: alert.percent ?? '',
    },
  }
}
