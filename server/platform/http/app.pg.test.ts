import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anyOperator } from '#domain/console/roles.ts'
import { type Endpoint, endpoint } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import { decimalInput, text } from '#domain/fields.ts'
import { customerId } from '#domain/ids.ts'
import { languages } from '#domain/language.ts'
import type { Units } from '#domain/money/amount.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { realClock } from '#server/platform/clock.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import type { Database } from '../db/database.ts'
import { createLog } from '../log.ts'
import { type AppOptions, buildApp } from './app.ts'
import { proxiesIn } from './client-ip.ts'
import { createOverload } from './overload.ts'
import { createRateLimiter, rateLimits } from './rate-limits.ts'
import { moneyRoute, route } from './route.ts'

const echo = endpoint({
  area: 'test',
  method: 'ANY',
  path: '/echo',
  access: 'public',
  summary: 'Answers what it understood',
  input: { amount: decimalInput, from: z.enum(['funding', 'spot']) },
  wire: {
    amount: 'number',
    from: { name: 'from_field', values: { funding: ['legal', '0'], spot: ['change', '1'] } },
  },
  output: z.object({ amount: z.string(), from: z.string() }),
})
const listed = endpoint({
  area: 'test',
  method: 'ANY',
  path: '/listed',
  access: 'public',
  summary: 'Answers the list that it understood',
  input: { codes: text(40) },
  lists: ['codes'],
  wire: { codes: 'currency' },
  output: z.object({ codes: z.string() }),
})
const mine = endpoint({
  area: 'test',
  method: 'POST',
  path: '/mine',
  access: 'user',
  summary: 'Who am I',
  output: z.object({ uid: z.string() }),
})
const broken = endpoint({
  area: 'test',
  method: 'GET',
  path: '/broken',
  access: 'public',
  summary: 'Breaks',
  output: z.object({}),
})
const scarce = endpoint({
  area: 'test',
  method: 'GET',
  path: '/scarce',
  access: 'public',
  rate: 'code',
  summary: 'Limited',
  output: z.object({}),
})
const where = endpoint({
  area: 'test',
  method: 'GET',
  path: '/where',
  access: 'public',
  summary: 'Where a call comes from',
  output: z.object({ ip: z.string() }),
})
const deposit = endpoint({
  area: 'test',
  method: 'POST',
  path: '/deposit',
  access: 'user',
  money: true,
  summary: 'Moves money',
  input: { units: text(10) },
  output: z.object({ balance: z.string() }),
})

const picture = endpoint({
  area: 'test',
  method: 'POST',
  path: '/picture',
  access: 'user',
  rate: 'upload',
  takesFile: true,
  summary: 'Takes a file',
  input: { name: text(20) },
  output: z.object({ name: z.string(), bytes: z.number() }),
})

const creditByOperator = endpoint({
  area: 'test',
  method: 'POST',
  path: '/credit',
  access: 'operator',
  roles: anyOperator,
  money: true,
  summary: 'Moves nothing, as an operator',
  input: { units: text(10) },
  output: z.object({ by: z.string() }),
})

const CUSTOMER = { id: customerId(10_001n), sessionId: 1n }
/** The ten-thousand-and-first operator: numbered as a customer is. */
const OPERATOR = { id: CUSTOMER.id, sessionId: 1n, name: 'Ada', roles: [] }
let database: Database
let app: ReturnType<typeof buildApp>

