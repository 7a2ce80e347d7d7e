// long-running
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { channelName } from '#domain/channel.ts'
import { type Endpoint, type OutputOf, outputFromWire } from '#domain/endpoint.ts'
import { candles, candlesChannel, quoteOf } from '#domain/market/contract.ts'
import { nftArtworks, nftMedia } from '#domain/nft/contract.ts'
import { confirmExport, exportData } from '#domain/privacy/contract.ts'
import {
  bookChannel,
  ownOrdersChannel,
  spotDepth,
  spotOrdersCsv,
  spotTrade,
  tradesChannel,
} from '#domain/spot/contract.ts'
import { HOUR_MS } from '#domain/time.ts'
import { checkCode, logout, profile } from '#domain/user/contract.ts'
import { askerAt, send } from '#server/crash/client.ts'
import { differences, ledgerErrors, otherAnswers } from '#server/crash/compare.ts'
import { addTraders, signIn, TRADER_PASSWORD } from '#server/crash/traders.ts'
import { settle, trade } from '#server/crash/traffic.ts'
import { VERSION } from '#server/environment.ts'
import { type BusLink, connectBus } from '#server/platform/bus/link.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { rateLimits } from '#server/platform/http/rate-limits.ts'
import { secretKey } from '#server/platform/secret-key.ts'
import { readAddress } from '#server/platform/settings.ts'
import { createRandom } from '#server/sim/random.ts'
import { type Cluster, freePort, startCluster } from '#server/testing/cluster.ts'
import { createDatabase, createMigratedDatabase } from '#server/testing/database.ts'
import { describeOnPostgres } from '#server/testing/only-on.ts'
import {
  isReady,
  pause,
  type RunningServer,
  spawnServer,
  startServer,
  warningsOf,
  whenUp,
} from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { type Workdir, workdirOf } from '#server/testing/workdir.ts'
import { createSessions } from '#server/users/sessions.ts'
import { addressOfEngines } from './lease.ts'
import type { Asked } from './messages.ts'

/** Two processes for calls and sockets beside the one with the engines: nobody can tell which of them they asked. */

/** Kysely's, which it takes before it looks at what is to be migrated. */
const MIGRATION_LOCK = '3853314791062309107'
const TRADERS = 4
const CALLS = 10
const ASK_AGAIN_MS = 100
const ORDER = { base: 'BTC', quote: 'USDT', side: 'buy', orderType: 'market', quoteAmount: '50' }

