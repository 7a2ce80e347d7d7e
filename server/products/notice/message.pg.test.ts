import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#domain/console/roles.ts'
import { consoleNotices, writeToCustomer } from '#domain/notice/console.ts'
import * as calls from '#domain/notice/contract.ts'
import { MAX_MESSAGE_TEXT, MAX_MESSAGE_TITLE, MESSAGES_PER_HOUR } from '#domain/notice/message.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { type Agent, openSupportFixture, type SupportFixture } from '#server/testing/support.ts'
import { meet } from '#server/testing/waiting.ts'
import { deliverNew } from './deliver.ts'
import { lockMessages } from './message.ts'

/** A message that an operator writes to one customer: who may, how it arrives, and what it cannot say. */

let app: SupportFixture
let agent: Agent
beforeAll(async () => {
  app = await openSupportFixture()
  agent = await app.agent('support')
})
afterAll(() => app?.close())

const words = { title: 'Your wire of Monday', text: 'The bank sent it back. Please check the name.' }
const write = (customer: Pick<TestCustomer, 'id'>, changes: Partial<typeof words> = {}, by = agent) =>
  by.ask(writeToCustomer, { customerId: String(customer.id), ...words, ...changes })

async function listed(customer: TestCustomer, lang = 'en') {
  const { data } = await app.call(calls.notices, { lang }, customer.token)
  return data as { items: calls.NoticeView[]; unread: number }
}
/** What stands in the log of messages to a customer. */
async function logged({ id }: Pick<TestCustomer, 'id'>) {
  const { rows } = await sql<{ operator: bigint; detail: unknown }>`
    select operator, detail from audit_log where subject = ${`customer:${id}`} and action = 'wrote-to'
    order by id`.execute(app.db)
  return rows
}

describe('a message', () => {
  test('is one of the customer’s notices, unread, marked as from support and leading to the chat', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    expect((await write(me)).error).toBeUndefined()
    const { items, unread } = await listed(me)
    expect(unread).toBe(1)
    expect(items).toMatchObject([
      { kind: 'support-message', topic: 'support', isRead: false, text: words.text },
    ])
    expect(items[0]!.title).toBe(`Plumb support: ${words.title}`)
    expect((await listed(me, 'jp')).items[0]!.title).toBe(`Plumbサポート：${words.title}`)
    expect(await listed(other)).toMatchObject({ items: [], unread: 0 })
    const { data } = await app.call(calls.markNoticesRead, { id: items[0]!.id }, me.token)
    expect(data).toEqual({ unread: 0 })
  })

  test('T92: stands in the log with its words and its writer, and among what operators see that the customer was told', async () => {
    const me = await app.newCustomer()
    await write(me)
    expect(await logged(me)).toEqual([{ operator: agent.person.id, detail: words }])
    const { data } = await agent.ask(consoleNotices, { customer: String(me.id) })
    expect(data.items).toMatchObject([{ title: `Plumb support: ${words.title}`, readAtMs: null }])
  })

  test('goes by mail, without an address in it, and to a browser as its title alone', async () => {
    const me = await app.newCustomer()
    const keys = createECDH('prime256v1').generateKeys('base64url')
    const endpoint = `https://push.test/message-${me.id}`
    const browser = { endpoint, p256dh: keys, auth: randomBytes(16).toString('base64url') }
    expect((await app.call(calls.subscribePush, browser, me.token)).error).toBeUndefined()
    await write(me)
    const sent = await app.messagesTo(me.email)
    expect(sent).toMatchObject([{ subject: `Plumb support: ${words.title}` }])
    expect(sent[0]!.text).toContain(words.text)
    await deliverNew(app.db, app.clock.nowMs())
    const { rows } = await sql<{ payload: { endpoint: string; payload: string } }>`
      select payload from outbox where kind = 'push'`.execute(app.db)
    const own = rows.filter(({ payload }) => payload.endpoint === endpoint)
    expect(own.map(({ payload }) => JSON.parse(payload.payload))).toMatchObject([
      { title: `Plumb support: ${words.title}`, text: '' },
    ])
  })

  test('stands in the app of who hides what else there is about support', async () => {
    const me = await app.newCustomer()
    await app.call(calls.setNoticeSetting, { topic: 'support', way: 'app', isOn: '0' }, me.token)
    await write(me)
    expect(await listed(me)).toMatchObject({ items: [{ kind: 'support-message' }], unread: 1 })
  })

  test('is not mailed to who chose so', async () => {
    const me = await app.newCustomer()
    await app.call(calls.setNoticeSetting, { topic: 'support', way: 'mail', isOn: '0' }, me.token)
    await write(me)
    expect(await app.messagesTo(me.email)).toEqual([])
    expect((await listed(me)).unread).toBe(1)
  })

  test('is written once however often it is sent with its key, and twice with two', async () => {
    const me = await app.newCustomer()
    const token = await app.console.tokenOf(agent.person)
    const sent = async (key: string, text = words.text) => {
      const answer = await app.console.app.inject({
        method: 'POST',
        url: `/api${writeToCustomer.path}`,
        headers: {
          authorization: token,
          'idempotency-key': key,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({ customer_id: String(me.id), title: words.title, text }).toString(),
      })
      return answer.json().error as string | undefined
    }
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const key of [one, one, other]) expect(await sent(key)).toBeUndefined()
    expect(await sent(one, 'Something else')).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await listed(me)).items).toHaveLength(2)
    expect(await logged(me)).toHaveLength(2)
  })
})

