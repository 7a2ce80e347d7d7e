import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, outputFromWire, outputToWire } from './endpoint.ts'
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
  outputWire: { picture: 'head_portrait' },
})

test('an output is in the specification’s names on the wire, however deep, and back in ours', () => {
  const ours = { picture: null, pages: [{ picture: 'a', at: 1 }] }
  const wires = { head_portrait: null, pages: [{ head_portrait: 'a', at: 1 }] }
  expect(outputToWire(album, ours)).toEqual(wires)
  expect(outputFromWire(album, wires)).toEqual(ours)
})

test('a token is an output too', () => expect(outputToWire(album, 'token')).toBe('token'))

/** What specification.md, section 3, calls the fields of answers. */
test.each([
  [profile, 'portrait', 'head_portrait'],
  [profile, 'inviteCode', 'extension_code'],
  [invite, 'code', 'extension_code'],
  [fiatRates, 'code', 'currency_code'],
])('%o answers %s as %s', (call, ours, wires) => {
  expect(outputToWire(call, [{ [ours]: 'x' }])).toEqual([{ [wires]: 'x' }])
})
