import type { CustomerId, OptionId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import { type AcceptedOption, expiryOf, type OptionResult } from '#domain/option/rules.ts'

/** An order as it was accepted; nothing of it changes. */
export interface OptionOrder extends AcceptedOption {
  readonly id: OptionId
  readonly customer: CustomerId
  readonly payoutBps: number
  readonly termsVersion: number
  readonly rulesVersion: number
}

/** The part of a tick that a result keeps. */
export type DecidingTick = Pick<Tick, 'sequence' | 'price' | 'atMs'>

export const decidingTick = ({ sequence, price, atMs }: DecidingTick): DecidingTick => ({
  sequence,
  price,
  atMs,
})

/** A result as it is kept. */
export interface StoredResult {
  readonly outcome: OptionResult['outcome']
  readonly reason: 'no-entry' | 'no-exit' | null
  readonly entry: DecidingTick | null
  readonly expiresAtMs: number | null
  readonly exit: DecidingTick | null
  readonly settledAtMs: number
}

/** An order as it stands: `entry` as soon as the tape has it, `result` once it is committed. */
export interface OptionNow {
  readonly order: OptionOrder
  readonly entry: DecidingTick | null
  readonly expiresAtMs: number | null
  readonly result: StoredResult | null
}

/** A result as it is kept, of an order that was settled then. */
export function storedResult(order: OptionOrder, result: OptionResult, settledAtMs: number): StoredResult {
  const entry = 'entry' in result ? decidingTick(result.entry) : null
  return {
    outcome: result.outcome,
    reason: 'reason' in result ? result.reason : null,
    entry,
    expiresAtMs: entry && expiryOf(order, entry),
    exit: 'exit' in result ? decidingTick(result.exit) : null,
    settledAtMs,
  }
}