describe('nobody', () => {
  test('writes without the role for it', async () => {
    const me = await app.newCustomer()
    for (const role of roles) {
      const { error } = await write(me, {}, await app.agent(role))
      expect([role, error]).toEqual([
        role,
        role === 'support' || role === 'compliance' ? undefined : 'OPERATOR_ROLE_REQUIRED',
      ])
    }
    expect((await listed(me)).items).toHaveLength(2)
  })

  test('writes to who does not exist, nor to the platform’s own traders', async () => {
    for (const id of [1n, 999_999_999n])
      expect((await write({ id: id as TestCustomer['id'] })).error).toBe('NOT_FOUND')
  })

  test.each([
    ['title', 'See plumb-help.com'],
    ['text', 'Please confirm at https://plumb-help.com/confirm'],
    ['text', 'Write to help@plumb-help.com'],
    ['text', 'Send it to TR7NHqjeKQGxTCi8q8ZY4pL8otSzgjLj6t'],
    ['title', 'Call +1 202 555 0147'],
  ] as const)('T92: sends a customer elsewhere by the %s: %s', async (field, typed) => {
    const me = await app.newCustomer()
    const { error, message } = (await write(me, { [field]: typed })) as unknown as {
      error: string
      message: string
    }
    expect(error).toBe('MESSAGE_NAMES_ADDRESS')
    // No name of a parameter, in any language.
    expect(message).not.toContain(field)
    expect(await listed(me)).toMatchObject({ items: [], unread: 0 })
    expect(await logged(me)).toEqual([])
  })

  test('writes what is no plain text, nothing, or too much', async () => {
    const me = await app.newCustomer()
    // Half a character cannot be sent as a form, and what stands around a text is cut off.
    const hostile = hostileTexts.filter((typed) => typed.isWellFormed() && !isPlainText(typed.trim()))
    expect(hostile.length).toBeGreaterThan(20)
    for (const typed of [...hostile, '', 'A line\nand another'])
      for (const field of ['title', 'text'] as const)
        expect([typed, (await write(me, { [field]: typed })).error]).toEqual([typed, expect.any(String)])
    expect((await write(me, { title: 'a'.repeat(MAX_MESSAGE_TITLE + 1) })).error).toBe('TEXT_TOO_LONG')
    expect((await write(me, { text: 'a'.repeat(MAX_MESSAGE_TEXT + 1) })).error).toBe('TEXT_TOO_LONG')
    const longest = { title: 'a'.repeat(MAX_MESSAGE_TITLE), text: 'a'.repeat(MAX_MESSAGE_TEXT) }
    expect((await write(me, longest)).error).toBeUndefined()
    expect((await listed(me)).items).toHaveLength(1)
  })

  test('T92: writes more messages within an hour than are allowed, and the last two at once are one too many', async () => {
    const busy = await app.agent('compliance')
    const customers = await Promise.all([app.newCustomer(), app.newCustomer()])
    for (let n = 1; n < MESSAGES_PER_HOUR; n++)
      expect((await write(customers[n % 2]!, {}, busy)).error).toBeUndefined()
    const ended = await meet(app.db, {
      lock: (tx) => lockMessages(tx, busy.person.id),
      parties: customers.map((customer) => () => write(customer, {}, busy)),
    })
    const errors = ended.map((one) => (one.status === 'fulfilled' ? one.value.error : 'thrown'))
    expect(errors.toSorted()).toEqual(['MESSAGES_TOO_MANY', undefined])
    // Another operator’s are counted by themselves.
    expect((await write(customers[0]!)).error).toBeUndefined()
    app.clock.advance(HOUR_MS)
    expect((await write(customers[0]!, {}, busy)).error).toBeUndefined()
  })
})
