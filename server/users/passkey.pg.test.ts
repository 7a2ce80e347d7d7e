import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { freezeAccount, SIGN_IN_HELD_MS, unfreezeAccount } from '#domain/user/freeze.ts'
import { setMailPhrase } from '#domain/user/mail-phrase.ts'
import * as passkey from '#domain/user/passkey.ts'
import * as factor from '#domain/user/second-factor.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import {
  createPasskey,
  type Lie,
  otherKey,
  type Passkey,
  signWithPasskey,
} from '#server/testing/authenticator.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { relyingParty } from './passkey-proof.ts'
import { consumeSecondFactor, requireSecondFactor } from './second-factor.ts'
import { withdrawalsHeldUntilMs } from './withdrawal-hold.ts'

/** Passkeys, on either database: nobody forges one, and a challenge counts once, also of 64 tries at once. */

let app: TestApp
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const DEVICE = 'd'.repeat(43)
const newIp = () => ({ ip: `10.7.${++addresses >> 8}.${addresses & 255}` })

type Call = Parameters<TestApp['call']>[0]
const as = (token: string | undefined, call: Call, input: object = {}) =>
  app.call(call, { ...input }, token, newIp())

const begin = (token: string, input: object = { password: PASSWORD }) =>
  as(token, passkey.beginPasskey, input)
const add = (token: string, response: string) => as(token, passkey.addPasskey, { response })
const mine = async (token: string) =>
  (await as(token, passkey.passkeys)).data.items as { id: string; name: string; usedAtMs: number | null }[]

/** Gives a customer a passkey of a device that counts. */
async function withPasskey(me: TestCustomer, input?: object, counts = true): Promise<Passkey> {
  const begun = await begin(me.token, input)
  expect(begun.error).toBeUndefined()
  const made = createPasskey(begun.data.options, { counts })
  const added = await add(me.token, made.response)
  expect(added.error).toBeUndefined()
  app.clock.advance(SECOND_MS)
  return made.passkey
}

const someone = async () => {
  const me = await app.newCustomer()
  return { me, own: await withPasskey(me) }
}

const challenge = async (input: object = { device: DEVICE }) =>
  (await as(undefined, passkey.passkeySignInChallenge, input)).data.options as string
const ownChallenge = async (token: string) =>
  (await as(token, passkey.confirmChallenge)).data.options as string
const enter = (response: string, device: string | undefined = DEVICE) =>
  as(undefined, passkey.signInByPasskey, { response, ...(device && { device }) })
const signIn = async (own: Passkey) => enter(signWithPasskey(own, await challenge()))
const uidOf = async (token: string) => (await as(token, calls.profile)).data.uid as string

async function rows(): Promise<number[]> {
  const counts = []
  for (const table of ['customer', 'customer_session', 'passkey'] as const) {
    const { count } = await app.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    counts.push(Number(count))
  }
  return counts
}

