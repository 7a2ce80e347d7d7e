import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD } from '#server/testing/customers.ts'

/** What 64 ask for at once happens once, on either database. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('T51: 64 registrations at once with one code open one account', async () => {
  const contact = 'registered@example.com'
  await app.call(calls.sendCode, { contact, purpose: 'register' })
  const code = await app.codeOf(contact)
  const input = { contact, code, password: PASSWORD, repeated: PASSWORD }
  const answers = await Promise.all(Array.from({ length: 64 }, () => app.call(calls.register, input)))
  expect(answers.filter(({ type }) => type === 1)).toHaveLength(1)
  const others = new Set(answers.filter(({ type }) => type !== 1).map(({ error }) => error))
  expect([...others].every((error) => error === 'CODE_WRONG' || error === 'TOO_MANY_REQUESTS')).toBe(true)
  const rows = await app.db.selectFrom('customer').select('id').where('email', '=', contact).execute()
  expect(rows).toHaveLength(1)
})

test('64 codes asked for at once are one message', async () => {
  const contact = 'asked@example.com'
  await Promise.all(Array.from({ length: 64 }, () => app.call(calls.sendCode, { contact })))
  expect(await app.messagesTo(contact)).toHaveLength(1)
})
