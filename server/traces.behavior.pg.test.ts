import { afterAll, beforeAll, expect, test } from 'vitest'
import { spotTrade } from '#domain/spot/contract.ts'
import { profile } from '#domain/user/contract.ts'
import { send } from '#server/crash/client.ts'
import { addTraders, emailOf, signIn, TRADER_PASSWORD } from '#server/crash/traders.ts'
import { freePort } from '#server/testing/cluster.ts'
import { type CollectedSpan, type Collector, startCollector } from '#server/testing/collector.ts'
import { createTestDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { pause, type RunningServer, startServer } from '#server/testing/server-process.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'

/** What a server with `OTLP_URL` sends of a call, to a real receiver; on PostgreSQL through a process of `ROLE=api`. */

const isPostgres = testDatabaseKind === 'postgres'
const AMOUNT = '51.2379'
const KEY = 'a-key-of-their-own'

let collector: Collector
let token: string
const servers: RunningServer[] = []
beforeAll(async () => {
  collector = await startCollector()
  const { settings, inspect } = workdirOf(isPostgres ? await createTestDatabaseUrl() : undefined)
  await inspect((db) => addTraders({ db }, 1))
  const traced = { ...settings, OTLP_URL: collector.url }
  servers.push(await startServer({ ...traced, ...(isPostgres && { BUS: `127.0.0.1:${await freePort()}` }) }))
  if (isPostgres) servers.push(await startServer({ ...traced, ROLE: 'api' }))
  const [trader] = await signIn(url(), 1)
  token = trader!.token
  const order = { base: 'BTC', quote: 'USDT', side: 'buy', orderType: 'market', quoteAmount: AMOUNT }
  // A price may be on its way still: what is refused for that leaves no key.
  while (!(await send({ url: url(), token }, spotTrade, order, KEY))?.ok) await pause(100)
  expect(await send({ url: url(), token: 'nobody' }, profile)).toMatchObject({ ok: false })
  // What waits to be sent is sent at the end.
  for (const server of servers.toReversed()) expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 })
}, LONG.timeout)
afterAll(async () => {
  for (const server of servers) await server.kill('SIGKILL')
  await collector?.close()
})

/** Where calls are sent. */
const url = () => servers.at(-1)!.url

const only = (is: (span: CollectedSpan) => boolean): CollectedSpan => {
  const found = collector.spans().filter(is)
  expect(found.length).toBe(1)
  return found[0]!
}

test('a call is a trace, from whoever takes it to the transaction that commits it', () => {
  const isDone = ({ attributes }: CollectedSpan) => attributes['error.type'] === undefined
  const call = only((span) => span.name === `POST /api${spotTrade.path}` && isDone(span))
  expect(call).toMatchObject({
    ...{ parentSpanId: undefined, kind: 'server', failed: false },
    attributes: {
      'http.request.method': 'POST',
      'http.route': `/api${spotTrade.path}`,
      'http.response.status_code': 200,
    },
    resource: { 'service.name': 'plumb', 'plumb.role': isPostgres ? 'api' : 'all' },
  })
  let asked = call
  if (isPostgres) {
    const bus = only((span) => span.name === 'bus' && span.parentSpanId === call.spanId)
    expect(bus).toMatchObject({ traceId: call.traceId, kind: 'client' })
    asked = only((span) => span.name === `forwarded /api${spotTrade.path}` && isDone(span))
    expect(asked).toMatchObject({ traceId: call.traceId, parentSpanId: bus.spanId, kind: 'server' })
    expect(asked.resource['plumb.role']).toBe('all')
  }
  const action = only((span) => span.name === 'engine spot' && span.parentSpanId === asked.spanId)
  expect(action.traceId).toBe(call.traceId)
  const batch = only((span) => span.name === 'batch spot' && span.links.includes(action.spanId))
  expect(batch.parentSpanId).toBeUndefined()
  expect(batch.attributes['plumb.actions']).toBeGreaterThanOrEqual(1)
  const transaction = only((span) => span.name === 'transaction' && span.parentSpanId === batch.spanId)
  expect(transaction).toMatchObject({
    traceId: batch.traceId,
    attributes: { 'db.system.name': 'postgresql', 'plumb.outcome': 'committed' },
  })
})

test('a refused call says the code of it', () => {
  expect(only((span) => span.name === `GET /api${profile.path}`)).toMatchObject({
    failed: false,
    attributes: { 'error.type': 'SESSION_EXPIRED' },
  })
})

test('jobs are traces of their own', () => {
  const jobs = collector.spans().filter(({ name }) => name.startsWith('job '))
  expect(jobs.length).toBeGreaterThan(0)
  for (const { parentSpanId } of jobs) expect(parentSpanId).toBeUndefined()
  expect(jobs.map(({ name }) => name)).toContain('job messages: send what is due')
})

test('T90: nothing that is sent is of a customer: no account, token, key, amount, address or statement', () => {
  const sent = collector.bodies.join('\n')
  expect(sent.length).toBeGreaterThan(1_000)
  for (const secret of [
    emailOf(0),
    TRADER_PASSWORD,
    token,
    KEY,
    AMOUNT,
    'trader-',
    '127.0.0.1',
    'select ',
    'insert ',
  ])
    expect(sent).not.toContain(secret)
  const allowed = [
    ...['http.request.method', 'http.route', 'http.response.status_code', 'error.type'],
    ...['db.system.name', 'plumb.outcome', 'plumb.actions'],
  ]
  for (const { attributes } of collector.spans())
    for (const name of Object.keys(attributes)) expect(allowed).toContain(name)
})

test(
  'a collector that is away keeps nobody from being answered, nor the server from ending',
  LONG,
  async () => {
    const { settings } = workdirOf(isPostgres ? await createTestDatabaseUrl() : undefined)
    const server = await startServer({ ...settings, OTLP_URL: `http://127.0.0.1:${await freePort()}` })
    for (let n = 0; n < 20; n++) expect((await fetch(`${server.url}/api/status`)).status).toBe(200)
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  },
)
