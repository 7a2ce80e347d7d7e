import * as z from 'zod/mini'
import type { Role } from './console/roles.ts'
import { refusal } from './errors.ts'

/**
 * One endpoint of the API, as data: from it come validation, types, the web client, OpenAPI, the list of
 * routes and the authorisation matrix test.
 *
 * `input` and `output` use our own names and values. Where the specification's are others, `wire` maps ours to them,
 * for requests and answers alike, so that its names stop in the contract files.
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
  /** Takes an `Idempotency-Key`, though it may move no money. */
  readonly takesKey: boolean
  /** Whether it still serves a customer who froze the account: what moves money does not, unless it says so. */
  readonly whileFrozen: 'open' | 'refused'
  /** Its answer changes when the customer's money moves: clients ask again after that. */
  readonly showsMoney: boolean
  readonly rate: RateLimit
  /** Looks through a customer's whole past: few run at once, and one of each caller. */
  readonly isHeavy: boolean
  /** Takes one file, as the multipart field `file`. */
  readonly takesFile: boolean
  /** How large that file may be; it is kept outside the memory where this is more than images need. */
  readonly maxFileBytes: number
  /** How long its form or JSON may be. */
  readonly maxBodyBytes: number
  /** The content types it answers in place of the envelope; none for all others. */
  readonly answersFile: readonly string[]
  readonly summary: string
  readonly input: Input
  /**
   * Fields that are a list, in our names: a text with commas between. A query or a form may also repeat its name, or say it
   * with brackets or with an index in them.
   */
  readonly lists?: readonly string[]
  readonly wire: WireNames
  readonly output: Output
  /** The same for the output, wherever a name stands in it: what `wire` says, but for the console's calls. */
  readonly outputWire: WireNames
}

/** Who may call: anyone, a signed-in customer, or an operator in one of the console's roles. */
export type Access = 'public' | 'user' | 'operator'

/** Which rate limit applies; the figures are in the server's `rate-limits.ts`. */
export type RateLimit = 'read' | 'chart' | 'write' | 'sign-in' | 'code' | 'upload' | 'order' | 'quote'

/** How our fields go over the wire: under another name, or with other values too. */
export type WireNames = Readonly<Record<string, string | WireField>>

export interface WireField {
  /** Sent and answered under this name. */
  readonly name: string
  /** Other names that requests may use for it. */
  readonly also?: readonly string[]
  readonly values?: WireValues
}

/**
 * Our value to the wire's word, or to the word and what else is understood in its place: answers say the word,
 * requests take any of them, and our own.
 *
 * Source: rulings, section 1.
 * @example { buy: ['buy', '1'], sell: ['sell', '2'] }
 */
export type WireValues = Readonly<Record<string, string | readonly [string, ...string[]]>>

export type InputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What a client passes: like the input, before defaults are filled in. */
export type ArgumentsOf<E extends Endpoint> = z.input<E['input']>

/** What an image may take. */
export const IMAGE_BYTES = 10 * 1024 * 1024
/** What a request without a file may take. */
export const BODY_BYTES = 16 * 1024

type Definition<Shape extends z.core.$ZodShape, Output extends z.ZodMiniType> = {
  area: string
  method: Endpoint['method']
  path: string
  summary: string
  money?: boolean
  takesKey?: boolean
  whileFrozen?: Endpoint['whileFrozen']
  showsMoney?: boolean
  rate?: RateLimit
  isHeavy?: boolean
  takesFile?: boolean
  maxFileBytes?: number
  maxBodyBytes?: number
  answersFile?: readonly string[]
  input?: Shape
  lists?: readonly string[]
  wire?: WireNames
  output: Output
  /** Where an answer's names are not the request's. */
  outputWire?: WireNames
} & ({ access: 'public' | 'user' } | { access: 'operator'; roles: readonly Role[] })

/**
 * Defines one endpoint.
 *
 * @example
 * export const walletTransfer = endpoint({
 *   area: 'wallet', method: 'POST', path: '/wallet/change', access: 'user', money: true,
 *   summary: 'Move money between two of the customer’s wallets',
 *   input: { currency: text(10), amount: decimalInput, from: wallet type, to: wallet type },
 *   wire: { amount: 'number', from: { name: 'from_field', values: walletTypeOnWire } },
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
    takesKey: definition.money ?? false,
    showsMoney: false,
    isHeavy: false,
    takesFile: false,
    maxFileBytes: IMAGE_BYTES,
    maxBodyBytes: BODY_BYTES,
    answersFile: [],
    rate: definition.money ? 'write' : 'read',
    whileFrozen: definition.money ? 'refused' : 'open',
    wire: {},
    outputWire: definition.access === 'operator' ? {} : (definition.wire ?? {}),
    roles: [],
    ...definition,
    input: z.object((definition.input ?? {}) as Shape),
  }
}

/**
 * Renames a flat wire record to our names and values, leaving out what the call does not take.
 *
 * A field may also come under our own name, unless that is another field's on the wire.
 *
 * Refuses: (by throwing) PARAMETER_ERROR where both are given and say different things.
 */
