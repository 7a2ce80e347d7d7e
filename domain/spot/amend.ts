import { allowed, type Decision, refused } from '../errors.ts'
import { formatQuantity, type Instrument, parsePrice } from '../market/instrument.ts'
import type { Price, Quantity } from '../money/amount.ts'
import { checkLimitPrice, readQuantity, refusedSize, type Side } from './rules.ts'

/** What an open order is to be instead, as a customer writes it; what is left out stays. */
export interface AmendDraft {
  readonly limitPrice?: string | undefined
  /** In base, with what has been filled of it. */
  readonly quantity?: string | undefined
}

/** What an open order is. */
export interface AmendedOrder {
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  readonly filled: Quantity
}

/** What an order becomes. */
export interface Amendment {
  readonly price: Price
  readonly quantity: Quantity
  /** Whether it stays where it stands in the queue of its price: only one that does nothing but shrink. */
  readonly keepsPriority: boolean
}

/**
 * Decides what an open order becomes. The quantity is that of the whole order: what fills while the request is on
 * its way is part of it, so that an order never trades more than its customer last asked for.
 *
 * Refuses: MARKET_CLOSED, unless the order only shrinks; PRICE_STALE for another price before there is any; what `checkOrder` refuses of a price or a quantity;
 * QUANTITY_BELOW_FILLED where nothing would be left.
 */
export function decideAmendment(
  instrument: Instrument,
  order: AmendedOrder,
  draft: AmendDraft,
  lastPrice: Price | undefined,
): Decision<Amendment> {
  const sized =
    draft.quantity === undefined
      ? ({ ok: true, ...order } as const)
      : readQuantity(instrument, draft.quantity)
  if (!sized.ok) return sized
  const { quantity } = sized
  const priced = readPrice(instrument, order, draft.limitPrice, lastPrice)
  const keepsPriority = priced.ok && priced.limit === order.price && quantity <= order.quantity
  if (instrument.status === 'halted' && !keepsPriority) {
    return refused('MARKET_CLOSED', { symbol: instrument.label })
  }
  if (!priced.ok) return priced
  const price = priced.limit
  if (quantity <= order.filled) {
    return refused('QUANTITY_BELOW_FILLED', {
      filled: formatQuantity(instrument, order.filled),
      currency: instrument.base,
    })
  }
  return refusedSize(instrument, quantity, price) ?? allowed({ price, quantity, keepsPriority })
}

/** The price that is asked for. One that stays is not checked again: the market has moved, not the order. */
function readPrice(
  instrument: Instrument,
  order: AmendedOrder,
  text: string | undefined,
  lastPrice: Price | undefined,
): Decision<{ readonly limit: Price }> {
  if (text === undefined || parsePrice(instrument, text) === order.price)
    return allowed({ limit: order.price })
  if (lastPrice === undefined) return refused('PRICE_STALE', { symbol: instrument.label })
  return checkLimitPrice(instrument, order.side, text, lastPrice)
}
