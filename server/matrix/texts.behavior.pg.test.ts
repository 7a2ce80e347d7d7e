import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints, customerEndpoints } from '#server/contract.ts'
import { doOneOfEach, type Exchange, openExchange } from '#server/testing/exchange.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { inputsOf } from '#server/testing/inputs.ts'
import { howMany } from '#server/testing/length.ts'
import { loadTesting, type Things } from '#server/testing/product-testing.ts'

/** Every field of every call, filled with what breaks things elsewhere: nothing here breaks. */

const { inputFor } = inputsOf(await loadTesting())

let exchange: Exchange
let things: Things
beforeAll(async () => {
  exchange = await openExchange()
  things = await doOneOfEach(exchange, exchange.alice)
})
afterAll(() => exchange?.close())

/** Of what a field refuses by itself, before any call is made: one of so many, at full length all. */
const SOME = howMany(1, 6)
/** Calls that end the session, or take an argon2 each time, are asked with fewer texts. */
const FEW = 6
const isCostly = (path: string) => /login|password|register|forget|\/safe\//.test(path)
const UNASKED = new Set(['/user/logout', '/user/sessions/revoke', '/console/logout'])

const untouched = () => {
  const probe: Record<string, unknown> = {}
  return [probe.polluted, probe.isAdmin, Object.keys(Object.prototype).length]
}

describe('T65, T72: hostile texts', () => {
  const calls = allEndpoints.filter(({ path }) => !UNASKED.has(path))

  test.each(calls.map((call) => [call.path, call] as const))('break nothing in %s', async (path, call) => {
    const [side, token] = call.path.startsWith('/console')
      ? (['operators', exchange.maker.token] as const)
      : (['customers', exchange.alice.token] as const)
    const texts = isCostly(path) ? hostileTexts.slice(0, FEW) : hostileTexts
    const broken: string[] = []
    for (const [name, field] of Object.entries(call.input.shape)) {
      const lets = (text: string) => z.safeParse(field, text).success
      for (const value of texts.filter((text, n) => lets(text) || n % SOME === 0)) {
        const reply = await exchange.send(side, call, token, { ...inputFor(call, things), [name]: value })
        if (reply.status >= 500)
          broken.push(`${name} = ${JSON.stringify(value)}: ${reply.text.slice(0, 200)}`)
      }
    }
    expect(broken).toEqual([])
    expect(untouched()).toEqual([undefined, undefined, 0])
  })
})

describe('hostile bodies', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const JSON_TYPE = 'application/json'
  const many = Array.from({ length: 65 }, (_, n) => `f${n}=1`).join('&')
  const bodies = [
    ['a field twice', 'number=1&number=-5', FORM],
    ['a list', 'number[]=1', FORM],
    ['a nested field', 'number[a]=1', FORM],
    ['a dotted field', 'a.b=1', FORM],
    ['__proto__ in a form', '__proto__=1', FORM],
    ['__proto__ with a field', '__proto__[isAdmin]=1', FORM],
    ['constructor.prototype', 'constructor[prototype][polluted]=1', FORM],
    ['65 fields', many, FORM],
    ['broken escapes', 'number=%zz', FORM],
    ['__proto__ in JSON', '{"__proto__":{"isAdmin":1}}', JSON_TYPE],
    ['__proto__ as a text in JSON', '{"__proto__":"x"}', JSON_TYPE],
    ['a list in JSON', '{"number":[1]}', JSON_TYPE],
    ['an object in JSON', '{"number":{"a":1}}', JSON_TYPE],
    ['a list as JSON', '[1,2]', JSON_TYPE],
    ['a name twice in JSON', '{"number":1,"number":2}', JSON_TYPE],
    ['half of JSON', '{"number":', JSON_TYPE],
    ['very deep JSON', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`, JSON_TYPE],
    ['20 KB', `number=${'1'.repeat(20_000)}`, FORM],
    ['another type', '<number>1</number>', 'application/xml'],
  ] as const
  const posts = customerEndpoints.filter(({ method, path }) => method !== 'GET' && path !== '/upload')

  test.each(bodies)('are refused by every call: %s', async (_, body, type) => {
    for (const { path } of posts) {
      const reply = await exchange.raw('customers', 'POST', `/api${path}`, body, type)
      expect([path, reply.status < 500, reply.ok]).toEqual([path, true, false])
    }
    expect(untouched()).toEqual([undefined, undefined, 0])
  })

  test('T85: say nothing of how the server is built', async () => {
    for (const [, body, type] of bodies) {
      const { text } = await exchange.raw('customers', 'POST', '/api/wallet/change', body, type)
      expect(text).not.toMatch(/node_modules|\.ts:|at \w+ \(|kysely|fastify|postgres|syntax error/i)
    }
  })
})
