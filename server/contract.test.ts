import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { wireOf } from '#domain/endpoint.ts'
import { allEndpoints, customerEndpoints } from '#server/contract.ts'
import { openApi } from './platform/http/openapi.ts'

/** How many rows each list answers where nobody says. Source: specification section 9; rulings, section 1. */
const PAGES: Readonly<Record<string, number>> = {
  ...{ '/wallet/legal_log': 10, '/wallet/hzhistory': 10, '/wallet/events': 10, '/recharge/log': 10 },
  '/microtrade/lists': 5,
  ...{ '/project': 100, '/user/project/order': 10, '/project/allotments': 200 },
}
const lists = customerEndpoints.filter(({ input }) => 'limit' in input.shape && 'cursor' in input.shape)
const limitOf = (call: (typeof lists)[number], limit?: string) =>
  z.parse(z.object({ limit: call.input.shape.limit! }), { limit }).limit

test.each(lists.map((call) => [call.path, call] as const))(
  '%s has the specification’s page',
  (path, call) => {
    expect(limitOf(call)).toBe(PAGES[path] ?? 20)
  },
)

test.each(lists.map((call) => [call.path, call] as const))('%s takes a larger wish', (_, call) => {
  for (const wish of ['9999', '10000', '999999999']) expect(limitOf(call, wish)).toBe(Number(wish))
})

/**
 * Not texts: secrets and what proves them, contacts, what is looked up, signed transactions and URLs, which have rules of their own; and what is
 * published, where some signs are marks (`domain/content/fields.ts`).
 */
const OWN_RULES =
  /password|factorCode|^(code|message)$|contact|^content$|email|mobile|repeated|query|endpoint|^(nickname|signature|signed)$/i

test('special punctuation is refused in every text that customers and operators send', () => {
  const accepts = (field: z.core.$ZodType, value: string) => z.safeParse(field, value).success
  const texts = allEndpoints.flatMap(({ path, input }) =>
    Object.entries(input.shape)
      .filter(([name, field]) => accepts(field, 'Ana Lopez') && !OWN_RULES.test(name))
      .map(([name, field]) => [`${path} ${name}`, field] as const),
  )
  const names = texts.map(([name]) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      '/wallet/charge_req sender',
      '/coin/trade clientKey',
      '/console/deposit/reject reason',
    ]),
  )
  const taking = (value: string) => texts.filter(([, field]) => accepts(field, value)).map(([name]) => name)
  for (const sign of '<>{}[]|\\^~$%*=;"`') expect(taking(`Ana ${sign}b`)).toEqual([])
})

/** Every object in a schema, with the names of its fields. */
function objectsIn(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap(objectsIn)
  const { properties } = schema as { properties?: object }
  return properties ? [Object.keys(properties), ...inner] : inner
}

test('every answer has each name once on the wire, and can be read back into ours', () => {
  const unclear = customerEndpoints.flatMap(({ path, output, outputWire }) => {
    const objects = objectsIn(z.toJSONSchema(output, { unrepresentable: 'any' }))
    // A name that no answer has is read back all the same.
    const wireNames = new Map(
      [...new Set([...objects.flat(), ...Object.keys(outputWire)])].map(
        (ours) => [ours, wireOf(outputWire, ours).name] as const,
      ),
    )
    const twice = objects.flatMap((names) =>
      names.filter((one, n) => names.findIndex((other) => wireNames.get(other) === wireNames.get(one)) !== n),
    )
    const taken = [...wireNames].filter(([ours, wires]) =>
      [...wireNames].some(([other, theirs]) => other !== ours && theirs === wires),
    )
    return [...twice, ...taken.map(([ours]) => ours)].map((name) => `${path}: ${name}`)
  })
  expect(unclear).toEqual([])
})

/** What refusals say they are about that is no field of a call: the request itself. */
const OF_REQUEST = ['body', 'URL', 'Idempotency-Key', 'too many fields']

test('a refusal names its field as its call does, and so as the wire does', () => {
  const ours = new Set(allEndpoints.flatMap(({ input }) => Object.keys(input.shape)))
  const sources = ['domain', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => join(folder, name)),
  )
  const others = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?:refusal|refused)\('\w+', \{[^}]*\bfield: ([^}]*)/g)].flatMap(
      ([, said]) =>
        [...said!.matchAll(/'([^']+)'/g)]
          .filter(([, name]) => !ours.has(name!) && !OF_REQUEST.includes(name!))
          .map(([, name]) => `${path}: ${name}`),
    ),
  )
  expect(others).toEqual([])
})

