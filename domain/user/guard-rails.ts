import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { numberOf, timeMs } from '../fields.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

/** Limits that customers set for themselves: a stricter one applies at once, a looser one after a day. */

export const RAIL_DELAY_MS = DAY_MS

/**
 * What can be limited. 0 is no limit; otherwise the value is
 * - of `leverage` the highest of new positions,
 * - of `loss` what contracts may lose in a day of UTC before no more are opened, in whole USDT,
 * - of `night` the hour of UTC, counted from 1, from which for `NIGHT_HOURS` nothing is opened, copied, withdrawn or sold,
 * - of `payees` 1 while no new address or card can be saved.
 * Orders that wait against the first three are cancelled, and copying is paused, by jobs, within seconds; one whose price comes
 * before is cancelled by its tick.
 */
export const railKinds = ['leverage', 'loss', 'night', 'payees'] as const
export type RailKind = (typeof railKinds)[number]

/** The values that can be chosen. */
export const railValues = {
  leverage: [0, 2, 5, 10, 20],
  loss: [0, 20, 50, 100, 200, 500, 1_000, 5_000],
  night: Array.from({ length: 25 }, (_, hour) => hour),
  payees: [0, 1],
} as const satisfies Record<RailKind, readonly number[]>

export const NIGHT_HOURS = 8

/** A customer's choice, from a moment on. */
export interface RailChoice {
  readonly kind: RailKind
  readonly value: number
  readonly chosenMs: number
  readonly fromMs: number
}

/**
 * The value in force: of the choices, oldest first, the last whose time has come. A later choice takes the place of what
 * is not in force yet when it is made, which then never is.
 */
export function railAt(choices: readonly RailChoice[], kind: RailKind, nowMs: number): number {
  const own = choices.filter((choice) => choice.kind === kind)
  const inForce = own.findLast(
    ({ fromMs }, index) =>
      fromMs <= nowMs && own.slice(index + 1).every(({ chosenMs }) => chosenMs >= fromMs),
  )
  return inForce?.value ?? 0
}

/** A looser value that is chosen and not in force yet; a later choice takes its place. */
export function nextRail(
  choices: readonly RailChoice[],
  kind: RailKind,
  nowMs: number,
): RailChoice | undefined {
  const newest = choices.findLast((choice) => choice.kind === kind)
  return newest && newest.fromMs > nowMs ? newest : undefined
}

/** Whether a value allows no more than the one before it; another night leaves hours open that were not. */
export const isAsStrict = (kind: RailKind, before: number, chosen: number): boolean =>
  chosen === before || (chosen !== 0 && (before === 0 || (chosen < before && kind !== 'night')))

/** When a value that is chosen now comes into force. */
export const railFrom = (kind: RailKind, before: number, chosen: number, nowMs: number): number =>
  isAsStrict(kind, before, chosen) ? nowMs : nowMs + RAIL_DELAY_MS

/** When the night that a value chooses and that a moment is in ends; undefined by day, and without such a choice. */
export function nightEnd(value: number, atMs: number): number | undefined {
  if (value === 0) return undefined
  const beginMs = (value - 1) * HOUR_MS
  const sinceMs = (atMs - beginMs) % DAY_MS
  return sinceMs < NIGHT_HOURS * HOUR_MS ? atMs - sinceMs + NIGHT_HOURS * HOUR_MS : undefined
}

/** A limit as it is in force. */
export const railView = z.object({
  kind: z.enum(railKinds),
  value: z.number(),
  /** A looser one that comes into force by itself. */
  next: z.nullable(z.object({ value: z.number(), fromMs: timeMs })),
})

const rails = z.object({ items: z.array(railView) })

export const ownRails = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/rails',
  access: 'user',
  summary: 'The limits that the customer set for themselves, and what comes into force later',
  output: rails,
})

/** Every value that any of them has. */
const everyValue = [...new Set<number>(Object.values(railValues).flat())].toSorted(
  (one, other) => one - other,
)

export const setRail = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/rails',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary:
    'Limit the leverage of new positions (`leverage`: 2, 5, 10, 20), what contracts may lose in a day (`loss`: USDT), eight hours without new positions, options and withdrawals (`night`: the hour of UTC they begin with, counted from 1), or withdrawals to saved addresses and cards (`payees`: 1); 0 is no limit. Stricter at once, looser after 24 hours',
  input: { kind: z.enum(railKinds), value: numberOf(everyValue) },
  output: rails,
})

export const railEndpoints = [ownRails, setRail] as const
