import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveProposal } from '#domain/console/contract.ts'
import { setting } from '#domain/content/published.ts'
import { notices } from '#domain/notice/contract.ts'
import { isPlainText } from '#domain/plain-text.ts'
import * as operators from '#domain/support/console.ts'
import * as calls from '#domain/support/contract.ts'
import {
  MAX_ANSWERS,
  MAX_TEXT,
  MESSAGES_PER_DAY,
  MESSAGES_PER_MINUTE,
  UNREAD_MS,
} from '#domain/support/rules.ts'
import type { SupportMessageView } from '#domain/support/view.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { idsOf, nextId } from '#server/platform/ids.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { type Agent, openSupportFixture, type SupportFixture } from '#server/testing/support.ts'
import { auditSupport } from './audit.ts'
import { tellUnread } from './service.ts'
import { waitingConversations } from './store.ts'

let app: SupportFixture
let agent: Agent
let colleague: Agent
beforeAll(async () => {
  app = await openSupportFixture()
  agent = await app.agent('support')
  colleague = await app.agent('support')
})
afterAll(() => app?.close())

const say = (who: TestCustomer, message: Record<string, string>) =>
  app.call(calls.sendSupportMessage, message, who.token)
const said = async (who: TestCustomer, message: Record<string, string>) => {
  const { data, error } = await say(who, message)
  expect(error).toBeUndefined()
  return data as SupportMessageView
}
const stateOf = async (who: TestCustomer) =>
  (await app.call(calls.supportState, {}, who.token)).data as calls.SupportState
const messagesOf = async (who: TestCustomer, input: Record<string, string> = {}) =>
  (await app.call(calls.supportMessages, { limit: '200', ...input }, who.token)).data as {
    items: SupportMessageView[]
    next: string | null
  }
const answered = async (id: string, text: string, by = agent) =>
  expect((await by.ask(operators.writeSupport, { id, text })).error).toBeUndefined()

/** A customer with one question. */
async function asked() {
  const customer = await app.newCustomer()
  const { conversationId: id } = await said(customer, { text: 'Where is my deposit?' })
  return { customer, id }
}

/** Who looked at what and did what in a chat, by the log. */
const logOf = async (id: string) => {
  const { rows } = await sql<{ action: string; operator: bigint }>`
    select action, operator from audit_log where subject = ${`support:${id}`} order by id`.execute(app.db)
  return rows.map(({ action }) => action)
}

describe('a visitor', () => {
  test('sees when somebody is there and how else to reach us, and no chat', async () => {
    const { data } = await app.call(calls.supportContact)
    expect(data).toMatchObject({ isOpen: true, url: null, email: null })
    expect((data as { hours: object[] }).hours).toHaveLength(7)
    const state = (await app.call(calls.supportState)).data
    expect(state).toMatchObject({ isOpen: true, conversation: null, unread: 0 })
    for (const [call, input] of [
      [calls.supportMessages, {}],
      [calls.sendSupportMessage, { text: 'hello' }],
      [calls.supportOrders, {}],
    ] as const)
      expect((await app.call(call, input)).error).toBe('SESSION_EXPIRED')
  })
})

