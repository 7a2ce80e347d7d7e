import type * as z from 'zod/mini'
import type { Endpoint } from '#domain/endpoint.ts'
import { decimalInput } from '#domain/fields.ts'
import type { Things } from '#server/testing/exchange.ts'

/** Inputs for any call, by the names of its fields: right ones, about somebody's own things. */

const PASSWORD = 'a matrix of calls'

/** What a field of that name is filled with, whatever the call. */
const common: Readonly<Record<string, string>> = {
  address: 'somewhere',
  amount: '25',
  areaCode: '44',
  base: 'BTC',
  cap: '1000000',
  classId: '2',
  code: '123456',
  contact: 'nobody@matrix.test',
  currency: 'USDT',
  dailyRate: '0.0001',
  email: 'nobody@matrix.test',
  from: 'funding',
  fromSeconds: '0',
  hashTail: 'a1b2c3',
  kind: 'email',
  limit: '20',
  limitPrice: '17000',
  maximum: '5000',
  minimum: '100',
  mobile: '+447700900123',
  network: 'TRC20',
  nickname: 'Matrix',
  page: '1',
  password: PASSWORD,
  penaltyRate: '0.01',
  period: '1m',
  walletType: 'funding',
  quantity: '0.01',
  query: 'nobody@matrix.test',
  quote: 'USDT',
  reason: 'a matrix of calls',
  repeated: PASSWORD,
  sender: 'A. Sender',
  sequence: '1',
  side: 'buy',
  symbol: 'BTC-USDT',
  termDays: '30',
  to: 'spot',
  toSeconds: '60',
  txReference: 'ab12cd34ef56ab12cd34ef56ab12cd34a1b2c3',
}

/** What a field means otherwise in one call. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/console/treasury/move': { from: 'treasury', to: 'interest' },
}

/** What an `id` means, call by call. */
const idOf: Readonly<Record<string, keyof Things>> = {
  '/coin/cancel': 'openOrder',
  '/coin/detail': 'openOrder',
  '/lh/deposit/detail': 'earnSubscription',
  '/lh/deposit/quote': 'earnSubscription',
  '/lh/deposit/order/cancel': 'earnSubscription',
  '/upload/view': 'image',
}

/** Fields by which a call names a thing of somebody's. */
export const namesThings = (call: Endpoint): boolean =>
  Object.keys(call.input.shape).some((name) => ['id', 'quoteId', 'image', 'portrait'].includes(name))

/** A whole, right input for a call, optional fields left out, about these things. */
export function inputFor(call: Endpoint, things: Partial<Things>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(call.input.shape)) {
    if (name === 'id') input.id = things[idOf[call.path] ?? 'openOrder'] ?? '1'
    else if (name === 'quoteId') input.quoteId = things.quote
    else if (name === 'productId') input.productId = things.product ?? '1'
    else if (name === 'image' || name === 'portrait') input[name] = things.image
    else if (!isOptional(field) || name === 'limitPrice') input[name] = own[call.path]?.[name] ?? common[name]
  }
  return input
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
