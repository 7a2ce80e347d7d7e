import type { OptionId } from '#domain/ids.ts'
import { pairText } from '#domain/market/instrument.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import type { OptionNow } from './order.ts'
import { optionsById } from './store.ts'
import { optionView } from './views.ts'

/** What an order moved: every transfer of a customer's refers to it. */
export const optionEvents: LedgerEvents = {
  kind: 'option',
  async read(db, customer, requests) {
    const found = [...(await optionsById(db, requests as readonly OptionId[])).values()]
    return new Map(
      found
        .filter(({ order }) => order.customer === customer)
        .map((now) => [now.order.id as bigint, contentOf(now)]),
    )
  },
}

function contentOf(now: OptionNow): EventContent {
  const { symbol, seconds, direction, stake, outcome, entry, exit } = optionView(now)
  return {
    variant: direction,
    state: outcome ?? 'open',
    params: {
      ...{ symbol: pairText(symbol), seconds: String(seconds), stake },
      ...{ entry: entry?.price ?? '0', exit: exit?.price ?? '0' },
    },
  }
}
