import type * as z from 'zod/mini'
import type { Endpoint } from '#domain/endpoint.ts'
import { decimalInput } from '#domain/fields.ts'
import { viewUpload } from '#domain/upload/contract.ts'
import { revokeSession, setPortrait } from '#domain/user/contract.ts'
import { setRail } from '#domain/user/guard-rails.ts'
import { confirmMessage } from '#domain/user/owner-proof.ts'
import { addPasskey, removePasskey, signInByPasskey } from '#domain/user/passkey.ts'
import {
  linkMessage,
  linkWallet,
  registerByWallet,
  unlinkWallet,
  walletMessage,
} from '#domain/user/wallet-sign-in.ts'
import type { CallExample, Input, TestedProduct, Things } from './product-testing.ts'

/** Inputs for any call of the contract: right ones, about somebody's own things. */
export interface Inputs {
  /** A whole input, optional fields left out unless the call's example has them, about these things. */
  inputFor(call: Endpoint, things: Things): Input
  /** The fields by which a call names things of a customer's, and which. */
  thingsOf(call: Endpoint): Readonly<Record<string, string>>
}

const PASSWORD = 'a matrix of calls'

/** What a field of that name is filled with, where the call's product does not say otherwise. */
const common: Readonly<Record<string, string>> = {
  amount: '25',
  areaCode: '44',
  classId: '2',
  code: '123456',
  contact: 'nobody@matrix.test',
  currency: 'USDT',
  email: 'nobody@matrix.test',
  from: '0',
  fromMs: '0',
  idNumber: 'X1234567',
  mobile: '+447700900123',
  note: 'a matrix of calls',
  password: PASSWORD,
  payPassword: PASSWORD,
  period: '1m',
  phrase: 'a matrix of calls',
  query: 'nobody@matrix.test',
  reason: 'a matrix of calls',
  repeated: PASSWORD,
  sequence: '1',
  size: '1',
  symbol: 'BTC-USDT',
  symbols: 'BTC-USDT,AAPL',
  to: '1',
  toMs: '60',
}

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ASKED = { address: ADDRESS, chainId: '1' }
const SIGNED = { address: ADDRESS, message: 'a matrix of calls', signature: `0x${'1'.repeat(130)}` }

/** The calls of no product. */
const own: readonly CallExample[] = [
  { call: viewUpload, things: { id: 'image' } },
  { call: setPortrait, things: { portrait: 'image' } },
  { call: setRail, fields: { kind: 'payees', value: '0' } },
  { call: revokeSession, things: { id: 'session' } },
  { call: walletMessage, fields: ASKED },
  { call: linkMessage, fields: ASKED },
  { call: registerByWallet, fields: SIGNED },
  { call: linkWallet, fields: SIGNED },
  { call: unlinkWallet, fields: { address: ADDRESS } },
  { call: confirmMessage, fields: ASKED },
  { call: signInByPasskey, fields: { response: '{}' } },
  { call: addPasskey, fields: { response: '{}' } },
  // Nobody here has one: it would ask everything else for a second factor.
  { call: removePasskey, things: { id: 'passkey' } },
]

/** A number that may be anybody's, for what operators look up and for things that are not given. */
const ANY_ID = '1'

/** Inputs by what the products say of their calls. */
export function inputsOf(tested: readonly TestedProduct[]): Inputs {
  const examples = new Map(
    [...own, ...tested.flatMap(({ testing }) => testing.calls ?? [])].map((one) => [one.call, one]),
  )
  const fields = new Map(
    tested.flatMap(({ product, testing }) =>
      [...product.endpoints, ...(product.consoleEndpoints ?? [])].map(
        (call) => [call, testing.fields] as const,
      ),
    ),
  )
  const thingsOf = (call: Endpoint) => examples.get(call)?.things ?? {}

  return {
    thingsOf,
    inputFor(call, things) {
      const named = thingsOf(call)
      const values = { ...common, ...fields.get(call), ...examples.get(call)?.fields }
      const input: Record<string, unknown> = {}
      for (const [name, field] of Object.entries(call.input.shape)) {
        const thing = named[name]
        if (thing !== undefined) input[name] = things[thing] ?? ANY_ID
        else if (!isOptional(field) || examples.get(call)?.fields?.[name]) {
          const value = values[name] ?? (name === 'id' ? ANY_ID : undefined)
          if (value === undefined) throw new Error(`${call.path} needs an example of ${name} in testing.ts`)
          input[name] = value
        }
      }
      return input
    },
  }
}

const isOptional = (field: z.core.$ZodType): boolean =>
  ['optional', 'prefault', 'default'].includes(field._zod.def.type)

/** The names of a call's fields that carry amounts or prices; a rate may be smaller than any amount. */
export const amountFields = (call: Endpoint): string[] =>
  Object.entries(call.input.shape).flatMap(([name, field]) =>
    innerOf(field) === decimalInput && !name.endsWith('Rate') ? [name] : [],
  )

function innerOf(field: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = field._zod.def as { innerType?: z.core.$ZodType }
  return innerType ? innerOf(innerType) : field
}
