import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { saveInternationalCard } from './card/contract.ts'
import { endpoint, fieldFromWire, fromWire, outputFromWire, outputToWire, toWire } from './endpoint.ts'
import { fiatRates } from './market/contract.ts'
import { invite, profile } from './user/contract.ts'

const album = endpoint({
  area: 'test',
  method: 'GET',
  path: '/album',
  access: 'public',
  summary: 'Pictures',
  output: z.object({
    picture: z.nullable(z.string()),
    pages: z.array(z.object({ picture: z.string(), at: z.number() })),
  }),
  wire: { picture: 'head_portrait' },
})

test('an output is in the specification’s names on the wire, however deep, and back in ours', () => {
  const ours = { picture: null, pages: [{ picture: 'a', at: 1 }] }
  const wires = { head_portrait: null, pages: [{ head_portrait: 'a', at: 1 }] }
  expect(outputToWire(album, ours)).toEqual(wires)
  expect(outputFromWire(album, wires)).toEqual(ours)
})

test('a token is an output too', () => expect(outputToWire(album, 'token')).toBe('token'))

const pay = endpoint({
  area: 'test',
  method: 'POST',
  path: '/pay',
  access: 'public',
  summary: 'Pays',
  input: { side: z.enum(['buy', 'sell']), wallet: z.string(), currency: z.string() },
  wire: {
    side: { name: 'type', values: { buy: ['buy', '1'], sell: ['sell', '2'] } },
    wallet: { name: 'from_field', values: { funding: 'legal' } },
    currency: { name: 'currency', also: ['currency_id'] },
  },
  output: z.object({ side: z.enum(['buy', 'sell']), wallets: z.array(z.object({ wallet: z.string() })) }),
})

test.each([
  [{ type: '1' }, { side: 'buy' }],
  [{ type: 'sell' }, { side: 'sell' }],
  [{ side: '2' }, { side: 'sell' }],
  // Not known: the schema refuses it, and says what is.
  [{ type: '3' }, { side: '3' }],
  [{ from_field: 'legal' }, { wallet: 'funding' }],
  [{ from_field: 'funding' }, { wallet: 'funding' }],
  [{ currency_id: 'BTC' }, { currency: 'BTC' }],
  [{ currency: 'BTC', currency_id: 'ETH' }, { currency: 'BTC' }],
  [{ constructor: '1', unknown: '1' }, {}],
])('a request with %o means %o', (record, input) =>
  expect({ ...fromWire(pay, record as Record<string, string>) }).toEqual(input),
)

/** One whose wire uses our name of one field for another. */
const swapped = endpoint({
  ...{ area: 'test', method: 'POST', path: '/swapped', access: 'public', summary: 'Swaps' },
  input: { amount: z.string(), quoteAmount: z.string() },
  wire: { amount: 'number', quoteAmount: 'amount' },
  output: z.object({}),
})

test('a field under both its names is refused where they say different things', () => {
  const refused = (field: string) => expect.objectContaining({ code: 'PARAMETER_ERROR', params: { field } })
  expect(() => fromWire(swapped, { number: '1', quoteAmount: '5', amount: '-5' })).toThrow(
    refused('quoteAmount'),
  )
  expect(() => fromWire(pay, { type: '1', side: 'sell' })).toThrow(refused('side'))
  expect({ ...fromWire(pay, { type: '1', side: 'buy' }) }).toEqual({ side: 'buy' })
  expect({ ...fromWire(pay, { type: '1', side: '' }) }).toEqual({ side: 'buy' })
  expect({ ...fromWire(swapped, { number: '1', amount: '5' }) }).toEqual({ amount: '1', quoteAmount: '5' })
  expect({ ...fromWire(swapped, { amount: '5' }) }).toEqual({ quoteAmount: '5' })
})

test.each([
  [swapped, 'amount', 'quoteAmount'],
  [swapped, 'number', 'amount'],
  [pay, 'type', 'side'],
  [pay, 'currency', 'currency'],
  [pay, 'Idempotency-Key', 'Idempotency-Key'],
])('of %o the field %s of a refusal is ours: %s', (call, onWire, ours) =>
  expect(fieldFromWire(call, onWire)).toBe(ours),
)

test.each(['swift', 'SWIFT', 'fedwire', 'Fedwire', 'CHAPS', 'SEPA', 'other'])(
  'a card’s network is %s, as it is written anywhere',
  (network) => expect(fromWire(saveInternationalCard, { network }).network).toBe(network.toLowerCase()),
)

test('a client sends the word, and an answer says it', () => {
  expect(toWire(pay, { side: 'buy', wallet: 'funding' })).toEqual({ type: 'buy', from_field: 'legal' })
  const ours = { side: 'sell', wallets: [{ wallet: 'funding' }] }
  const wires = { type: 'sell', wallets: [{ from_field: 'legal' }] }
  expect(outputToWire(pay, ours)).toEqual(wires)
  expect(outputFromWire(pay, wires)).toEqual(ours)
})

/** What specification.md, section 3, calls the fields of answers. */
test.each([
  [profile, 'portrait', 'head_portrait'],
  [profile, 'inviteCode', 'extension_code'],
  [invite, 'code', 'extension_code'],
  [fiatRates, 'code', 'currency_code'],
])('%o answers %s as %s', (call, ours, wires) => {
  expect(outputToWire(call, [{ [ours]: 'x' }])).toEqual([{ [wires]: 'x' }])
})
