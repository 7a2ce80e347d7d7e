import type { Tick } from '../market/tick.ts'
import type { OptionProofFile } from '../proof/contract.ts'
import {
  type AcceptedOption,
  expiryOf,
  mayBeEntry,
  type OptionResult,
  payoutOf,
  settleOption,
} from './rules.ts'

/**
 * Computes the outcome of a seconds option again from some ticks of the tape, with what shows that no other tick of its
 * instrument counts: each tick names the one before it, and time never goes back along the tape.
 *
 * | Shown                        | By                                                                              |
 * | ---------------------------- | ------------------------------------------------------------------------------- |
 * | no tick is an earlier entry  | the tick before the entry, which came too early, or before the acceptance       |
 * | no tick is a later exit      | the tick that names the exit as the one before it, and came after the expiry    |
 */

/** What the ticks show, or what is wrong: they decide nothing, or one that counts may be left out. */
export type ProvenOption =
  | { readonly ok: true; readonly result: OptionResult }
  | { readonly ok: false; readonly error: 'tick' | 'earlier' }

/** The outcome of an order by these ticks of the tape, in whatever order. */
export function proveOption(order: AcceptedOption, ticks: readonly Tick[]): ProvenOption {
  const own = ticks
    .filter(({ symbol, isHeld }) => symbol === order.symbol && !isHeld)
    .toSorted((one, other) => one.sequence - other.sequence)
  const first = own.find((tick) => mayBeEntry(order, tick))
  const result = settleOption(order, own, 0)
  if (!first || !result) return { ok: false, error: 'tick' }
  const inOrder = own.every(({ atMs }, n) => n === 0 || own[n - 1]!.atMs <= atMs)
  const isWhole = inOrder && isFirst(order, own, first) && isLast(order, own, result)
  return isWhole ? { ok: true, result } : { ok: false, error: 'earlier' }
}

/** Whether no tick before this one may be the entry: the one before it is too early, and with it all others. */
function isFirst(order: AcceptedOption, ticks: readonly Tick[], { links }: Tick): boolean {
  if (!links) return false
  if (links.previous <= order.acceptedSequence) return true
  const before = ticks.find(({ sequence }) => sequence === links.previous)
  return before !== undefined && !mayBeEntry(order, before)
}

/** Whether no tick between the exit and the expiry is left out. */
function isLast(order: AcceptedOption, ticks: readonly Tick[], result: OptionResult): boolean {
  if (!('entry' in result)) return true
  const expiresAtMs = expiryOf(order, result.entry)
  return ticks.some(({ links, atMs }) => links?.previous === result.exit.sequence && atMs > expiresAtMs)
}

/** What is said to have become of an order. A tick's price is in ticks; what was paid in units of the stake's currency. */
type Claimed = OptionProofFile['result']

/** What a proof claims of an order that came to this. */
export function claimOf(id: string, order: AcceptedOption, result: OptionResult): Claimed {
  const both = 'entry' in result ? result : undefined
  return {
    ...{ order: id, outcome: result.outcome, reason: 'reason' in result ? result.reason : null },
    ...{ entry: both ? named(both.entry) : null, exit: both ? named(both.exit) : null },
    expiresAtMs: both ? expiryOf(order, both.entry) : null,
    paid: String(payoutOf(order, result.outcome)),
  }
}

const named = ({ sequence, price, atMs }: Pick<Tick, 'sequence' | 'price' | 'atMs'>) => ({
  ...{ sequence, price, atMs },
})

/** Whether two claims say the same. */
export const isSameClaim = (one: Claimed, other: Claimed): boolean =>
  (['order', 'outcome', 'reason', 'expiresAtMs', 'paid'] as const).every(
    (name) => one[name] === other[name],
  ) && (['entry', 'exit'] as const).every((name) => isSameTick(one[name], other[name]))

const isSameTick = (one: Claimed['entry'], other: Claimed['entry']): boolean =>
  one === null || other === null
    ? one === other
    : (['sequence', 'price', 'atMs'] as const).every((name) => one[name] === other[name])
