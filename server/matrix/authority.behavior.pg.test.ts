import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorPowers } from '#domain/content/powers.ts'
import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import { allEndpoints, consoleEndpoints, customerEndpoints } from '#server/contract.ts'
import { doOneOfEach, type Exchange, openExchange, type Reply } from '#server/testing/exchange.ts'
import { inputsOf } from '#server/testing/inputs.ts'
import { loadTesting, type Things } from '#server/testing/product-testing.ts'

/** Who may do what: every call of the contract, asked by everybody who should not get an answer. */

const forCustomers = customerEndpoints.filter(({ access }) => access === 'user')
const forOperators = consoleEndpoints.filter(({ access }) => access === 'operator')
const { inputFor, thingsOf } = inputsOf(await loadTesting())
/** The calls about a thing of somebody's, and those of them that show it. */
const naming = forCustomers.filter((call) => Object.keys(thingsOf(call)).length > 0)
const showing = naming.filter(({ method }) => method === 'GET')

const NOBODYS_ID = '999999999999999999'
/** What nobody has, in the place of each of these things. */
const missing = (things: Things): Things => ({
  ...Object.fromEntries(
    // An upload's id is as long as that, and no number is.
    Object.entries(things).map(([name, id]) => [name, id.length === 22 ? 'A'.repeat(22) : NOBODYS_ID]),
  ),
})

let exchange: Exchange
let hers: Things
let asItWas: Reply[]
beforeAll(async () => {
  exchange = await openExchange()
  hers = await doOneOfEach(exchange, exchange.alice)
  asItWas = await shownToHer()
})
afterAll(() => exchange?.close())

/** Her things as she sees them. */
const shownToHer = () =>
  Promise.all(
    showing.map((call) => exchange.send('customers', call, exchange.alice.token, inputFor(call, hers))),
  )

describe('T83: the published list', () => {
  const named = (calls: readonly Endpoint[]) => calls.map(({ method, path }) => `${method} ${path}`).sort()
  const paths = (calls: readonly Endpoint[]) => [...new Set(calls.map(({ path }) => path))].sort()

  test('is what the two listeners serve: nothing more, nothing less', () => {
    expect(named(exchange.routes.customers)).toEqual(named(customerEndpoints))
    expect(named(exchange.routes.operators)).toEqual(named(consoleEndpoints))
    expect(new Set(named(allEndpoints)).size).toBe(allEndpoints.length)
  })

  test('is in OpenAPI, each listener with its own', async () => {
    for (const [side, calls] of [
      ['customers', customerEndpoints],
      ['operators', consoleEndpoints],
    ] as const) {
      const { text } = await exchange.raw(side, 'GET', '/api/openapi.json')
      const listed = Object.keys((JSON.parse(text) as { paths: object }).paths)
      expect(listed.sort()).toEqual(paths(calls).map((path) => `/api${path}`))
    }
  })

  test('has no call that could set a balance, a price or an outcome', () => {
    const powers =
      /balance\/|set_|force|pre_?result|risk|win_rate|control|adjust|price\/(set|edit)|impersonate/i
    // By these customers accept a risk notice; the names of their fields are `version` and `answers`.
    const notices = ['/lever/risk', '/microtrade/risk']
    // Two operators move what is there, within the ledger, and the customer reads of it: no call sets what a balance is.
    const adjustments = ['', '/take', '/give', '/return'].map((way) => `/console/adjustments${way}`)
    const others = paths(allEndpoints).filter((path) => ![...notices, ...adjustments].includes(path))
    expect(others.filter((path) => powers.test(path))).toEqual([])
    const names = allEndpoints.flatMap((call) => Object.keys(call.input.shape))
    expect(names.filter((name) => /balance|outcome|winRate|forced|result/i.test(name))).toEqual([])
  })
})

