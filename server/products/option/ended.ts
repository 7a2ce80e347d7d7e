import type { OptionId } from '#domain/ids.ts'
import { payoutOf } from '#domain/option/rules.ts'
import type { EndedRecords } from '#server/core/ended.ts'
import type { OptionNow } from './order.ts'
import { optionsById } from './store.ts'
import { optionView, show } from './views.ts'

/** Seconds options with a result, void ones too. */
export const endedOptions: EndedRecords = {
  product: 'option',
  table: 'option_result',
  isEnded: 'true',
  id: 'order_id',
  outcome: 'outcome',
  endedAt: 'settled_at',
  statuses: { settled: ['won', 'lost', 'tie'], void: ['void'] },
  async read(db, customer, ids) {
    const found = [...(await optionsById(db, ids as readonly OptionId[])).values()]
    return new Map(
      found
        .filter(({ order }) => order.customer === customer)
        .map((now) => [now.order.id as bigint, contentOf(now)]),
    )
  },
}

function contentOf(now: OptionNow) {
  const { symbol, direction, stake, currency, outcome, entry, exit, acceptedAtMs } = optionView(now)
  const isVoid = outcome === 'void'
  return {
    ...{ symbol, side: direction, status: isVoid ? ('void' as const) : ('settled' as const) },
    ...{ quantity: stake, filled: isVoid ? show(0n) : stake, unit: currency },
    ...{ openPrice: entry?.price ?? null, closePrice: exit?.price ?? null },
    result: isVoid ? null : show(payoutOf(now.order, now.result!.outcome) - now.order.stake),
    ...{ resultCurrency: currency, fee: show(0n), feeCurrency: currency, placedAtMs: acceptedAtMs },
  }
}