export function fromWire(
  definition: Endpoint,
  record: Readonly<Record<string, string>>,
): Record<string, string> {
  const input: Record<string, string> = Object.create(null)
  const fields = Object.keys(definition.input.shape).map((ours) => wireOf(definition.wire, ours))
  const onWire = new Set(fields.flatMap(({ name, also = [] }) => [name, ...also]))
  for (const ours of Object.keys(definition.input.shape)) {
    const { name, also = [], values } = wireOf(definition.wire, ours)
    const own = onWire.has(ours) && name !== ours ? [] : [ours]
    const given = [name, ...own, ...also].find((one) => record[one] !== undefined)
    const meant = (one: string): string => {
      const value = record[one]!
      return values ? (ourValue(values, value) ?? value) : value
    }
    if (given === undefined || record[given] === '') continue
    if (own.some((one) => record[one] && meant(one) !== meant(given))) {
      throw refusal('PARAMETER_ERROR', { field: ours })
    }
    input[ours] = meant(given)
  }
  return input
}

/** The wire's names of the fields of a call that are lists. */
export const listsOnWire = ({ lists = [], wire }: Pick<Endpoint, 'lists' | 'wire'>): readonly string[] =>
  lists.flatMap((ours) => {
    const { name, also = [] } = wireOf(wire, ours)
    return [name, ...also]
  })

/** Renames our input to the wire's names and values; `undefined` fields are left out. */
export function toWire(definition: Endpoint, input: object): Record<string, string> {
  const record: Record<string, string> = {}
  for (const [ours, value] of Object.entries(input)) {
    if (value === undefined) continue
    const { name, values } = wireOf(definition.wire, ours)
    record[name] = values ? wireValue(values, String(value)) : String(value)
  }
  return record
}

/** How one of our fields goes over the wire. */
export function wireOf(names: WireNames, ours: string): WireField {
  const wire = Object.hasOwn(names, ours) ? names[ours] : undefined
  if (wire === undefined) return { name: ours }
  return typeof wire === 'string' ? { name: wire } : wire
}

/** The field of a call that a name on the wire means; a name that none has is left as it is. */
export function fieldFromWire({ input, wire }: Pick<Endpoint, 'input' | 'wire'>, onWire: string): string {
  return Object.keys(input.shape).find((ours) => wireOf(wire, ours).name === onWire) ?? onWire
}

/** What the wire understands for a value, the word that is answered first. */
export function understoodFor(values: WireValues, ours: string): readonly string[] {
  const wire = Object.hasOwn(values, ours) ? values[ours]! : ours
  return typeof wire === 'string' ? [wire] : wire
}

/** The word that stands for a value of ours. */
export const wireValue = (values: WireValues, ours: string): string => understoodFor(values, ours)[0]!

const ourValue = (values: WireValues, onWire: string): string | undefined =>
  Object.keys(values).find((ours) => understoodFor(values, ours).includes(onWire))

/** What has answers or messages: a call, or a channel of the socket. */
type Answering = Pick<Endpoint, 'outputWire'>

/** An output as it goes over the wire: in the specification's names and values. */
export const outputToWire = ({ outputWire }: Answering, output: unknown): unknown =>
  renamed(output, new Map(Object.keys(outputWire).map((ours) => [ours, toThem(wireOf(outputWire, ours))])))

/** An answer as it came over the wire, in our names and values. */
export const outputFromWire = ({ outputWire }: Answering, answer: unknown): unknown =>
  renamed(
    answer,
    new Map(
      Object.keys(outputWire).map((ours) => {
        const { name, values } = wireOf(outputWire, ours)
        return [name, { name: ours, value: (word) => (values && ourValue(values, word)) ?? word }]
      }),
    ),
  )

interface Renaming {
  readonly name: string
  readonly value: (word: string) => string
}

const toThem = ({ name, values }: WireField): Renaming => ({
  name,
  value: (word) => (values ? wireValue(values, word) : word),
})

function renamed(value: unknown, names: ReadonlyMap<string, Renaming>): unknown {
  if (typeof value !== 'object' || value === null || names.size === 0) return value
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const other = names.get(name)
      const changed = typeof inner === 'string' ? (other?.value(inner) ?? inner) : renamed(inner, names)
      return [other?.name ?? name, changed]
    }),
  )
}