/** What has two names on the wire within an area, and why. */
const TWO_NAMES: Readonly<Record<string, string>> = {
  'market classId': 'quotes are public market data; the list of one class says its own request',
  'market symbol': 'quotes are public market data; alerts say what is asked for',
  'market code': 'the specification names it for fiat alone',
  'contract lots': 'a proof has our names, by which it is checked elsewhere',
  'contract takeProfit': 'a proof has our names, by which it is checked elsewhere',
  'contract stopLoss': 'a proof has our names, by which it is checked elsewhere',
  'spot side': 'public market data keeps ours',
  'spot quantity': 'public market data keeps ours',
  'wallet to': 'a currency or a wallet, as the specification names each; or what can be converted to',
  'wallet from': 'a currency or a wallet, as the specification names each',
  'wallet amount': 'what is asked for is the specification’s number; what lies somewhere is an amount',
  'wallet currency': 'the specification’s name, for a transfer between wallets another one',
  'deposit network': 'a record says it beside its `sub_type`, which is a bank’s way where it came by one',
  'auth contact': 'each call has the specification’s name for where its code goes',
  'follow stopLoss': 'of a relation, and of a position',
  'copy stopLoss': 'of a relation, and of a position',
}

const namesIn = (schema: z.ZodMiniType): string[] => [
  ...new Set(objectsIn(z.toJSONSchema(schema, { unrepresentable: 'any' })).flat()),
]

test('what is answered has one name on the wire within an area', () => {
  const names = new Map<string, Set<string>>()
  for (const { area, output, outputWire } of customerEndpoints)
    for (const ours of namesIn(output)) {
      const known = names.get(`${area} ${ours}`) ?? new Set()
      names.set(`${area} ${ours}`, known.add(wireOf(outputWire, ours).name))
    }
  const several = [...names].filter(([, { size }]) => size > 1)
  expect(several.map(([ours]) => ours).sort()).toEqual(Object.keys(TWO_NAMES).sort())
})

/** The same of a request and its answer. */
const ASKED_OTHERWISE: Readonly<Record<string, string>> = {
  '/tape/segment sequence': 'ticks of the tape have our names, by which their hashes are computed',
  '/dual/buyDual productId': 'the specification’s `id`; an order has an id of its own',
  '/wallet/charge_req network':
    'answered as `sub_type` too; of a bank’s deposit that is its way, and the network another thing',
}

test('what a request says is answered under the same name', () => {
  const others = customerEndpoints.flatMap(({ path, input, wire, output, outputWire }) =>
    namesIn(output)
      .filter((ours) => ours in input.shape && wireOf(wire, ours).name !== wireOf(outputWire, ours).name)
      .map((ours) => `${path} ${ours}`),
  )
  expect(others.sort()).toEqual(Object.keys(ASKED_OTHERWISE).sort())
})

/** What specification.md, section 3, names in answers that are built. */
test.each([
  ['/coin/list', 'order', ['currency_id', 'legal_id', 'type', 'amount', 'target_price']],
  ['/wallet/hzhistory', 'transfer', ['currency_id', 'number', 'from_field', 'to_field']],
  ['/recharge/log', 'deposit', ['account', 'amount', 'currency', 'sub_type', 'address', 'type']],
  [
    '/lh/deposit/order',
    'locked deposit',
    [
      'config_id',
      'amount',
      'id',
      'maturity_time',
      'penalty',
      'refund_amount',
      'return_rate',
      'today_income',
      'total_income',
    ],
  ],
  ['/user/info', 'profile', ['head_portrait', 'nickname', 'signature', 'extension_code']],
  ['/wallet/getRateCurrency', 'fiat', ['currency_code', 'rate', 'saveTime']],
  ['/user/invite', 'invite', ['extension_code']],
])('%s answers a %s in the specification’s names', (path, _, names) => {
  const { output, outputWire } = customerEndpoints.find((call) => call.path === path)!
  const ours = objectsIn(z.toJSONSchema(output, { unrepresentable: 'any' })).flat()
  expect(ours.map((name) => wireOf(outputWire, name).name)).toEqual(expect.arrayContaining(names))
})

test('every list of allowed words is told whole, with the numbers of the wire', () => {
  const { paths } = openApi(customerEndpoints, 'Plumb', '1') as { paths: Record<string, never> }
  const text = JSON.stringify(paths['/api/coin/trade'])
  expect(text).toContain('"enum":["buy","1","sell","2"]')
  expect(text).toContain('"enum":["buy","sell"]')
})
