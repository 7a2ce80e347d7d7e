import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { createSessions } from './sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('a token asks before it is looked up: a new one each time, a known one once in a while', async () => {
  const { id, token } = await app.newCustomer()
  let asked = 0
  const authenticate = (which: string) =>
    app.users.authenticate(which, async () => {
      asked++
    })
  for (let time = 0; time < 3; time++) expect((await authenticate(token))?.customer.id).toBe(id)
  expect(asked).toBe(1)
  app.clock.advance(MINUTE_MS)
  await authenticate(token)
  expect(asked).toBe(2)
  for (let time = 0; time < 3; time++) expect(await authenticate('A'.repeat(43))).toBeUndefined()
  expect(asked).toBe(5)
  await authenticate('not a token at all')
  expect(asked).toBe(5)
})

test('a token that may not be looked up is refused as whoever was asked says', async () => {
  const { token } = await app.newCustomer()
  const no = () => Promise.reject(new Error('too many'))
  await expect(app.users.authenticate(token, no)).rejects.toThrow('too many')
  expect(await app.users.authenticate(token)).toBeDefined()
})

test('a session that is revoked while it is read is nobody’s, now and when it is asked again', async () => {
  const { id, token } = await app.newCustomer()
  let hasRead: () => void = () => {}
  let goOn: () => void = () => {}
  const isRead = new Promise<void>((resolve) => {
    hasRead = resolve
  })
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  // The first answer of the database stays under way until it is let through.
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      hasRead()
      await mayGoOn
      return result
    },
  })
  const sessions = createSessions(db, app.clock)
  const asked = sessions.authenticate(token)
  await isRead
  sessions.announce(await createSessions(app.db, app.clock).end(app.db, id, {}))
  goOn()
  expect(await asked).toBeUndefined()
  expect(await sessions.authenticate(token)).toBeUndefined()
})
