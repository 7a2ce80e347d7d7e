import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as operators from '#domain/support/console.ts'
import * as calls from '#domain/support/contract.ts'
import type { SupportMessageView } from '#domain/support/view.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { type Agent, openSupportFixture, type SupportFixture } from '#server/testing/support.ts'
import { auditSupport } from './audit.ts'
import { lockChat } from './store.ts'

/** What happens in one chat at once: each message has its number, and a chat has one who answers it. */

let app: SupportFixture
let agents: Agent[]
beforeAll(async () => {
  app = await openSupportFixture()
  agents = [await app.agent('support'), await app.agent('compliance')]
})
afterAll(() => app?.close())

const messagesOf = async (token: string) =>
  (await app.call(calls.supportMessages, { limit: '200' }, token)).data.items as SupportMessageView[]

test('one message sent sixteen times at once is there once, and all are answered the same', async () => {
  const { token } = await app.newCustomer()
  const answers = await Promise.all(
    Array.from({ length: 16 }, () =>
      app.call(calls.sendSupportMessage, { text: 'hello', key: 'the-same-key' }, token),
    ),
  )
  expectAtOnce(answers, { done: 16, refused: 'none' })
  expect(new Set(answers.map(({ data }) => data.id))).toEqual(new Set(['1']))
  expect(await messagesOf(token)).toHaveLength(1)
})

test('messages of both sides at once have numbers without a gap, in one conversation', async () => {
  const { token } = await app.newCustomer()
  const { data } = await app.call(calls.sendSupportMessage, { text: 'first' }, token)
  const id = data.conversationId as string
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      n % 2
        ? app.call(calls.sendSupportMessage, { text: `question ${n}` }, token)
        : agents[0]!.ask(operators.writeSupport, { id, text: `answer ${n}` }),
    ),
  )
  expectAtOnce(answers, { done: 12, refused: 'none' })
  const items = await messagesOf(token)
  // The event that it was taken is one more.
  expect(items.map((one) => Number(one.id))).toEqual(Array.from({ length: 14 }, (_, n) => 14 - n))
  expect(new Set(items.map(({ conversationId }) => conversationId))).toEqual(new Set([id]))
  expect(await auditSupport(app.db)).toEqual([])
})

test('of two operators who take a chat at once one has it', async () => {
  for (let round = 0; round < 4; round++) {
    const { token } = await app.newCustomer()
    const { data } = await app.call(calls.sendSupportMessage, { text: 'who is there?' }, token)
    const id = data.conversationId as string
    const answers = await Promise.all(
      agents.map((agent) => agent.ask(operators.assignSupport, { id, to: String(agent.person.id) })),
    )
    expectAtOnce(answers, { done: 1, refused: 'SUPPORT_TAKEN' })
    const winner = answers.findIndex(({ error }) => error === undefined)
    const { data: check } = await agents[0]!.ask(operators.consoleConversation, { id })
    expect(check.operatorId).toBe(String(agents[winner]!.person.id))
  }
})

testOnPostgres('first messages that wait for each other begin one conversation', async () => {
  const customer = await app.newCustomer()
  let sent: Promise<{ error?: string | undefined }[]> | undefined
  await app.db.transaction().execute(async (tx) => {
    await lockChat(tx, customer.id)
    sent = Promise.all(
      Array.from({ length: 3 }, (_, n) =>
        app.call(calls.sendSupportMessage, { text: `message ${n}` }, customer.token),
      ),
    )
    // All of them stand before the chat that is held here.
    const waiting = async () =>
      (
        await sql<{ count: number }>`
          select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()`.execute(app.db)
      ).rows[0]!.count
    await expect.poll(waiting, { timeout: 10_000 }).toBe(3)
  })
  expectAtOnce(await sent!, { done: 3, refused: 'none' })
  const items = await messagesOf(customer.token)
  expect(items.map(({ id }) => id)).toEqual(['3', '2', '1'])
  expect(new Set(items.map(({ conversationId }) => conversationId)).size).toBe(1)
})
