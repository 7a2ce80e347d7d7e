import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleCalls } from '#domain/console/contract.ts'
import { allCalls, customerCalls } from '#domain/contract.ts'
import { inputFor, namesThings } from './inputs.ts'
import { doOneOfEach, openStand, type Stand, type Things } from './stand.ts'

/** Who may do what: every call of the contract, asked by everybody who should not get an answer. */

const forCustomers = customerCalls.filter(({ access }) => access === 'user')
const forOperators = consoleCalls.filter(({ access }) => access === 'operator')
const NOBODYS_ID = '999999999999999999'
const MISSING: Things = {
  openOrder: NOBODYS_ID,
  lockedOrder: NOBODYS_ID,
  quote: NOBODYS_ID,
  deposit: NOBODYS_ID,
  transfer: NOBODYS_ID,
  image: 'A'.repeat(22),
  product: NOBODYS_ID,
}

let stand: Stand
let hers: Things
beforeAll(async () => {
  stand = await openStand()
  hers = await doOneOfEach(stand, stand.alice)
})
afterAll(() => stand?.close())

describe('the published list', () => {
  const paths = (calls: readonly { path: string }[]) => calls.map(({ path }) => path).sort()

  test('is what the two listeners serve: nothing more, nothing less', () => {
    expect(paths(stand.routes.customers)).toEqual(paths(customerCalls))
    expect(paths(stand.routes.operators)).toEqual(paths(consoleCalls))
    expect(new Set(paths(allCalls)).size).toBe(allCalls.length)
  })

  test('is in OpenAPI, each listener with its own', async () => {
    for (const [side, calls] of [
      ['customers', customerCalls],
      ['operators', consoleCalls],
    ] as const) {
      const { text } = await stand.raw(side, 'GET', '/api/openapi.json')
      const listed = Object.keys((JSON.parse(text) as { paths: object }).paths)
      expect(listed.sort()).toEqual(paths(calls).map((path) => `/api${path}`))
    }
  })

  test('has no call that could set a balance, a price or an outcome', () => {
    const powers =
      /balance\/|set_|force|pre_?result|risk|win_rate|control|adjust|price\/(set|edit)|impersonate/i
    expect(paths(allCalls).filter((path) => powers.test(path))).toEqual([])
    const names = allCalls.flatMap((call) => Object.keys(call.input.shape))
    expect(names.filter((name) => /balance|outcome|winRate|forced|result/i.test(name))).toEqual([])
  })
})

describe('without a session', () => {
  test.each(forCustomers.map((call) => [call.path, call] as const))('%s answers 999', async (_, call) => {
    const revoked = await stand.revokedToken()
    for (const token of [undefined, 'x', 'A'.repeat(43), 'A'.repeat(500), stand.maker, revoked]) {
      const reply = await stand.send('customers', call, token, inputFor(call, hers))
      expect([token, reply.type, reply.error]).toEqual([token, 999, 'SESSION_EXPIRED'])
    }
  })

  test.each(forOperators.map((call) => [call.path, call] as const))('%s answers 999', async (_, call) => {
    for (const token of [undefined, 'x', 'A'.repeat(43), stand.alice.token]) {
      const reply = await stand.send('operators', call, token, inputFor(call, {}))
      expect([token, reply.type, reply.error]).toEqual([token, 999, 'SESSION_EXPIRED'])
    }
  })
})

