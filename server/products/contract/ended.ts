import { formatLots } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { EndedRecords } from '#server/core/ended.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Position } from './position.ts'
import { positionsById } from './store.ts'

const positions = {
  table: 'contract_position',
  id: 'id',
  outcome: "(case reason when 'liquidation' then 'liquidated' else status end)",
  endedAt: 'closed_at',
  statuses: { closed: ['closed'], liquidated: ['liquidated'], cancelled: ['cancelled'] },
  async read(db: Db, customer: CustomerId, ids: readonly bigint[]) {
    const found = [...(await positionsById(db, ids as readonly PositionId[])).values()]
    return new Map(
      found
        .filter((position) => position.customer === customer)
        .map((position) => [position.id as bigint, contentOf(position)]),
    )
  },
} as const

/** Own positions that were closed, and orders that were cancelled. */
export const endedPositions: EndedRecords = {
  ...positions,
  product: 'contract',
  isEnded: "status in ('closed', 'cancelled') and relation_id is null",
}

/** Positions that were opened by copying and are closed, by what the lead did, their own prices or their follower. */
export const endedCopies: EndedRecords = {
  ...positions,
  product: 'copy',
  isEnded: "status in ('closed', 'cancelled') and relation_id is not null",
}

function contentOf(position: Position) {
  const { symbol, direction, lots, status, reason, entryPrice, closePrice, createdAtMs } = position
  const { fee, financing, realizedPnl, relation, leadName } = position
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
    ...{ relationId: relation === null ? null : String(relation), leadName },
    placedAtMs: createdAtMs,
  }
}
