import type { Reason } from '#domain/reasons.ts'
import type { StatementEntryView } from '#domain/statement/contract.ts'
import { absolute, sumOf } from '#web/features/money/decimals.ts'

/** One transfer as the statement shows it: the entries of it that the filter lets through. */
export interface StatementRow {
  readonly transferId: string
  readonly reason: Reason
  readonly currency: string
  readonly atMs: number
  readonly reference: string
  readonly entries: readonly StatementEntryView[]
  /** What it did to the accounts in view, signed; zero when it only moved between them. */
  readonly net: string
  /** How much moved, without sign. */
  readonly moved: string
}

/**
 * Folds entries, newest first, into transfers: a hold or a transfer between own wallets makes two
 * entries that belong together.
 */
export function statementRows(entries: readonly StatementEntryView[]): StatementRow[] {
  const groups = new Map<string, StatementEntryView[]>()
  for (const entry of entries) {
    const group = groups.get(entry.transferId)
    if (group) group.push(entry)
    else groups.set(entry.transferId, [entry])
  }
  return [...groups.values()].map((unordered) => {
    const group = [...unordered].sort(debitFirst)
    const [{ transferId, reason, currency, atMs, reference, amount }] = group as [StatementEntryView]
    const net = sumOf(
      group.map((entry) => entry.amount),
      currency,
    )
    return { transferId, reason, currency, atMs, reference, entries: group, net, moved: absolute(amount) }
  })
}

/** From where it left to where it went. */
const debitFirst = (a: StatementEntryView, b: StatementEntryView): number =>
  Number(b.amount.startsWith('-')) - Number(a.amount.startsWith('-'))