describe('adding one', () => {
  test('takes the password, ends the other sessions, holds withdrawals for a day and is told', async () => {
    const me = await app.newCustomer()
    expect((await begin(me.token, { password: 'another7one' })).error).toBe('PASSWORD_WRONG')
    expect((await begin(me.token, {})).error).toBe('PASSWORD_WRONG')
    const other = (await as(undefined, calls.login, { contact: me.email, password: PASSWORD })).data
    await withPasskey(me)
    expect((await as(other, calls.profile)).error).toBe('SESSION_EXPIRED')
    expect(await mine(me.token)).toMatchObject([{ usedAtMs: null }])
    const nowMs = app.clock.nowMs()
    expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs)).toBeGreaterThan(nowMs)
    const told = (await app.messagesTo(me.email)).map((one) => ('subject' in one ? one.subject : ''))
    expect(told).toContain('A passkey was added')
  })

  test('asks the device to check its owner, to keep the passkey, and for none that the account has', async () => {
    const { me, own } = await someone()
    const factorCode = signWithPasskey(own, await ownChallenge(me.token))
    const { data } = await begin(me.token, { password: PASSWORD, factorCode })
    expect(JSON.parse(data.options)).toMatchObject({
      rp: { id: 'plumb.test' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id: own.id }],
    })
    expect(data.expiresAtMs).toBe(app.clock.nowMs() + 5 * MINUTE_MS)
    expect(data.options).not.toContain(PASSWORD)
  })

  test('T58: of who has one takes it, or a code of the authenticator, beside the password', async () => {
    const { me, own } = await someone()
    expect((await begin(me.token)).error).toBe('PASSKEY_NEEDED')
    expect((await begin(me.token, { password: PASSWORD, factorCode: '123456' })).error).toBe('PASSKEY_NEEDED')
    const factorCode = signWithPasskey(own, await ownChallenge(me.token))
    await withPasskey(me, { password: PASSWORD, factorCode })
    expect(await mine(me.token)).toHaveLength(2)
  })

  test('is possible ten times, also of many at once', async () => {
    const { me, own } = await someone()
    const room = passkey.MAX_PASSKEYS - 1
    const begun: string[] = []
    for (let n = 0; n < room - 1; n++) {
      const factorCode = signWithPasskey(own, await ownChallenge(me.token))
      await withPasskey(me, { password: PASSWORD, factorCode })
    }
    for (let n = 0; n < 8; n++) {
      const factorCode = signWithPasskey(own, await ownChallenge(me.token))
      begun.push((await begin(me.token, { password: PASSWORD, factorCode })).data.options)
    }
    const answers = await Promise.all(begun.map((options) => add(me.token, createPasskey(options).response)))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(await mine(me.token)).toHaveLength(passkey.MAX_PASSKEYS)
    const factorCode = signWithPasskey(own, await ownChallenge(me.token))
    expect((await begin(me.token, { password: PASSWORD, factorCode })).error).toBe('PASSKEYS_TOO_MANY')
  })

  const forgedNew: readonly (readonly [string, Parameters<typeof createPasskey>[1]])[] = [
    ['of another origin', { origin: 'http://plumb.example' }],
    ['of a longer origin', { origin: 'http://plumb.test.example' }],
    ['of another port', { origin: 'http://plumb.test:8443' }],
    ['of another scheme', { origin: 'https://plumb.test' }],
    ['of another relying party', { rpId: 'plumb.example' }],
    ['without its owner checked', { flags: 1 | 64 }],
    ['without its owner present', { flags: 4 | 64 }],
    ['without a key', { flags: 1 | 4 }],
    ['of a sign-in', { type: 'webauthn.get' }],
    ['with a challenge made up', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['from a page inside another', { crossOrigin: true }],
    ['from a page inside another that says so', { crossOrigin: true, topOrigin: 'http://plumb.example' }],
    ['of an algorithm that is not offered', { alg: -47 }],
    ['with an id that is another one', { rawId: Buffer.alloc(20, 3).toString('base64url') }],
    ['of another type', { credentialType: 'password' }],
  ]
  test.each(forgedNew)('T61: one %s is refused', async (_, lie) => {
    const me = await app.newCustomer()
    const { data } = await begin(me.token)
    expect((await add(me.token, createPasskey(data.options, lie).response)).error).toBe('PASSKEY_WRONG')
    expect(await mine(me.token)).toEqual([])
    // The challenge was not used up by that.
    expect((await add(me.token, createPasskey(data.options).response)).error).toBeUndefined()
  })

  test('T61: in another session, by another customer, twice, too late, or after another change is refused', async () => {
    const me = await app.newCustomer()
    const [other, else_] = [await app.newCustomer(), await app.newCustomer()]
    const made = async (token: string) => createPasskey((await begin(token)).data.options as string).response
    const response = await made(me.token)
    const sameAccount = await as(undefined, calls.login, { contact: me.email, password: PASSWORD })
    for (const token of [other.token, sameAccount.data as string])
      expect((await add(token, response)).error).toBe('PASSKEY_WRONG')
    expect((await add(me.token, response)).error).toBeUndefined()
    expect((await add(me.token, response)).error).toBe('PASSKEY_WRONG')
    const late = await made(other.token)
    app.clock.advance(5 * MINUTE_MS)
    expect((await add(other.token, late)).error).toBe('PASSKEY_WRONG')
    const changed = await made(else_.token)
    const pay = { payPassword: 'pay9432', repeated: 'pay9432', password: PASSWORD }
    expect((await as(else_.token, calls.setPayPassword, pay)).error).toBeUndefined()
    expect((await add(else_.token, changed)).error).toBe('PASSKEY_WRONG')
  })

  test('T61: one that is somebody’s already is refused', async () => {
    const { own } = await someone()
    const me = await app.newCustomer()
    const { data } = await begin(me.token)
    const stolen = createPasskey(data.options, { id: own.id, key: own.key })
    expect((await add(me.token, stolen.response)).error).toBe('PASSKEY_WRONG')
  })
})