describe('the customers’ listener', () => {
  test.each(consoleCalls.map((call) => [call.path, call] as const))('does not know %s', async (_, call) => {
    for (const token of [undefined, stand.alice.token, stand.maker]) {
      const reply = await stand.send('customers', call, token, inputFor(call, {}))
      expect([reply.status, reply.error]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('and the operators’ one know nothing of each other’s sessions', async () => {
    const [me] = forCustomers
    const reply = await stand.send('customers', me!, stand.checker, inputFor(me!, hers))
    expect(reply.error).toBe('SESSION_EXPIRED')
  })
})

/** By itself: a short number also stands by chance within a long one. */
const isNamedIn = (text: string, mark: string) => new RegExp(`(?<!\\w)${mark}(?!\\w)`).test(text)

describe('somebody else’s', () => {
  const naming = forCustomers.filter(namesThings)

  test.each(naming.map((call) => [call.path, call] as const))(
    '%s answers as if it did not exist',
    async (_, call) => {
      const before = await stand.counts()
      const foreign = await stand.send('customers', call, stand.bob.token, inputFor(call, hers))
      const missing = await stand.send('customers', call, stand.bob.token, inputFor(call, MISSING))
      expect(foreign.ok).toBe(false)
      expect([foreign.status, foreign.type, foreign.error]).toEqual([
        missing.status,
        missing.type,
        missing.error,
      ])
      expect(foreign.text).toBe(missing.text)
      expect(await stand.counts()).toEqual(before)
    },
  )

  test.each(forCustomers.map((call) => [call.path, call] as const))(
    'nothing of it is in %s',
    async (_, call) => {
      if (call.path === '/user/logout' || call.path === '/user/sessions/revoke') return
      const extra = {
        uid: String(stand.alice.id),
        user_id: String(stand.alice.id),
        owner: String(stand.alice.id),
      }
      const fields = new URLSearchParams({ ...(inputFor(call, {}) as Record<string, string>), ...extra })
      const replies = [
        await stand.send('customers', call, stand.bob.token, inputFor(call, hers)),
        await stand.send(
          'customers',
          { ...call, input: call.input },
          stand.bob.token,
          Object.fromEntries(fields),
        ),
      ]
      const marks = [
        hers.openOrder,
        hers.lockedOrder,
        hers.deposit,
        hers.transfer,
        hers.image,
        stand.alice.email,
        'alice',
      ]
      for (const { text } of replies) expect(marks.filter((mark) => isNamedIn(text, mark))).toEqual([])
    },
  )

  test('is still as it was', async () => {
    const mine = await doOneOfEach(stand, stand.bob)
    expect(mine.openOrder).not.toBe(hers.openOrder)
    const detail = customerCalls.find(({ path }) => path === '/coin/detail')!
    const reply = await stand.send('customers', detail, stand.alice.token, { id: hers.openOrder })
    expect((reply.data as { order: { status: string } }).order.status).toBe('open')
  })
})

describe('answers', () => {
  const SECRET = /pass|hash|token|secret|salt|totp|card_?number|cvv/i
  /** A yes or no, the end of a hash that the customer typed, a session just begun, the demonstration's sign-in. */
  const ALLOWED = new Set(['hasPayPassword', 'hashTail', 'console/login token', 'getSiteConfig password'])

  test.each(allCalls.map((call) => [call.path, call] as const))(
    'of %s have no field named like a secret',
    (_, call) => {
      const { paths } = JSON.parse(openApiOf(call.path)) as {
        paths: Record<string, Record<string, Operation>>
      }
      const operations = Object.values(paths[`/api${call.path}`]!)
      const names = operations.flatMap((operation) => fieldNames(operation.responses))
      const wrong = names.filter(
        (name) => SECRET.test(name) && !ALLOWED.has(name) && !ALLOWED.has(`${call.path.slice(1)} ${name}`),
      )
      expect(wrong).toEqual([])
    },
  )

  interface Operation {
    readonly responses: unknown
  }
  let documents: readonly string[] = []
  beforeAll(async () => {
    documents = [
      (await stand.raw('customers', 'GET', '/api/openapi.json')).text,
      (await stand.raw('operators', 'GET', '/api/openapi.json')).text,
    ]
  })
  const openApiOf = (path: string) => documents.find((text) => text.includes(`"/api${path}"`))!

  function fieldNames(schema: unknown): string[] {
    if (typeof schema !== 'object' || schema === null) return []
    const { properties = {} } = schema as { properties?: Record<string, unknown> }
    return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldNames)]
  }
})
