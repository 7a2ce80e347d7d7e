// long-running
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { channelName } from '#domain/channel.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { candles, candlesChannel, quoteOf } from '#domain/market/contract.ts'
import { ownOrdersChannel, spotTrade, tradesChannel } from '#domain/spot/contract.ts'
import { logout, profile } from '#domain/user/contract.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { askerAt, send } from '#server/crash/client.ts'
import { differences, ledgerErrors, otherAnswers } from '#server/crash/compare.ts'
import { addTraders, signIn } from '#server/crash/traders.ts'
import { settle, trade } from '#server/crash/traffic.ts'
import { createRandom } from '#server/sim/random.ts'
import { type Cluster, freePort, startCluster } from '#server/testing/cluster.ts'
import { createDatabase } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { isReady, type RunningServer, startServer } from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { type Workdir, workdirOf } from '#server/testing/workdir.ts'

/** Two processes for calls and sockets beside the one with the engines: nobody can tell which of them they asked. */

const TRADERS = 4
const CALLS = 10

let cluster: Cluster
let workdir: Workdir
let settings: Record<string, string>
let main: RunningServer
let apis: readonly RunningServer[]
beforeAll(async () => {
  cluster = await startCluster()
  workdir = workdirOf(await createDatabase(cluster.port))
  await workdir.inspect((db) => addTraders({ db }, TRADERS + 1))
  settings = { ...workdir.settings, BUS: `127.0.0.1:${await freePort()}` }
  main = await startServer(settings)
  apis = await Promise.all([1, 2].map(() => startServer({ ...settings, ROLE: 'api' })))
})
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
const next = (socket: Socket, event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve))

const at = (n: number) => apis[n]!.url

testOnPostgres('a trade made through one is seen by the sockets of the other', LONG, async () => {
  const [trader] = await signIn(at(0), 1)
  const everybody = await socketAt(at(1))
  const own = await socketAt(at(1), trader!.token)
  everybody.emit('subscribe', [channelName(tradesChannel, { symbol: 'BTC-USDT' })])
  const seen = next(everybody, tradesChannel.event)
  const told = next(own, ownOrdersChannel.event)
  const order = { base: 'BTC', quote: 'USDT', side: 'buy', orderType: 'market', quoteAmount: '50' }
  const answer = await send({ url: at(0), token: trader!.token }, spotTrade, order, 'through-one')
  expect(answer).toMatchObject({ ok: true })
  expect(await seen).toBeTruthy()
  expect(await told).toBeTruthy()
  // The same call with the same key, through the other: one order.
  expect(await send({ url: at(1), token: trader!.token }, spotTrade, order, 'through-one')).toEqual(answer)
})

testOnPostgres(
  'each has the prices and candles of the tape that the other process writes',
  LONG,
  async () => {
    const socket = await socketAt(at(0))
    socket.emit('subscribe', [channelName(candlesChannel, { symbol: 'BTC-USDT', period: '1m' })])
    expect(await next(socket, candlesChannel.event)).toMatchObject({ symbol: 'BTC-USDT' })
    const asked = { symbol: 'BTC-USDT', period: '1h', fromMs: '0', toMs: String(Date.now()) }
    // The last one still runs.
    const over = (answer: OutputOf<typeof candles>) => answer.slice(0, -1)
    const ours = await askerAt({ url: at(0) }).ask(candles, asked)
    const theirs = await askerAt({ url: main.url }).ask(candles, asked)
    expect(over(ours).length).toBeGreaterThan(10)
    expect(over(ours)).toEqual(over(theirs))
    const sequenceAt = async (url: string) =>
      (await askerAt({ url }).ask(quoteOf, { symbol: 'BTC-USDT' })).sequence ?? 0
    const before = await sequenceAt(main.url)
    await expect.poll(() => sequenceAt(at(1)), TIMEOUT).toBeGreaterThan(before)
  },
)

testOnPostgres(
  'a session that ends through one is over at the other at once, its sockets too',
  LONG,
  async () => {
    const [trader] = await signIn(at(0), 1)
    const { token } = trader!
    const socket = await socketAt(at(1), token)
    const closed = next(socket, 'disconnect')
    // Known at the other: it has the session in its memory now.
    expect(await send({ url: at(1), token }, profile)).toMatchObject({ ok: true })
    await askerAt({ url: at(0), token }).ask(logout)
    await closed
    expect(await send({ url: at(1), token }, profile)).toMatchObject({ error: 'SESSION_EXPIRED' })
  },
)

testOnPostgres(
  'the process with the engines is killed under trade, and nothing is lost or done twice',
  LONG,
  async () => {
    // The first has traded before, which nobody wrote down.
    const traders = (await signIn(at(0), TRADERS + 1)).slice(1)
    const random = createRandom(41)
    const half = [traders.slice(0, TRADERS / 2), traders.slice(TRADERS / 2)]
    const trading = half.map((some, n) => trade(at(n), some, random.fork(n)))
    for (const each of trading) await each.hasDone(CALLS)
    await main.kill('SIGKILL')
    for (const { url } of apis) await expect.poll(() => isReady(url), TIMEOUT).toBe(false)
    const refused = { currency: 'USDT', amount: '1', from: 'spot', to: 'funding' }
    const answer = await send({ url: at(0), token: traders[0]!.token }, walletTransfer, refused)
    expect(answer).toMatchObject({ ok: false, status: 503 })
    main = await startServer(settings)
    for (const { url } of apis) await expect.poll(() => isReady(url), TIMEOUT).toBe(true)
    for (const each of trading) await each.hasDone(2 * CALLS)
    for (const each of trading) await each.end()
    for (const { url } of [...apis, main]) {
      await settle(url, traders)
      expect(await differences(url, traders)).toEqual([])
    }
    expect(await otherAnswers(at(1), traders, 5)).toEqual([])
    for (const server of [...apis, main])
      expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await workdir.inspect(ledgerErrors)).toEqual([])
  },
)
