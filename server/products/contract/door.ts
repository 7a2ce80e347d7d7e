import { endAt } from '#domain/contract/lifecycle.ts'
import { markOf, profitAtMark } from '#domain/contract/rules.ts'
import { Refusal, refusal } from '#domain/errors.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { availableOf } from './accounts.ts'
import { move, spendable } from './batch.ts'
import { decideOpen, decideStops, decidingNow } from './decide.ts'
import type { PositionDoor } from './followers.ts'
import type { Position } from './position.ts'
import { receiptOfAct } from './receipts.ts'
import { close } from './settle.ts'
import { type Active, conversionTick, type State, valueAt } from './state.ts'
import { settleDue } from './ticks.ts'

/** The way to positions for who copies them. */
export function createDoor(state: State): PositionDoor {
  const marketIn = ({ symbol }: Position) => state.markets.get(symbol)!

  /** A position that is not over, once what its price has decided already is done. */
  function current(batch: Parameters<PositionDoor['close']>[0], id: Position['id']): Active | undefined {
    const active = state.active.get(id)
    if (!active) return undefined
    settleDue(state, batch, active)
    return state.unpaid.has(active) ? undefined : state.active.get(id)
  }

  return {
    open: (batch, order) => decideOpen(state, batch, order),
    close(batch, { id, lots, reason, by, relation, leadPosition }) {
      const active = current(batch, id)
      if (active?.position.status !== 'open') return undefined
      const { position, market } = active
      const own = by.tick.sequence > position.triggersSequence ? endAt(position, markOf(by.tick)) : undefined
      if (own) return close(state, batch, active, by, own)
      const closed = lots ?? position.openLots
      const change = close(state, batch, active, by, reason, closed)
      if (!change) return undefined
      const { conversionSequence } = change
      const asked = { act: 'close', lots: closed, conversionSequence, reason } as const
      batch.receipts.push(receiptOfAct(market, position, change, asked, { relation, leadPosition }))
      return change
    },
    setStops(batch, copied, id, { takeProfit, stopLoss }) {
      const active = state.active.get(id)!
      const { instrument } = active.market
      const text = (at: number | null) => (at === null ? '0' : formatPrice(instrument, at))
      const draft = { takeProfit: text(takeProfit), stopLoss: text(stopLoss) }
      const { customer } = active.position
      return decideStops(state, batch, customer, id, draft, copied) ?? refusal('POSITION_NOT_OPEN')
    },
    find: (id) => state.active.get(id)?.position,
    positionsOf: (customer) => [...(state.ofCustomer.get(customer) ?? [])].map(({ position }) => position),
    decidingAt(position, atMs) {
      const by = decidingNow(state, marketIn(position), atMs)
      return by instanceof Refusal ? undefined : by
    },
    valueAt(position, by) {
      const market = marketIn(position)
      const conversion = by ? by.conversion : conversionTick(state, market)
      if (market.terms.conversion && !conversion) return undefined
      return valueAt(market, position, conversion && markOf(conversion))
    },
    profitOf(position, mark) {
      const market = marketIn(position)
      const conversion = conversionTick(state, market)
      if (position.status !== 'open' || !market.last || (market.terms.conversion && !conversion)) {
        return undefined
      }
      const value = valueAt(market, position, conversion && markOf(conversion))
      const [lots, entry] = [BigInt(position.openLots), BigInt(position.entryPrice!)]
      return profitAtMark(value, position.direction, lots, entry, BigInt(mark ?? markOf(market.last)))
    },
    lastTick: (symbol) => state.markets.get(symbol)?.last,
    conversionOf: (position) => marketIn(position).terms.conversion?.symbol,
    available: (batch, customer) => spendable(batch, availableOf(customer)),
    availableAccount: availableOf,
    move,
  }
}
