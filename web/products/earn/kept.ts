import { redeem } from '#domain/earn/contract.ts'
import type { TermKind } from '#domain/earn/kinds.ts'
import type { Kept } from '../kept.ts'
import { kinds } from './kinds.ts'
import { toKindPage } from './term/kind.ts'

const kindOf = (kind: string) => kinds[kind as TermKind]

/** Term products of every kind, beside what customers keep in other products. */
const kept: Kept = {
  titleOf: (kind, t) => t(kindOf(kind).texts.title),
  nameOf: ({ kind, termDays }, t) => kindOf(kind).nameOf({ termDays }, t),
  toOwn: (kind, id) => toKindPage(kindOf(kind), 'subscriptions', { id }),
  end: redeem,
  endInput: ({ id, quoteId }) => ({ id, quoteId }),
}
export default kept
