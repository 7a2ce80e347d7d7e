// long-running
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleLogin, consoleLogout } from '#domain/console/contract.ts'
import { consoleSupportChannel, ownSupportChannel } from '#domain/support/channel.ts'
import { writeSupport } from '#domain/support/console.ts'
import { sendSupportMessage, supportMessages, supportState } from '#domain/support/contract.ts'
import type { SupportMessageView } from '#domain/support/view.ts'
import { isAnswered, send } from '#server/crash/client.ts'
import { realClock } from '#server/platform/clock.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { createTestDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { howMany } from '#server/testing/length.ts'
import { pause, type RunningServer, startServer } from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { type Workdir, workdirOf } from '#server/testing/workdir.ts'
import { auditSupport } from './audit.ts'

/** The real server and its sockets: what was written is told at once, and is there once after the server was killed. */

const CONVERSATIONS = howMany(500, 100)
const MESSAGES = 4
/** Calls under way at once. */
const AT_ONCE = 40

let workdir: Workdir
let server: RunningServer
let customers: TestCustomer[]
const sockets: Socket[] = []
beforeAll(async () => {
  workdir = workdirOf(testDatabaseKind === 'postgres' ? await createTestDatabaseUrl() : undefined)
  customers = await workdir.inspect(async (db) => {
    const added: TestCustomer[] = []
    for (let n = 0; n < CONVERSATIONS; n++) added.push(await addTestCustomer(db, realClock))
    return added
  })
  server = await startServer(workdir.settings)
}, LONG.timeout)
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await server?.kill('SIGTERM')
})

/** A connected socket with a session's own channels. */
async function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false },
    auth: { token },
  })
  sockets.push(socket)
  await expect.poll(() => socket.connected, TIMEOUT).toBe(true)
  return socket
}

/** What a socket hears of a channel, from now on. */
function heard<Payload>(socket: Socket, event: string): Payload[] {
  const payloads: Payload[] = []
  socket.on(event, (payload: Payload) => payloads.push(payload))
  return payloads
}

/** Signs the demonstration's first operator in; its codes are used once each. */
async function operatorToken(): Promise<string> {
  const file = join(workdir.settings.DATA_DIR!, 'demo-operators.json')
  const [one] = JSON.parse(readFileSync(file, 'utf8')) as {
    email: string
    password: string
    totpSecret: string
  }[]
  for (;;) {
    const given = {
      email: one!.email,
      password: one!.password,
      code: generateSync({ secret: one!.totpSecret }),
    }
    const answer = await send({ url: server.consoleUrl }, consoleLogin, given)
    if (answer?.ok) return (answer.data as { token: string }).token
    // The code of this half minute is used.
    await pause(1_000)
  }
}

/** Sends until it is answered, wherever the server is by then. */
async function sendMessage(customer: TestCustomer, text: string, key: string): Promise<void> {
  for (;;) {
    const answer = await send({ url: server.url, token: customer.token }, sendSupportMessage, { text, key })
    if (answer && isAnswered(answer)) {
      expect(answer).toMatchObject({ ok: true })
      return
    }
    await pause((answer && !answer.ok && answer.retryAfterSeconds * 1_000) || 100)
  }
}

