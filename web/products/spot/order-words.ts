import { pairText } from '#domain/market/instrument.ts'
import type { OrderView } from '#domain/spot/contract.ts'
import { amount, grouped } from '#web/format/number.ts'
import type { PlainTextKey, Translate } from '#web/texts/texts.ts'
import type { TicketOrderType } from './ticket.ts'

/** What each type of order is called. */
export const orderTypeTexts = {
  limit: 'spot.limit',
  market: 'spot.market',
  'stop-limit': 'spot.stop_limit',
  'stop-market': 'spot.stop_market',
  oco: 'spot.oco',
} as const satisfies Record<TicketOrderType, PlainTextKey>

/** The line that explains each. */
export const orderTypeNotes = {
  limit: 'spot.limit_note',
  market: 'spot.market_note',
  'stop-limit': 'spot.stop_limit_note',
  'stop-market': 'spot.stop_market_note',
  oco: 'spot.oco_note',
} as const satisfies Record<TicketOrderType, PlainTextKey>

/** What an order is, in a word or two: its type, and for one of a pair that it is. */
export const kindOf = (order: Pick<OrderView, 'orderType' | 'siblingId'>, t: Translate): string =>
  order.siblingId === null
    ? t(orderTypeTexts[order.orderType])
    : `${t('spot.oco')} · ${t(orderTypeTexts[order.orderType])}`

/** How far an order has come: what it waits for, else what is filled of it. */
export function progressOf(order: OrderView, t: Translate): string {
  const { base: currency } = order
  const quantity = amount(order.quantity, 0)
  if (order.status === 'untriggered' && order.triggerPrice !== null)
    return t('spot.waits_for', { quantity, currency, price: grouped(order.triggerPrice) })
  return t('spot.filled_of', { filled: amount(order.filled, 0), quantity, currency })
}

/** What a stop waits for, in a narrow place without the word for it, or that it was triggered; nothing of other orders. */
export function triggerText(
  { triggerPrice, triggerDirection, triggerSequence }: OrderView,
  t: Translate,
  isNarrow = false,
): string | undefined {
  if (triggerPrice === null) return undefined
  if (triggerSequence !== null) return t('spot.triggered')
  const price = `${triggerDirection === 'rises' ? '≥' : '≤'} ${grouped(triggerPrice)}`
  return isNarrow ? price : `${t('spot.trigger_price')} ${price}`
}

/** What an order's line on the chart says: its side and what is left of it, and what it is or that it was triggered. */
export function markText(order: OrderView, t: Translate): string {
  const figures = { amount: amount(order.remaining, 0), currency: order.base }
  const kind = order.triggerSequence === null ? kindOf(order, t) : t('spot.triggered')
  return `${t(`spot.mark_order_${order.side}`, figures)} · ${kind}`
}

/** The price that an order is known by: its limit, else the trigger that it waits for. */
export const knownPrice = ({ orderType, limitPrice, triggerPrice }: OrderView): string =>
  grouped(orderType === 'stop-market' && triggerPrice !== null ? triggerPrice : limitPrice)

/** The name of an order's cancel button; one of a pair takes the other with it. */
export const cancelText = (order: OrderView, t: Translate): string =>
  t(order.siblingId === null ? 'spot.cancel_order' : 'spot.cancel_pair', {
    price: knownPrice(order),
    name: pairText(order.symbol),
  })
