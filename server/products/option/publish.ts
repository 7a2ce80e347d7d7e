import { ownOptionsChannel } from '#domain/option/contract.ts'
import { ownBalanceChannel } from '#domain/spot/contract.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { OptionEngine } from './engine.ts'
import { optionView } from './views.ts'

/** Publishes to each customer what became of their orders. Returns: how to stop. */
export const publishOptions = (realtime: Realtime, engine: Pick<OptionEngine, 'subscribe'>): (() => void) =>
  engine.subscribe(({ customer, orders }) => {
    realtime.publishTo(customer, ownOptionsChannel, orders.map(optionView))
    // An entry moves no money.
    if (orders.some(({ entry, result }) => !entry || result))
      realtime.publishTo(customer, ownBalanceChannel, {})
  })