describeOnPostgres('processes beside each other', () => {
  let cluster: Cluster
  let workdir: Workdir
  let main: RunningServer
  let apis: readonly RunningServer[]
  beforeAll(async () => {
    cluster = await startCluster()
    workdir = workdirOf(await createMigratedDatabase(cluster.port))
    await workdir.inspect((db) => addTraders({ db }, TRADERS + 1))
    main = await startServer(await withEngines())
    apis = await Promise.all([1, 2].map(() => startServer({ ...workdir.settings, ROLE: 'api' })))
  }, LONG.timeout)

  /** The settings of a process that may have the engines. */
  const withEngines = async () => ({ ...workdir.settings, BUS: `127.0.0.1:${await freePort()}` })

  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
  })
  afterAll(async () => {
    for (const server of [...(apis ?? []), main]) await server?.kill('SIGTERM')
    await cluster?.stop()
  })

  /** A socket on a process, and what its events brought so far. */
  async function socketAt(url: string, token?: string) {
    const socket = io(url, { transports: ['websocket'], ...(token && { auth: { token } }) })
    sockets.push(socket)
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
    return socket
  }

  /** What comes on one event next. */
  const next = (socket: Socket, event: string) =>
    new Promise<unknown>((resolve) => socket.once(event, resolve))

  const at = (n: number) => apis[n]!.url

  test('a trade made through one is seen by the sockets of the other', LONG, async () => {
    const [trader] = await signIn(at(0), 1)
    const everybody = await socketAt(at(1))
    const own = await socketAt(at(1), trader!.token)
    everybody.emit('subscribe', [channelName(tradesChannel, { symbol: 'BTC-USDT' })])
    const seen = next(everybody, tradesChannel.event)
    const told = next(own, ownOrdersChannel.event)
    const answer = await send({ url: at(0), token: trader!.token }, spotTrade, ORDER, 'through-one')
    expect(answer).toMatchObject({ ok: true })
    expect(await seen).toBeTruthy()
    expect(await told).toBeTruthy()
    // The same call with the same key, through the other: one order.
    expect(await send({ url: at(1), token: trader!.token }, spotTrade, ORDER, 'through-one')).toEqual(answer)
  })

  test('each has the prices and candles of the tape that the other process writes', LONG, async () => {
    const socket = await socketAt(at(0))
    socket.emit('subscribe', [channelName(candlesChannel, { symbol: 'BTC-USDT', period: '1m' })])
    expect(await next(socket, candlesChannel.event)).toMatchObject({ symbol: 'BTC-USDT' })
    // Of hours that were over long ago: the last still runs.
    const toMs = Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS
    const asked = { symbol: 'BTC-USDT', period: '1h', fromMs: '0', toMs: String(toMs) }
    const ours = await askerAt({ url: at(0) }).ask(candles, asked)
    const theirs = await askerAt({ url: main.url }).ask(candles, asked)
    expect(ours.length).toBeGreaterThan(10)
    expect(ours).toEqual(theirs)
    const sequenceAt = async (url: string) =>
      (await askerAt({ url }).ask(quoteOf, { symbol: 'BTC-USDT' })).sequence ?? 0
    const before = await sequenceAt(main.url)
    await expect.poll(() => sequenceAt(at(1)), TIMEOUT).toBeGreaterThan(before)
  })

  test('a session that ends through one is over at the other at once, its sockets too', LONG, async () => {
    const [trader] = await signIn(at(0), 1)
    const { token } = trader!
    const socket = await socketAt(at(1), token)
    const closed = next(socket, 'disconnect')
    // Known at the other: it has the session in its memory now.
    expect(await send({ url: at(1), token }, profile)).toMatchObject({ ok: true })
    await askerAt({ url: at(0), token }).ask(logout)
    await closed
    expect(await send({ url: at(1), token }, profile)).toMatchObject({ error: 'SESSION_EXPIRED' })
  })

  /** A connection to the process with the engines, as an api has it. */
  async function likeAnApi(): Promise<BusLink> {
    const key = { key: await secretKey(workdir.settings.DATA_DIR!, 'bus'), version: VERSION }
    const address = await workdir.inspect(addressOfEngines)
    const find = async () => readAddress(address!)
    const nothing = () => {}
    const link = connectBus({ find, key, onMessage: nothing, onUp: nothing, onDown: nothing })
    await expect.poll(link.isUp, TIMEOUT).toBe(true)
    return link
  }

  const callOf = (endpoint: Endpoint, input: object) =>
    ({
      ...{ kind: 'call', path: endpoint.path, input: endpoint.input.parse(input), askedAtMs: Date.now() },
      ...{ customer: undefined, lang: 'en', ip: '127.0.0.1', userAgent: '', requestId: 'one' },
      ...{ file: undefined, idempotencyKey: `bus-${randomUUID()}` },
    }) satisfies Asked

  test('what one address may ask of the engines is counted for all processes together', LONG, async () => {
    const links = await Promise.all([likeAnApi(), likeAnApi()])
    const { calls } = rateLimits['sign-in']
    const asked = Array.from({ length: 2 * calls }, (_, n) => {
      const guess = { contact: `nobody-${n}@proof.test`, kind: 'email', code: '123456', purpose: 'register' }
      return links[n % 2]!.ask({ ...callOf(checkCode, guess), ip: '203.0.113.7' })
    })
    const answers = (await Promise.all(asked)) as { refused: string }[]
    const others = answers.filter(({ refused }) => refused !== 'TOO_MANY_REQUESTS')
    expect(others).toEqual(Array(calls).fill({ refused: 'CODE_WRONG', params: {} }))
    for (const link of links) await link.close()
  })

  test(
    'the process with the engines believes no api who calls, and takes nothing that waited long',
    LONG,
    async () => {
      const link = await likeAnApi()
      // The first alone trades here: of the others each order is written down.
      const [ended, frozen] = await signIn(at(0), 2)
      const [good] = await signIn(at(0), 1)
      await workdir.inspect(async (db) => {
        const traders = [ended!, frozen!, good!]
        const sessions = await Promise.all(
          traders.map(({ token }) => createSessions(db, realClock).authenticate(token)),
        )
        const buy = (customer: Customer | undefined, askedAtMs = Date.now()) =>
          link.ask({ ...callOf(spotTrade, ORDER), customer, askedAtMs })
        // The price may not be there yet; each is another order.
        await expect.poll(() => buy(sessions[2]), TIMEOUT).toMatchObject({ output: { symbol: 'BTC-USDT' } })
        // One that this process has in its memory, and one that it has not.
        await expect.poll(() => buy(sessions[0]), TIMEOUT).toMatchObject({ output: {} })
        await askerAt({ url: at(1), token: ended!.token }).ask(logout)
        expect(await buy(sessions[0])).toMatchObject({ refused: 'SESSION_EXPIRED' })
        expect(await buy({ ...sessions[2]!, id: sessions[1]!.id })).toMatchObject({
          refused: 'SESSION_EXPIRED',
        })
        expect(await buy({ ...sessions[2]!, sessionId: 1n })).toMatchObject({ refused: 'SESSION_EXPIRED' })
        expect(await buy(undefined)).toMatchObject({ refused: 'SESSION_EXPIRED' })
        const freeze = { id: 1n, customer_id: sessions[1]!.id, device: '', ip: '', lifted_at: null }
        await db
          .insertInto('account_freeze')
          .values({ ...freeze, frozen_at: new Date() })
          .execute()
        expect(await buy(sessions[1])).toMatchObject({ refused: 'ACCOUNT_FROZEN' })
        await db.updateTable('account_freeze').set({ lifted_at: new Date() }).where('id', '=', 1n).execute()
        // Half a minute either way is more than two clocks may differ and a call may wait.
        for (const askedAtMs of [Date.now() - 30_000, Date.now() + 30_000])
          expect(await buy(sessions[2], askedAtMs)).toMatchObject({ refused: 'SERVICE_UNAVAILABLE' })
      })
      await link.close()
    },
  )

  test(
    'files are the same of each: one that is stored, a part of it, and one that is made',
    LONG,
    async () => {
      const [trader] = await signIn(at(0), 1)
      const { token } = trader!
      const { items } = await askerAt({ url: at(0), token }).ask(nftArtworks)
      const filesOf = async (url: string) => {
        const get = async (path: string, headers: Record<string, string> = {}) => {
          const answer = await fetch(`${url}/api${path}`, { headers: { authorization: token, ...headers } })
          return [answer.status, answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]
        }
        const media = `${nftMedia.path}?id=${items[0]!.media.id}`
        return [
          await get(media),
          await get(media, { range: 'bytes=0-99' }),
          await get(spotOrdersCsv.path),
        ] as const
      }
      const [picture, part, csv] = await filesOf(main.url)
      expect([picture[0], picture[1], part[0], csv[0]]).toEqual([200, 'image/png', 206, 200])
      expect(await filesOf(at(1))).toEqual([picture, part, csv])
      // Sent while it is made, once.
      await askerAt({ url: at(0), token }).ask(confirmExport, { password: TRADER_PASSWORD })
      const copy = await fetch(`${at(1)}/api${exportData.path}`, { headers: { authorization: token } })
      expect([copy.status, copy.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringContaining('plumb-data'),
      ])
      expect(Object.keys((await copy.json()) as object).length).toBeGreaterThan(1)
    },
  )

  test('the book is the same of each, from the first look on', LONG, async () => {
    const socket = await socketAt(at(0))
    const first = next(socket, bookChannel.event)
    socket.emit('subscribe', [channelName(bookChannel, { symbol: 'BTC-USDT' })])
    const shown = outputFromWire(bookChannel, await first) as OutputOf<typeof spotDepth>
    expect([shown.bids.length > 5, shown.asks.length > 5]).toEqual([true, true])
    expect(await askerAt({ url: at(0) }).ask(spotDepth, { symbol: 'BTC-USDT' })).toMatchObject({
      symbol: 'BTC-USDT',
    })
  })

  test('an api says that the traders’ interface is elsewhere', LONG, async () => {
    const answer = await fetch(`${at(0)}/exchange/api/v3/ping`)
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: -1016 })])
  })

  test('a process for an engine alone does not begin beside one that has all', LONG, async () => {
    const engine = spawnServer({ ...(await withEngines()), ROLE: 'engine', ENGINES: 'spot' })
    expect(await engine.ended).toEqual({ code: 1, signal: null })
    expect(engine.lines().join('\n')).toContain('start it with ENGINES_APART=spot first')
    expect(await isReady(at(0))).toBe(true)
  })

  test('an api refuses a database that nobody has made yet, and leaves it as it is', LONG, async () => {
    const url = await createDatabase(cluster.port)
    const api = spawnServer({ ...workdirOf(url).settings, ROLE: 'api' })
    expect(await api.ended).toEqual({ code: 1, signal: null })
    expect(api.lines().join('\n')).toContain('start the process with the engines first')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query("select from pg_class where relnamespace = 'public'::regnamespace")
    await client.end()
    expect(rows).toEqual([])
  })

  test('a process that waits changes no table before it has the engines', LONG, async () => {
    const url = await createDatabase(cluster.port)
    const { settings, inspect } = workdirOf(url)
    await inspect(async () => {})
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(
      `insert into engine_lease (holder, address, until) values ('another', '10.0.0.5:7070', now() + interval '1 h')`,
    )
    // Who brings the schema up to date waits for this lock.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const waiting = spawnServer({ ...settings, BUS: `127.0.0.1:${await freePort()}` })
    const asking = async () => {
      const { rows } = await client.query(
        `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      return [warningsOf(waiting), rows.length] as const
    }
    await expect.poll(asking, TIMEOUT).not.toEqual([[], 0])
    const waits = ['waits: the engines are at 10.0.0.5:7070']
    expect(await asking()).toEqual([waits, 0])
    await client.query('update engine_lease set until = now()')
    await expect.poll(asking, TIMEOUT).toEqual([waits, 1])
    await client.end()
    expect(await (await whenUp(waiting)).kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'the process with the engines gets %s under trade, another takes over, and nothing is lost or done twice',
    LONG,
    async (signal) => {
      const waiting = spawnServer(await withEngines())
      await expect.poll(() => warningsOf(waiting), TIMEOUT).toEqual([expect.stringMatching(/^waits: /)])
      const traders = await signIn(at(0), TRADERS + 1)
      // The first has traded before, which nobody wrote down.
      const some = traders.slice(1).filter((_, n) => n < TRADERS / 2 === (signal === 'SIGKILL'))
      const trading = some.map((trader, n) => trade(at(n % 2), [trader], createRandom(41).fork(n)))
      for (const each of trading) await each.hasDone(CALLS)
      process.kill(main.pid, signal)
      const before = main
      main = await whenUp(waiting)
      for (const { url } of apis) await expect.poll(() => isReady(url), TIMEOUT).toBe(true)
      for (const each of trading) await each.hasDone(2 * CALLS)
      if (signal === 'SIGSTOP') {
        process.kill(before.pid, 'SIGCONT')
        // It finds that it was replaced, and ends by itself.
        expect(await before.ended).toEqual({ code: 1, signal: null })
      }
      for (const each of trading) await each.end()
      await settle(at(0), some)
      for (const { url } of [apis[1]!, main]) expect(await differences(url, some)).toEqual([])
      expect(await otherAnswers(at(1), some, 5)).toEqual([])
      for (const api of apis) {
        const told = warningsOf(api).filter((line) => /^the process with the engines is/.test(line))
        expect(told.splice(-2)).toEqual([
          expect.stringMatching(/^the process with the engines is not there: /),
          'the process with the engines is back',
        ])
      }
    },
  )

  test(
    'a process whose engine was fenced gives the lease up and ends, and the next takes over',
    LONG,
    async () => {
      const [trader] = await signIn(at(0), 1)
      const buy = (key: string) => send({ url: at(0), token: trader!.token }, spotTrade, ORDER, key)
      await workdir.inspect((db) =>
        db
          .updateTable('fencing_token')
          .set(({ eb }) => ({ token: eb('token', '+', 1n) }))
          .where('writer', '=', 'spot')
          .execute(),
      )
      let hasEnded = false
      const ended = main.ended.finally(() => {
        hasEnded = true
      })
      // One that is refused before it is written, such as for want of a price, does not meet the fence.
      const keys: string[] = []
      while (!hasEnded) {
        const key = `at-the-fence-${keys.length}`
        keys.push(key)
        await Promise.race([ended, buy(key)])
        await Promise.race([ended, pause(ASK_AGAIN_MS)])
      }
      expect(await ended).toEqual({ code: 1, signal: null })
      expect(main.lines()).toContainEqual(
        expect.stringMatching(/^Plumb stopped: .*spot.*the engines are given up$/),
      )
      expect(await workdir.inspect(addressOfEngines)).toBe(undefined)
      main = await startServer(await withEngines())
      for (const key of keys) await expect.poll(() => buy(key), TIMEOUT).toMatchObject({ ok: true })
    },
  )

  test('all end when they are told to, and the ledger is whole', LONG, async () => {
    for (const server of [...apis, main])
      expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await workdir.inspect(ledgerErrors)).toEqual([])
  })
})