describe('what operators can do', () => {
  test('is published to everybody, every call of it, with who may make it', async () => {
    const { data } = await exchange.send('customers', operatorPowers, undefined, {})
    const { powers } = data as OutputOf<typeof operatorPowers>
    expect(powers.map(({ path, roles }) => [path, roles])).toEqual(
      forOperators.map(({ path, roles }) => [path, roles]),
    )
  })

  test('is what stands here: whatever changes something is a decision, not a detail', async () => {
    const { data } = await exchange.send('customers', operatorPowers, undefined, {})
    const { powers } = data as OutputOf<typeof operatorPowers>
    expect(
      powers
        .filter(({ changes }) => changes)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      // A second operator decides on what one proposes; some of these stop something at once, two write to a customer.
      ...['/console/adjustments/give', '/console/adjustments/return', '/console/adjustments/take'],
      ...['/console/box/close', '/console/box/create', '/console/box/open'],
      ...['/console/content/create', '/console/content/publish', '/console/content/save'],
      '/console/content/withdraw',
      '/console/contract/propose',
      '/console/convert/terms',
      ...['/console/copy/accept', '/console/copy/propose', '/console/copy/refuse', '/console/copy/stop'],
      ...['/console/countries/close', '/console/countries/open'],
      ...['/console/coupon/create', '/console/coupon/stop'],
      ...['/console/deposit/address', '/console/deposit/bank_account'],
      ...['/console/deposit/propose', '/console/deposit/reject'],
      ...['/console/dual/close', '/console/dual/create', '/console/dual/open', '/console/dual/template'],
      ...['/console/earn/close', '/console/earn/create', '/console/earn/edit', '/console/earn/open'],
      ...['/console/game/hide', '/console/game/show'],
      ...['/console/ieo/close', '/console/ieo/create', '/console/ieo/edit', '/console/ieo/fail'],
      ...['/console/ieo/list_coin', '/console/ieo/open'],
      ...['/console/ledger/check', '/console/liabilities/take', '/console/limits/propose'],
      ...['/console/listing/currency', '/console/listing/halt', '/console/listing/instrument'],
      '/console/listing/terms',
      ...['/console/loan/approve', '/console/loan/propose_terms', '/console/loan/reject'],
      '/console/logout',
      ...['/console/network/close', '/console/network/open', '/console/network/terms'],
      ...['/console/nft/artist', '/console/nft/artist_edit', '/console/nft/artist_start'],
      ...['/console/nft/artist_stop', '/console/nft/artwork', '/console/nft/cancel', '/console/nft/close'],
      ...['/console/nft/collection', '/console/nft/collection_edit'],
      ...['/console/nft/media', '/console/nft/media_hide', '/console/nft/media_release'],
      ...['/console/nft/offer', '/console/nft/offer_run', '/console/nft/open'],
      '/console/notices/write',
      ...['/console/operators/add', '/console/operators/disable', '/console/operators/roles'],
      ...['/console/operators/sessions', '/console/operators/setup', '/console/operators/void_setup'],
      '/console/option/terms',
      ...['/console/otc/accept', '/console/otc/dispute', '/console/otc/message', '/console/otc/paid'],
      '/console/otc/propose_close',
      ...['/console/otc/propose_offer', '/console/otc/refuse', '/console/otc/settle', '/console/otc/stop'],
      ...['/console/proposal/approve', '/console/proposal/send_back', '/console/proposal/withdraw'],
      '/console/queue/propose_level',
      ...['/console/recovery/propose', '/console/recovery/refuse'],
      ...['/console/reserves/address', '/console/reserves/fee', '/console/reserves/retire'],
      ...[
        '/console/sale/propose_terms',
        '/console/sale/settle',
        '/console/sale/start',
        '/console/sale/take_over',
      ],
      '/console/support/answer',
      '/console/support/answer_remove',
      '/console/support/assign',
      '/console/support/close',
      '/console/support/propose_settings',
      '/console/support/read',
      '/console/support/write',
      ...['/console/treasury/fund', '/console/treasury/move'],
      '/console/verification/address',
      '/console/verification/open',
      '/console/verification/propose',
      '/console/verification/refuse',
      ...['/console/withdrawal/pause', '/console/withdrawal/prepare', '/console/withdrawal/propose'],
      ...['/console/withdrawal/propose_terms', '/console/withdrawal/reject', '/console/withdrawal/settle'],
      ...['/console/withdrawal/signed', '/console/withdrawal/take_over', '/console/withdrawal/void'],
      '/console/withdrawal/void_signed',
    ])
  })
})

describe('T53: without a session', () => {
  test.each(forCustomers.map((call) => [call.path, call] as const))('%s answers 999', async (_, call) => {
    const revoked = await exchange.revokedToken()
    for (const token of [undefined, 'x', 'A'.repeat(43), 'A'.repeat(500), exchange.maker.token, revoked]) {
      const reply = await exchange.send('customers', call, token, inputFor(call, hers))
      expect([token, reply.type, reply.error]).toEqual([token, 999, 'SESSION_EXPIRED'])
    }
  })

  test.each(forOperators.map((call) => [call.path, call] as const))(
    '%s of the console answers 999',
    async (_, call) => {
      for (const token of [undefined, 'x', 'A'.repeat(43), exchange.alice.token]) {
        const reply = await exchange.send('operators', call, token, inputFor(call, {}))
        expect([token, reply.type, reply.error]).toEqual([token, 999, 'SESSION_EXPIRED'])
      }
    },
  )
})