beforeAll(async () => {
  database = await openTestDatabase()
  app = build()
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/** A listener with counts of its own. */
function build(more: Partial<AppOptions> = {}): ReturnType<typeof buildApp> {
  const account = accountId(CUSTOMER.id, wallets.funding, 'available', 'USDT')
  return buildApp({
    title: 'test',
    version: '1',
    db: database.db,
    clock: realClock,
    log: pino({ level: 'silent' }),
    limiter: createRateLimiter({ ...rateLimits, code: { calls: 2, seconds: 60 } }),
    authenticate: async (token) => {
      if (token === 'unreadable') throw refusal('SERVICE_UNAVAILABLE')
      if (token === 'operator-token') return { operator: OPERATOR }
      return token === 'good-token' ? { customer: CUSTOMER } : undefined
    },
    isReady: async () => true,
    routes: [
      route(echo, (input) => input),
      route(listed, (input) => input),
      route(mine, (_, ctx) => ({ uid: String(ctx.customer.id) })),
      route(broken, () => {
        throw new Error('secret detail')
      }),
      route(scarce, () => ({})),
      route(picture, ({ name }, { file }) => ({ name, bytes: file?.bytes.length ?? 0 })),
      route(where, (_, { ip }) => ({ ip })),
      moneyRoute(deposit, async ({ units }, ctx, tx) => {
        if (units === '13') throw refusal('AMOUNT_INVALID')
        const amount = BigInt(units) as Units
        await post(
          tx,
          [
            {
              debit: outsideAccount('USDT'),
              credit: account,
              amount,
              reason: 'deposit',
              reference: 1n,
            },
          ],
          ctx.clock.nowMs(),
        )
        return { balance: String(await balanceOf(tx, account)) }
      }),
      moneyRoute(creditByOperator, async (_, { operator }) => ({ by: operator.name })),
    ],
    ...more,
  })
}

const form = (url: string, body: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const signedIn = { authorization: 'good-token' }

/** Sends fields and a file of some bytes, as browsers do. */
async function multipart(url: string, fields: [string, string][], bytes: number, headers = {}) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  data.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const sent = new Request('http://plumb.test', { method: 'POST', body: data })
  return app.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type')!, ...headers },
  })
}

