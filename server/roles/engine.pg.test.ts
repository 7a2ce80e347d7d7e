// long-running
import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { channelName } from '#domain/channel.ts'
import { outputFromWire } from '#domain/endpoint.ts'
import { quoteOf, quotesFlat } from '#domain/market/contract.ts'
import {
  bookChannel,
  ownOrdersChannel,
  spotCancel,
  spotCancelAll,
  spotDepth,
  spotDetail,
  spotProof,
  spotTrade,
  tradesChannel,
} from '#domain/spot/contract.ts'
import { logout } from '#domain/user/contract.ts'
import { askerAt, send } from '#server/crash/client.ts'
import { differences, ledgerErrors, otherAnswers } from '#server/crash/compare.ts'
import { addTraders, signIn } from '#server/crash/traders.ts'
import { settle, trade } from '#server/crash/traffic.ts'
import { VERSION } from '#server/environment.ts'
import { connectBus } from '#server/platform/bus/link.ts'
import { realClock } from '#server/platform/clock.ts'
import { secretKey } from '#server/platform/secret-key.ts'
import { readAddress } from '#server/platform/settings.ts'
import { createRandom } from '#server/sim/random.ts'
import { type Cluster, freePort, startCluster } from '#server/testing/cluster.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { isFull } from '#server/testing/length.ts'
import { describeOnPostgres } from '#server/testing/only-on.ts'
import {
  isReady,
  type RunningServer,
  type ServerProcess,
  spawnServer,
  startServer,
  warningsOf,
  whenUp,
} from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { verdictsOn, verified } from '#server/testing/verifiers.ts'
import { type Workdir, workdirOf } from '#server/testing/workdir.ts'
import { createSessions } from '#server/users/sessions.ts'
import { addressOfEngine } from './apart.ts'
import type { Asked } from './messages.ts'

/** The engine of spot in a process of its own, another that waits for it, two processes for calls, and the one with the rest. */

const TRADERS = 4
const CALLS = 10
const PAIR = 'BTC-USDT'
const ORDER = { base: 'BTC', quote: 'USDT', side: 'buy', orderType: 'market', quoteAmount: '50' }

