import type { IeoOrderView, IeoProjectView } from '#domain/ieo/contract.ts'
import { costOf, PAID_IN, phaseOf, presaleOf, refundedAt } from '#domain/ieo/rules.ts'
import { formatDecimal, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { heldOf } from './flows.ts'
import { type OrderOfProject, type OrderRow, type ProjectRow, projectOfRow, symbolOf } from './store.ts'

/** Rows as the contract shows them: amounts and counts as texts, and everything that follows from the rules. */

/** A count of whole coins. */
export const showCoins = (quantity: bigint) => formatDecimal(quantity, 0)
/** Money that coins are paid with. */
export const showMoney = (amount: bigint) => formatAmount(amount, PAID_IN)

const coinView = ({ code, name, colour }: ProjectRow) => ({ code, name, colour, payCurrency: PAID_IN })

const datesView = (row: ProjectRow) => ({
  ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at, listsAtMs: row.lists_at },
  refundAtMs: refundedAt({ endsAtMs: row.ends_at }),
  ...{ lockDays: row.lock_days, listedAtMs: row.listed_at, unlocksAtMs: row.unlocks_at },
  failure: row.failure,
  symbol: row.status === 'listed' ? symbolOf(row) : null,
})

/** A project, and what the customer who asks has ordered in it. */
export function projectView(
  row: ProjectRow,
  nowMs: number,
  own: { readonly exchange: bigint; readonly subscription: bigint } = { exchange: 0n, subscription: 0n },
): IeoProjectView {
  const phase = phaseOf(projectOfRow(row), nowMs)
  return {
    ...{ id: String(row.id), ...coinView(row), tagline: row.tagline },
    price: showMoney(row.price),
    supply: showCoins(row.exchange_supply + row.subscription_supply),
    exchangeSupply: showCoins(row.exchange_supply),
    subscriptionSupply: showCoins(row.subscription_supply),
    ...{ sold: showCoins(row.sold), subscribed: showCoins(row.subscribed) },
    ...{ maxExchange: showCoins(row.max_exchange), quota: showCoins(row.quota) },
    ...{ ownExchange: showCoins(own.exchange), ownSubscribed: showCoins(own.subscription) },
    softCap: showCoins(row.soft_cap),
    ...datesView(row),
    ...{ phase, presale: presaleOf(phase) },
    allotment: row.subscriptions === null ? null : { subscriptions: row.subscriptions, left: row.left_over! },
  }
}

/** What came back of an order. */
export const refundedOf = ({ status, quantity, allotted, price }: OrderRow) => {
  if (status === 'waiting') return units(0n)
  return costOf(status === 'refunded' ? quantity : quantity - (allotted ?? quantity), price)
}

/** An order as it stands, and how its part was computed. */
export function orderView({ order, project }: OrderOfProject): IeoOrderView {
  const { kind, status, quantity, allotted, price } = order
  return {
    ...{ id: String(order.id), projectId: String(order.project_id), ...coinView(project), kind, status },
    price: showMoney(price),
    ...{ quantity: showCoins(quantity), cost: showMoney(costOf(quantity, price)) },
    allotted: allotted === null ? null : showCoins(allotted),
    paid: showMoney(status === 'locked' || status === 'unlocked' ? costOf(allotted!, price) : 0n),
    refunded: showMoney(refundedOf(order)),
    held: showMoney(heldOf(order)),
    ...datesView(project),
    ...{ placedAtMs: order.placed_at, endedAtMs: order.ended_at, rulesVersion: order.rules_version },
    allotment:
      order.position === null
        ? null
        : {
            position: order.position,
            total: showCoins(project.subscribed),
            supply: showCoins(project.subscription_supply),
            whole: showCoins(order.whole!),
            remainder: showCoins(order.remainder!),
            ...{ rank: order.rank!, left: project.left_over! },
          },
  }
}