describe('the spine', () => {
  test('renames the wire to our words and answers the envelope that satisfies both readings', async () => {
    const payload = { number: '1.50', from_field: 'change' }
    for (const answer of [
      await form('/api/echo', 'number=1.50&from_field=change&uid=77'),
      await app.inject({
        method: 'POST',
        url: '/api/echo',
        payload: '{"number":1.50,"from_field":"change"}',
        headers: { 'content-type': 'application/json' },
      }),
      await app.inject('/api/echo?number=1.50&from_field=change'),
    ]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ type: 1, code: 1, message: payload, data: payload })
    }
  })

  test.each([
    'number=-1&from_field=legal',
    'number=1e5&from_field=legal',
    'number=1&number=2&from_field=legal',
    'number[]=1&from_field=legal',
    'number=1&from_field=constructor',
    'number=1&from_field=__proto__',
    'number=1&__proto__[x]=1&from_field=legal',
    'from_field=legal',
  ])('refuses %s as a parameter error, with HTTP 200', async (body) => {
    const answer = await form('/api/echo', body)
    expect(answer.statusCode).toBe(200)
    const error = /constructor|from_field=__proto__/.test(body) ? 'VALUE_NOT_ALLOWED' : 'PARAMETER_ERROR'
    expect(answer.json()).toMatchObject({ type: 0, code: 0, error })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('logs what it refused with parameters and causes, and what failed with causes', async () => {
    const lines: string[] = []
    const cause = new Error('as the database said it')
    const failures: Record<string, Error> = {
      '/api/echo': refusal('AMOUNT_TOO_SMALL', { minimum: '10', currency: 'USDT' }, cause),
      '/api/broken': new Error('a step failed', { cause }),
    }
    const fails = (endpoint: Endpoint) =>
      route(endpoint, () => {
        throw failures[`/api${endpoint.path}`]!
      })
    const logging = build({
      log: createLog('debug', { write: (line) => lines.push(line) }),
      routes: [fails(echo), fails(broken)],
    })
    await logging.inject('/api/echo?number=1&from_field=legal')
    await logging.inject('/api/broken')
    await logging.close()
    const logged = lines.map((line) => JSON.parse(line)).filter(({ err }) => err)
    const because = { message: 'as the database said it' }
    expect(logged).toMatchObject([
      {
        path: '/api/echo',
        err: {
          errorCode: 'AMOUNT_TOO_SMALL',
          params: { minimum: '10', currency: 'USDT' },
          cause: because,
        },
      },
      { path: '/api/broken', err: { message: 'a step failed', cause: because } },
    ])
  })

  test.each([
    ['PUT', '/api/echo?number=1&from_field=legal', {}, 200, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/api/echo', {}, 200, 'METHOD_NOT_ALLOWED'],
    ['GET', '/api/mine', { authorization: 'good-token' }, 200, 'METHOD_NOT_ALLOWED'],
    // Who may not call it is told so first, as with the right method.
    ['GET', '/api/mine', {}, 200, 'SESSION_EXPIRED'],
    ['PUT', '/api/credit', { authorization: 'good-token' }, 200, 'SESSION_EXPIRED'],
    ['PUT', '/api/nowhere', {}, 404, 'NOT_FOUND'],
  ] as const)('answers %s %s with %o by name', async (method, url, headers, status, error) => {
    const answer = await app.inject({ method, url, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code: 0, error, message: expect.stringMatching(/\w/) })
  })

  test('takes a list in each of the four ways of a query, and of a form, by its name on the wire', async () => {
    const ways = [
      'currency=BTC,ETH',
      'currency=BTC&currency=ETH',
      'currency[]=BTC&currency[]=ETH',
      'currency[0]=BTC&currency[1]=ETH',
    ]
    for (const way of ways) {
      const asked = await app.inject({ url: `/api/listed?${way}` })
      expect(asked.json().data, way).toEqual({ currency: 'BTC,ETH' })
      const sent = await form('/api/listed', way)
      expect(sent.json().data, way).toEqual({ currency: 'BTC,ETH' })
    }
    const other = await app.inject({ url: '/api/echo?number=1&number=2&from_field=legal' })
    expect(other.json().error).toBe('PARAMETER_ERROR')
  })

  test('refuses a body above 16 KB with 413', async () => {
    const answer = await form('/api/echo', `number=${'1'.repeat(17_000)}`)
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toBe('BODY_TOO_LARGE')
  })

  test('answers refusals in the language of the request', async () => {
    const texts = new Set<string>()
    for (const lang of languages) texts.add((await form('/api/mine', `lang=${lang}`)).json().message)
    expect(texts.size).toBe(languages.length)
    expect((await form('/api/mine?lang=zh', '')).json()).toMatchObject({ type: 999, message: '请先登录' })
    expect((await form('/api/mine', 'lang=klingon')).json().message).toBe('Please sign in first')
  })

  test('answers in the language of the installation where a call says none that is known', async () => {
    const chinese = build({ defaultLanguage: 'zh' })
    const said = async (url: string) => (await chinese.inject({ method: 'POST', url })).json().message
    expect(await said('/api/mine')).toBe('请先登录')
    expect(await said('/api/mine?lang=klingon')).toBe('请先登录')
    expect(await said('/api/mine?lang=en')).toBe('Please sign in first')
    await chinese.close()
  })

  test('answers in the language of the request before it is known who asks, too', async () => {
    const unreadable = { authorization: 'unreadable' }
    const message = '服务暂时不可用，请重试，不会重复执行'
    expect((await form('/api/mine', 'lang=zh', unreadable)).json().message).toBe(message)
    expect((await form('/api/mine?lang=zh', '', unreadable)).json().message).toBe(message)
    const json = await app.inject({
      method: 'POST',
      url: '/api/mine',
      payload: { lang: 'zh' },
      headers: unreadable,
    })
    expect(json.json().message).toBe(message)
  })

  test('T74: a call for customers answers 999 without a token, with a wrong one, and whatever uid says', async () => {
    const strangers: Record<string, string>[] = [
      {},
      { authorization: 'bad' },
      { authorization: 'x'.repeat(500) },
    ]
    for (const headers of strangers) {
      expect((await form('/api/mine', 'uid=10001', headers)).json()).toMatchObject({
        type: 999,
        error: 'SESSION_EXPIRED',
      })
    }
    expect((await form('/api/mine', 'uid=99999', signedIn)).json().data).toEqual({ uid: '10001' })
  })

  test('takes a file and fields where a call takes files', async () => {
    const answer = await multipart('/api/picture', [['name', 'Ana']], 1_000_000, signedIn)
    expect(answer.json().data).toEqual({ name: 'Ana', bytes: 1_000_000 })
  })

  test('refuses a file where none is taken', async () => {
    expect((await multipart('/api/mine', [], 1_000, signedIn)).json().error).toBe('PARAMETER_ERROR')
    expect((await multipart('/api/echo', [], 1_000)).json().error).toBe('PARAMETER_ERROR')
  })

  test('keeps the fields beside a file within 16 KB and 64 of them', async () => {
    const names = (count: number): [string, string][] =>
      Array.from({ length: count }, (_, n) => [`f${n}`, 'x'])
    for (const fields of [
      [['name', 'x'.repeat(17_000)]],
      Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x'.repeat(1_000)]),
      names(65),
    ] as [string, string][][]) {
      const answer = await multipart('/api/picture', fields, 1_000, signedIn)
      expect([answer.statusCode, answer.json().error]).toEqual([413, 'BODY_TOO_LARGE'])
    }
    const most: [string, string][] = [['name', 'Ana'], ...names(63)]
    expect((await multipart('/api/picture', most, 1_000, signedIn)).json().type).toBe(1)
  })

  test('answers who may not call before the file is read', async () => {
    const listening = build()
    await listening.listen({ host: '127.0.0.1', port: 0 })
    const { port } = listening.server.address() as AddressInfo
    const sending = request({
      ...{ host: '127.0.0.1', port, path: '/api/picture', method: 'POST' },
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 10_000_000 },
    })
    sending.on('error', () => {})
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    const [answer] = await once(sending, 'response')
    expect(JSON.parse(await readText(answer as IncomingMessage))).toMatchObject({
      type: 999,
      error: 'SESSION_EXPIRED',
    })
    sending.destroy()
    await listening.close()
  })

  test.each([
    ['application/json', '/api/echo', '{'],
    ['application/x-www-form-urlencoded', '/api/echo', 'number=1'],
    ['multipart/form-data; boundary=b', '/api/picture', '--b\r\ncontent-disposition: form-data; na'],
    [
      'multipart/form-data; boundary=b',
      '/api/picture',
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'x'.repeat(100_000)}`,
    ],
  ])(
    'a client that leaves in the middle of a body of %s to %s is counted, and is no error',
    async (type, path, sent) => {
      const lines: string[] = []
      let isAborted = () => {}
      const aborted = new Promise<void>((resolve) => {
        isAborted = resolve
      })
      const listening = build({
        log: createLog('debug', { write: (line) => lines.push(line) }),
        onAborted: () => isAborted(),
      })
      await listening.listen({ host: '127.0.0.1', port: 0 })
      const { port } = listening.server.address() as AddressInfo
      const headers = [
        'host: plumb.test',
        `content-type: ${type}`,
        `content-length: ${sent.length + 100}`,
        'authorization: good-token',
      ]
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      const isRead = once(listening.server, 'request')
      socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${sent}`)
      await isRead
      socket.destroy()
      await aborted
      await listening.close()
      expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
    },
  )

  test.each([
    ['application/json', '{'],
    ['application/x-www-form-urlencoded', 'number=%'],
    ['text/plain', 'a'],
    ['multipart/form-data', 'a'],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; na'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    ],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nx'],
  ])('half a body of %s, %j, is refused, and is no error', async (type, payload) => {
    const lines: string[] = []
    const logging = build({ log: createLog('debug', { write: (line) => lines.push(line) }) })
    const answer = await logging.inject({
      ...{ method: 'POST', url: '/api/picture', payload },
      headers: { 'content-type': type, ...signedIn },
    })
    await logging.close()
    expect(answer.json()).toMatchObject({ error: 'PARAMETER_ERROR', field: 'body' })
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
  })

  test.each(['', ' ', '\t', 'a b', 'é', 'k'.repeat(81)])(
    'an idempotency key that is there and is none, %j, is refused: nothing would tell a repetition',
    async (key) => {
      const answer = await form('/api/deposit', 'units=1', { ...signedIn, 'idempotency-key': key })
      expect(answer.json()).toMatchObject({ error: 'PARAMETER_ERROR', field: 'Idempotency-Key' })
    },
  )

  test('looks up no more tokens for one address than it may have looked up', async () => {
    let lookUps = 0
    const fresh = build({
      limiter: createRateLimiter({ ...rateLimits, token: { calls: 3, seconds: 60 } }),
      async authenticate(token, beforeLookUp) {
        if (token === 'remembered') return { customer: CUSTOMER }
        await beforeLookUp?.()
        lookUps++
        return undefined
      },
    })
    const ask = (authorization: string, remoteAddress: string) =>
      fresh.inject({ method: 'POST', url: '/api/mine', headers: { authorization }, remoteAddress })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(`guess-${n}`, '203.0.113.5')))
    expect(lookUps).toBe(3)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(37)
    expect((await ask('remembered', '203.0.113.5')).json().type).toBe(1)
    expect((await ask('guess', '203.0.113.6')).json().error).toBe('SESSION_EXPIRED')
    await fresh.close()
  })

  test('T17: lists over a long past have a limit of their own, for each customer', async () => {
    const heavy = endpoint({
      ...{ area: 'user', method: 'GET', path: '/heavy', access: 'user', isHeavy: true, summary: 'A list' },
      output: z.object({}),
    })
    const other = { ...CUSTOMER, id: customerId(CUSTOMER.id + 1n) }
    const fresh = build({
      limiter: createRateLimiter({ ...rateLimits, heavy: { calls: 2, seconds: 60 } }),
      authenticate: async (token) => ({ customer: token === 'other' ? other : CUSTOMER }),
      routes: [route(heavy, () => ({})), route(mine, (_, ctx) => ({ uid: String(ctx.customer.id) }))],
    })
    const ask = async (authorization: string) =>
      (await fresh.inject({ url: '/api/heavy', headers: { authorization } })).statusCode
    const answers = [await ask('own'), await ask('own'), await ask('own'), await ask('other')]
    expect(answers).toEqual([200, 200, 429, 200])
    const light = await fresh.inject({ method: 'POST', url: '/api/mine', headers: { authorization: 'own' } })
    expect(light.statusCode).toBe(200)
    await fresh.close()
  })

  test('answers a URL that cannot be read in the envelope', async () => {
    for (const url of ['/api/%zz', '/%zz', `/api/${'x'.repeat(200)}/%e0%a4%a?lang=zh`]) {
      const answer = await app.inject(url)
      expect(answer.json()).toMatchObject({ type: 0, code: 0, error: 'PARAMETER_ERROR' })
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('T85: an unknown call is 404; an internal error is 500 with a reference and no detail', async () => {
    expect((await app.inject('/api/nothing')).statusCode).toBe(404)
    const answer = await app.inject('/api/broken')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret')
    expect(answer.json().message).toMatch(/Reference [0-9a-f-]{36}/)
  })

  test('the call too many is 429 with the seconds to wait', async () => {
    await app.inject('/api/scarce')
    await app.inject('/api/scarce')
    const answer = await app.inject('/api/scarce')
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json().error).toBe('TOO_MANY_REQUESTS')
  })

  test('a public call counts by address also with a session, and for the session too', async () => {
    const fresh = build({
      limiter: createRateLimiter({ ...rateLimits, code: { calls: 2, seconds: 60 } }),
      authenticate: async (token) => ({ customer: { id: customerId(BigInt(token)), sessionId: 1n } }),
    })
    const ask = async (token: string, remoteAddress: string) => {
      const headers = { ...(token && { authorization: token }) }
      return (await fresh.inject({ url: '/api/scarce', headers, remoteAddress })).statusCode
    }
    const [here, there] = ['203.0.113.5', '203.0.113.6']
    expect([await ask('1', here), await ask('2', here), await ask('3', here)]).toEqual([200, 200, 429])
    expect(await ask('', here)).toBe(429)
    expect([await ask('1', there), await ask('1', there)]).toEqual([200, 429])
    await fresh.close()
  })

  test('T07: 64 parallel duplicates with one key move money once and get one answer', async () => {
    const before = await balanceOf(database.db, accountId(CUSTOMER.id, wallets.funding, 'available', 'USDT'))
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        form('/api/deposit', 'units=100', { ...signedIn, 'idempotency-key': 'k-1' }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]!.json().data.balance).toBe(String(before + 100n))
    expect(await balanceOf(database.db, accountId(CUSTOMER.id, wallets.funding, 'available', 'USDT'))).toBe(
      before + 100n,
    )
  })

  test('the same key with other input is refused, and nothing moves', async () => {
    await form('/api/deposit', 'units=5', { ...signedIn, 'idempotency-key': 'k-2' })
    const before = await balanceOf(database.db, accountId(CUSTOMER.id, wallets.funding, 'available', 'USDT'))
    const answer = await form('/api/deposit', 'units=6', { ...signedIn, 'idempotency-key': 'k-2' })
    expect(answer.json().error).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await balanceOf(database.db, accountId(CUSTOMER.id, wallets.funding, 'available', 'USDT'))).toBe(
      before,
    )
  })

  test('a refused attempt leaves its key free to try again', async () => {
    expect(
      (await form('/api/deposit', 'units=13', { ...signedIn, 'idempotency-key': 'k-3' })).json().error,
    ).toBe('AMOUNT_INVALID')
    expect(
      (await form('/api/deposit', 'units=14', { ...signedIn, 'idempotency-key': 'k-3' })).json().code,
    ).toBe(1)
  })

  test('a customer and an operator of the same number do not meet in one key', async () => {
    const key = { 'idempotency-key': 'k-4' }
    const before = await balanceOf(database.db, accountId(CUSTOMER.id, wallets.funding, 'available', 'USDT'))
    const operator = { authorization: 'operator-token', ...key }
    expect((await form('/api/credit', 'units=7', operator)).json().data).toEqual({ by: 'Ada' })
    for (const _ of ['first', 'again']) {
      const answer = await form('/api/deposit', 'units=7', { ...signedIn, ...key })
      expect(answer.json().data).toEqual({ balance: String(before + 7n) })
      expect((await form('/api/credit', 'units=7', operator)).json().data).toEqual({ by: 'Ada' })
    }
  })

  test('takes a proxy’s word on where a call comes from only where it is trusted, and limits by that', async () => {
    const asked = (trusting: typeof app, remoteAddress: string, forwardedFor: string, path = '/api/where') =>
      trusting.inject({ url: path, remoteAddress, headers: { 'x-forwarded-for': forwardedFor } })
    const where = async (...[trusting, remote, forwarded]: [typeof app, string, string]) =>
      (await asked(trusting, remote, forwarded)).json().data.ip
    const behind = build({ isProxy: proxiesIn(['10.0.0.0/8']) })
    expect(await where(app, '10.0.0.1', '198.51.100.1')).toBe('10.0.0.1')
    expect(await where(behind, '10.0.0.1', '1.1.1.1, 198.51.100.1')).toBe('198.51.100.1')
    expect(await where(behind, '203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
    const scarcely = async (...from: [typeof app, string, string]) =>
      (await asked(...from, '/api/scarce')).statusCode
    for (const visitor of ['198.51.100.1', '198.51.100.2', '198.51.100.1', '198.51.100.2'])
      expect(await scarcely(behind, '10.0.0.1', visitor)).toBe(200)
    expect(await scarcely(behind, '10.0.0.1', '198.51.100.1')).toBe(429)
    expect(await scarcely(behind, '203.0.113.5', '198.51.100.3')).toBe(200)
    await behind.close()
  })

  test('counts IPv6 callers by the network they share', async () => {
    const fresh = build()
    const from = async (remoteAddress: string) =>
      (await fresh.inject({ url: '/api/scarce', remoteAddress })).statusCode
    expect(await from('2001:db8:1:1::1')).toBe(200)
    expect(await from('2001:db8:1:1::2')).toBe(200)
    expect(await from('2001:db8:1:1:ffff::3')).toBe(429)
    expect(await from('2001:db8:1:2::1')).toBe(200)
    await fresh.close()
  })

  test('publishes the contract in the wire’s names', async () => {
    const { paths } = (await app.inject('/api/openapi.json')).json()
    expect(Object.keys(paths['/api/echo'])).toEqual(['get', 'post'])
    const { properties } =
      paths['/api/echo'].post.requestBody.content['application/x-www-form-urlencoded'].schema
    expect(Object.keys(properties)).toEqual(['number', 'from_field'])
    expect(properties.from_field.enum).toEqual(['legal', '0', 'change', '1'])
  })

  test('publishes the contract to one address so many times, and then not', async () => {
    const fresh = build({
      limiter: createRateLimiter({ ...rateLimits, contract: { calls: 2, seconds: 60 } }),
    })
    const [first, second, third] = [
      await fresh.inject('/api/openapi.json'),
      await fresh.inject('/api/openapi.json'),
      await fresh.inject('/api/openapi.json'),
    ]
    expect(first.json().openapi).toBe('3.1.0')
    expect([second.body, second.headers['content-type']]).toEqual([first.body, first.headers['content-type']])
    expect(third.statusCode).toBe(429)
    await fresh.close()
  })

  test('health answers', async () => {
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  test('practice that did not start is said beside, and makes nothing else unready', async () => {
    const apart = build({ isPracticeReady: () => false })
    const answer = await apart.inject('/readyz')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ready', practice: 'not ready' })
    await apart.close()
  })
})

describe('a listener that does not keep up', () => {
  const slow = endpoint({
    area: 'test',
    method: 'GET',
    path: '/slow',
    access: 'public',
    summary: 'Is answered when the test says so',
    input: {},
    output: z.object({}),
  })

  test('it refuses at once with a wait, and takes up again when it has answered', async () => {
    let atMs = 0
    let begun = 0
    const held = Promise.withResolvers<void>()
    const bothBegun = Promise.withResolvers<void>()
    const loaded = build({
      overload: createOverload(() => atMs, { late: 2, ofOneCaller: 2, afterMs: 2_000, retrySeconds: 2 }),
      routes: [
        route(slow, async () => {
          if (++begun === 2) bothBegun.resolve()
          await held.promise
          return {}
        }),
        route(where, (_, { ip }) => ({ ip })),
      ],
    })
    const ask = (url: string) => loaded.inject({ url }).then((answer) => answer)
    const late = [ask('/api/slow'), ask('/api/slow')]
    await bothBegun.promise
    expect((await ask('/api/where')).statusCode).toBe(200)
    atMs = 2_000
    for (let n = 0; n < 2; n++) {
      const refused = await ask('/api/where')
      expect([refused.statusCode, refused.headers['retry-after'], refused.json().error]).toEqual([
        ...[429, '2', 'SERVER_BUSY'],
      ])
    }
    expect((await ask('/healthz')).statusCode).toBe(200)
    held.resolve()
    expect((await Promise.all(late)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await ask('/api/where')).statusCode).toBe(200)
    await loaded.close()
  })
})
