import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { login, logout, revokeSession, sessions as sessionList } from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
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

describe('T59: a browser that comes back', () => {
  const [HOME, AWAY] = ['198.51.100.7', '203.0.113.9']
  async function signIn(me: TestCustomer, ip: string): Promise<string> {
    app.clock.advance(MINUTE_MS)
    const { data, error } = await app.call(login, { contact: me.email, password: PASSWORD }, undefined, {
      ip,
    })
    expect(error).toBeUndefined()
    return data
  }
  /** Where the sign-ins were from that a customer was told of. */
  async function told(me: TestCustomer): Promise<string[]> {
    const { rows } = await sql<{ ip: string }>`
      select params ->> 'ip' as ip from notice
      where customer_id = ${me.id} and kind = 'user-sign-in' order by id`.execute(app.db)
    return rows.map(({ ip }) => ip)
  }
  async function end(by: string, which: string): Promise<void> {
    app.clock.advance(MINUTE_MS)
    const { data } = await app.call(sessionList, {}, which)
    const { id } = data.items.find((one: { isThisOne: boolean }) => one.isThisOne)
    expect((await app.call(revokeSession, { id }, by)).data).toEqual({ revoked: 1 })
  }

  test('after its session was ended is told of again, each time', async () => {
    const me = await app.newCustomer()
    await end(me.token, await signIn(me, AWAY))
    await end(me.token, await signIn(me, AWAY))
    await signIn(me, AWAY)
    expect(await told(me)).toEqual([AWAY, AWAY, AWAY])
  })

  test('after all others were ended is told of again, and the one that ended them is not', async () => {
    const me = await app.newCustomer()
    const here = await signIn(me, HOME)
    await signIn(me, AWAY)
    await signIn(me, HOME)
    await app.call(revokeSession, {}, here)
    await signIn(me, HOME)
    expect(await told(me)).toEqual([HOME, AWAY])
    await signIn(me, AWAY)
    expect(await told(me)).toEqual([HOME, AWAY, AWAY])
  })

  test('after it signed out is not told of, unless another session from it was ended since', async () => {
    const me = await app.newCustomer()
    for (let time = 0; time < 2; time++) await app.call(logout, {}, await signIn(me, AWAY))
    expect(await told(me)).toEqual([AWAY])
    await end(me.token, await signIn(me, AWAY))
    await signIn(me, AWAY)
    expect(await told(me)).toEqual([AWAY, AWAY])
  })

  test('with another session from it left, as signed in or signed out later, is not told of', async () => {
    const me = await app.newCustomer()
    const left = await signIn(me, AWAY)
    await end(me.token, await signIn(me, AWAY))
    await signIn(me, AWAY)
    await app.call(revokeSession, {}, left)
    app.clock.advance(MINUTE_MS)
    await app.call(logout, {}, left)
    await signIn(me, AWAY)
    expect(await told(me)).toEqual([AWAY])
  })
})
