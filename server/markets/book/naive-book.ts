import type { Side, TimeInForce } from './book.ts'

/** An order as the naive book keeps it. */
export interface NaiveOrder {
  id: number
  side: Side
  price: number
  remaining: number
  owner: number
}

export interface NaiveFill {
  maker: number
  price: number
  quantity: number
  makerRemaining: number
}

export interface NaiveOutcome {
  outcome: 'rests' | 'filled' | 'ioc' | 'fok' | 'post-only' | 'self-trade'
  fills: NaiveFill[]
  remaining: number
}

/**
 * The same book written for the reader: one array of orders in time order, looked through from the start
 * every time. Tests hold the fast book against it.
 */
export function createNaiveBook() {
  let orders: NaiveOrder[] = []

  /** The orders of a side, best price first, then oldest first; a stable sort keeps the time order. */
  function queue(side: Side): NaiveOrder[] {
    return orders
      .filter((order) => order.side === side)
      .sort((a, b) => (side === 'buy' ? b.price - a.price : a.price - b.price))
  }

  function place(order: NaiveOrder, timeInForce: TimeInForce): NaiveOutcome {
    const crossed = queue(order.side === 'buy' ? 'sell' : 'buy').filter((resting) =>
      order.side === 'buy' ? resting.price <= order.price : resting.price >= order.price,
    )
    const own = crossed.findIndex((resting) => resting.owner === order.owner)
    const reachable = own === -1 ? crossed : crossed.slice(0, own)
    const available = reachable.reduce((sum, resting) => sum + resting.remaining, 0)

    if (timeInForce === 'post-only' && crossed.length > 0) {
      return { outcome: 'post-only', fills: [], remaining: order.remaining }
    }
    if (timeInForce === 'fok' && available < order.remaining) {
      return { outcome: 'fok', fills: [], remaining: order.remaining }
    }

    const fills: NaiveFill[] = []
    let remaining = order.remaining
    for (const resting of reachable) {
      if (remaining === 0) break
      const quantity = Math.min(remaining, resting.remaining)
      remaining -= quantity
      resting.remaining -= quantity
      fills.push({ maker: resting.id, price: resting.price, quantity, makerRemaining: resting.remaining })
    }
    orders = orders.filter((resting) => resting.remaining > 0)

    if (remaining === 0) return { outcome: 'filled', fills, remaining }
    if (own !== -1) return { outcome: 'self-trade', fills, remaining }
    if (timeInForce === 'ioc') return { outcome: 'ioc', fills, remaining }
    orders.push({ ...order, remaining })
    return { outcome: 'rests', fills, remaining }
  }

  function cancel(id: number): number {
    const remaining = orders.find((order) => order.id === id)?.remaining ?? 0
    orders = orders.filter((order) => order.id !== id)
    return remaining
  }

  function shrink(id: number, quantity: number): boolean {
    const order = orders.find((resting) => resting.id === id)
    if (!order || quantity <= 0 || quantity >= order.remaining) return false
    order.remaining = quantity
    return true
  }

  return { place, cancel, shrink, queue }
}
