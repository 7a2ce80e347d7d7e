import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayloadOf } from '#domain/channel.ts'
import { outputFromWire } from '#domain/endpoint.ts'
import { quoteOf, quotesChannel } from '#domain/market/contract.ts'
import { noticeChannel } from '#domain/notice/contract.ts'
import {
  type OptionView,
  optionAcceptRisk,
  optionDetail,
  optionSubmit,
  ownOptionsChannel,
} from '#domain/option/contract.ts'
import { bookChannel, ownOrdersChannel, spotDepth, spotTrade } from '#domain/spot/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { login, logout, profile, revokeSession } from '#domain/user/contract.ts'
import { ownBalanceChannel, walletList } from '#domain/wallet/contract.ts'
import { askerAt } from './crash/client.ts'
import { demoAccount } from './environment.ts'
import { acceptedRisk } from './products/option/testing.ts'
import { type RunningServer, startServer } from './testing/server-process.ts'
import { TIMEOUT } from './testing/timeouts.ts'
import { workdirOf } from './testing/workdir.ts'

/** What is a customer's own goes to that customer's sockets, and only while their session lasts: on the real server. */

let server: RunningServer
beforeAll(async () => {
  server = await startServer(workdirOf().settings)
})
const sockets: Socket[] = []
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await server?.kill('SIGTERM')
})

const as = (token?: string) => askerAt({ url: server.url, token })
const signIn = (): Promise<string> => as().ask(login, demoAccount)

/** A connected socket, and the names of all that it was sent; with a token it is that session's. */
async function connect(token = '', url = server.url) {
  const socket = io(url, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false },
    auth: { token },
  })
  sockets.push(socket)
  const heard: string[] = []
  socket.onAny((event: string) => heard.push(event))
  await expect.poll(() => socket.connected, TIMEOUT).toBe(true)
  return { socket, heard }
}

