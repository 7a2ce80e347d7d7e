import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import * as passkey from '#domain/user/passkey.ts'
import * as factor from '#domain/user/second-factor.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { createPasskey, signWithPasskey } from '#server/testing/authenticator.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { getOrThrow } from './deps.ts'
import { mustBeAsProven } from './proven-change.ts'

/** Passwords and contacts of who has set a second factor, on either database. */

let app: TestApp
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const newIp = () => ({ ip: `10.15.${++addresses >> 8}.${addresses & 255}` })
type Call = Parameters<TestApp['call']>[0]
const as = (token: string | undefined, call: Call, input: object = {}) =>
  app.call(call, { ...input }, token, newIp())

/** Who has an authenticator app, and the code that it shows next. */
async function withApp() {
  const me = await app.newCustomer()
  const begun = await as(me.token, factor.beginSecondFactor, { password: PASSWORD })
  const secret = begun.data.setupKey as string
  const next = async () => {
    app.clock.advance(30 * SECOND_MS)
    return generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
  }
  const code = await next()
  const { data } = await as(me.token, factor.enableSecondFactor, { password: PASSWORD, code })
  return { me, next, recoveryCodes: data.recoveryCodes as string[], needed: 'SECOND_FACTOR_NEEDED' }
}

/** Who has a passkey and no app, and what it signs next. */
async function withPasskey() {
  const me = await app.newCustomer()
  const begun = await as(me.token, passkey.beginPasskey, { password: PASSWORD })
  const made = createPasskey(begun.data.options as string)
  expect((await as(me.token, passkey.addPasskey, { response: made.response })).error).toBeUndefined()
  const next = async () =>
    signWithPasskey(made.passkey, (await as(me.token, passkey.confirmChallenge)).data.options as string)
  return { me, next, own: made.passkey, needed: 'PASSKEY_NEEDED' }
}

async function codeTo(contact: string, purpose: 'email' | 'mobile', me: TestCustomer): Promise<string> {
  app.clock.advance(MINUTE_MS)
  const sent = await as(me.token, purpose === 'email' ? calls.sendCode : calls.sendMobileCode, {
    contact,
    purpose,
  })
  expect(sent.error).toBeUndefined()
  return app.codeOf(contact)
}

async function ownCode(purpose: 'password' | 'pay-password', me: TestCustomer): Promise<string> {
  app.clock.advance(MINUTE_MS)
  expect((await as(me.token, calls.sendCode, { purpose })).error).toBeUndefined()
  return app.codeOf(me.email)
}

let numbers = 0
const words = { password: 'newer5Words', repeated: 'newer5Words' }
const digits = { payPassword: '493817', repeated: '493817' }

/** Every change that the password alone used to allow, with what it takes beside the factor. */
const changes: [string, (me: TestCustomer) => Promise<{ call: Call; input: object }>][] = [
  [
    'the password, with the old one',
    async () => ({ call: calls.changePassword, input: { ...words, oldPassword: PASSWORD } }),
  ],
  [
    'the password, with a code',
    async (me) => ({
      call: calls.changePassword,
      input: { ...words, code: await ownCode('password', me) },
    }),
  ],
  [
    'the first pay password',
    async () => ({ call: calls.setPayPassword, input: { ...digits, password: PASSWORD } }),
  ],
  [
    'the pay password, with a code',
    async (me) => ({
      call: calls.setPayPassword,
      input: { ...digits, code: await ownCode('pay-password', me) },
    }),
  ],
  [
    'the email address',
    async (me) => {
      const email = `new-${me.email}`
      const code = await codeTo(email, 'email', me)
      return { call: calls.bindEmail, input: { email, code, password: PASSWORD } }
    },
  ],
  [
    'the mobile number',
    async (me) => {
      const mobile = `+346123${String(++numbers).padStart(5, '0')}`
      const code = await codeTo(mobile, 'mobile', me)
      return { call: calls.bindMobile, input: { mobile, code, password: PASSWORD } }
    },
  ],
]

