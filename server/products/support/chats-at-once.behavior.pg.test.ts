// long-running
import { createHash, randomBytes } from 'node:crypto'
import { environmentManager, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import { consoleSupportChannel, ownSupportChannel } from '#domain/support/channel.ts'
import { consoleSupportMessages, writeSupport } from '#domain/support/console.ts'
import { supportMessages, supportState } from '#domain/support/contract.ts'
import type { SupportMessageView } from '#domain/support/view.ts'
import { HOUR_MS } from '#domain/time.ts'
import { createOperatorService } from '#server/console/sign-in.ts'
import { type Caller, send } from '#server/crash/client.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import { freePort } from '#server/testing/cluster.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { createTestDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { howMany, isFull } from '#server/testing/length.ts'
import { pause, type RunningServer, startServer } from '#server/testing/server-process.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { type Workdir, workdirOf } from '#server/testing/workdir.ts'
import { ApiError } from '#web/app/api-error.ts'
import { comeAgain, liveOptions } from '#web/app/live-options.ts'
import { pagedQuery, queryBase, queryDefaults } from '#web/app/query-base.ts'
import { attemptOf, createOutbox } from '#web/products/support/outbox.ts'
import { askAgain, createSender } from '#web/products/support/send.ts'
import { auditSupport } from './audit.ts'
import { messagesOf } from './store.ts'
import { messageView } from './views.ts'

/**
 * Many chats at once over sockets, and a server that is killed in the middle: each side sees every message once and in order.
 * A customer here is the app's chat page without what is drawn: its outbox, its queries and its connection. 500 of them:
 * `TEST_LENGTH=full TEST_DATABASE=postgres npx vitest run --project database server/products/support/chats-at-once`.
 */

const CHATS = howMany(500, 20)
const AGENTS = howMany(5, 2)
/** What one side writes into one chat: the last but one of a customer while the server is away, the last of both once it is back. */
const MESSAGES = 5
/** As the pages ask again by themselves. */
const REFRESH_MS = 10_000
const LIMIT = '50'
/** How many answers one operator has under way. */
const LANES = 8
const WAIT = { timeout: 5 * 60_000, interval: 200 }

let workdir: Workdir
let settings: Readonly<Record<string, string>>
let server: RunningServer
let customers: TestCustomer[]
let agentTokens: string[]
const ends: (() => void)[] = []
/** Messages that a server has taken, of both sides; `take` counts one. */
let taken = 0
let onTaken: () => void = () => {}
function take(): void {
  taken++
  onTaken()
}
/** Why a customer's message was refused for what it is, which none is. */
const refused: string[] = []
beforeAll(async () => {
  workdir = workdirOf(testDatabaseKind === 'postgres' ? await createTestDatabaseUrl() : undefined)
  await workdir.inspect(async (db) => {
    customers = []
    for (let n = 0; n < CHATS; n++) customers.push(await addTestCustomer(db, realClock))
    agentTokens = []
    for (let n = 0; n < AGENTS; n++) agentTokens.push(await addAgent(db, `agent-${n}@plumb.test`))
  })
  const [port, consolePort] = [await freePort(), await freePort()]
  settings = {
    ...workdir.settings,
    ...{ PORT: String(port), CONSOLE_PORT: String(consolePort), TRUSTED_PROXY: '127.0.0.1' },
  }
  server = await startServer(settings)
  // What asks again every few seconds in a browser does so here.
  environmentManager.setIsServer(() => false)
}, LONG.timeout)
afterAll(async () => {
  for (const end of ends) end()
  environmentManager.setIsServer(() => !('window' in globalThis))
  await server?.kill('SIGTERM')
})

/** An operator of customer service with a session. */
async function addAgent(db: Db, email: string): Promise<string> {
  const operators = createOperatorService({
    ...{ db, clock: realClock, authenticatorClock: realClock, sealer: sealerOf(randomBytes(32)) },
  })
  const token = randomBytes(32).toString('base64url')
  await db.transaction().execute(async (tx) => {
    const { id } = await operators.create(tx, { email, name: email, roles: ['support'] })
    const nowMs = realClock.nowMs()
    await tx
      .insertInto('operator_session')
      .values({
        ...{ id: nextId(), operator_id: id, ip: '127.0.0.1', created_at: new Date(nowMs) },
        token_hash: createHash('sha256').update(token).digest('hex'),
        expires_at: new Date(nowMs + HOUR_MS),
      })
      .execute()
  })
  return token
}

/** Asks as the apps' clients do: what is not answered, and what is refused, is thrown. */
async function request<E extends Endpoint>(
  caller: Caller,
  call: E,
  input: ArgumentsOf<E>,
): Promise<OutputOf<E>> {
  const answer = await send(caller, call, input as Readonly<Record<string, unknown>>)
  if (!answer) throw new ApiError('NETWORK', 'no answer')
  if (!answer.ok) throw new ApiError(answer.error, answer.message)
  return answer.data as OutputOf<E>
}

/** A socket as the apps open it; `onBack` runs at each connect after the first. */
function openSocket({ url, token, ip }: Caller, onBack: () => void): Socket {
  const socket = io(url, {
    ...{ ...liveOptions, forceNew: true, auth: { token } },
    ...(ip && { extraHeaders: { 'x-forwarded-for': ip } }),
  })
  comeAgain(socket)
  let wasLost = false
  socket.on('disconnect', () => {
    wasLost = true
  })
  socket.on('connect', () => {
    if (wasLost) onBack()
  })
  ends.push(() => socket.disconnect())
  return socket
}

/** Oldest first, as the pages show it. */
const shown = (data: { readonly pages: readonly { readonly items: SupportMessageView[] }[] } | undefined) =>
  (data?.pages.flatMap(({ items }) => items) ?? []).toReversed()

type Chat = ReturnType<typeof openChat>

/** A customer at the chat page. */
function openChat({ token, id }: TestCustomer, n: number) {
  const caller = { url: server.url, token, ip: `10.1.${n >> 8}.${n & 255}` }
  const queries = new QueryClient({ defaultOptions: { queries: queryDefaults } })
  const http = {
    request: <E extends Endpoint>(call: E, input: ArgumentsOf<E>) => request(caller, call, input),
  }
  const list = new InfiniteQueryObserver(queries, {
    ...pagedQuery(http, supportMessages, { limit: LIMIT }),
    refetchInterval: REFRESH_MS,
  })
  const state = new QueryObserver(queries, {
    ...queryBase(supportState, {}),
    queryFn: () => http.request(supportState, {}),
    refetchInterval: REFRESH_MS,
  })
  const counts = { lost: 0 }
  const attempt = createSender(http, queries)
  const outbox = createOutbox({
    kept: [],
    async send(input) {
      const result = await attempt(input)
      if (result.is === 'sent') take()
      if (result.is === 'lost') counts.lost++
      if (result.is === 'refused') refused.push(result.why)
      return result
    },
    onChange() {},
    later(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
  const socket = openSocket(caller, () => {
    void queries.invalidateQueries()
    outbox.wake()
  })
  const heard: (string | null)[] = []
  socket.on(ownSupportChannel.event, ({ message }: { message: SupportMessageView | null }) => {
    heard.push(message?.text ?? null)
    void askAgain(queries)
  })
  const leave = [list.subscribe(() => {}), state.subscribe(() => {})]
  ends.push(() => {
    outbox.stop()
    for (const one of leave) one()
    queries.clear()
  })
  return {
    ...{ customer: id, n, counts, outbox, socket, heard },
    messages: () => shown(list.getCurrentResult().data),
    write(text: string) {
      outbox.add({ key: `customer-${n}-${text}`.replaceAll(' ', '-'), text, atMs: Date.now() })
    },
  }
}

/** An operator in the console, with the chats that are theirs open. */
function openAgent(token: string, chats: readonly Chat[]) {
  const caller = { url: server.consoleUrl, token }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 2_000 } } })
  const http = {
    request: <E extends Endpoint>(call: E, input: ArgumentsOf<E>) => request(caller, call, input),
  }
  const counts = { lost: 0 }
  const heard = new Map<string, number>()
  const panels = chats.map((chat) => {
    const id = chat.messages()[0]!.conversationId
    const list = new InfiniteQueryObserver(queries, {
      ...pagedQuery(http, consoleSupportMessages, { id, limit: LIMIT }),
      refetchInterval: REFRESH_MS,
    })
    ends.push(list.subscribe(() => {}))
    return { chat, id, messages: () => shown(list.getCurrentResult().data) }
  })
  ends.push(() => queries.clear())
  const socket = openSocket(caller, () => void queries.invalidateQueries())
  socket.on(consoleSupportChannel.event, ({ id }: { id: string }) => {
    heard.set(id, (heard.get(id) ?? 0) + 1)
    void queries.invalidateQueries({ queryKey: [consoleSupportMessages.path, { id, limit: LIMIT }] })
  })

  /** Sends an answer until it is taken: who gets no answer presses Send again, with the same key. */
  async function answer({ id, chat }: (typeof panels)[number], text: string): Promise<void> {
    const key = `agent-${chat.n}-${text}`.replaceAll(' ', '-')
    for (;;) {
      try {
        await request(caller, writeSupport, { id, text, key })
        return take()
      } catch (error) {
        if (attemptOf(error).is !== 'lost') throw error
        counts.lost++
        await pause(500)
      }
    }
  }
  return {
    ...{ counts, socket, heard, panels },
    /** Writes one answer into each chat. */
    async answerAll(text: string) {
      const waiting = [...panels]
      const lane = async () => {
        for (let panel = waiting.shift(); panel; panel = waiting.shift()) await answer(panel, text)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    },
  }
}

/** What stands in a chat in the end, of each side. */
const expected = (side: string) => Array.from({ length: MESSAGES }, (_, n) => `${side} ${n + 1}`)
const told = (messages: readonly SupportMessageView[]) =>
  messages.map(({ id, from, text }) => ({ id: Number(id), from, text }))

test(
  'many chats at once are delivered to both sides in order, none lost or doubled, over a server that is killed',
  LONG,
  async () => {
    const marks: [string, number][] = [['begin', performance.now()]]
    const mark = (name: string) => marks.push([name, performance.now()])
    const chats = customers.map((customer, n) => openChat(customer, n))
    await expect.poll(() => chats.filter(({ socket }) => !socket.connected).length, WAIT).toBe(0)
    mark('all sockets are open')
    for (const chat of chats) chat.write('question 1')
    await expect.poll(() => chats.filter((chat) => chat.messages().length === 0).length, WAIT).toBe(0)
    const agents = agentTokens.map((token, own) =>
      openAgent(
        token,
        chats.filter(({ n }) => n % AGENTS === own),
      ),
    )
    await expect.poll(() => agents.filter(({ socket }) => !socket.connected).length, WAIT).toBe(0)
    mark('each has asked, and all operators are there')

    const all = [...chats, ...agents]
    const lost = (of: readonly { readonly counts: { readonly lost: number } }[]) =>
      of.reduce((count, { counts }) => count + counts.lost, 0)
    const third = taken + Math.floor((CHATS * (2 * MESSAGES - 4)) / 3)
    const reached = Promise.withResolvers<void>()
    onTaken = () => taken >= third && reached.resolve()
    for (const chat of chats) for (let n = 2; n < MESSAGES - 1; n++) chat.write(`question ${n}`)
    const answering = Promise.all(
      agents.map(async ({ answerAll }) => {
        for (let n = 1; n < MESSAGES; n++) await answerAll(`answer ${n}`)
      }),
    )
    // What fails ends the wait too.
    await Promise.race([reached.promise, answering])
    await server.kill('SIGKILL')
    const takenBefore = taken
    const lostBefore = lost(chats)
    mark('a third is written, and the server is gone')
    for (const chat of chats) {
      chat.counts.lost = 0
      chat.write(`question ${MESSAGES - 1}`)
    }
    // Each customer has tried in vain, and has it still.
    await expect.poll(() => chats.filter(({ counts }) => counts.lost === 0).length, WAIT).toBe(0)
    expect(chats.filter(({ outbox }) => outbox.items().length === 0)).toEqual([])
    mark('each customer has tried in vain')
    server = await startServer(settings)
    mark('it is up again')
    await answering
    await expect.poll(() => chats.filter(({ outbox }) => outbox.items().length > 0).length, WAIT).toBe(0)
    mark('all is sent')
    // Every socket comes back by itself, as who it was: the last message of each side is told by it.
    await expect.poll(() => all.filter(({ socket }) => !socket.connected).length, WAIT).toBe(0)
    const lostInAll = lostBefore + lost(all)
    const heardBefore = new Map(
      agents.flatMap(({ heard, panels }) => panels.map(({ id }) => [id, heard.get(id) ?? 0] as const)),
    )
    for (const chat of chats) chat.write(`question ${MESSAGES}`)
    await Promise.all(agents.map(({ answerAll }) => answerAll(`answer ${MESSAGES}`)))
    await expect
      .poll(
        () =>
          chats.filter(({ heard }) =>
            [`question ${MESSAGES}`, `answer ${MESSAGES}`].some((text) => !heard.includes(text)),
          ).length,
        WAIT,
      )
      .toBe(0)
    await expect
      .poll(
        () =>
          agents.flatMap(({ heard, panels }) =>
            panels.filter(({ id }) => (heard.get(id) ?? 0) < heardBefore.get(id)! + 2),
          ).length,
        WAIT,
      )
      .toBe(0)
    // The event that it was taken is one more.
    const count = 2 * MESSAGES + 1
    const lists = [...chats, ...agents.flatMap(({ panels }) => panels)]
    await expect.poll(() => lists.filter((one) => one.messages().length < count).length, WAIT).toBe(0)
    mark('every list is whole')
    expect(refused).toEqual([])

    for (const one of lists) {
      const messages = told(one.messages())
      expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, n) => n + 1))
      const of = (side: string) => messages.filter(({ from }) => from === side).map(({ text }) => text)
      expect(of('customer')).toEqual(expected('question'))
      expect(of('support')).toEqual(expected('answer'))
    }
    await server.kill('SIGTERM')
    await workdir.inspect(async (db) => {
      expect(await auditSupport(db)).toEqual([])
      for (const { panels } of agents)
        for (const panel of panels) {
          const kept = await messagesOf(db, panel.chat.customer, { after: undefined, offset: 0, limit: 100 })
          const written = told(kept.map(messageView).toReversed())
          expect(told(panel.messages())).toEqual(written)
          expect(told(panel.chat.messages())).toEqual(written)
        }
    })
    if (!isFull) return
    const steps = marks.slice(1).map(([name, at], index) => `${name}: ${seconds(at - marks[index]![1])}`)
    console.info(
      `${CHATS} chats, ${2 * MESSAGES * CHATS} messages, ${takenBefore} taken before, ${lostInAll} attempts without an answer; ${steps.join('; ')}`,
    )
  },
)

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
