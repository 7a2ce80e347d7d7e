import type { DualOutcome } from '#domain/dual/outcomes.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import type { NewNotice } from '#server/core/notices/notices.ts'
import type { DueOrder } from './store.ts'
import { paidOf, showPrice } from './views.ts'

/** What is told of an order that was settled. */
export function settledNotice(order: DueOrder, outcome: DualOutcome): NewNotice {
  const { amount, currency } = paidOf({ ...order, status: outcome })!
  const { symbol, strike, fixed_price: price } = order
  return {
    ...{ customer: order.customer_id, subject: String(order.id), kind: 'dual-settled' },
    params: {
      ...{ variant: outcome, symbol: labelOf(symbol), strike: showPrice(symbol, strike) },
      price: showPrice(symbol, price ?? 0n),
      ...{ amount: formatAmount(amount, currency), currency },
    },
  }
}

/** What is told of an order that was put off. */
export const postponedNotice = (order: DueOrder, toMs: number): NewNotice => ({
  ...{ customer: order.customer_id, subject: String(order.id), kind: 'dual-postponed' },
  params: { symbol: labelOf(order.symbol), time: `${utcMinute(toMs)} UTC` },
})
