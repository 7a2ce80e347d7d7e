import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { numberOf, timeMs } from '../fields.ts'
import { DAY_MS } from '../time.ts'

/** Limits that customers set for themselves: a stricter one applies at once, a looser one after a day. */

export const RAIL_DELAY_MS = DAY_MS

/**
 * What can be limited: the leverage of new positions, and where withdrawals may go. Of `leverage` the value is the highest,
 * of `payees` 1 while no new address or card can be saved; 0 is no limit.
 */
export const railKinds = ['leverage', 'payees'] as const
export type RailKind = (typeof railKinds)[number]

/** The values that can be chosen. */
export const railValues = { leverage: [0, 2, 5, 10, 20], payees: [0, 1] } as const satisfies Record<
  RailKind,
  readonly number[]
>

/** A customer's choice, from a moment on. */
export interface RailChoice {
  readonly kind: RailKind
  readonly value: number
  readonly fromMs: number
}

/** The value in force: of the choices, oldest first, the last whose time has come. */
export const railAt = (choices: readonly RailChoice[], kind: RailKind, nowMs: number): number =>
  choices.findLast((choice) => choice.kind === kind && choice.fromMs <= nowMs)?.value ?? 0

/** A looser value that is chosen and not in force yet; a later choice takes its place. */
export function nextRail(
  choices: readonly RailChoice[],
  kind: RailKind,
  nowMs: number,
): RailChoice | undefined {
  const newest = choices.findLast((choice) => choice.kind === kind)
  return newest && newest.fromMs > nowMs ? newest : undefined
}

/** Whether a value allows no more than the one before it. */
export const isAsStrict = (before: number, chosen: number): boolean =>
  chosen === before || (chosen !== 0 && (before === 0 || chosen < before))

/** When a value that is chosen now comes into force. */
export const railFrom = (before: number, chosen: number, nowMs: number): number =>
  isAsStrict(before, chosen) ? nowMs : nowMs + RAIL_DELAY_MS

const rails = z.object({
  items: z.array(
    z.object({
      kind: z.enum(railKinds),
      value: z.number(),
      /** A looser one that comes into force by itself. */
      next: z.nullable(z.object({ value: z.number(), fromMs: timeMs })),
    }),
  ),
})

export const ownRails = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/rails',
  access: 'user',
  summary: 'The limits that the customer set for themselves, and what comes into force later',
  output: rails,
})

export const setRail = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/rails',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary:
    'Limit the leverage of new positions (`leverage`: 2, 5, 10, 20) or withdrawals to saved addresses and cards (`payees`: 1); 0 is no limit. Stricter at once, looser after 24 hours',
  input: { kind: z.enum(railKinds), value: numberOf([0, 1, 2, 5, 10, 20]) },
  output: rails,
})

export const railEndpoints = [ownRails, setRail] as const
