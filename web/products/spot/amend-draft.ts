import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import { type Instrument, parsePrice, parseQuantity } from '#domain/market/instrument.ts'
import {
  formatDecimal,
  type Price,
  type Quantity,
  quantity,
  type Units,
  units,
} from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { type AmendDraft, type AmendedOrder, decideAmendment } from '#domain/spot/amend.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { holdBesideLimit } from '#domain/spot/oco.ts'
import { holdFor, isAtMarket, orderCan, type PriceLevel } from '#domain/spot/rules.ts'
import { crossesFar, isFarOff } from './ticket-summary.ts'

/** What an order is to become, as typed. */
export interface AmendForm {
  readonly limitPrice: string
  /** Empty where it waits for none. */
  readonly triggerPrice: string
  /** Of the whole order, with what has been filled. */
  readonly quantity: string
}

type AmendField = 'price' | 'trigger' | 'quantity' | 'form'

/** An amendment read through: what is wrong with it, or what it does. */
export interface AmendSummary {
  readonly problem:
    | { readonly field: AmendField; readonly code: RefusalCode; readonly params: RefusalParams }
    | undefined
  /** It would be what it is. */
  readonly isSame: boolean
  /** Whether it stays where it stands in the queue; undefined until that can be told. */
  readonly keepsPriority: boolean | undefined
  /** In the currency paid: what it holds for its rest, with the other of its pair, now and then. */
  readonly heldBefore: string
  readonly held: string | undefined
  /** The customer is asked once more, as by the ticket: why; undefined where nothing is to be asked. */
  readonly asks: 'far' | 'crossing' | undefined
}

/** Whether an order can be amended. */
export const isAmendable = ({ status }: OrderView): boolean =>
  (orderCan.amend as readonly string[]).includes(status)

/** Whether an order waits for its trigger. */
export const isWaiting = ({ status }: OrderView): boolean => status === 'untriggered'

/** Whether the price that it may fill at is its customer's choice. */
export const hasLimit = (order: OrderView): boolean => !isAtMarket(order.orderType)

/** Whether the other order of its pair may still trade: until one of them does. */
export const isOfPair = ({ siblingId, triggerSequence, filled }: OrderView): boolean =>
  siblingId !== null && triggerSequence === null && !/[1-9]/.test(filled)

/** What an order starts its form with. */
export const formOf = ({ limitPrice, triggerPrice, quantity }: OrderView): AmendForm => ({
  limitPrice,
  triggerPrice: triggerPrice ?? '',
  quantity,
})

/**
 * Reads an amendment by the rules that the engine uses. `available` is of the currency paid, if it is known;
 * `sibling` the other order of its pair.
 */
export function readAmendment(
  instrument: Instrument,
  order: OrderView,
  typed: AmendForm,
  { lastPrice, available, sibling, opposite }: AmendContext,
): AmendSummary {
  const own = amendedOrder(instrument, order)
  const other = sibling && amendedOrder(instrument, sibling)
  const heldNow = heldBy(instrument, own, other)
  const shown = (held: bigint) => formatDecimal(held, findCurrency(order.heldCurrency)!.decimals)
  const draft = changedOf(order, typed)
  const decided = decideAmendment(instrument, own, draft, lastPrice)
  const beside = other && decideAmendment(instrument, other, { quantity: draft.quantity }, lastPrice)
  const wrong = decided.ok ? beside : decided
  const common = {
    ...{ isSame: false, keepsPriority: undefined },
    ...{ heldBefore: shown(heldNow), held: undefined, asks: undefined },
  }
  if (!decided.ok || wrong?.ok === false) {
    const { code, params } = wrong as Exclude<typeof wrong, { ok: true } | undefined>
    return { ...common, problem: { field: fieldOf(code), code, params } }
  }
  const held = heldBy(instrument, { ...own, ...decided }, other && { ...other, quantity: decided.quantity })
  const isShort = available !== undefined && held - heldNow > available
  return {
    ...common,
    problem: isShort ? { field: 'quantity', code: 'INSUFFICIENT_BALANCE', params: {} } : undefined,
    isSame:
      decided.price === own.price &&
      decided.quantity === own.quantity &&
      decided.trigger?.price === own.trigger?.price,
    keepsPriority: decided.keepsPriority,
    held: shown(held),
    asks: asksAbout(own, decided, lastPrice, opposite),
  }
}

