import { pair, type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of spot orders. */
export const spotTimeline: readonly TimelineSource[] = [
  {
    ...{ kind: 'spot-order', topic: 'trading', title: 'Spot order placed', table: 'spot_order' },
    ...{ at: 'r.created_at', subject: "'spot-order:' || r.id" },
    // What follows the last hyphen of a symbol is its quote.
    ...{ amount: 'r.notional', currency: "substring(r.symbol from '[^-]*$')" },
    detail: `${pair('r.symbol')} || ', ' || r.side || ', ' || ${words('r.order_type')} || ', ' || ${words('r.status')}`,
  },
]