describe('a customer', () => {
  test('asks, is answered, reads, ends and rates', async () => {
    const { customer, id } = await asked()
    expect(await stateOf(customer)).toMatchObject({ conversation: { id, status: 'waiting', stars: null } })
    await answered(id, 'It is being looked at.')
    expect(await stateOf(customer)).toMatchObject({ conversation: { status: 'active' }, unread: 1 })
    const { items } = await messagesOf(customer)
    expect(items.map((one) => [one.id, one.from, one.event ?? one.text])).toEqual([
      ['3', 'support', 'It is being looked at.'],
      ['2', 'event', 'taken'],
      ['1', 'customer', 'Where is my deposit?'],
    ])
    for (let times = 0; times < 2; times++) {
      const { data } = await app.call(calls.readSupport, { id: '3' }, customer.token)
      expect(data).toMatchObject({ unread: 0 })
    }
    expect((await app.call(calls.rateSupport, { id, stars: '5' }, customer.token)).error).toBe('SUPPORT_OPEN')
    for (let times = 0; times < 2; times++) {
      const { data } = await app.call(calls.closeSupport, { id }, customer.token)
      expect(data).toMatchObject({ conversation: { id, status: 'closed' } })
    }
    expect((await messagesOf(customer)).items).toHaveLength(4)
    for (const stars of ['2', '4', '4']) {
      const rated = await app.call(calls.rateSupport, { id, stars, comment: 'quick' }, customer.token)
      expect(rated.data).toMatchObject({ conversation: { stars: Number(stars) } })
    }
    for (const stars of ['0', '6'])
      expect((await app.call(calls.rateSupport, { id, stars }, customer.token)).error).toBe('PARAMETER_ERROR')
    // The next question begins another one.
    const { conversationId } = await said(customer, { text: 'One more thing' })
    expect(conversationId).not.toBe(id)
    expect(await auditSupport(app.db)).toEqual([])
  })

  test('goes on in the newest conversation, whichever process numbered an older one', async () => {
    const customer = await app.newCustomer()
    await sql`insert into support_chat (customer_id) values (${customer.id})`.execute(app.db)
    // Of a process whose ids are ahead.
    const ahead = nextId() + idsOf(DAY_MS)
    await sql`
      insert into support_conversation (id, customer_id, status, opened_at, closed_at)
      values (${ahead}::bigint, ${customer.id}, 'closed', now(), now())`.execute(app.db)
    const first = await said(customer, { text: 'first' })
    expect(first.conversationId).not.toBe(String(ahead))
    expect((await said(customer, { text: 'second' })).conversationId).toBe(first.conversationId)
    expect((await stateOf(customer)).conversation).toMatchObject({ id: first.conversationId })
  })

  test('sends a message once, however often it is sent with its key, and no other under it', async () => {
    const customer = await app.newCustomer()
    const key = 'first-message'
    const first = await said(customer, { text: 'hello', key })
    expect(await said(customer, { text: 'hello', key })).toEqual(first)
    expect((await say(customer, { text: 'something else', key })).error).toBe('IDEMPOTENCY_KEY_REUSED')
    // The request's own key counts where the message has none.
    const options = { key: 'a-key-of-the-request' }
    const sent = () => app.call(calls.sendSupportMessage, { text: 'again' }, customer.token, options)
    expect((await sent()).data).toEqual((await sent()).data)
    expect((await messagesOf(customer)).items.map(({ text }) => text)).toEqual(['again', 'hello'])
    // Another's key is another key.
    expect((await said(await app.newCustomer(), { text: 'mine', key })).id).toBe('1')
  })

  test('reads the history page by page, also before a message', async () => {
    const customer = await app.newCustomer()
    for (let n = 1; n <= 7; n++) await said(customer, { text: `message ${n}` })
    const first = await messagesOf(customer, { limit: '3' })
    expect(first.items.map(({ id }) => id)).toEqual(['7', '6', '5'])
    const second = await messagesOf(customer, { limit: '3', cursor: first.next! })
    expect(second.items.map(({ id }) => id)).toEqual(['4', '3', '2'])
    const { data } = await app.call({ ...calls.supportMessages, wire: {} }, {}, customer.token)
    expect(data.items).toHaveLength(7)
    const before = await app.app.inject({
      url: '/api/kefu/messages?before=3',
      headers: { authorization: customer.token },
    })
    expect(before.json().data.items.map((one: { id: string }) => one.id)).toEqual(['2', '1'])
  })

  test('T65: sends plain texts alone, of so many characters', async () => {
    const customer = await app.newCustomer()
    const asRead = (text: string) => text.toWellFormed().trim()
    const hostile = hostileTexts.filter((text) => !isPlainText(asRead(text)))
    expect(hostile.length).toBeGreaterThan(5)
    const taken: string[] = []
    for (const text of hostile)
      if ((await say(customer, { text })).error === undefined) taken.push(JSON.stringify(text))
    expect(taken).toEqual([])
    expect((await say(customer, { text: 'a'.repeat(MAX_TEXT + 1) })).error).toBe('TEXT_TOO_LONG')
    expect((await say(customer, {})).error).toBe('FIELDS_REQUIRED')
    const { conversationId: id } = await said(customer, { text: 'plain' })
    for (const text of hostile.slice(0, 20))
      expect((await agent.ask(operators.writeSupport, { id, text })).error).toBeDefined()
  })

  test('sends pictures that are seen by nobody but themselves and operators who are logged', async () => {
    const { customer, id } = await asked()
    const stranger = await app.newCustomer()
    const image = await app.uploads.keep(customer.id, await newPicture())
    expect((await say(stranger, { image })).error).toBe('UPLOAD_UNKNOWN')
    expect((await app.call(calls.supportImage, { image }, customer.token)).error).toBe('NOT_FOUND')
    await said(customer, { image })
    const look = (who: TestCustomer) =>
      app.app.inject({ url: `/api/kefu/image?image=${image}`, headers: { authorization: who.token } })
    expect((await look(customer)).headers['content-type']).toMatch(/^image\//)
    expect((await look(stranger)).json()).toMatchObject({ error: 'NOT_FOUND' })
    const other = await asked()
    const shown = await app.console.send(
      'GET',
      operators.consoleSupportImage.path,
      await app.console.tokenOf(colleague.person),
      { id, image },
    )
    expect(shown.headers['content-type']).toMatch(/^image\//)
    expect(await logOf(id)).toEqual(['viewed-picture'])
    // By the chat that it is in, and no other.
    expect((await agent.ask(operators.consoleSupportImage, { id: other.id, image })).error).toBe('NOT_FOUND')
  })

  test('asks about an own order, and about nobody else’s', async () => {
    const customer = await app.newCustomer()
    const stranger = await app.newCustomer()
    const order = async (owner: bigint) => {
      const { rows } = await sql<{ id: bigint }>`
        insert into conversion (id, customer_id, from_currency, to_currency, amount, fee, received, value, legs, fee_bps,
          terms_version, converted_at)
        values (${BigInt(owner) * 1000n + 7n}::bigint, ${owner}, 'USDT', 'BTC', 100, 1, 1, 1, '[]', 10, 1,
          ${new Date(app.clock.nowMs())}) returning id`.execute(app.db)
      return String(rows[0]!.id)
    }
    const [own, others] = [await order(customer.id), await order(stranger.id)]
    const { data } = await app.call(calls.supportOrders, {}, customer.token)
    expect(data.items).toMatchObject([{ kind: 'conversion', id: own, reference: 'USDT → BTC' }])
    expect((await say(customer, { orderKind: 'conversion', orderId: others })).error).toBe('NOT_FOUND')
    expect((await say(customer, { orderKind: 'sale', orderId: own })).error).toBe('NOT_FOUND')
    expect((await say(customer, { orderId: own })).error).toBe('FIELDS_REQUIRED')
    const sent = await said(customer, { orderKind: 'conversion', orderId: own, text: 'this one' })
    expect(sent.order).toMatchObject({ kind: 'conversion', id: own, reference: 'USDT → BTC' })
  })

  test('sends so many messages a minute and a day, and what is sent again costs none', async () => {
    const customer = await app.newCustomer()
    for (let n = 0; n < MESSAGES_PER_MINUTE; n++)
      await said(customer, { text: `message ${n}`, key: `a-message-${n}` })
    const refused = await say(customer, { text: 'too much' })
    expect(refused.error).toBe('TOO_MANY_REQUESTS')
    await said(customer, { text: 'message 3', key: 'a-message-3' })
    app.clock.advance(MINUTE_MS)
    for (let sent = MESSAGES_PER_MINUTE; sent < MESSAGES_PER_DAY; sent++) {
      if (sent % MESSAGES_PER_MINUTE === 0) app.clock.advance(MINUTE_MS)
      await said(customer, { text: `message ${sent}` })
    }
    app.clock.advance(HOUR_MS)
    expect((await say(customer, { text: 'too much' })).error).toBe('TOO_MANY_REQUESTS')
    app.clock.advance(DAY_MS)
    await said(customer, { text: 'a new day' })
  })

  test('is told by notice of an answer that is unread for a minute, once until it is read', async () => {
    const { customer, id } = await asked()
    const told = async () => {
      await tellUnread(app.db, app.clock.nowMs())
      return (await app.call(notices, {}, customer.token)).data.items as { kind: string; isRead: boolean }[]
    }
    await answered(id, 'first')
    expect(await told()).toEqual([])
    app.clock.advance(UNREAD_MS)
    expect(await told()).toMatchObject([{ kind: 'support-answer' }])
    const sent = await app.messagesTo(customer.email)
    expect(sent.filter(({ text }) => /conversation C-\d+/.test(text))).toHaveLength(1)
    await answered(id, 'second')
    app.clock.advance(UNREAD_MS)
    expect(await told()).toHaveLength(1)
    expect(await app.messagesTo(customer.email)).toHaveLength(sent.length)
    // Read, and away again.
    await app.call(calls.readSupport, { id: '99' }, customer.token)
    await answered(id, 'third')
    app.clock.advance(UNREAD_MS)
    expect(await told()).toHaveLength(1)
    expect(await app.messagesTo(customer.email)).toHaveLength(sent.length + 1)
  })

  test('is told a minute after the oldest answer that is unread, however many follow it', async () => {
    const told = async (who: TestCustomer, ms: number) => {
      await tellUnread(app.db, ms)
      return (await app.call(notices, {}, who.token)).data.items
    }
    const half = async (id: string, text: string) => {
      app.clock.advance(UNREAD_MS / 2)
      await answered(id, text)
      return app.clock.nowMs()
    }
    const one = await asked()
    const first = await half(one.id, 'first')
    await half(one.id, 'second')
    expect(await told(one.customer, first + UNREAD_MS - 1)).toEqual([])
    expect(await told(one.customer, first + UNREAD_MS)).toMatchObject([{ kind: 'support-answer' }])

    const other = await asked()
    await half(other.id, 'first')
    const second = await half(other.id, 'second')
    await half(other.id, 'third')
    // Of what is unread, the second is the oldest now.
    await app.call(calls.readSupport, { id: '3' }, other.customer.token)
    expect(await told(other.customer, second + UNREAD_MS - 1)).toEqual([])
    expect(await told(other.customer, second + UNREAD_MS)).toMatchObject([{ kind: 'support-answer' }])
  })

  test('is told nothing of an answer that they read at once', async () => {
    const { customer, id } = await asked()
    await answered(id, 'here')
    await app.call(calls.readSupport, { id: '3' }, customer.token)
    app.clock.advance(UNREAD_MS)
    await tellUnread(app.db, app.clock.nowMs())
    expect((await app.call(notices, {}, customer.token)).data.items).toEqual([])
  })

  test('learns how long the first answer took lately', async () => {
    const { customer, id } = await asked()
    app.clock.advance(5 * DAY_MS + 3 * DAY_MS)
    expect((await stateOf(customer)).waitSeconds).toBeNull()
    const { id: quick } = await asked()
    app.clock.advance(2 * MINUTE_MS)
    await answered(quick, 'soon')
    // What signed the operator in took its time too.
    expect((await stateOf(customer)).waitSeconds).toBeGreaterThanOrEqual(120)
    await agent.ask(operators.closeConsoleSupport, { id })
  })

  test('ends, rates and reads no chat of another', async () => {
    const { id } = await asked()
    const stranger = await app.newCustomer()
    expect((await app.call(calls.closeSupport, { id }, stranger.token)).error).toBe('NOT_FOUND')
    expect((await app.call(calls.rateSupport, { id, stars: '1' }, stranger.token)).error).toBe('NOT_FOUND')
    expect((await messagesOf(stranger)).items).toEqual([])
  })
})

describe('an operator', () => {
  test('takes a chat by writing first, hands it over, puts it back, and ends it', async () => {
    const { customer, id } = await asked()
    const check = async (by = agent) =>
      (await by.ask(operators.consoleConversation, { id })).data as operators.ConversationCheck
    expect(await check()).toMatchObject({ status: 'waiting', operator: null, unread: 1 })
    await answered(id, 'I look into it')
    expect(await check()).toMatchObject({ status: 'active', unread: 0 })
    expect((await colleague.ask(operators.writeSupport, { id, text: 'me too' })).error).toBe('SUPPORT_TAKEN')
    expect((await colleague.ask(operators.closeConsoleSupport, { id })).error).toBe('SUPPORT_TAKEN')
    expect((await colleague.ask(operators.readConsoleSupport, { id })).error).toBe('SUPPORT_TAKEN')
    const [own, other] = [String(agent.person.id), String(colleague.person.id)]
    const assign = (by: Agent, change: Record<string, string>) =>
      by.ask(operators.assignSupport, { id, ...change })
    // Who had it when it was seen is another by now.
    expect((await assign(agent, { to: other })).error).toBe('SUPPORT_TAKEN')
    for (let times = 0; times < 2; times++)
      expect((await assign(agent, { from: own, to: other })).data).toMatchObject({ operatorId: other })
    await answered(id, 'Hello from me', colleague)
    expect((await assign(colleague, { from: other })).data).toMatchObject({ status: 'waiting' })
    const finance = await app.agent('finance')
    expect((await assign(agent, { to: String(finance.person.id) })).error).toBe('SUPPORT_OPERATOR')
    expect((await assign(agent, { to: own })).data).toMatchObject({ operatorId: own })
    for (let times = 0; times < 2; times++)
      expect((await agent.ask(operators.closeConsoleSupport, { id })).data).toMatchObject({
        status: 'closed',
      })
    expect((await agent.ask(operators.writeSupport, { id, text: 'late' })).error).toBe('SUPPORT_CLOSED')
    expect((await assign(agent, { from: own })).error).toBe('SUPPORT_CLOSED')
    const events = (await messagesOf(customer)).items.flatMap(({ event }) => event ?? [])
    expect(events.toReversed()).toEqual(['taken', 'handed-over', 'returned', 'taken', 'closed'])
    expect(await logOf(id)).toEqual([
      ...['answered', 'handed-over', 'answered', 'returned', 'took', 'closed'],
    ])
  })

  test('whoever reads a chat that is another’s is logged; who answers it is not each time', async () => {
    const { id } = await asked()
    await answered(id, 'mine')
    await agent.ask(operators.consoleSupportMessages, { id })
    expect(await logOf(id)).toEqual(['answered'])
    await colleague.ask(operators.consoleSupportMessages, { id })
    expect(await logOf(id)).toEqual(['answered', 'viewed'])
    for (const role of ['finance', 'risk', 'content'] as const) {
      const stranger = await app.agent(role)
      for (const call of [operators.consoleSupportMessages, operators.consoleConversation])
        expect((await stranger.ask(call, { id })).error).toBe('OPERATOR_ROLE_REQUIRED')
    }
    const admin = await app.agent('admin')
    expect((await admin.ask(operators.writeSupport, { id, text: 'hello' })).error).toBe(
      'OPERATOR_ROLE_REQUIRED',
    )
  })

  test('who answered a chat that is over is logged like anybody, and has not read what follows it', async () => {
    const { customer, id } = await asked()
    await answered(id, 'done')
    await agent.ask(operators.closeConsoleSupport, { id })
    const { conversationId: next } = await said(customer, { text: 'One more thing' })
    await agent.ask(operators.consoleSupportMessages, { id })
    expect(await logOf(id)).toEqual(['answered', 'closed', 'viewed'])
    expect((await agent.ask(operators.readConsoleSupport, { id })).error).toBe('SUPPORT_CLOSED')
    const { data } = await agent.ask(operators.consoleConversation, { id: next })
    expect(data).toMatchObject({ status: 'waiting', unread: 1 })
  })

  test('answers once, however often an answer is sent with its key', async () => {
    const { customer, id } = await asked()
    const sent = () => agent.ask(operators.writeSupport, { id, text: 'once', key: 'an-answer' })
    expect((await sent()).data).toEqual((await sent()).data)
    const other = await agent.ask(operators.writeSupport, { id, text: 'other', key: 'an-answer' })
    expect(other.error).toBe('IDEMPOTENCY_KEY_REUSED')
    // The answer is not who else sends the same.
    const theirs = await colleague.ask(operators.writeSupport, { id, text: 'once', key: 'an-answer' })
    expect(theirs.error).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await messagesOf(customer)).items.filter(({ from }) => from === 'support')).toHaveLength(1)
    expect(await logOf(id)).toEqual(['answered'])
  })

  test('finds chats by status, by whose they are and by reference; what waits is in the queue', async () => {
    const { id } = await asked()
    const list = async (filter: Record<string, string>) =>
      (await agent.ask(operators.consoleSupport, { limit: '200', ...filter })).data
        .items as operators.ConversationLine[]
    const line = (await list({ status: 'waiting' })).find((one) => one.id === id)!
    expect((await list({ search: line.reference })).map((one) => one.id)).toEqual([id])
    await answered(id, 'mine now')
    expect((await list({ whose: 'mine' })).some((one) => one.id === id)).toBe(true)
    expect((await list({ whose: 'nobody' })).some((one) => one.id === id)).toBe(false)
    const waiting = await asked()
    const queue = await app.console.get('/console/queue', await app.console.tokenOf(agent.person))
    expect(queue.data.items.map((one: { id: string }) => one.id)).toContain(waiting.id)
  })

  test('lists what has not ended apart from what has, what waits before what somebody answers', async () => {
    const [mine, ended, waiting] = [await asked(), await asked(), await asked()]
    await answered(mine.id, 'mine now')
    await answered(ended.id, 'and over')
    expect((await agent.ask(operators.closeConsoleSupport, { id: ended.id })).error).toBeUndefined()
    const own = [mine.id, ended.id, waiting.id]
    const list = async (filter: Record<string, string>) => {
      const { data } = await agent.ask(operators.consoleSupport, { limit: '200', ...filter })
      return (data.items as operators.ConversationLine[]).map(({ id }) => id).filter((id) => own.includes(id))
    }
    expect(await list({ state: 'open' })).toEqual([waiting.id, mine.id])
    expect(await list({ state: 'open', whose: 'mine' })).toEqual([mine.id])
    expect(await list({ state: 'closed' })).toEqual([ended.id])
    const { data } = await agent.ask(operators.consoleConversation, { id: ended.id })
    expect(await list({ state: 'open', search: data.reference })).toEqual([ended.id])
    expect(await list({ state: 'closed', search: data.reference.toLowerCase() })).toEqual([ended.id])
    const parts: string[] = []
    let cursor: string | null = null
    do {
      const { data }: { data: { items: { id: string }[]; next: string | null } } = await agent.ask(
        operators.consoleSupport,
        { state: 'open', limit: '1', ...(cursor && { cursor }) },
      )
      parts.push(...data.items.map(({ id }) => id))
      cursor = data.next
    } while (cursor)
    expect(parts.filter((id) => own.includes(id))).toEqual([waiting.id, mine.id])
    expect(new Set(parts).size).toBe(parts.length)
  })

  test('comes first to who has waited longest, whichever process numbered the chat', async () => {
    const [early, late] = [await app.newCustomer(), await app.newCustomer()]
    for (const { id } of [early, late])
      await sql`insert into support_chat (customer_id) values (${id})`.execute(app.db)
    const ahead = nextId() + idsOf(DAY_MS)
    for (const [id, customer, atMs] of [
      [ahead, early.id, app.clock.nowMs() - HOUR_MS],
      [nextId(), late.id, app.clock.nowMs()],
    ] as const)
      await sql`
        insert into support_conversation (id, customer_id, status, opened_at)
        values (${id}::bigint, ${customer}, 'waiting', ${new Date(atMs)})`.execute(app.db)
    const waiting = (await waitingConversations(app.db, 200)).map(({ customer_id }) => customer_id)
    expect(waiting.filter((one) => one === early.id || one === late.id)).toEqual([early.id, late.id])
  })

  test('keeps texts ready, so many, changes and removes them', async () => {
    const kept = { title: 'Greeting', language: 'en', text: 'Hello, how can we help?' }
    expect((await agent.ask(operators.saveCannedAnswer, kept)).error).toBeUndefined()
    const all = async () => (await agent.ask(operators.cannedAnswers)).data.items as operators.CannedAnswer[]
    const [one] = await all()
    expect(one).toMatchObject(kept)
    await colleague.ask(operators.saveCannedAnswer, { ...kept, id: one!.id, text: 'Hello!' })
    expect(await all()).toMatchObject([{ id: one!.id, text: 'Hello!' }])
    expect((await agent.ask(operators.removeCannedAnswer, { id: one!.id })).error).toBeUndefined()
    expect((await agent.ask(operators.removeCannedAnswer, { id: one!.id })).error).toBe('NOT_FOUND')
    expect((await agent.ask(operators.saveCannedAnswer, { ...kept, id: one!.id })).error).toBe('NOT_FOUND')
    expect(await all()).toEqual([])
    await sql`
      insert into support_answer (id, title, language, text, operator_id, updated_at)
      select n, 'full', 'en', 'text', ${agent.person.id}::bigint, now() from generate_series(1, ${MAX_ANSWERS}::int) n`.execute(
      app.db,
    )
    expect((await agent.ask(operators.saveCannedAnswer, kept)).error).toBe('SUPPORT_TOO_MANY_ANSWERS')
  })
})

