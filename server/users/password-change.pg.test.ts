import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { createCodeWork } from './code-work.ts'
import { bindContact, changePassword, forgottenPassword, setPayPassword } from './credentials.ts'
import type { UserDeps } from './deps.ts'
import { evenlyAfter } from './even.ts'
import { createMessageBudget } from './message-budget.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts'
import { login } from './service.ts'
import { createSessions } from './sessions.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { withdrawalsHeldUntilMs } from './withdrawal-hold.ts'

const NEW = 'newer5Words'

let app: TestApp
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const newOrigin = () =>
  ({ ip: `10.3.${++addresses >> 8}.${addresses & 255}`, userAgent: 'test', lang: 'en' }) as const

const fresh = (password: string) => ({ password, repeated: password })

const changeTo = (password: string, token: string) =>
  app.call(calls.changePassword, { oldPassword: PASSWORD, ...fresh(password) }, token, newOrigin())

const signIn = (me: TestCustomer, password: string) =>
  app.call(calls.login, { contact: me.email, password }, undefined, newOrigin())

const isSignedIn = async (token: string) => (await app.call(calls.profile, {}, token)).type === 1

/**
 * Dependencies whose password check waits for `goOn` after each right or new password, so that something else can happen between
 * the look at a password and what it allows.
 */
function slowDeps(): { deps: UserDeps; verified: Promise<void>; resume(): void } {
  const { db, clock } = app
  const verified = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const real = createPasswordHasher()
  const waits = async <T>(result: T): Promise<T> => {
    verified.resolve()
    await gate.promise
    return result
  }
  const hasher: PasswordHasher = {
    hash: async (password) => waits(await real.hash(password)),
    verify: async (hashed, password) => (await real.verify(hashed, password)) && waits(true),
  }
  const deps = {
    ...{ db, clock, hasher, log: pino({ level: 'silent' }) },
    ...{
      sessions: createSessions(db, clock),
      limits: createSignInLimits(),
      budget: createMessageBudget(clock),
    },
    work: createCodeWork({ clock, privateData: testPrivateData }),
    privateData: testPrivateData,
    isOwnDocument: async () => false,
    hasDocument: async () => false,
    creditScore: async () => 0,
    evenly: evenlyAfter(0),
    publicUrl: 'http://plumb.test',
  }
  return { deps, verified: verified.promise, resume: gate.resolve }
}

const sessionOf = (me: TestCustomer) => ({ id: me.id, sessionId: 0n })

test('a sign-in with the old password that the change overtakes is refused', async () => {
  const me = await app.newCustomer()
  const { deps, verified, resume } = slowDeps()
  const thief = login(deps, { contact: me.email, password: PASSWORD }, newOrigin())
  await verified
  expect((await changeTo(NEW, me.token)).error).toBeUndefined()
  resume()
  await expect(thief).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
})

test('T10: a change holds withdrawals for 24 hours', async () => {
  const me = await app.newCustomer()
  expect(await withdrawalsHeldUntilMs(app.db, me.id, app.clock.nowMs())).toBeUndefined()
  expect((await changeTo(NEW, me.token)).error).toBeUndefined()
  const nowMs = app.clock.nowMs()
  expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs + DAY_MS - 1)).toBe(nowMs + DAY_MS)
  expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs + DAY_MS)).toBeUndefined()
})

test('of many sign-ins with the old password during a change none is signed in afterwards', async () => {
  const me = await app.newCustomer()
  let isOver = false
  const change = changeTo(NEW, me.token).finally(() => {
    isOver = true
  })
  const tokens: string[] = []
  const again = async () => {
    while (!isOver) {
      const { type, data } = await signIn(me, PASSWORD)
      if (type === 1) tokens.push(data)
    }
  }
  await Promise.all(Array.from({ length: 8 }, again))
  for (const token of tokens) expect(await isSignedIn(token)).toBe(false)
  expect(await isSignedIn((await change).data)).toBe(true)
})

test('of two changes at once with the old password exactly one wins', async () => {
  const me = await app.newCustomer()
  const thief = (await signIn(me, PASSWORD)).data
  // Both are known when they ask: whoever comes second is not to be late for that already.
  for (const token of [me.token, thief]) expect(await isSignedIn(token)).toBe(true)
  const passwords = ['ownerNew11', 'thiefNew11']
  const changes = await Promise.all([changeTo(passwords[0]!, me.token), changeTo(passwords[1]!, thief)])
  expect(changes.filter(({ type }) => type === 1)).toHaveLength(1)
  expect(changes.map(({ error }) => error).filter(Boolean)).toEqual(['PASSWORD_WRONG'])
  for (const [at, { type, data }] of changes.entries()) {
    expect((await signIn(me, passwords[at]!)).type).toBe(type)
    if (type === 1) expect(await isSignedIn(data)).toBe(true)
  }
})

test.each([
  [
    'the password',
    (deps: UserDeps, me: TestCustomer) =>
      changePassword(deps, sessionOf(me), { oldPassword: PASSWORD, ...fresh('thiefNew11') }, newOrigin()),
  ],
  [
    'the pay password',
    (deps: UserDeps, me: TestCustomer) =>
      setPayPassword(deps, sessionOf(me), { signInPassword: PASSWORD, ...fresh('493817') }, newOrigin()),
  ],
  [
    'the contact',
    async (deps: UserDeps, me: TestCustomer) => {
      const contact = `thief-of-${me.email}`
      await app.call(calls.sendCode, { contact, purpose: 'email' }, me.token)
      const code = await app.codeOf(contact)
      return bindContact(
        deps,
        sessionOf(me),
        { contact, kind: 'email', code, password: PASSWORD },
        newOrigin(),
      )
    },
  ],
])('%s is not changed by the old password of an account that has a new one', async (_, change) => {
  const me = await app.newCustomer()
  const { deps, verified, resume } = slowDeps()
  const late = change(deps, me).catch((error) => error)
  await verified
  const changed = await changeTo(NEW, me.token)
  resume()
  expect(await late).toMatchObject({ code: 'PASSWORD_WRONG' })
  const { data } = await app.call(calls.profile, {}, changed.data)
  expect(data).toMatchObject({ hasPayPassword: false, email: expect.stringMatching(/^c\*/) })
  expect((await signIn(me, NEW)).type).toBe(1)
})

test('a code sent to a contact that the account has no longer sets no password', async () => {
  const me = await app.newCustomer()
  const origin = newOrigin()
  await app.call(calls.sendCode, { contact: me.email, purpose: 'forget' }, undefined, { ip: origin.ip })
  const code = await app.codeOf(me.email)
  const contact = `new-${me.email}`
  await app.call(calls.sendCode, { contact, purpose: 'email' }, me.token)
  const { deps, verified, resume } = slowDeps()
  const late = forgottenPassword(deps, { contact: me.email, code, ...fresh(NEW) }, origin)
  await verified
  const bind = { email: contact, code: await app.codeOf(contact), password: PASSWORD }
  expect((await app.call(calls.bindEmail, bind, me.token, newOrigin())).error).toBeUndefined()
  resume()
  await expect(late).rejects.toMatchObject({ code: 'CODE_WRONG' })
  expect((await signIn({ ...me, email: contact }, PASSWORD)).type).toBe(1)
})
