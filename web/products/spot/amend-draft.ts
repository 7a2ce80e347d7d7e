import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import { type Instrument, parsePrice, parseQuantity } from '#domain/market/instrument.ts'
import { formatDecimal, type Price, quantity, type Units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { decideAmendment } from '#domain/spot/amend.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { holdFor, orderCan } from '#domain/spot/rules.ts'

/** What an open order is to become, as typed. */
export interface AmendForm {
  readonly limitPrice: string
  /** Of the whole order, with what has been filled. */
  readonly quantity: string
}

/** An amendment read through: what is wrong with it, or what it does. */
export interface AmendSummary {
  readonly problem:
    | {
        readonly field: 'price' | 'quantity' | 'form'
        readonly code: RefusalCode
        readonly params: RefusalParams
      }
    | undefined
  /** It would be what it is. */
  readonly isSame: boolean
  /** Whether it stays where it stands in the queue; undefined until that can be told. */
  readonly keepsPriority: boolean | undefined
  /** In the currency paid: what it holds for its rest then. */
  readonly held: string | undefined
}

/** Whether an order can be amended; a stop that waits and an order of a pair cannot. */
export const isAmendable = ({ status, siblingId, triggerSequence }: OrderView): boolean =>
  (orderCan.amend as readonly string[]).includes(status) && (siblingId === null || triggerSequence !== null)

/** Reads an amendment by the rules that the engine uses. `available` is of the currency paid, if it is known. */
export function readAmendment(
  instrument: Instrument,
  order: OrderView,
  typed: AmendForm,
  lastPrice: Price | undefined,
  available: Units | undefined,
): AmendSummary {
  const open = {
    side: order.side,
    price: parsePrice(instrument, order.limitPrice)!,
    quantity: parseQuantity(instrument, order.quantity)!,
    filled: parseQuantity(instrument, order.filled)!,
  }
  const decided = decideAmendment(instrument, open, changedOf(order, typed), lastPrice)
  if (!decided.ok) {
    const { code, params } = decided
    const problem = { field: fieldOf(code), code, params }
    return { problem, isSame: false, keepsPriority: undefined, held: undefined }
  }
  const heldFor = (price: Price, size: bigint) =>
    holdFor(instrument, order.side, price, quantity(size - open.filled))
  const before = heldFor(open.price, open.quantity)
  const after = heldFor(decided.price, decided.quantity)
  const isShort = available !== undefined && after - before > available
  return {
    problem: isShort ? { field: 'quantity', code: 'INSUFFICIENT_BALANCE', params: {} } : undefined,
    isSame: decided.price === open.price && decided.quantity === open.quantity,
    keepsPriority: decided.keepsPriority,
    held: formatDecimal(after, findCurrency(order.heldCurrency)!.decimals),
  }
}

/** What is asked for: only what differs from what the order is. */
export function changedOf(order: OrderView, typed: AmendForm): Partial<AmendForm> {
  const [limitPrice, quantity] = [plain(typed.limitPrice), plain(typed.quantity)]
  return {
    ...(limitPrice !== order.limitPrice && { limitPrice }),
    ...(quantity !== order.quantity && { quantity }),
  }
}

const plain = (text: string): string => text.replace(/\.$/, '')

function fieldOf(code: RefusalCode): 'price' | 'quantity' | 'form' {
  if (code === 'MARKET_CLOSED' || code === 'PRICE_STALE') return 'form'
  return code.startsWith('PRICE_') ? 'price' : 'quantity'
}