test('hours and the chat elsewhere are changed by two operators, and the link is https', async () => {
  const [maker, checker] = [await app.agent('risk'), await app.agent('risk')]
  const day = '08:00-18:00'
  const days = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: 'closed' }
  const proposed = { ...days, saturday: 'closed', sunday: 'closed', reason: 'summer hours' }
  for (const url of ['http://chat.example.com', 'javascript:alert(1)'])
    expect((await maker.ask(operators.proposeSupportSettings, { ...proposed, url })).error).toBe(
      'TERMS_INVALID',
    )
  expect(
    (await maker.ask(operators.proposeSupportSettings, { ...proposed, monday: '18:00-08:00' })).error,
  ).toBe('TERMS_INVALID')
  expect((await agent.ask(operators.proposeSupportSettings, proposed)).error).toBe('OPERATOR_ROLE_REQUIRED')
  const url = 'https://chat.example.com/plumb'
  const { data } = await maker.ask(operators.proposeSupportSettings, { ...proposed, url })
  const approval = { id: data.id as string, reason: 'seen' }
  expect((await maker.ask(approveProposal, approval)).error).toBeDefined()
  expect((await app.call(calls.supportContact)).data.url).toBeNull()
  expect((await checker.ask(approveProposal, approval)).error).toBeUndefined()
  expect((await app.call(calls.supportContact)).data).toMatchObject({ url })
  const answer = await app.app.inject({ url: '/api/kf' })
  expect(answer.json().data.kefu_url).toBe(url)
  // The setting of that name is the same one.
  const { data: named } = await app.call(setting, { keyword: 'kefu_url' })
  expect(named).toEqual({ keyword: 'kefu_url', value: url, language: 'en' })
})
