import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerChannels } from '#server/contract.ts'
import { quotesSnapshot } from '#server/markets/publish.ts'
import { createRealtime, type Realtime } from '#server/platform/realtime.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { sendFields } from '#server/testing/http.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'

/** What a customer's own sockets hear of contracts, as the wire has it, and what those of others do not. */

let quoted: QuotedApp
let realtime: Realtime
let url: string
const stops: (() => void)[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  quoted = await openQuotedApp()
  const { app, markets, opened } = quoted
  realtime = createRealtime({
    ...{ server: app.app.server, channels: customerChannels },
    ...{ authenticate: app.users.authenticate, onEnded: app.users.onEnded },
    snapshotFor: (channel, params) => quotesSnapshot(markets, channel, params),
  })
  for (const { publish } of [opened.contract, opened.copy]) stops.push(publish!(realtime))
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  await at(20_000)
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  for (const stop of stops) stop()
  await realtime?.close()
  await quoted?.close()
})

/** These prices one after the other, with no spread. */
async function at(...prices: number[]) {
  for (const price of prices) await quoted.quote(price, { bid: price * 100, ask: price * 100 })
}

/** A connected socket, and all that it was sent: the event, and each position in it as it came. */
async function connect(token = '') {
  const socket = io(url, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false },
    auth: { token },
  })
  sockets.push(socket)
  const heard: { event: string; payload: unknown }[] = []
  socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }))
  await expect.poll(() => socket.connected, TIMEOUT).toBe(true)
  const of = (event: string) =>
    heard.filter((each) => each.event === event).flatMap(({ payload }) => payload as Wire[])
  return { socket, events: () => [...new Set(heard.map(({ event }) => event))].sort(), of }
}
type Wire = Record<string, unknown>

async function newCustomer(): Promise<TestCustomer> {
  const one = await quoted.app.newCustomer()
  await quoted.app.give(one.id, 'contract', 'USDT', '10000')
  return one
}

/** The answer to a call as it goes over the wire. */
async function ask(who: TestCustomer, path: string, fields: Record<string, string>): Promise<Wire> {
  const method = path === '/lever/detail' ? 'GET' : 'POST'
  const answer = (await sendFields(quoted.app.app, method, path, fields, { token: who.token })).json()
  expect(answer.error, path).toBeUndefined()
  return answer.data
}

const order = { currency_id: 'BTC-USDT', legal_id: 'USDT', type: '1', share: '0.10', multiple: '10' }

test('T34: positions and contract orders are told to their own customer’s sockets as the calls answer them, and to nobody else', async () => {
  const [alice, bob] = [await newCustomer(), await newCustomer()]
  const [own, stranger, visitor] = [await connect(alice.token), await connect(bob.token), await connect()]
  for (const { socket } of [stranger, visitor])
    for (const name of ['position', 'contract-order', `customer:${alice.id}`, `position:${alice.id}`])
      socket.emit('subscribe', [name])

  const waiting = await ask(alice, '/lever/submit', { ...order, target_price: '19400.00' })
  await expect.poll(() => own.of('contract-order'), TIMEOUT).toEqual([waiting])
  expect(waiting).toMatchObject({ status: 'pending', target_price: '19400.00', entryPrice: null })
  const cancelled = await ask(alice, '/lever/cancel', { id: String(waiting.id) })
  await expect.poll(() => own.of('contract-order'), TIMEOUT).toEqual([waiting, cancelled])
  expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'user', margin: '0.0000000' })
  expect(own.of('position')).toEqual([])

  const opened = await ask(alice, '/lever/submit', order)
  await expect.poll(() => own.of('position'), TIMEOUT).toEqual([opened])
  expect(opened).toMatchObject({
    ...{ currency_id: 'BTC-USDT', type: 'long', share: '0.10', multiple: 10, status: 'open' },
    ...{ entryPrice: '20000.00', margin: '200.0000000', liquidationPrice: '19009.50' },
  })
  const added = await ask(alice, '/lever/add_margin', { id: String(opened.id), amount: '10' })
  await expect.poll(() => own.of('position'), TIMEOUT).toEqual([opened, added])
  expect(added).toMatchObject({ id: opened.id, status: 'open', margin: '210.0000000' })
  expect(Number(added.liquidationPrice)).toBeLessThan(19_009.5)

  await at(19_850, 19_700, 19_550, 19_400, 19_250, 19_100, 18_950)
  expect(Number(added.liquidationPrice)).toBeLessThan(18_950)
  await at(18_800)
  const newest = () => own.of('position').at(-1)
  await expect.poll(newest, TIMEOUT).toMatchObject({ id: opened.id, status: 'closed', reason: 'liquidation' })
  const { position: detail } = await ask(alice, '/lever/detail', { id: String(opened.id) })
  expect(newest()).toEqual(detail)
  // Opened, more margin, a margin call at 150 USDT of equity and one at 112.50, the liquidation.
  expect(own.of('position').map(({ status }) => status)).toEqual(['open', 'open', 'open', 'open', 'closed'])
  expect(own.of('contract-order')).toHaveLength(2)

  const bobs = await ask(bob, '/lever/submit', order)
  // A socket is sent what concerns it in order: all that came before the quotes it asks for is there by now.
  for (const { socket, events } of [stranger, visitor]) {
    socket.emit('subscribe', ['quotes'])
    await expect.poll(events, TIMEOUT).toContain('quotes')
  }
  expect(visitor.events()).toEqual(['quotes'])
  expect(stranger.of('position')).toEqual([bobs])
  expect(stranger.of('contract-order')).toEqual([])
})