describe('the customers’ listener', () => {
  test.each(consoleEndpoints.map((call) => [call.path, call] as const))(
    'does not know %s',
    async (_, call) => {
      for (const token of [undefined, exchange.alice.token, exchange.maker.token]) {
        const reply = await exchange.send('customers', call, token, inputFor(call, {}))
        expect([reply.status, reply.error]).toEqual([404, 'NOT_FOUND'])
      }
    },
  )

  test('and the operators’ one know nothing of each other’s sessions', async () => {
    const [me] = forCustomers
    const reply = await exchange.send('customers', me!, exchange.checker.token, inputFor(me!, hers))
    expect(reply.error).toBe('SESSION_EXPIRED')
  })
})

/** By itself: a short number also stands by chance within a long one. */
const isNamedIn = (text: string, mark: string) => new RegExp(`(?<!\\w)${mark}(?!\\w)`).test(text)

describe('T20, T53: somebody else’s', () => {
  test('is named by a field whose meaning the tests know', () => {
    const fields = forCustomers.flatMap((call) =>
      Object.keys(call.input.shape).map((name) => ({
        path: call.path,
        name,
        isKnown: name in thingsOf(call),
      })),
    )
    const ids = fields.filter(({ name }) => name === 'id' || ['quoteId', 'image', 'portrait'].includes(name))
    // What was read is a number within one's own chat: it names nothing of anybody else's.
    expect(ids.filter(({ path, isKnown }) => !isKnown && path !== '/kefu/read')).toEqual([])
  })

  test.each(naming.map((call) => [call.path, call] as const))(
    '%s answers as if it did not exist',
    async (_, call) => {
      const before = await exchange.counts()
      const foreign = await exchange.send('customers', call, exchange.bob.token, inputFor(call, hers))
      const unknown = await exchange.send(
        'customers',
        call,
        exchange.bob.token,
        inputFor(call, missing(hers)),
      )
      expect(foreign.ok).toBe(false)
      expect([foreign.status, foreign.type, foreign.error]).toEqual([
        unknown.status,
        unknown.type,
        unknown.error,
      ])
      expect(foreign.text).toBe(unknown.text)
      expect(await exchange.counts()).toEqual(before)
    },
  )

  test.each(forCustomers.map((call) => [call.path, call] as const))(
    'nothing of it is in %s',
    async (_, call) => {
      if (['/user/logout', '/user/sessions/revoke', '/safe/freeze'].includes(call.path)) return
      const extra = {
        uid: String(exchange.alice.id),
        user_id: String(exchange.alice.id),
        owner: String(exchange.alice.id),
      }
      const fields = new URLSearchParams({ ...(inputFor(call, {}) as Record<string, string>), ...extra })
      const replies = [
        await exchange.send('customers', call, exchange.bob.token, inputFor(call, hers)),
        await exchange.send(
          'customers',
          { ...call, input: call.input },
          exchange.bob.token,
          Object.fromEntries(fields),
        ),
      ]
      const marks = [...Object.values(hers), exchange.alice.email, 'alice']
      for (const { text } of replies) expect(marks.filter((mark) => isNamedIn(text, mark))).toEqual([])
    },
  )

  test('is still as it was', async () => {
    const his = await doOneOfEach(exchange, exchange.bob)
    for (const [name, id] of Object.entries(hers)) expect([name, his[name]]).not.toEqual([name, id])
    expect(asItWas.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(3)
    expect(await shownToHer()).toEqual(asItWas)
  })
})

describe('answers', () => {
  const SECRET = /pass|hash|token|secret|salt|totp|card_?number|cvv/i
  /**
   * A yes or no, the end of a hash that the customer typed, a session just begun, the demonstration's sign-in, what hides
   * the customer's own leaf in one snapshot from others.
   */
  const ALLOWED = new Set([
    'hasPassword',
    'hasPayPassword',
    // How many there are.
    'passkeys',
    // How often a wrong one was typed.
    'payPasswordTries',
    'hash_tail',
    'hashTail',
    'console/login token',
    // Of a key that was just made, and at no other time.
    'user/apikey/add secret',
    'proof/liabilities salt',
    // Of an authenticator that is being set up, to whoever has the code of the mail, once.
    'console/setup/read totpSecret',
    // Of one box that is drawn: what makes its draw checkable.
    'bind_box/getBoxProof secret',
    'bind_box/getBoxProof secretProof',
    'getSiteConfig password',
  ])

  test.each(allEndpoints.map((call) => [call.path, call] as const))(
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
      (await exchange.raw('customers', 'GET', '/api/openapi.json')).text,
      (await exchange.raw('operators', 'GET', '/api/openapi.json')).text,
    ]
  })
  const openApiOf = (path: string) => documents.find((text) => text.includes(`"/api${path}"`))!

  function fieldNames(schema: unknown): string[] {
    if (typeof schema !== 'object' || schema === null) return []
    const { properties = {} } = schema as { properties?: Record<string, unknown> }
    return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldNames)]
  }
})