test('T34: a customer’s orders, balances and notices reach no socket but the customer’s own, whatever names another asks for', async () => {
  const token = await signIn()
  const { uid } = await as(token).ask(profile)
  const [own, stranger] = [await connect(token), await connect()]
  const names = [
    `customer:${uid}`,
    `user:${uid}`,
    uid,
    'customer',
    'orders',
    'order',
    'balance',
    own.socket.id,
  ]
  const messages: PayloadOf<typeof ownBalanceChannel>[] = []
  own.socket.on(ownBalanceChannel.event, (payload: unknown) =>
    messages.push(outputFromWire(ownBalanceChannel, payload) as PayloadOf<typeof ownBalanceChannel>),
  )
  stranger.socket.emit('subscribe', names)
  for (const name of names) stranger.socket.emit('subscribe', [name, 'quotes'])
  await expect.poll(() => stranger.heard, TIMEOUT).toContain(quotesChannel.event)

  // A server that has just started has no tick yet, and takes no orders.
  const quote = () => as().ask(quoteOf, { symbol: 'BTC-USDT' })
  await expect.poll(async () => (await quote()).sequence, TIMEOUT).not.toBeNull()
  // A market order needs somebody to meet: the market maker quotes once it has been told a price.
  const asks = async () => (await as().ask(spotDepth, { symbol: 'BTC-USDT' })).asks
  await expect.poll(asks, TIMEOUT).not.toEqual([])
  const { lastPrice } = await quote()
  const limitPrice = (Math.floor(Number(lastPrice) * 97) / 100).toFixed(2)
  await as(token).ask(spotTrade, { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.001', limitPrice })
  await as(token).ask(spotTrade, {
    ...{ base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.001', orderType: 'market' },
  })
  const ownChannels = [ownOrdersChannel, ownBalanceChannel, noticeChannel]
  for (const { event } of ownChannels) await expect.poll(() => own.heard, TIMEOUT).toContain(event)
  // What was said last of each wallet is what the calls say of it, by as many entries.
  const said = () =>
    new Map(
      messages
        .flatMap(({ wallets }) => wallets)
        .toSorted((a, b) => a.entryCount - b.entryCount)
        .map((wallet) => [wallet.currency, wallet]),
    )
  const spotOf = async (currency: string) => {
    const { holdings } = await as(token).ask(walletList)
    const holding = holdings.find((one) => one.currency === currency)!
    const { available, held, entryCount } = holding.wallets.find(({ walletType }) => walletType === 'spot')!
    return { currency, walletType: 'spot', available, held, entryCount }
  }
  for (const currency of ['BTC', 'USDT'])
    await expect.poll(async () => said().get(currency), TIMEOUT).toEqual(await spotOf(currency))

  // A socket is sent what concerns it in order: what came before the book's snapshot is there by now.
  stranger.socket.emit('subscribe', ['book:BTC-USDT'])
  await expect.poll(() => stranger.heard, TIMEOUT).toContain(bookChannel.event)
  for (const { event } of ownChannels) expect(stranger.heard).not.toContain(event)
})

test('T35: the sockets of a session end with it: signed out, or ended from another device', async () => {
  const tokens = await Promise.all([signIn(), signIn(), signIn()])
  const [here, there, elsewhere] = await Promise.all(tokens.map((token) => connect(token)))
  await as(tokens[0]).ask(revokeSession)
  for (const { socket } of [there!, elsewhere!])
    await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(false)
  expect(here!.socket.connected).toBe(true)
  await as(tokens[0]).ask(logout)
  await expect.poll(() => here!.socket.connected, { timeout: 10_000 }).toBe(false)
})

test('a session that has ended opens no socket', async () => {
  const token = await signIn()
  await as(token).ask(logout)
  const socket = io(server.url, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false },
    auth: { token },
  })
  sockets.push(socket)
  const errors: string[] = []
  socket.on('connect_error', ({ message }) => errors.push(message))
  await expect.poll(() => errors, TIMEOUT).toEqual(['SESSION_EXPIRED'])
})

test('a seconds option tells its own customer’s sockets of the order, its entry and its result, and nobody else', async () => {
  const { settings } = workdirOf()
  const later = await startServer({ ...settings, CLOCK: 'virtual' })
  const pass = (ms: number) =>
    fetch(`${later.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: ms }),
    })
  try {
    const token: string = await askerAt({ url: later.url }).ask(login, demoAccount)
    const customer = askerAt({ url: later.url, token })
    const [own, stranger] = [await connect(token, later.url), await connect('', later.url)]
    stranger.socket.emit('subscribe', [ownOptionsChannel.name, 'quotes'])
    const told: OptionView[] = []
    own.socket.on(ownOptionsChannel.event, (payload: unknown) => {
      told.push(...(outputFromWire(ownOptionsChannel, payload) as OptionView[]))
    })
    await customer.ask(optionAcceptRisk, acceptedRisk)
    await pass(3_000)
    const isFresh = async () => !(await customer.ask(quoteOf, { symbol: 'BTC-USDT' })).isStale
    await expect.poll(isFresh, TIMEOUT).toBe(true)
    const { id } = await customer.ask(optionSubmit, {
      ...{ symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: 30, stake: '5' },
    })
    const newest = () => told.findLast((each) => each.id === id)
    await expect.poll(newest, TIMEOUT).toMatchObject({ status: 'open', entry: null })
    await pass(2_500)
    await expect.poll(() => newest()?.entry, TIMEOUT).toBeTruthy()
    await pass(32_000)
    await expect.poll(() => newest()?.outcome, TIMEOUT).toBeTruthy()
    const { receipt, ...detail } = await customer.ask(optionDetail, { id })
    expect(receipt).toContain(id)
    expect(detail).toEqual(newest())
    await expect.poll(() => stranger.heard, TIMEOUT).toContain(quotesChannel.event)
    expect(stranger.heard).not.toContain(ownOptionsChannel.event)
  } finally {
    await later.kill('SIGTERM')
  }
})

test('a socket ends with its session when that has not been used for 7 days', async () => {
  const { settings } = workdirOf()
  const later = await startServer({ ...settings, CLOCK: 'virtual' })
  try {
    const token: string = await askerAt({ url: later.url }).ask(login, demoAccount)
    const [own, visitor] = [await connect(token, later.url), await connect('', later.url)]
    const pass = (days: number) =>
      fetch(`${later.url}/test/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceMs: days * DAY_MS }),
      })
    expect((await pass(6)).status).toBe(200)
    expect(own.socket.connected).toBe(true)
    expect((await pass(2)).status).toBe(200)
    await expect.poll(() => own.socket.connected, TIMEOUT).toBe(false)
    expect(visitor.socket.connected).toBe(true)
  } finally {
    await later.kill('SIGTERM')
  }
})