const guardsOf = ({ id }: TestCustomer) =>
  app.db
    .selectFrom('customer')
    .select(['password_hash', 'pay_password_hash', 'email', 'mobile'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe.each([
  ['an authenticator app', withApp],
  ['a passkey', withPasskey],
] as const)('T64: where %s is set', (_, someone) => {
  test.each(changes)('%s changes with it as well, once, and not without it', async (_, change) => {
    const { me, next, needed } = await someone()
    const { call, input } = await change(me)
    const before = await guardsOf(me)
    expect((await as(me.token, call, input)).error).toBe(needed)
    expect(await guardsOf(me)).toEqual(before)
    const factorCode = await next()
    const done = await as(me.token, call, { ...input, factorCode })
    expect(done.error).toBeUndefined()
    expect(await guardsOf(me)).not.toEqual(before)
    const token = call === calls.changePassword ? (done.data as string) : me.token
    const other = { payPassword: '718394', repeated: '718394', oldPassword: '493817' }
    const again = call === calls.setPayPassword ? { ...other, factorCode } : { ...input, factorCode }
    // A code to a contact and an old password were used up, too: only the pay password's old one is still right.
    const refused = call === calls.setPayPassword ? /^(SECOND_FACTOR|PASSKEY)_WRONG$/ : /_WRONG$/
    expect((await as(token, call, again)).error).toMatch(refused)
  })
})

/** A contact of each kind with the code that was sent to it: what is used up of these says nothing of the factor. */
async function newContacts(me: TestCustomer) {
  const email = `other-${me.email}`
  const mobile = `+346123${String(++numbers).padStart(5, '0')}`
  const [emailCode, mobileCode] = [await codeTo(email, 'email', me), await codeTo(mobile, 'mobile', me)]
  return {
    email: { call: calls.bindEmail, input: { email, code: emailCode, password: PASSWORD } },
    mobile: { call: calls.bindMobile, input: { mobile, code: mobileCode, password: PASSWORD } },
  }
}

test.each([
  ['an authenticator app', 'email', 'mobile', withApp],
  ['an authenticator app', 'mobile', 'email', withApp],
  ['a passkey', 'email', 'mobile', withPasskey],
  ['a passkey', 'mobile', 'email', withPasskey],
] as const)(
  'T64: what %s said for the %s is used up, and no good for the %s',
  async (_, first, second, someone) => {
    const { me, next } = await someone()
    const contacts = await newContacts(me)
    const factorCode = await next()
    const bind = ({ call, input }: { call: Call; input: object }, factor: string) =>
      as(me.token, call, { ...input, factorCode: factor })
    expect((await bind(contacts[first], factorCode)).error).toBeUndefined()
    const before = await guardsOf(me)
    expect((await bind(contacts[second], factorCode)).error).toMatch(/^(SECOND_FACTOR|PASSKEY)_WRONG$/)
    expect(await guardsOf(me)).toEqual(before)
    expect((await bind(contacts[second], await next())).error).toBeUndefined()
  },
)

test('T64: a wrong factor changes nothing, and an authenticator’s is counted', async () => {
  const { me, next, recoveryCodes } = await withApp()
  const before = await guardsOf(me)
  const change = (factorCode: string) =>
    as(me.token, calls.changePassword, { ...words, oldPassword: PASSWORD, factorCode })
  for (let n = 0; n < 5; n++) expect((await change('aaaaa-aaaaa')).error).toBe('SECOND_FACTOR_WRONG')
  expect((await change(recoveryCodes[0]!)).error).toBe('TOO_MANY_REQUESTS')
  expect(await guardsOf(me)).toEqual(before)
  app.clock.advance(MINUTE_MS)
  expect((await change(await next())).error).toBeUndefined()
})

test('T64: a recovery code serves in place of the app, once', async () => {
  const { me, recoveryCodes } = await withApp()
  const set = (input: object) =>
    as(me.token, calls.setPayPassword, { ...input, factorCode: recoveryCodes[0] })
  expect((await set({ ...digits, password: PASSWORD })).error).toBeUndefined()
  const other = { payPassword: '718394', repeated: '718394', oldPassword: '493817' }
  expect((await set(other)).error).toBe('SECOND_FACTOR_WRONG')
})

test('T64: having signed in with a passkey is not the factor of a change: it signs again', async () => {
  const { me, own } = await withPasskey()
  const asked = await as(undefined, passkey.passkeySignInChallenge)
  const response = signWithPasskey(own, asked.data.options as string)
  const { data: token } = await as(undefined, passkey.signInByPasskey, { response })
  const input = { ...digits, password: PASSWORD }
  expect((await as(token, calls.setPayPassword, input)).error).toBe('PASSKEY_NEEDED')
  const signed = { ...input, factorCode: response }
  expect((await as(token, calls.setPayPassword, signed)).error).toBe('PASSKEY_WRONG')
  expect((await as(me.token, calls.profile)).data.hasPayPassword).toBe(false)
})

test('T63: without the factor nobody learns whether a password is the other one', async () => {
  const { me, next } = await withApp()
  const pay = { payPassword: 'newer5Words', repeated: 'newer5Words', password: PASSWORD }
  expect(
    (await as(me.token, calls.setPayPassword, { ...pay, factorCode: await next() })).error,
  ).toBeUndefined()
  const change = { ...words, oldPassword: PASSWORD }
  expect((await as(me.token, calls.changePassword, change)).error).toBe('SECOND_FACTOR_NEEDED')
  const same = { payPassword: PASSWORD, repeated: PASSWORD, oldPassword: pay.payPassword }
  expect((await as(me.token, calls.setPayPassword, same)).error).toBe('SECOND_FACTOR_NEEDED')
  const withFactor = { ...change, factorCode: await next() }
  expect((await as(me.token, calls.changePassword, withFactor)).error).toBe('PAY_PASSWORD_SAME')
})

test('T63: a password that is the other one is no wrong factor: as often as it is said, the right one is still taken', async () => {
  const { me, next } = await withApp()
  const pay = { payPassword: PASSWORD, repeated: PASSWORD, password: PASSWORD }
  for (let n = 0; n < 6; n++)
    expect((await as(me.token, calls.setPayPassword, { ...pay, factorCode: await next() })).error).toBe(
      'PAY_PASSWORD_SAME',
    )
  const set = { payPassword: words.password, repeated: words.password, password: PASSWORD }
  expect(
    (await as(me.token, calls.setPayPassword, { ...set, factorCode: await next() })).error,
  ).toBeUndefined()
  const change = { ...words, oldPassword: PASSWORD }
  for (let n = 0; n < 6; n++)
    expect((await as(me.token, calls.changePassword, { ...change, factorCode: await next() })).error).toBe(
      'PAY_PASSWORD_SAME',
    )
})

test.each([
  ['password_hash', 'other'],
  ['pay_password_hash', 'other'],
  ['email', 'other@plumb.test'],
  ['mobile', '+4915900000003'],
  ['security_changed_at', new Date(0)],
] as const)('T64: a change that was proven before %s became another is refused', async (guard, other) => {
  const me = await app.newCustomer()
  const read = await getOrThrow(app.db, me.id)
  await app.db.updateTable('customer').set(guard, other).where('id', '=', me.id).execute()
  const change = app.db.transaction().execute((tx) => mustBeAsProven(tx, read, undefined, app.clock.nowMs()))
  await expect(change).rejects.toThrow('PASSWORD_WRONG')
})

test('T64: a mobile number that is replaced is kept, as an address is, to tell its owner', async () => {
  const me = await app.newCustomer()
  const bind = async (mobile: string) => {
    const code = await codeTo(mobile, 'mobile', me)
    expect((await as(me.token, calls.bindMobile, { mobile, code, password: PASSWORD })).error).toBeUndefined()
  }
  await bind('+4915900000001')
  await bind('+4915900000002')
  const { rows } = await sql<{ contact: string }>`
    select contact from replaced_contact where customer_id = ${me.id}`.execute(app.db)
  expect(rows.map(({ contact }) => contact)).toEqual(['+4915900000001'])
})

test.each([
  ['a freeze', freezeAccount, {}],
  ['another pay password', calls.setPayPassword, { ...digits, password: PASSWORD }],
] as const)('T64: a change that was proven before %s is refused', async (_, call, input) => {
  const me = await app.newCustomer()
  const read = await getOrThrow(app.db, me.id)
  app.clock.advance(1)
  expect((await as(me.token, call, input)).error).toBeUndefined()
  const change = app.db.transaction().execute((tx) => mustBeAsProven(tx, read, undefined, app.clock.nowMs()))
  await expect(change).rejects.toThrow('PASSWORD_WRONG')
})

test('T64: a change that was proven before a second factor was set is refused', async () => {
  const me = await app.newCustomer()
  const read = await getOrThrow(app.db, me.id)
  const change = () =>
    app.db.transaction().execute((tx) => mustBeAsProven(tx, read, undefined, app.clock.nowMs()))
  expect(await change()).toEqual(read)
  const begun = await as(me.token, factor.beginSecondFactor, { password: PASSWORD })
  const secret = begun.data.setupKey as string
  const code = generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
  expect((await as(me.token, factor.enableSecondFactor, { password: PASSWORD, code })).error).toBeUndefined()
  await expect(change()).rejects.toThrow('PASSWORD_WRONG')
})

test('T64: a forgotten password is replaced by a code alone, and signing in still takes the factor, on every device', async () => {
  const { me, next } = await withApp()
  const device = 'd'.repeat(43)
  const signIn = (input: object) => as(undefined, calls.login, { contact: me.email, device, ...input })
  expect((await signIn({ password: PASSWORD, factorCode: await next() })).type).toBe(1)
  app.clock.advance(MINUTE_MS)
  const from = newIp()
  // What a notice tells by mail is sent before it.
  await app.messagesTo(me.email)
  await app.call(calls.sendCode, { contact: me.email, purpose: 'forget' }, undefined, from)
  const input = { contact: me.email, code: await app.codeOf(me.email), ...words }
  expect((await app.call(calls.forgottenPassword, input, undefined, from)).error).toBeUndefined()
  expect((await signIn({ password: words.password })).error).toBe('SECOND_FACTOR_NEEDED')
  expect((await signIn({ password: words.password, factorCode: await next() })).type).toBe(1)
})