test(
  'T34: an operator’s message reaches the customer’s own socket, and a customer’s the operators’ sockets',
  LONG,
  async () => {
    const [customer, other] = [customers.at(-1)!, customers.at(-2)!]
    const token = await operatorToken()
    const [own, theirs, agents] = [
      await connect(server.url, customer.token),
      await connect(server.url, other.token),
      await connect(server.consoleUrl, token),
    ]
    type Told = { message: SupportMessageView | null; unread: number }
    const toCustomer = heard<Told>(own, ownSupportChannel.event)
    const toOther = heard<Told>(theirs, ownSupportChannel.event)
    const toAgents = heard<{ id: string }>(agents, consoleSupportChannel.event)
    const asked = { text: 'is anybody there?', key: 'wire-question' }
    const question = await send({ url: server.url, token: customer.token }, sendSupportMessage, asked)
    expect(question).toMatchObject({ ok: true })
    const id = ((question as { data: SupportMessageView }).data as SupportMessageView).conversationId
    // It says which conversation changed, and nothing that is in it.
    await expect.poll(() => toAgents, TIMEOUT).toEqual([{ id }])
    const written = await send({ url: server.consoleUrl, token }, writeSupport, { id, text: 'yes, hello' })
    expect(written).toMatchObject({ ok: true })
    await expect
      .poll(() => toCustomer.at(-1), TIMEOUT)
      .toMatchObject({
        message: { from: 'support', text: 'yes, hello', conversationId: id },
        unread: 1,
      })
    // A socket of another hears its own next message, and nothing before it.
    await sendMessage(other, 'mine', 'wire-other')
    await expect.poll(() => toOther.length, TIMEOUT).toBe(1)
    expect(toOther).toMatchObject([{ message: { text: 'mine' } }])
    // A customer's token opens nothing at the console.
    const intruder = io(server.consoleUrl, {
      ...{ transports: ['websocket'], forceNew: true, reconnection: false },
      auth: { token: customer.token },
    })
    sockets.push(intruder)
    const refused: string[] = []
    intruder.on('connect_error', ({ message }) => refused.push(message))
    await expect.poll(() => refused, TIMEOUT).toEqual(['SESSION_EXPIRED'])
    // The socket of a session ends with it.
    expect(await send({ url: server.consoleUrl, token }, consoleLogout)).toMatchObject({ ok: true })
    await expect.poll(() => agents.connected, TIMEOUT).toBe(false)
  },
)

test(
  'many conversations over a server that is killed: no message is lost, doubled or out of order',
  LONG,
  async () => {
    const writing = customers.slice(0, CONVERSATIONS)
    const before = new Map<string, number>()
    for (const one of writing.slice(-2)) {
      const { token } = one
      const answer = await send({ url: server.url, token }, supportMessages)
      before.set(token, (answer as { data: { items: unknown[] } }).data.items.length)
    }
    let sent = 0
    const reached = Promise.withResolvers<void>()
    const waiting = [...writing]
    const work = Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.pop(); one; one = waiting.pop())
        for (let n = 1; n <= MESSAGES; n++) {
          await sendMessage(one, `message ${n}`, `restart-message-${n}`)
          if (++sent === (CONVERSATIONS * MESSAGES) / 3) reached.resolve()
        }
    })
    // What fails ends the wait too.
    await Promise.race([reached.promise, Promise.all(work)])
    // In the middle of what is being sent: whoever got no answer asks again.
    await server.kill('SIGKILL')
    server = await startServer(workdir.settings)
    await Promise.all(work)
    expect(sent).toBe(CONVERSATIONS * MESSAGES)

    // Some come back with a socket and ask for what they missed, as the app does.
    for (const { token } of writing.slice(0, 3)) {
      await connect(server.url, token)
      const state = await send({ url: server.url, token }, supportState)
      expect(state).toMatchObject({ ok: true, data: { conversation: { status: 'waiting' } } })
    }
    await server.kill('SIGTERM')
    await workdir.inspect(async (db) => {
      expect(await auditSupport(db)).toEqual([])
      const rows = await db
        .selectFrom('support_message' as never)
        .select(['customer_id', 'number', 'key', 'text', 'sender'] as never[])
        .orderBy('customer_id' as never)
        .orderBy('number' as never)
        .execute()
      const byCustomer = Map.groupBy(
        rows as { customer_id: bigint; number: bigint; key: string | null; text: string }[],
        (row) => row.customer_id,
      )
      expect(byCustomer.size).toBe(CONVERSATIONS)
      const wrong: string[] = []
      for (const { id, token } of writing) {
        const own = byCustomer.get(id)!
        const numbers = own.map(({ number }) => Number(number))
        if (numbers.some((number, index) => number !== index + 1)) wrong.push(`${id} has numbers ${numbers}`)
        const keys = own.slice(before.get(token) ?? 0).map(({ key }) => key)
        if (keys.join() !== 'restart-message-1,restart-message-2,restart-message-3,restart-message-4')
          wrong.push(`${id} has ${keys}`)
      }
      expect(wrong).toEqual([])
    })
    server = await startServer(workdir.settings)
  },
)
