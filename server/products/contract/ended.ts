import { formatLots } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { PositionId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { EndedRecords } from '#server/core/ended.ts'
import type { Position } from './position.ts'
import { positionsById } from './store.ts'

/** Positions that were closed, and orders that were cancelled. */
export const endedPositions: EndedRecords = {
  product: 'contract',
  table: 'contract_position',
  isEnded: "status in ('closed', 'cancelled')",
  id: 'id',
  outcome: "(case reason when 'liquidation' then 'liquidated' else status end)",
  endedAt: 'closed_at',
  statuses: { closed: ['closed'], liquidated: ['liquidated'], cancelled: ['cancelled'] },
  async read(db, customer, ids) {
    const positions = [...(await positionsById(db, ids as readonly PositionId[])).values()]
    return new Map(
      positions
        .filter((position) => position.customer === customer)
        .map((position) => [position.id as bigint, contentOf(position)]),
    )
  },
}

function contentOf(position: Position) {
  const { symbol, direction, lots, status, reason, entryPrice, closePrice, createdAtMs } = position
  const { fee, financing, realizedPnl } = position
  const instrument = findInstrument(symbol)!
  const price = (ticks: number | null) => (ticks === null ? null : formatPrice(instrument, ticks))
  const amount = (units: bigint) => formatAmount(units, MARGIN_CURRENCY)
  const isOpened = status === 'closed'
  return {
    ...{ symbol, side: direction, quantity: formatLots(lots), filled: formatLots(isOpened ? lots : 0n) },
    status:
      reason === 'liquidation'
        ? ('liquidated' as const)
        : isOpened
          ? ('closed' as const)
          : ('cancelled' as const),
    ...{ unit: 'lots', openPrice: price(entryPrice), closePrice: price(closePrice) },
    result: isOpened ? amount(realizedPnl - fee - financing) : null,
    ...{ resultCurrency: MARGIN_CURRENCY, fee: amount(isOpened ? fee : 0n), feeCurrency: MARGIN_CURRENCY },
    placedAtMs: createdAtMs,
  }
}
