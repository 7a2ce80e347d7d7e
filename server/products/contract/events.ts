import { formatLots, type PositionStatus } from '#domain/contract/rules.ts'
import type { PositionId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import type { Position } from './position.ts'
import { positionsById } from './store.ts'

/** What a position moved: every transfer of it refers to it. */
export const positionEvents: LedgerEvents = {
  kind: 'contract',
  async read(db, customer, requests) {
    const positions = [...(await positionsById(db, requests as readonly PositionId[])).values()]
    return new Map(
      positions
        .filter((position) => position.customer === customer)
        .map((position) => [position.id as bigint, contentOf(position)]),
    )
  },
}

const states = {
  pending: 'pending',
  open: 'open',
  closed: 'closed',
  cancelled: 'canceled',
} as const satisfies Record<PositionStatus, string>

function contentOf(position: Position): EventContent {
  const { symbol, direction, lots, leverage, status, reason, entryPrice, closePrice } = position
  const instrument = findInstrument(symbol)!
  const price = (ticks: number | null) => (ticks === null ? '0' : formatPrice(instrument, ticks))
  return {
    variant: direction,
    state: reason === 'liquidation' ? 'liquidated' : states[status],
    params: {
      ...{ lots: formatLots(lots), symbol: instrument.label, leverage: String(leverage) },
      ...{ entry: price(entryPrice), close: price(closePrice) },
    },
  }
}