describe('signing in', () => {
  test('is of whose passkey it is, by nothing else, and notes the use', async () => {
    const { me, own } = await someone()
    const { data, body } = await signIn(own)
    expect(JSON.parse(body)).toMatchObject({ type: 1, message: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await uidOf(data)).toBe(String(me.id))
    expect(await mine(data)).toMatchObject([{ usedAtMs: app.clock.nowMs() }])
  })

  test('works with a device that never counts', async () => {
    const me = await app.newCustomer()
    const own = await withPasskey(me, undefined, false)
    for (let n = 0; n < 2; n++) expect((await signIn(own)).error).toBeUndefined()
  })

  test('is told in the app, from a browser that was not there before', async () => {
    const { me, own } = await someone()
    await signIn(own)
    const told = await app.db.selectFrom('notice').select('kind').where('customer_id', '=', me.id).execute()
    expect(told).toContainEqual({ kind: 'user-sign-in' })
  })

  test('the challenge names no passkeys, and is as long for everybody', async () => {
    await someone()
    const asked = JSON.parse(await challenge()) as Record<string, unknown>
    expect(asked).toMatchObject({
      rpId: 'plumb.test',
      allowCredentials: [],
      userVerification: 'required',
      timeout: 5 * MINUTE_MS,
    })
    expect(Buffer.from(String(asked.challenge), 'base64url')).toHaveLength(32)
  })

  test('T55: a passkey that is nobody’s is answered as a wrong one of somebody’s', async () => {
    const { own } = await someone()
    const unknown = { ...own, id: Buffer.alloc(20, 9).toString('base64url'), key: otherKey() }
    const wrong = { ...own, key: otherKey() }
    const answers = []
    for (const one of [unknown, wrong]) {
      const { body, error } = await signIn(one)
      expect(error).toBe('PASSKEY_WRONG')
      answers.push(body)
    }
    expect(answers[0]).toBe(answers[1])
  })
})

/** What somebody changes in what a passkey signs, with the device's own key unless another is said. */
const lies: readonly (readonly [string, Lie | ((own: Passkey, other: Passkey) => Lie)])[] = [
  ['another origin', { origin: 'http://plumb.example' }],
  ['an origin that begins the same', { origin: 'http://plumb.test.example' }],
  ['a name below ours', { origin: 'http://a.plumb.test' }],
  ['another port', { origin: 'http://plumb.test:8443' }],
  ['another scheme', { origin: 'https://plumb.test' }],
  ['no origin', { origin: '' }],
  ['an origin that is none', { origin: 'null' }],
  ['another relying party', { rpId: 'plumb.example' }],
  ['another origin and its relying party', { origin: 'http://plumb.example', rpId: 'plumb.example' }],
  ['a challenge made up', { challenge: Buffer.alloc(32, 5).toString('base64url') }],
  ['an empty challenge', { challenge: '' }],
  ['the type of a new passkey', { type: 'webauthn.create' }],
  ['a payment’s type', { type: 'payment.get' }],
  ['no owner checked', { flags: 1 }],
  ['no owner present', { flags: 4 }],
  ['no flags', { flags: 0 }],
  ['flags that say the impossible of a backup', { flags: 1 | 4 | 16 }],
  ['a page inside another', { crossOrigin: true }],
  ['a page inside another that is named', { crossOrigin: true, topOrigin: 'http://plumb.example' }],
  ['a counter that stands', (own) => ({ counter: own.counter })],
  ['a counter that went back', (own) => ({ counter: own.counter - 1 })],
  ['a counter of nothing', { counter: 0 }],
  ['another key', { key: otherKey() }],
  ['the name of another’s passkey', (_, other) => ({ id: other.id })],
  ['the key of another’s passkey', (_, other) => ({ key: other.key })],
  ['another’s number beside it', (_, other) => ({ userHandle: other.userHandle })],
  ['a number made up', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
  ['two ids', { rawId: Buffer.alloc(20, 4).toString('base64url') }],
  ['another type of credential', { credentialType: 'password' }],
  ['an id that is none', { id: '!' }],
  [
    'a signature that is cut off',
    { afterSigning: ({ signature }) => ({ signature: signature.subarray(0, -1) }) },
  ],
  ['no signature', { afterSigning: () => ({ signature: Buffer.alloc(0) }) }],
  ['zeros for a signature', { afterSigning: () => ({ signature: Buffer.alloc(70) }) }],
  [
    'a counter changed after signing',
    {
      afterSigning: ({ data }) => {
        const changed = Buffer.from(data)
        changed.writeUInt32BE(changed.readUInt32BE(33) + 1, 33)
        return { data: changed }
      },
    },
  ],
  [
    'an owner checked after signing',
    {
      flags: 1,
      afterSigning: ({ data }) => {
        const changed = Buffer.from(data)
        changed[32] = 5
        return { data: changed }
      },
    },
  ],
  [
    'an origin changed after signing',
    {
      origin: 'http://plumb.example',
      afterSigning: ({ clientData }) => ({
        clientData: Buffer.from(clientData.toString().replace('plumb.example', 'plumb.test')),
      }),
    },
  ],
  ['data that is cut off', { afterSigning: ({ data }) => ({ data: data.subarray(0, 36) }) }],
  ['text for what was signed', { afterSigning: () => ({ clientData: Buffer.from('plumb') }) }],
]

describe('T61: a forged sign-in is refused and writes nothing', () => {
  test('there are at least 24 of them', () => {
    expect(new Set(lies.map(([name]) => name)).size).toBeGreaterThanOrEqual(24)
  })

  test('with each of them', async () => {
    const [{ own }, { own: other }] = [await someone(), await someone()]
    for (const [name, lie] of lies) {
      const before = await rows()
      const options = await challenge()
      const told = typeof lie === 'function' ? lie(own, other) : lie
      const forged = await enter(signWithPasskey(own, options, told))
      expect({ name, error: forged.error }).toEqual({ name, error: 'PASSKEY_WRONG' })
      expect(await rows()).toEqual(before)
      const right = await enter(signWithPasskey(own, options))
      expect({ name, error: right.error }).toEqual({ name, error: undefined })
    }
  })

  test('with what is no answer of a browser', async () => {
    const before = await rows()
    const said = Buffer.from('{"challenge":"a","origin":"b"}').toString('base64url')
    const withId = (id: string) => JSON.stringify({ id, response: { clientDataJSON: said } })
    for (const id of ['\u0000', '\ud800', '', 'a b', 'a'.repeat(1_400)])
      expect((await enter(withId(id))).error).toBe('PASSKEY_WRONG')
    const texts = ['{}', '{"id":1}', '{"id":"a","response":null}', '{"id":"a","response":{}}', '{nothing}']
    for (const text of texts) expect((await enter(text)).error).toBe('PASSKEY_WRONG')
    for (const text of ['', '[]', 'null', 'x'.repeat(9_000)])
      expect((await enter(text)).error).toBe('PARAMETER_ERROR')
    expect(await rows()).toEqual(before)
  })

  test('in another browser, or with none', async () => {
    const { own } = await someone()
    const signed = async () => signWithPasskey(own, await challenge())
    expect((await enter(await signed(), 'e'.repeat(43))).error).toBe('PASSKEY_WRONG')
    const response = await signed()
    expect((await as(undefined, passkey.signInByPasskey, { response })).error).toBe('PASSKEY_WRONG')
    expect((await signIn(own)).error).toBeUndefined()
  })

  test('with one that was used', async () => {
    const { own } = await someone()
    const response = signWithPasskey(own, await challenge())
    expect((await enter(response)).error).toBeUndefined()
    const before = await rows()
    expect((await enter(response)).error).toBe('PASSKEY_WRONG')
    expect(await rows()).toEqual(before)
  })

  test('with one that is five minutes old, to the millisecond', async () => {
    const { own } = await someone()
    const [early, late] = [await challenge(), await challenge()]
    app.clock.advance(5 * MINUTE_MS - 1)
    expect((await enter(signWithPasskey(own, early))).error).toBeUndefined()
    app.clock.advance(1)
    expect((await enter(signWithPasskey(own, late))).error).toBe('PASSKEY_WRONG')
  })

  test('with a challenge of another use: to confirm, or for a new passkey', async () => {
    const { me, own } = await someone()
    const toConfirm = signWithPasskey(own, await ownChallenge(me.token))
    expect((await enter(toConfirm)).error).toBe('PASSKEY_WRONG')
    const factorCode = signWithPasskey(own, await ownChallenge(me.token))
    const { data } = await begin(me.token, { password: PASSWORD, factorCode })
    const { challenge: ofNew } = JSON.parse(data.options)
    const asSignIn = signWithPasskey(own, JSON.stringify({ challenge: ofNew, rpId: 'plumb.test' }))
    expect((await enter(asSignIn)).error).toBe('PASSKEY_WRONG')
    const fromSignIn = signWithPasskey(own, await challenge())
    const remove = { id: (await mine(me.token))[0]!.id, password: PASSWORD, factorCode: fromSignIn }
    expect((await as(me.token, passkey.removePasskey, remove)).error).toBe('PASSKEY_WRONG')
  })

  test('with a passkey that was removed', async () => {
    const { me, own } = await someone()
    const response = signWithPasskey(own, await challenge())
    const factorCode = signWithPasskey(own, await ownChallenge(me.token))
    const input = { id: (await mine(me.token))[0]!.id, password: PASSWORD, factorCode }
    expect((await as(me.token, passkey.removePasskey, input)).error).toBeUndefined()
    expect((await enter(response)).error).toBe('PASSKEY_WRONG')
  })

  test('of 64 at once with one challenge is served once', async () => {
    const { own } = await someone()
    const response = signWithPasskey(own, await challenge())
    const [, sessions] = await rows()
    const answers = await Promise.all(Array.from({ length: 64 }, () => enter(response)))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'PASSKEY_WRONG')).toHaveLength(63)
    expect((await rows())[1]).toBe(sessions! + 1)
  })

  test('of 64 at once with a challenge each and one counter is served once', async () => {
    const { own } = await someone()
    const counter = own.counter + 1
    const signed = []
    for (let n = 0; n < 64; n++) signed.push(signWithPasskey(own, await challenge(), { counter }))
    const answers = await Promise.all(signed.map((response) => enter(response)))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  })
})

