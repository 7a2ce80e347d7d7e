import { costOf, PAID_IN } from '#domain/ieo/rules.ts'
import { units } from '#domain/money/amount.ts'
import type { EndedContent, EndedRecords } from '#server/core/ended.ts'
import { type OrderOfProject, ordersById } from './store.ts'
import { showCoins, showMoney } from './views.ts'

/** Orders whose coins are the customer's, or whose money came back. */
export const endedIeo: EndedRecords = {
  product: 'ieo',
  table: 'ieo_order',
  isEnded: "status IN ('unlocked', 'refunded')",
  id: 'id',
  outcome: 'status',
  endedAt: 'ended_at',
  statuses: { filled: ['unlocked'], void: ['refunded'] },
  async read(db, customer, ids) {
    const found = await ordersById(db, customer, ids)
    return new Map(found.map((each) => [each.order.id, contentOf(each)]))
  },
}

function contentOf({ order, project }: OrderOfProject): EndedContent {
  const isFilled = order.status === 'unlocked'
  const filled = isFilled ? order.allotted! : 0n
  return {
    ...{ symbol: order.symbol, side: 'buy', status: isFilled ? 'filled' : 'void' },
    ...{ quantity: showCoins(order.quantity), filled: showCoins(filled), unit: project.code },
    openPrice: isFilled ? showMoney(costOf(1n, order.price)) : null,
    ...{ closePrice: null, result: null, resultCurrency: PAID_IN },
    ...{ fee: showMoney(units(0n)), feeCurrency: PAID_IN, placedAtMs: order.placed_at },
  }
}
