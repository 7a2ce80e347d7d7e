import { assert } from '#domain/errors.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { NewNotice, NoticeSource } from '#server/core/notices/notices.ts'
import type { OptionNow } from './order.ts'
import { resultsAfter } from './store.ts'
import { optionView } from './views.ts'

const PART = 'option'

/** Customers are told what became of their orders. The results are followed after they are committed. */
export const optionSource: NoticeSource = {
  name: 'option',
  async follow(tx, positions, limit) {
    const results = await resultsAfter(tx, positions.get(PART) ?? 0n, limit)
    return {
      notices: results.map(({ now }) => noticeOf(now)),
      positions: new Map(results.map(({ id }) => [PART, id])),
    }
  },
}

function noticeOf(now: OptionNow): NewNotice {
  const { id, symbol, outcome, stake, paid, entry, exit, currency } = optionView(now)
  assert(outcome && paid !== null, 'what is told has a result')
  return {
    customer: now.order.customer,
    kind: 'option-result',
    subject: id,
    params: {
      variant: outcome,
      symbol: findInstrument(symbol)!.label,
      ...{ entry: entry?.price ?? '0', exit: exit?.price ?? '0' },
      ...{ amount: outcome === 'lost' ? stake : paid, currency },
    },
  }
}
