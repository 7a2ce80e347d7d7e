import type { Tick } from '../market/tick.ts'
import type { DualProofFile } from '../proof/contract.ts'
import type { DualOutcome } from './outcomes.ts'
import { type AcceptedDual, paidBy } from './receipt.ts'
import { type Average, averageBefore, decideAt, windowBefore } from './rules.ts'

/**
 * Computes the outcome of a dual investment again from some ticks of the tape, with what shows that none of its instrument
 * is left out of a window: each tick names the one before it, and time never goes back along the tape.
 */

/** What an order came to: its outcome, and by which average at which moment. */
export interface DualResult {
  readonly outcome: DualOutcome
  readonly atMs: number
  readonly average: Average
}

/** What the ticks show, or what is wrong: they decide nothing yet, or one that counts may be left out. */
export type ProvenDual =
  | { readonly ok: true; readonly result: DualResult }
  | { readonly ok: false; readonly error: 'tick' | 'earlier' }

/** The outcome of an order by these ticks of the tape, in whatever order. */
export function proveDual(order: AcceptedDual, ticks: readonly Tick[]): ProvenDual {
  const own = ticks
    .filter(({ symbol, isHeld }) => symbol === order.symbol && !isHeld)
    .toSorted((one, other) => one.sequence - other.sequence)
  let atMs = order.settlesAtMs
  for (;;) {
    if (!own.some((tick) => tick.atMs >= atMs)) return { ok: false, error: 'tick' }
    if (!isWhole(own, atMs)) return { ok: false, error: 'earlier' }
    const average = averageBefore(order.symbol, own, atMs)
    const step = decideAt(order, atMs, average.price)
    if (step.outcome !== undefined) return { ok: true, result: { outcome: step.outcome, atMs, average } }
    atMs = step.postponedToMs
  }
}

/** Whether no tick of the window before a moment is left out: from one before it to one after it, each names the next. */
function isWhole(own: readonly Tick[], atMs: number): boolean {
  const { fromMs, toMs } = windowBefore(atMs)
  let at = own.findIndex((tick) => tick.atMs >= fromMs)
  const isBegun = own[at]!.links?.previous === 0 || own[at]!.links?.previous === own[at - 1]?.sequence
  if (!isBegun) return false
  for (; own[at]!.atMs < toMs; at++) {
    const next = own[at + 1]
    if (!next || next.links?.previous !== own[at]!.sequence || next.atMs < own[at]!.atMs) return false
  }
  return true
}

/** What is said to have become of an order. A price is in ticks. */
type Claimed = DualProofFile['result']

/** What a proof claims of an order that came to this. */
export const claimOf = (
  id: string,
  order: AcceptedDual,
  { outcome, atMs, average }: DualResult,
): Claimed => ({
  ...{ order: id, outcome, atMs, price: average.price, minutes: average.minutes, ticks: average.ticks },
  ...paidBy(order, outcome),
})

/** Whether two claims say the same. */
export const isSameClaim = (one: Claimed, other: Claimed): boolean =>
  (['order', 'outcome', 'atMs', 'price', 'minutes', 'ticks', 'paid', 'currency'] as const).every(
    (name) => one[name] === other[name],
  )
