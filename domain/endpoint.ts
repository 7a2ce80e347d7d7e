import * as z from 'zod/mini'
import type { Role } from './console/roles.ts'

/**
 * One endpoint of the API, as data: from it come validation, types, the web client, OpenAPI, the list of
 * routes and the authorisation matrix test.
 *
 * `input` and `output` use our own names. Where the specification's name is another, `wire` maps our name to it
 * (and our values to the wire's) and `outputWire` does the same for answers, so that its names stop in the
 * contract files.
 */
export interface Endpoint<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly area: string
  readonly method: 'GET' | 'POST' | 'ANY'
  /** Below `/api`. */
  readonly path: string
  readonly access: Access
  /** The roles of operators that may call; of calls with `access: 'operator'` alone. */
  readonly roles: readonly Role[]
  /** Moves money: takes an `Idempotency-Key` and runs in one transaction. */
  readonly money: boolean
  /** Its answer changes when the customer's money moves: clients ask again after that. */
  readonly showsMoney: boolean
  readonly rate: RateLimit
  /** Looks through a customer's whole past: few run at once, and one of each caller. */
  readonly isHeavy: boolean
  readonly summary: string
  readonly input: Input
  readonly wire: WireNames
  readonly output: Output
  /** Our names in the output that the specification calls otherwise, wherever they stand in it. */
  readonly outputWire: Readonly<Record<string, string>>
}

/** Who may call: anyone, a signed-in customer, or an operator in one of the console's roles. */
export type Access = 'public' | 'user' | 'operator'

/** Which rate limit applies; the figures are in the server's `rate-limits.ts`. */
export type RateLimit = 'read' | 'chart' | 'write' | 'sign-in' | 'code' | 'upload' | 'order'

/** Our field name to the wire's: a name, or a name with a map from our value to the wire's value. */
export type WireNames = Readonly<Record<string, string | readonly [string, Readonly<Record<string, string>>]>>

export type InputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What a client passes: like the input, before defaults are filled in. */
export type ArgumentsOf<E extends Endpoint> = z.input<E['input']>

type Definition<Shape extends z.core.$ZodShape, Output extends z.ZodMiniType> = {
  area: string
  method: Endpoint['method']
  path: string
  summary: string
  money?: boolean
  showsMoney?: boolean
  rate?: RateLimit
  isHeavy?: boolean
  input?: Shape
  wire?: WireNames
  output: Output
  outputWire?: Endpoint['outputWire']
} & ({ access: 'public' | 'user' } | { access: 'operator'; roles: readonly Role[] })

/**
 * Defines one endpoint.
 *
 * @example
 * export const walletTransfer = endpoint({
 *   area: 'wallet', method: 'POST', path: '/wallet/change', access: 'user', money: true,
 *   summary: 'Move money between two of the customer’s wallets',
 *   input: { currency: text(10), amount: decimalInput, from: wallet type, to: wallet type },
 *   wire: { currency: 'currency_id', amount: 'number', from: ['from_field', walletTypeOnWire], to: ['to_field', walletTypeOnWire] },
 *   output: z.object({ from: accountBalance, to: accountBalance }),
 * })
 */
// A page's bundle leaves out the calls it does not make.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<Shape extends z.core.$ZodShape, Output extends z.ZodMiniType>(
  definition: Definition<Shape, Output>,
): Endpoint<z.ZodMiniObject<Shape>, Output> {
  return {
    money: false,
    showsMoney: false,
    isHeavy: false,
    rate: definition.money ? 'write' : 'read',
    wire: {},
    outputWire: {},
    roles: [],
    ...definition,
    input: z.object((definition.input ?? {}) as Shape),
  }
}

/**
 * Renames a flat wire record to our names and values, leaving out what the call does not take.
 *
 * A field may also come under our own name; the wire's name wins where both are given.
 */
export function fromWire(
  definition: Endpoint,
  record: Readonly<Record<string, string>>,
): Record<string, string> {
  const input: Record<string, string> = Object.create(null)
  for (const name of Object.keys(definition.input.shape)) {
    const [wireName, values] = wireOf(definition, name)
    const value = record[wireName] ?? record[name]
    if (value === undefined || value === '') continue
    input[name] = values ? (ourValue(values, value) ?? value) : value
  }
  return input
}

/** Renames our input to the wire's names and values; `undefined` fields are left out. */
export function toWire(definition: Endpoint, input: object): Record<string, string> {
  const record: Record<string, string> = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const [wireName, values] = wireOf(definition, name)
    record[wireName] = values?.[String(value)] ?? String(value)
  }
  return record
}

/** The wire name of one of our fields, and its value map if it has one. */
export function wireOf(
  definition: Endpoint,
  name: string,
): readonly [string, Readonly<Record<string, string>> | undefined] {
  const wire = Object.hasOwn(definition.wire, name) ? definition.wire[name] : undefined
  if (wire === undefined) return [name, undefined]
  return typeof wire === 'string' ? [wire, undefined] : [wire[0], wire[1]]
}

function ourValue(values: Readonly<Record<string, string>>, wireValue: string): string | undefined {
  return Object.keys(values).find((ours) => values[ours] === wireValue)
}

/** An output as it goes over the wire: in the specification's names. */
export const outputToWire = (definition: Endpoint, output: unknown): unknown =>
  renamed(output, definition.outputWire)

/** An answer as it came over the wire, in our names. */
export const outputFromWire = (definition: Endpoint, answer: unknown): unknown =>
  renamed(
    answer,
    Object.fromEntries(Object.entries(definition.outputWire).map(([ours, wires]) => [wires, ours])),
  )

function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(names).length === 0) return value
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      Object.hasOwn(names, name) ? names[name] : name,
      renamed(inner, names),
    ]),
  )
}