describe('as the second factor', () => {
  const login = (me: TestCustomer, input: object = {}) =>
    as(undefined, calls.login, { contact: me.email, password: PASSWORD, device: DEVICE, ...input })

  test('T58: is asked for after the password, and makes the browser known', async () => {
    const { me, own } = await someone()
    expect((await login(me, { password: 'another7one' })).error).toBe('LOGIN_FAILED')
    expect((await login(me)).error).toBe('PASSKEY_NEEDED')
    const factorCode = signWithPasskey(own, await challenge())
    expect((await login(me, { factorCode })).error).toBeUndefined()
    expect((await login(me, { factorCode, device: 'e'.repeat(43) })).error).toBe('PASSKEY_WRONG')
    expect((await login(me)).error).toBeUndefined()
    expect((await login(me, { device: 'e'.repeat(43) })).error).toBe('PASSKEY_NEEDED')
  })

  test('T58: another customer’s does not serve, though the challenge is good', async () => {
    const [{ me }, { own: others }] = [await someone(), await someone()]
    const factorCode = signWithPasskey(others, await challenge())
    expect((await login(me, { factorCode })).error).toBe('PASSKEY_WRONG')
    const inside = signWithPasskey(others, await ownChallenge(me.token))
    expect(
      (await as(me.token, setMailPhrase, { phrase: 'blue heron', password: PASSWORD, factorCode: inside }))
        .error,
    ).toBe('PASSKEY_WRONG')
  })

  test('either serves where there is an authenticator, too, which takes a passkey to set', async () => {
    const { me, own } = await someone()
    const unproved = await as(me.token, factor.beginSecondFactor, { password: PASSWORD })
    expect(unproved.error).toBe('PASSKEY_NEEDED')
    const factorCode = signWithPasskey(own, await ownChallenge(me.token))
    const begun = await as(me.token, factor.beginSecondFactor, { password: PASSWORD, factorCode })
    const codeOf = () =>
      generateSync({ secret: begun.data.setupKey, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
    const enabled = await as(me.token, factor.enableSecondFactor, { password: PASSWORD, code: codeOf() })
    expect(enabled.error).toBeUndefined()
    expect((await as(me.token, factor.secondFactor)).data).toMatchObject({ isOn: true, passkeys: 1 })
    app.clock.advance(MINUTE_MS)
    expect((await login(me)).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await login(me, { factorCode: codeOf(), device: undefined })).error).toBeUndefined()
    const signed = signWithPasskey(own, await challenge())
    expect((await login(me, { factorCode: signed })).error).toBeUndefined()
    const off = { password: PASSWORD, code: signWithPasskey(own, await ownChallenge(me.token)) }
    expect((await as(me.token, factor.disableSecondFactor, off)).error).toBeUndefined()
    expect((await as(me.token, factor.secondFactor)).data).toMatchObject({ isOn: false, passkeys: 1 })
  })

  test('T64: an authenticator that was begun before it was added is begun again, with it', async () => {
    const me = await app.newCustomer()
    const early = await as(me.token, factor.beginSecondFactor, { password: PASSWORD })
    const secret = early.data.setupKey as string
    await withPasskey(me)
    const code = generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
    const enabled = await as(me.token, factor.enableSecondFactor, { password: PASSWORD, code })
    expect(enabled.error).toBe('SECOND_FACTOR_IS_OFF')
    expect((await as(me.token, factor.secondFactor)).data).toMatchObject({ isOn: false, passkeys: 1 })
  })

  test('what it confirms uses it up, and a rollback does not', async () => {
    const { me, own } = await someone()
    const deps = { db: app.db, clock: app.clock, privateData: testPrivateData }
    await expect(requireSecondFactor(deps, me.id, undefined)).rejects.toMatchObject({
      code: 'PASSKEY_NEEDED',
    })
    const right = await requireSecondFactor(deps, me.id, signWithPasskey(own, await ownChallenge(me.token)))
    const nowMs = app.clock.nowMs()
    const rolledBack = app.db.transaction().execute(async (tx) => {
      await consumeSecondFactor(tx, right, nowMs)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const use = () => app.db.transaction().execute((tx) => consumeSecondFactor(tx, right, nowMs))
    const uses = await Promise.allSettled(Array.from({ length: 8 }, use))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a frozen account is entered and unfrozen with it, and keeps its passkeys meanwhile', async () => {
    const { me, own } = await someone()
    await as(me.token, freezeAccount)
    expect((await signIn(own)).error).toBe('ACCOUNT_FROZEN')
    app.clock.advance(SIGN_IN_HELD_MS)
    const token = (await signIn(own)).data as string
    expect((await begin(token)).error).toBe('ACCOUNT_FROZEN')
    const id = (await mine(token))[0]!.id
    expect((await as(token, passkey.removePasskey, { id, password: PASSWORD })).error).toBe('ACCOUNT_FROZEN')
    await app.messagesTo(me.email)
    await as(token, calls.sendCode, { purpose: 'unfreeze' })
    const code = await app.codeOf(me.email)
    expect((await as(token, unfreezeAccount, { password: PASSWORD, code })).error).toBe('PASSKEY_NEEDED')
    const factorCode = signWithPasskey(own, await ownChallenge(token))
    const unfrozen = await as(token, unfreezeAccount, { password: PASSWORD, code, factorCode })
    expect(unfrozen.data).toEqual({ frozenSinceMs: null })
  })
})

describe('removing one', () => {
  test('takes the password and a factor, ends the other sessions, and holds withdrawals', async () => {
    const { me, own } = await someone()
    const { me: stranger, own: strangers } = await someone()
    const other = (await signIn(own)).data as string
    const id = (await mine(me.token))[0]!.id
    const remove = (token: string, input: object) => as(token, passkey.removePasskey, { id, ...input })
    expect((await remove(me.token, {})).error).toBe('PASSWORD_WRONG')
    expect((await remove(me.token, { password: PASSWORD })).error).toBe('PASSKEY_NEEDED')
    const ofStranger = signWithPasskey(strangers, await ownChallenge(stranger.token))
    const notTheirs = await remove(stranger.token, { password: PASSWORD, factorCode: ofStranger })
    expect(notTheirs.error).toBe('NOT_FOUND')
    const factorCode = signWithPasskey(own, await ownChallenge(me.token))
    expect((await remove(me.token, { password: PASSWORD, factorCode })).error).toBeUndefined()
    expect(await mine(me.token)).toEqual([])
    expect((await as(other, calls.profile)).error).toBe('SESSION_EXPIRED')
    const nowMs = app.clock.nowMs()
    expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs)).toBeGreaterThan(nowMs)
    const told = (await app.messagesTo(me.email)).map((one) => ('subject' in one ? one.subject : ''))
    expect(told).toContain('A passkey was removed')
    expect(
      (await as(undefined, calls.login, { contact: me.email, password: PASSWORD })).error,
    ).toBeUndefined()
  })
})

describe('what the database holds', () => {
  test('the counter of a passkey only grows, and its key stays', async () => {
    const { own } = await someone()
    const set = (change: object) =>
      app.db
        .updateTable('passkey')
        .set(change as never)
        .where('credential_id', '=', own.id)
        .execute()
    await set({ counter: 9n })
    await expect(set({ counter: 8n })).rejects.toThrow()
    await expect(set({ public_key: 'another' })).rejects.toThrow()
    await expect(set({ customer_id: 1n })).rejects.toThrow()
  })
})

describe('where passkeys are good', () => {
  test.each([
    ['https://plumb.example', 'plumb.example', 'https://plumb.example'],
    ['https://plumb.example:8443/app', 'plumb.example', 'https://plumb.example:8443'],
    ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080'],
    ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
  ])('of %s at %s', (publicUrl, id, origin) => {
    expect(relyingParty(publicUrl)).toEqual({ id, origin })
  })

  test.each(['http://192.168.1.7:8080', 'https://[2001:db8::7]'])('never at the address %s', (publicUrl) => {
    expect(() => relyingParty(publicUrl)).toThrow('PASSKEYS_NOT_HERE')
  })
})