/**
 * Why a new price is asked about, by the ticket's rules: a limit in the book that would fill beyond the best price,
 * or far from the last; a stop's limit far from its trigger.
 */
function asksAbout(
  own: AmendedOrder,
  { price, trigger }: Pick<AmendedOrder, 'price' | 'trigger'>,
  lastPrice: Price | undefined,
  opposite: readonly PriceLevel[] | undefined,
): AmendSummary['asks'] {
  if (price === own.price && trigger?.price === own.trigger?.price) return undefined
  if (trigger) return !isAtMarket(own.orderType) && isFarOff(price, trigger.price) ? 'far' : undefined
  // The limit of a pair waits for a better price, however far.
  if (own.isOfPair) return undefined
  if (lastPrice !== undefined && isFarOff(price, lastPrice)) return 'far'
  // Until the book is there, the last price stands for the best.
  return crossesFar(own.side, price, opposite ? opposite[0]?.price : lastPrice) ? 'crossing' : undefined
}

export interface AmendContext {
  readonly lastPrice: Price | undefined
  readonly available: Units | undefined
  readonly sibling?: OrderView | undefined
  /** The side of the book that it would fill from, best first; undefined until the book is there. */
  readonly opposite?: readonly PriceLevel[] | undefined
}

const amendedOrder = (instrument: Instrument, order: OrderView): AmendedOrder => ({
  side: order.side,
  orderType: order.orderType,
  price: parsePrice(instrument, order.limitPrice)!,
  quantity: parseQuantity(instrument, order.quantity)!,
  filled: parseQuantity(instrument, order.filled)!,
  trigger: isWaiting(order)
    ? { price: parsePrice(instrument, order.triggerPrice!)!, direction: order.triggerDirection! }
    : undefined,
  isOfPair: isOfPair(order),
})

/** What an order sets aside for its rest; the orders of a pair share one hold. */
function heldBy(instrument: Instrument, order: AmendedOrder, other: AmendedOrder | undefined): Units {
  const rest = restOf(order)
  if (!other) return holdFor(instrument, order.side, order.price, rest)
  const [limit, stop] = order.trigger ? [other, order] : [order, other]
  return units(
    holdFor(instrument, order.side, limit.price, rest) +
      holdBesideLimit(instrument, order.side, stop.price, limit.price, rest),
  )
}

const restOf = (order: AmendedOrder): Quantity => quantity(order.quantity - order.filled)

/** What is asked for: only what differs from what the order is. */
export function changedOf(order: OrderView, typed: AmendForm): AmendDraft {
  const [limitPrice, triggerPrice, quantity] = [typed.limitPrice, typed.triggerPrice, typed.quantity].map(
    plain,
  )
  return {
    ...(hasLimit(order) && limitPrice !== order.limitPrice && { limitPrice }),
    ...(isWaiting(order) && triggerPrice !== order.triggerPrice && { triggerPrice }),
    ...(quantity !== order.quantity && { quantity }),
  }
}

const plain = (text: string): string => text.replace(/\.$/, '')

function fieldOf(code: RefusalCode): AmendField {
  if (code === 'MARKET_CLOSED' || code === 'PRICE_STALE' || code === 'ORDER_NOT_AMENDABLE') return 'form'
  if (code.startsWith('TRIGGER_PRICE_')) return 'trigger'
  return code.startsWith('PRICE_') || code.startsWith('OCO_') ? 'price' : 'quantity'
}
