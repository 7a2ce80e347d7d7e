import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { pair, type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of contracts. */

const position = {
  topic: 'trading',
  table: 'contract_position',
  subject: "'contract-position:' || r.id",
  currency: `'${MARGIN_CURRENCY}'`,
} as const

export const contractTimeline: readonly TimelineSource[] = [
  {
    ...{ ...position, kind: 'contract-ordered', title: 'Contract ordered', at: 'r.created_at' },
    ...{
      amount: 'r.initial_margin',
      detail: `${pair('r.symbol')} || ', ' || r.direction || ' ' || r.leverage || '×'`,
    },
  },
  {
    ...{ ...position, kind: 'contract-closed', title: 'Contract closed', at: 'r.closed_at' },
    amount: 'r.realized_pnl - r.fee - r.financing',
    detail: `${pair('r.symbol')} || ', ' || r.direction || coalesce(', ' || ${words('r.reason')}, '') || ', after fees'`,
  },
]
