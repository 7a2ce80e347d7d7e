import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { customerEndpoints } from '#server/contract.ts'

/** How many rows each list answers where nobody says. Source: specification section 9; rulings, section 1. */
const WALLET_LISTS = ['/wallet/legal_log', '/wallet/hzhistory', '/recharge/log']
const lists = customerEndpoints.filter(({ input }) => 'limit' in input.shape && 'cursor' in input.shape)
const limitOf = (call: (typeof lists)[number], limit?: string) =>
  z.parse(z.object({ limit: call.input.shape.limit! }), { limit }).limit

test.each(lists.map((call) => [call.path, call] as const))(
  '%s has the specification’s page',
  (path, call) => {
    expect(limitOf(call)).toBe(WALLET_LISTS.includes(path) ? 10 : 20)
  },
)

test.each(lists.map((call) => [call.path, call] as const))('%s takes a larger wish', (_, call) => {
  for (const wish of ['9999', '10000', '999999999']) expect(limitOf(call, wish)).toBe(Number(wish))
})

/** Not texts: secrets and what proves them, contacts and keys, which have rules of their own. */
const OWN_RULES = /password|contact|email|mobile|repeated|clientKey|^(nickname|signature)$/i

test('special punctuation is refused in every text that customers send', () => {
  const accepts = (field: z.core.$ZodType, value: string) => z.safeParse(field, value).success
  const texts = customerEndpoints.flatMap(({ path, input }) =>
    Object.entries(input.shape)
      .filter(([name, field]) => accepts(field, 'Ana Lopez') && !OWN_RULES.test(name))
      .map(([name, field]) => [`${path} ${name}`, field] as const),
  )
  expect(texts.map(([name]) => name)).toContain('/wallet/charge_req sender')
  expect(texts.filter(([, field]) => accepts(field, 'Ana <b>')).map(([name]) => name)).toEqual([])
})
