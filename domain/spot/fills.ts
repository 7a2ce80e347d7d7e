import type { Tick } from '../market/tick.ts'
import { mulDiv, parseDecimal } from '../money/amount.ts'
import type { Receipt } from '../proof/receipt.ts'
import { multipleOf } from '../proof/stop.ts'

/**
 * What became of an order in the book, computed again from what is signed of it: its order, each fill and each amendment in
 * their order, and how it ended. No fill stands there twice or may be worse than the limit of its moment, its fee is that of the order's terms,
 * and all of them come to what is signed as the end.
 *
 * It shows that these fills keep to the order and its fees, and that the exchange signs them. Which orders stood in the book
 * beside it, and whether one of them was to be filled first, no customer can see, and this does not show.
 */

/** What is signed of an order at its end: its terms, what happened, and what it came to. */
export interface FilledOrder {
  readonly side: 'buy' | 'sell'
  readonly fills: number
  /** Units of base, of quote, and of the currency received. */
  readonly filled: bigint
  readonly notional: bigint
  readonly fee: bigint
}

/** What is wrong: the tick of its acceptance is not there; a fill is not the order's; they come to something else. */
export type FillsError = 'tick' | 'earlier' | 'outcome'

const FEE_ONE = 10_000n

/** Adds up an order over its receipts. Refuses: (as an error) what the terms do not allow. */
export function addUpFills(
  receipts: readonly Receipt[],
  ticks: readonly Tick[],
): { readonly ok: true; readonly order: FilledOrder } | { readonly ok: false; readonly error: FillsError } {
  const [order, ...events] = receipts
  const last = events.pop()
  const wrong = (error: FillsError) => ({ ok: false, error }) as const
  if (order?.product !== 'spot' || order.terms.act !== undefined) return wrong('earlier')
  if (ticks.length !== 1 || ticks[0]!.sequence !== order.tapeSize || ticks[0]!.symbol !== order.symbol)
    return wrong('tick')
  const { terms } = order
  const { side } = terms
  if (side !== 'buy' && side !== 'sell') return wrong('earlier')
  const [base, quote] = [Number(terms['base-decimals']), Number(terms['quote-decimals'])]
  const amount = (text: string | undefined, decimals: number) => parseDecimal(text ?? '', decimals)
  let [limit, size] = [terms['limit-price'], amount(terms.quantity, base)]
  let [fills, filled, notional, fee, atMs] = [0, 0n, 0n, 0n, order.acceptedAtMs]
  const trades = new Set<string>()
  for (const event of events) {
    const isNext = event.order === order.order && event.symbol === order.symbol && event.product === 'spot'
    if (!isNext || event.acceptedAtMs < atMs) return wrong('earlier')
    atMs = event.acceptedAtMs
    if (event.terms.act === 'amend') {
      limit = event.terms['limit-price']
      size = amount(event.terms.quantity, base)
      continue
    }
    const fill = event.terms.act === 'fill' ? fillOf(event) : undefined
    const { trade } = event.terms
    if (trade === undefined || trades.has(trade)) return wrong('earlier')
    trades.add(trade)
    if (!fill || !isAllowed(fill.price, limit) || !isFeeOf(fill)) return wrong('earlier')
    fills++
    filled += fill.size
    notional += fill.notional
    fee += fill.fee
  }

  function fillOf(event: Receipt) {
    const { price, quantity, liquidity } = event.terms
    const ticksOfPrice = multipleOf(price ?? '', terms['tick-size'] ?? '')
    const [bought, paid] = [amount(quantity, base), amount(event.terms.notional, quote)]
    const charged = amount(event.terms.fee, side === 'buy' ? base : quote)
    if (ticksOfPrice === undefined || !bought || !paid || charged === undefined) return undefined
    const bps = liquidity === 'maker' ? terms['maker-fee-bps'] : terms['taker-fee-bps']
    return { price: ticksOfPrice, size: bought, notional: paid, fee: charged, bps: BigInt(bps ?? -1) }
  }

  /** Not worse than the limit: of a market order the worst price that it was accepted with. */
  function isAllowed(price: number, limitPrice: string | undefined): boolean {
    const worst = multipleOf(limitPrice ?? '', terms['tick-size'] ?? '')
    return worst !== undefined && (side === 'buy' ? price <= worst : price >= worst)
  }

  /** The notional is price times quantity, and the fee its share of what is received, rounded up. */
  function isFeeOf(fill: NonNullable<ReturnType<typeof fillOf>>): boolean {
    const tick = amount(terms['tick-size'], PRICE_DECIMALS)
    if (tick === undefined) return false
    const exact = fill.size * BigInt(fill.price) * tick * 10n ** BigInt(quote)
    const gross = side === 'buy' ? fill.size : fill.notional
    return (
      fill.notional * 10n ** BigInt(base + PRICE_DECIMALS) === exact &&
      fill.fee === mulDiv(gross, fill.bps, FEE_ONE, 'up')
    )
  }

  const isWhole = filled === size
  const amendments = events.length - fills
  const isEnd =
    last?.order === order.order &&
    last.terms.act === 'ended' &&
    last.terms.fills === String(fills) &&
    last.terms.amendments === String(amendments) &&
    amount(last.terms.filled, base) === filled &&
    amount(last.terms.notional, quote) === notional &&
    amount(last.terms.fee, side === 'buy' ? base : quote) === fee
  const isOver = isWhole === (last?.terms.status === 'filled') && size !== undefined && filled <= size
  return isEnd && isOver ? { ok: true, order: { side, fills, filled, notional, fee } } : wrong('outcome')
}

/** More than any price has. */
const PRICE_DECIMALS = 15