describeOnPostgres('an engine in a process of its own', () => {
  let cluster: Cluster
  let workdir: Workdir
  let main: RunningServer
  let engine: RunningServer
  let standby: ServerProcess
  let apis: readonly RunningServer[]
  const withBus = async () => ({ ...workdir.settings, BUS: `127.0.0.1:${await freePort()}` })
  const engineSettings = async () => ({ ...(await withBus()), ROLE: 'engine', ENGINES: 'spot' })
  beforeAll(async () => {
    cluster = await startCluster()
    workdir = workdirOf(await createMigratedDatabase(cluster.port))
    await workdir.inspect((db) => addTraders({ db }, TRADERS + 1))
    main = await startServer({ ...(await withBus()), ENGINES_APART: 'spot' })
    engine = await startServer(await engineSettings())
    standby = spawnServer(await engineSettings())
    apis = await Promise.all([1, 2].map(() => startServer({ ...workdir.settings, ROLE: 'api' })))
  }, LONG.timeout)

  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
  })
  afterAll(async () => {
    for (const server of [...(apis ?? []), standby, engine, main]) await server?.kill('SIGTERM')
    await cluster?.stop()
  })

  const at = (n: number) => apis[n]!.url

  /** A socket on a process. */
  async function socketAt(url: string, token?: string): Promise<Socket> {
    const socket = io(url, { transports: ['websocket'], ...(token && { auth: { token } }) })
    sockets.push(socket)
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
    return socket
  }

  /** What comes on one event next. */
  const next = (socket: Socket, event: string) =>
    new Promise<unknown>((resolve) => socket.once(event, resolve))

  const buy = (url: string, token: string, key: string) => send({ url, token }, spotTrade, ORDER, key)

  test(
    'an order through one api is seen by the sockets of the other and of the process with the rest',
    LONG,
    async () => {
      const [trader] = await signIn(at(0), 1)
      const { token } = trader!
      // The market maker quotes nothing while the newest price is old, as it may be on a busy machine.
      const hasBook = async (url: string) => {
        const { bids, asks } = await askerAt({ url }).ask(spotDepth, { symbol: PAIR })
        return bids.length > 5 && asks.length > 5
      }
      for (const [n, url] of [at(1), main.url].entries()) {
        await expect.poll(() => hasBook(url), TIMEOUT).toBe(true)
        const everybody = await socketAt(url)
        const own = await socketAt(url, token)
        const book = next(everybody, bookChannel.event)
        everybody.emit('subscribe', [
          channelName(tradesChannel, { symbol: PAIR }),
          channelName(bookChannel, { symbol: PAIR }),
        ])
        expect(outputFromWire(bookChannel, await book)).toMatchObject({ symbol: PAIR })
        const seen = next(everybody, tradesChannel.event)
        const told = next(own, ownOrdersChannel.event)
        // The newest price may be old on a busy machine: refused for that, the key is free.
        await expect.poll(() => buy(at(0), token, `seen-${n}`), TIMEOUT).toMatchObject({ ok: true })
        expect(await seen).toMatchObject({ symbol: PAIR })
        expect(await told).toBeTruthy()
      }
    },
  )

  test('an order has one outcome by its key, whichever process is asked', LONG, async () => {
    const [trader] = await signIn(at(0), 1)
    const { token } = trader!
    await expect.poll(() => buy(at(0), token, 'one'), TIMEOUT).toMatchObject({ ok: true })
    const answer = await buy(at(0), token, 'one')
    for (const url of [at(1), main.url]) expect(await buy(url, token, 'one')).toEqual(answer)
    // One that the process with the rest takes itself, and one that the engine refuses.
    await expect.poll(() => buy(main.url, token, 'another'), TIMEOUT).toMatchObject({ ok: true })
    expect(await buy(at(1), token, 'another')).toEqual(await buy(main.url, token, 'another'))
    const quote = await askerAt({ url: at(0) }).ask(quoteOf, { symbol: PAIR })
    const limitPrice = (Number(quote.lastPrice) * 1.2).toFixed(2)
    const tooMuch = { base: 'BTC', quote: 'USDT', side: 'sell', quantity: '90000', limitPrice }
    for (const url of [at(0), main.url])
      expect(await send({ url, token }, spotTrade, tooMuch)).toMatchObject({ error: 'INSUFFICIENT_BALANCE' })
  })

  test(
    'a session that ended is over in the process with the engine, whatever an api says',
    LONG,
    async () => {
      const [trader] = await signIn(at(0), 1)
      const { token } = trader!
      const session = await workdir.inspect((db) => createSessions(db, realClock).authenticate(token))
      const address = (await workdir.inspect((db) => addressOfEngine(db, 'spot')))!
      const nothing = () => {}
      const link = connectBus({
        find: async () => readAddress(address),
        key: { key: await secretKey(workdir.settings.DATA_DIR!, 'bus'), version: VERSION },
        ...{ onMessage: nothing, onUp: nothing, onDown: nothing },
      })
      await expect.poll(link.isUp, TIMEOUT).toBe(true)
      // It cancels nothing, and takes a session as an order does.
      const cancelAll = () =>
        link.ask({
          ...{ kind: 'call', path: spotCancelAll.path, input: {}, askedAtMs: Date.now(), customer: session },
          ...{ lang: 'en', ip: '127.0.0.1', userAgent: '', requestId: 'one' },
          ...{ file: undefined, idempotencyKey: undefined },
        } satisfies Asked)
      expect(await cancelAll()).toMatchObject({ output: { cancelled: [] } })
      await askerAt({ url: at(1), token }).ask(logout)
      // Sooner than a session is forgotten that nobody says has ended.
      const withinMs = { timeout: 20_000 }
      await expect.poll(cancelAll, withinMs).toMatchObject({ refused: 'SESSION_EXPIRED' })
      await link.close()
    },
  )

  test('the traders’ interface shows the book of the engine, and its streams the trades', LONG, async () => {
    const ask = async (path: string) => (await fetch(`${main.url}/exchange/api/v3/${path}`)).json()
    const levels = async () => {
      const book = (await ask('depth?symbol=BTCUSDT&limit=5')) as { bids: unknown[]; asks: unknown[] }
      return [book.bids.length, book.asks.length]
    }
    // The market maker quotes nothing while the newest price is old.
    await expect.poll(levels, TIMEOUT).toEqual([5, 5])
    const hasBest = async () => {
      const best = (await ask('ticker/bookTicker?symbol=BTCUSDT')) as { bidPrice: string; bidQty: string }
      return [Number(best.bidPrice) > 0, Number(best.bidQty) > 0]
    }
    await expect.poll(hasBest, TIMEOUT).toEqual([true, true])
    const stream = new WebSocket(`${main.url.replace('http', 'ws')}/exchange/ws/btcusdt@trade`)
    await new Promise((resolve) => stream.once('open', resolve))
    const told = new Promise<string>((resolve) => stream.once('message', (bytes) => resolve(String(bytes))))
    const [trader] = await signIn(at(0), 1)
    await expect.poll(() => buy(at(0), trader!.token, 'told'), TIMEOUT).toMatchObject({ ok: true })
    expect(JSON.parse(await told)).toMatchObject({ e: 'trade', s: 'BTCUSDT' })
    stream.close()
  })

  test(
    'a stop is triggered by the first tick of the tape that reaches it, in the process with its engine',
    LONG,
    async () => {
      const [trader] = await signIn(at(0), 1)
      const { token } = trader!
      const ids: string[] = []
      async function placeStop(side: 'buy' | 'sell'): Promise<boolean> {
        const { lastPrice } = await askerAt({ url: at(0) }).ask(quoteOf, { symbol: PAIR })
        const last = Number(lastPrice)
        const triggerPrice = (last * (side === 'buy' ? 1.0001 : 0.9999)).toFixed(2)
        const stop = {
          base: 'BTC',
          quote: 'USDT',
          side,
          orderType: 'stop-market',
          triggerPrice,
          quantity: '0.0005',
        }
        const placed = await send({ url: at(0), token }, spotTrade, stop, `stop-${side}-${last}`)
        if (placed?.ok) ids.push((placed.data as { id: string }).id)
        return placed?.ok ?? false
      }
      for (const side of ['buy', 'sell'] as const)
        await expect.poll(() => placeStop(side), TIMEOUT).toBe(true)
      const detail = (id: string) => askerAt({ url: at(1), token }).ask(spotDetail, { id })
      const triggered = async () => {
        const orders = (await Promise.all(ids.map(detail))).map(({ order }) => order)
        return orders.find(({ triggerSequence }) => triggerSequence !== null)
      }
      await expect.poll(triggered, TIMEOUT).toBeTruthy()
      const { id } = (await triggered())!
      // What a customer computes again: the tick that counts is the first on the tape after the receipt that reaches the trigger.
      const verdicts = async () => verdictsOn(await askerAt({ url: at(1), token }).ask(spotProof, { id }))
      await expect.poll(verdicts, TIMEOUT).toEqual(verified)
      await askerAt({ url: at(0), token }).ask(spotCancelAll, {})
    },
  )

  test.each(isFull ? (['SIGKILL', 'SIGSTOP'] as const) : (['SIGSTOP'] as const))(
    'its process gets %s under trade, the one that waits takes over, and nothing is lost or done twice',
    LONG,
    async (signal) => {
      await expect
        .poll(() => warningsOf(standby), TIMEOUT)
        .toEqual([expect.stringMatching(/^waits: the engine of spot is at /)])
      const traders = await signIn(at(0), TRADERS + 1)
      // The first has traded before, which nobody wrote down.
      const some = traders.slice(1).filter((_, n) => n < TRADERS / 2 === (signal === 'SIGKILL'))
      const trading = some.map((trader, n) => trade(at(n % 2), [trader], createRandom(47).fork(n)))
      for (const each of trading) await each.hasDone(CALLS)
      process.kill(engine.pid, signal)
      const before = engine
      engine = await whenUp(standby)
      for (const each of trading) await each.hasDone(2 * CALLS)
      if (signal === 'SIGSTOP') {
        process.kill(before.pid, 'SIGCONT')
        // It finds that it was replaced, and ends by itself.
        expect(await before.ended).toEqual({ code: 1, signal: null })
      }
      for (const each of trading) await each.end()
      await settle(at(0), some)
      for (const url of [at(1), main.url]) expect(await differences(url, some)).toEqual([])
      expect(await otherAnswers(at(1), some, 5)).toEqual([])
      for (const { url } of [...apis, main]) expect(await isReady(url)).toBe(true)
      standby = spawnServer(await engineSettings())
    },
  )

  test('one that cannot answer others ends, and lets the next have the engine at once', LONG, async () => {
    await standby.kill('SIGKILL')
    const settings = await engineSettings()
    standby = spawnServer(settings)
    await expect
      .poll(() => warningsOf(standby), TIMEOUT)
      .toEqual([expect.stringMatching(/^waits: the engine of spot is at /)])
    const { port } = readAddress(settings.BUS)!
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    expect(await engine.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await standby.ended).toEqual({ code: 1, signal: null })
    other.close()
    const isGivenUp = () =>
      workdir.inspect((db) =>
        sql<{ is: boolean }>`select until = '-infinity' as is from engine_apart`.execute(db),
      )
    expect((await isGivenUp()).rows).toEqual([{ is: true }])
    engine = await startServer(await engineSettings())
    standby = spawnServer(await engineSettings())
  })

  test('while no process has it, its calls are refused, and all others are answered', LONG, async () => {
    const [trader] = await signIn(at(0), 1)
    const { token } = trader!
    await standby.kill('SIGKILL')
    expect(await engine.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    for (const url of [at(0), main.url]) {
      expect(await buy(url, token, 'none')).toMatchObject({ error: 'SERVICE_UNAVAILABLE' })
      expect(await isReady(url)).toBe(true)
      expect(await send({ url, token }, quotesFlat)).toMatchObject({ ok: true })
    }
    // No order is not the same as no book.
    const path = `${main.url}/exchange/api/v3/ticker/bookTicker?symbol=BTCUSDT`
    await expect.poll(async () => (await fetch(path)).status, TIMEOUT).toBe(503)
    engine = await startServer(await engineSettings())
    await expect.poll(() => buy(at(0), token, 'none'), TIMEOUT).toMatchObject({ ok: true })
    expect(await buy(main.url, token, 'none')).toEqual(await buy(at(0), token, 'none'))
  })

  test('while the process with the rest is away limit orders and cancels go on', LONG, async () => {
    const [trader] = await signIn(at(0), 1)
    const caller = { url: at(0), token: trader!.token }
    const { lastPrice } = await askerAt(caller).ask(quoteOf, { symbol: PAIR })
    const limitPrice = (Number(lastPrice) * 0.8).toFixed(2)
    await main.kill('SIGKILL')
    const bid = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.001', limitPrice }
    const placed = await send(caller, spotTrade, bid, 'without-the-rest')
    expect(placed).toMatchObject({ ok: true, data: { status: 'open' } })
    const id = (placed as { data: { id: string } }).data.id
    expect(await send(caller, spotCancel, { id }, 'cancelled-without')).toMatchObject({
      data: { status: 'cancelled' },
    })
    main = await startServer({ ...(await withBus()), ENGINES_APART: 'spot' })
    await expect.poll(() => isReady(at(0)), TIMEOUT).toBe(true)
    expect(await send({ ...caller, url: main.url }, spotTrade, bid, 'without-the-rest')).toMatchObject({
      data: { id, status: 'cancelled' },
    })
  })

  test('all end when they are told to, and the ledger is whole', LONG, async () => {
    for (const server of [...apis, engine, main])
      expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await workdir.inspect(ledgerErrors)).toEqual([])
  })
})
