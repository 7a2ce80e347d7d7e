import { allowed, type Decision, refused } from '../errors.ts'
import { formatPrice } from '../market/instrument.ts'
import { opensAt } from './lifecycle.ts'
import { type ContractMarket, checkContract, checkSize, readLots, readTicks } from './order.ts'
import { type Direction, formatLots } from './rules.ts'

/** How a customer changes an order for a position that waits at its price. */

/** The order as it is. Prices in ticks, lots in hundredths. */
export interface WaitingOrder {
  readonly direction: Direction
  readonly leverage: number
  readonly lots: number
  readonly limitPrice: number
  readonly takeProfit: number | null
  readonly stopLoss: number | null
}

/** What is to be another: decimal strings, as they are written. */
export interface AmendDraft {
  readonly lots?: string | undefined
  readonly limitPrice?: string | undefined
}

export interface Amendment {
  readonly lots: number
  readonly limitPrice: number
  /** Smaller at the same price: it stays where it stands among those at this price. */
  readonly keepsPlace: boolean
}

/**
 * Decides what an amended order becomes. What only gets smaller is refused for its size alone; anything else is an order as
 * if it came now.
 *
 * Refuses: what `readLots` and `readTicks` refuse; ORDER_WOULD_OPEN at a price where it would open at once; what `checkContract`
 *          refuses, of its stops too.
 */
export function decideAmendment(
  market: ContractMarket,
  order: WaitingOrder,
  draft: AmendDraft,
): Decision<Amendment> {
  const { instrument, tick } = market
  const sized = readLots(draft.lots ?? formatLots(order.lots))
  if (!sized.ok) return sized
  const text = draft.limitPrice ?? formatPrice(instrument, order.limitPrice)
  const priced = readTicks(instrument, text)
  if (!priced.ok) return priced
  const [lots, limitPrice] = [Number(sized.lots), Number(priced.ticks)]
  if (limitPrice === order.limitPrice && lots <= order.lots) {
    const size = lots < order.lots ? checkSize(market, sized.lots, limitPrice) : allowed({})
    return size.ok ? allowed({ lots, limitPrice, keepsPlace: true }) : size
  }
  const { direction, leverage } = order
  if (opensAt(direction, limitPrice, tick)) return refused('ORDER_WOULD_OPEN')
  const stop = (at: number | null) => (at === null ? undefined : formatPrice(instrument, at))
  const [takeProfit, stopLoss] = [stop(order.takeProfit), stop(order.stopLoss)]
  const checked = checkContract(market, {
    ...{ direction, leverage, lots: formatLots(lots), limitPrice: text, takeProfit, stopLoss },
  })
  return checked.ok ? allowed({ lots, limitPrice, keepsPlace: false }) : checked
}
