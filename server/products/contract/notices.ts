import { resultOf } from '#domain/contract/lifecycle.ts'
import { formatLots } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import { assert } from '#domain/errors.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import type { NewNotice, NoticeSource } from '#server/core/notices/notices.ts'
import type { Position, PositionChange } from './position.ts'
import { positionsById, toldChanges } from './store.ts'

const PART = 'contract'

/** Customers are told what a price did to their positions. The changes are followed after they are committed. */
export const contractSource: NoticeSource = {
  name: 'contract',
  async follow(tx, positions, limit) {
    const changes = await toldChanges(tx, positions.get(PART) ?? 0n, limit)
    const found = await positionsById(tx, [...new Set(changes.map(({ position }) => position))])
    // One notice of a position: what happened last takes the place of what was before.
    const newest = new Map(changes.map((change) => [change.position, change]))
    return {
      notices: [...newest.values()].map((change) => noticeOf(found.get(change.position)!, change)),
      positions: new Map(changes.map(({ id }) => [PART, id])),
    }
  },
}

const told = {
  opened: () => 'opened' as const,
  'margin-call': () => 'margin-call' as const,
  closed: ({ reason }: PositionChange) => reason,
  cancelled: ({ reason }: PositionChange) => reason,
}

function noticeOf(position: Position, change: PositionChange): NewNotice {
  const { kind } = change
  assert(kind in told, `a change of kind ${kind} is not told`)
  const variant = told[kind as keyof typeof told](change)
  assert(variant !== null && variant !== 'user', 'only what a price did is told')
  const instrument = findInstrument(position.symbol)!
  // What a position came to is told as its list has it: after fees and financing.
  const amount = kind === 'closed' ? resultOf(position) : position.margin
  // A warning names the price to come, everything else the one that was.
  const price = kind === 'margin-call' ? change.liquidationPrice : (change.price ?? position.limitPrice)
  return {
    customer: position.customer,
    kind: 'contract-position',
    subject: String(position.id),
    params: {
      variant,
      symbol: instrument.label,
      lots: formatLots(change.lots ?? position.lots),
      price: formatPrice(instrument, price ?? 0),
      amount: formatDecimal(amount, marginDecimals()),
      currency: MARGIN_CURRENCY,
    },
    version: change.id,
    isFinal: position.status === 'closed' || position.status === 'cancelled',
  }
}
