import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { freezeAccount, SIGN_IN_HELD_MS } from '#domain/user/freeze.ts'
import * as factor from '#domain/user/second-factor.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { consumeSecondFactor, requireSecondFactor } from './second-factor.ts'
import { withdrawalsHeldUntilMs } from './withdrawal-hold.ts'

/** The second factor, on either database: a code counts once, also of 64 tries at once. */

let app: TestApp
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const newIp = () => ({ ip: `10.9.${++addresses >> 8}.${addresses & 255}` })
const newDevice = () => `${addresses}`.padStart(43, 'd')

/** The code that an authenticator shows now. */
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })

/** The same after the next 30 seconds, as one code is taken once. */
function nextCode(secret: string): string {
  app.clock.advance(30 * SECOND_MS)
  return codeOf(secret)
}

const wrongFor = (secret: string) => {
  const near = [-30, 0, 30].map((seconds) =>
    generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) + seconds }),
  )
  return ['111111', '222222', '333333', '444444'].find((code) => !near.includes(code))!
}

const begin = async (me: TestCustomer) =>
  (await app.call(factor.beginSecondFactor, { password: PASSWORD }, me.token, newIp())).data
    .setupKey as string

/** A customer whose authenticator is asked for. */
async function withFactor() {
  const me = await app.newCustomer()
  const secret = await begin(me)
  const input = { password: PASSWORD, code: codeOf(secret) }
  const { data, error } = await app.call(factor.enableSecondFactor, input, me.token, newIp())
  expect(error).toBeUndefined()
  app.clock.advance(MINUTE_MS)
  return { me, secret, recoveryCodes: data.recoveryCodes as string[] }
}

const signIn = (me: TestCustomer, input: object = {}, from = newIp()) =>
  app.call(calls.login, { contact: me.email, password: PASSWORD, ...input }, undefined, from)

const stateOf = async (me: TestCustomer) => (await app.call(factor.secondFactor, {}, me.token)).data

describe('setting it', () => {
  test('takes the password and a code of the new secret', async () => {
    const me = await app.newCustomer()
    const wrong = await app.call(factor.beginSecondFactor, { password: 'another7one' }, me.token, newIp())
    expect(wrong.error).toBe('PASSWORD_WRONG')
    const secret = await begin(me)
    const enable = (input: object) =>
      app.call(factor.enableSecondFactor, { password: PASSWORD, ...input }, me.token, newIp())
    expect((await enable({ code: wrongFor(secret) })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await enable({ code: codeOf(secret), password: 'another7one' })).error).toBe('PASSWORD_WRONG')
    expect((await stateOf(me)).isOn).toBe(false)
    const { data } = await enable({ code: codeOf(secret) })
    expect(new Set(data.recoveryCodes).size).toBe(10)
    expect(await stateOf(me)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    app.clock.advance(MINUTE_MS)
    expect((await enable({ code: codeOf(secret) })).error).toBe('SECOND_FACTOR_IS_ON')
    const again = await app.call(factor.beginSecondFactor, { password: PASSWORD }, me.token, newIp())
    expect(again.error).toBe('SECOND_FACTOR_IS_ON')
  })

  test('ends the other sessions, and tells the customer', async () => {
    const me = await app.newCustomer()
    const other = (await signIn(me)).data as string
    const secret = await begin(me)
    await app.call(factor.enableSecondFactor, { password: PASSWORD, code: codeOf(secret) }, me.token, newIp())
    expect((await app.call(calls.profile, {}, other)).error).toBe('SESSION_EXPIRED')
    expect((await app.call(calls.profile, {}, me.token)).error).toBeUndefined()
    const mails = await app.messagesTo(me.email)
    expect(mails.map((mail) => 'subject' in mail && mail.subject)).toContain('Two-step verification is on')
  })

  test('leaves neither the secret nor a recovery code in the database', async () => {
    const { me, secret, recoveryCodes } = await withFactor()
    const rows = [
      await app.db.selectFrom('second_factor').selectAll().where('customer_id', '=', me.id).execute(),
      await app.db.selectFrom('recovery_code').selectAll().where('customer_id', '=', me.id).execute(),
      await app.db.selectFrom('outbox').select('payload').execute(),
    ]
    const kept = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const sealed = rows[0]!.map((row) => Buffer.from((row as { totp_sealed: string }).totp_sealed, 'base64'))
    for (const bytes of sealed) expect(bytes.includes(secret)).toBe(false)
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(kept).not.toContain(text)
  })

  test('takes a secret that was begun', async () => {
    const me = await app.newCustomer()
    const input = { password: PASSWORD, code: '123456' }
    const enabled = await app.call(factor.enableSecondFactor, input, me.token, newIp())
    expect(enabled.error).toBe('SECOND_FACTOR_IS_OFF')
  })

  test.each(['still signed in', 'signed out'])(
    'leaves the browser that set it known, %s: a sign-in from it is no news, from one that it ended it is',
    async (state) => {
      const me = await app.newCustomer()
      const [here, there] = [newIp(), { ip: '192.0.2.7' }]
      const news = async () => {
        const { rows } = await sql<{ ip: string }>`
        select params ->> 'ip' as ip from notice
        where customer_id = ${me.id} and kind = 'user-sign-in' order by id`.execute(app.db)
        return rows.map(({ ip }) => ip)
      }
      await signIn(me, {}, there)
      const token = (await signIn(me, {}, here)).data as string
      expect(await news()).toEqual([there.ip, here.ip])
      app.clock.advance(MINUTE_MS)
      const secret = await begin({ ...me, token })
      const input = { password: PASSWORD, code: codeOf(secret) }
      expect((await app.call(factor.enableSecondFactor, input, token, here)).type).toBe(1)
      app.clock.advance(MINUTE_MS)
      if (state === 'signed out') await app.call(calls.logout, {}, token)
      expect((await signIn(me, { factorCode: codeOf(secret) }, here)).type).toBe(1)
      expect(await news()).toHaveLength(2)
      expect((await signIn(me, { factorCode: nextCode(secret) }, there)).type).toBe(1)
      expect(await news()).toEqual([there.ip, here.ip, there.ip])
    },
  )

  test('of 64 at once with one code sets it once', async () => {
    const me = await app.newCustomer()
    const secret = await begin(me)
    const input = { password: PASSWORD, code: codeOf(secret) }
    const enable = () => app.call(factor.enableSecondFactor, input, me.token, newIp())
    const answers = await Promise.all(Array.from({ length: 64 }, enable))
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(1)
    expect(await stateOf(me)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  })
})

describe('T58: at sign-in', () => {
  test('it is asked for after the right password only', async () => {
    const { me, secret } = await withFactor()
    expect((await signIn(me, { password: 'another7one' })).error).toBe('LOGIN_FAILED')
    expect((await signIn(me)).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await signIn(me, { factorCode: wrongFor(secret) })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await signIn(me, { factorCode: codeOf(secret) })).type).toBe(1)
  })

  test('a code counts once, also of 64 sign-ins at once', async () => {
    const { me, secret } = await withFactor()
    const input = { factorCode: codeOf(secret) }
    const answers = await Promise.all(Array.from({ length: 64 }, () => signIn(me, input)))
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(1)
    expect((await signIn(me, input)).type).not.toBe(1)
  })

  test('a recovery code serves once, also of four sign-ins at once', async () => {
    const { me, recoveryCodes } = await withFactor()
    const input = { factorCode: recoveryCodes[3]!.toUpperCase() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(me, input)))
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(1)
    expect(await stateOf(me)).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await signIn(me, { factorCode: '<x>' })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await signIn(me, { factorCode: recoveryCodes[4]!.replace('-', ' ') })).type).toBe(1)
  })

  test('a code of another customer’s authenticator is wrong', async () => {
    const { me } = await withFactor()
    const other = await withFactor()
    expect((await signIn(me, { factorCode: codeOf(other.secret) })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await signIn(me, { factorCode: other.recoveryCodes[0] })).error).toBe('SECOND_FACTOR_WRONG')
  })

  test('a code of a minute ago, or of the next, is wrong', async () => {
    const { me, secret } = await withFactor()
    const old = codeOf(secret)
    app.clock.advance(MINUTE_MS)
    expect((await signIn(me, { factorCode: old })).error).toBe('SECOND_FACTOR_WRONG')
    const epoch = Math.floor(app.clock.nowMs() / SECOND_MS) + 60
    const early = generateSync({ secret, epoch })
    expect((await signIn(me, { factorCode: early })).error).toBe('SECOND_FACTOR_WRONG')
  })

  test('after five wrong codes the right one has to wait, each time longer', async () => {
    const { me, secret } = await withFactor()
    for (let n = 0; n < 5; n++)
      expect((await signIn(me, { factorCode: wrongFor(secret) })).error).toBe('SECOND_FACTOR_WRONG')
    const refused = await signIn(me, { factorCode: codeOf(secret) })
    expect(refused.error).toBe('TOO_MANY_REQUESTS')
    app.clock.advance(MINUTE_MS)
    expect((await signIn(me, { factorCode: wrongFor(secret) })).error).toBe('SECOND_FACTOR_WRONG')
    app.clock.advance(MINUTE_MS)
    expect((await signIn(me, { factorCode: codeOf(secret) })).error).toBe('TOO_MANY_REQUESTS')
    app.clock.advance(MINUTE_MS)
    expect((await signIn(me, { factorCode: codeOf(secret) })).type).toBe(1)
    expect((await signIn(me, { factorCode: wrongFor(secret) })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await signIn(me, { factorCode: nextCode(secret) })).type).toBe(1)
  })

  test('of 64 wrong codes at once at most five are looked at', async () => {
    const { me, secret } = await withFactor()
    const input = { factorCode: wrongFor(secret) }
    const answers = await Promise.all(Array.from({ length: 64 }, () => signIn(me, input)))
    const looked = answers.filter(({ error }) => error === 'SECOND_FACTOR_WRONG')
    expect(looked.length).toBeLessThanOrEqual(5)
  })

  test('a device where it was given is not asked for 30 days, another is', async () => {
    const { me, secret } = await withFactor()
    const device = newDevice()
    expect((await signIn(me, { device })).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await signIn(me, { device, factorCode: codeOf(secret) })).type).toBe(1)
    expect((await signIn(me, { device })).type).toBe(1)
    expect((await signIn(me, { device: device.replace('d', 'e') })).error).toBe('SECOND_FACTOR_NEEDED')
    app.clock.advance(30 * DAY_MS)
    expect((await signIn(me, { device })).error).toBe('SECOND_FACTOR_NEEDED')
  })

  test('a device is forgotten once it is asked again, and not before', async () => {
    const { me, secret } = await withFactor()
    const [early, late] = [newDevice(), newDevice().replace('d', 'e')]
    await signIn(me, { device: early, factorCode: codeOf(secret) })
    app.clock.advance(DAY_MS)
    await signIn(me, { device: late, factorCode: codeOf(secret) })
    const devices = async () => {
      for (const job of app.users.jobs) await job.run()
      const rows = app.db.selectFrom('trusted_device').select('device_hash').where('customer_id', '=', me.id)
      return (await rows.execute()).length
    }
    app.clock.advance(29 * DAY_MS - 1)
    expect(await devices()).toBe(2)
    app.clock.advance(1)
    expect(await devices()).toBe(1)
    expect((await signIn(me, { device: early })).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await signIn(me, { device: late })).type).toBe(1)
  })

  test('a new password asks for it again everywhere', async () => {
    const { me, secret } = await withFactor()
    const device = newDevice()
    const token = (await signIn(me, { device, factorCode: codeOf(secret) })).data as string
    app.clock.advance(HOUR_MS)
    const fresh = { password: 'newer5Words', repeated: 'newer5Words' }
    const change = { oldPassword: PASSWORD, ...fresh, factorCode: codeOf(secret) }
    expect((await app.call(calls.changePassword, change, token, newIp())).type).toBe(1)
    expect((await signIn(me, { device, password: 'newer5Words' })).error).toBe('SECOND_FACTOR_NEEDED')
  })

  test('a pay password, which ends no session, asks for it again everywhere', async () => {
    const { me, secret } = await withFactor()
    const device = newDevice()
    await signIn(me, { device, factorCode: codeOf(secret) })
    app.clock.advance(HOUR_MS)
    const digits = { payPassword: '493817', repeated: '493817', password: PASSWORD }
    const set = { ...digits, factorCode: codeOf(secret) }
    expect((await app.call(calls.setPayPassword, set, me.token, newIp())).type).toBe(1)
    expect((await app.call(calls.profile, {}, me.token)).type).toBe(1)
    expect((await signIn(me, { device })).error).toBe('SECOND_FACTOR_NEEDED')
  })

  test('both ways to sign in ask for it', async () => {
    const { me, secret } = await withFactor()
    const input = { contact: me.email, password: PASSWORD }
    const either = (more: object) => app.call(calls.loginEitherWay, { ...input, ...more }, undefined, newIp())
    expect((await either({})).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await either({ factorCode: codeOf(secret) })).type).toBe(1)
  })
})

describe('T59: a device whose session is ended', () => {
  interface OnDevice {
    readonly device: string
    readonly token: string
    readonly id: string
  }
  /** Signs in with a code on a new device. */
  async function onNewDevice(me: TestCustomer, secret: string): Promise<OnDevice> {
    const device = newDevice()
    const { data: token } = await signIn(me, { device, factorCode: nextCode(secret) })
    return { device, token, id: await sessionOf(token) }
  }
  async function sessionOf(token: string): Promise<string> {
    const { data } = await app.call(calls.sessions, {}, token)
    return data.items.find((one: { isThisOne: boolean }) => one.isThisOne).id
  }
  const isAsked = async (me: TestCustomer, { device }: OnDevice) =>
    (await signIn(me, { device })).error === 'SECOND_FACTOR_NEEDED'
  /** Of some devices, which are asked for the factor, one after the other. */
  async function asked(me: TestCustomer, devices: readonly OnDevice[]): Promise<boolean[]> {
    const answers: boolean[] = []
    for (const one of devices) answers.push(await isAsked(me, one))
    return answers
  }
  const end = (token: string, input: { id?: string } = {}) => app.call(calls.revokeSession, input, token)
  async function withDevices() {
    const { me, secret } = await withFactor()
    const here = await onNewDevice(me, secret)
    const lost = await onNewDevice(me, secret)
    const other = await onNewDevice(me, secret)
    expect(await asked(me, [here, lost, other])).toEqual([false, false, false])
    return { me, secret, here, lost, other }
  }

  test('is asked for the factor again, and no other device is', async () => {
    const { me, secret, here, lost, other } = await withDevices()
    expect((await end(here.token, { id: lost.id })).data).toEqual({ revoked: 1 })
    expect(await asked(me, [here, lost, other])).toEqual([false, true, false])
    expect((await signIn(me, { device: lost.device, factorCode: nextCode(secret) })).type).toBe(1)
    expect(await isAsked(me, lost)).toBe(false)
  })

  test('is, with all others: also one that was signed out before, and not the one that ends them', async () => {
    const { me, here, lost, other } = await withDevices()
    await app.call(calls.logout, {}, other.token)
    await end(here.token)
    expect(await asked(me, [here, lost, other])).toEqual([false, true, true])
  })

  test('and is not known of its session may be any: all others are asked', async () => {
    const { me, here, lost, other } = await withDevices()
    expect((await end(here.token, { id: await sessionOf(me.token) })).data).toEqual({ revoked: 1 })
    expect(await asked(me, [here, lost, other])).toEqual([false, true, true])
  })

  test('from one whose own is not known is, whichever it is', async () => {
    const { me, here, lost, other } = await withDevices()
    await end(me.token)
    expect(await asked(me, [here, lost, other])).toEqual([true, true, true])
  })

  test('is by a freeze that is said again, which changes nothing else', async () => {
    const { me, secret } = await withFactor()
    expect((await app.call(freezeAccount, {}, me.token, newIp())).type).toBe(1)
    app.clock.advance(SIGN_IN_HELD_MS)
    const here = await onNewDevice(me, secret)
    const lost = await onNewDevice(me, secret)
    expect((await app.call(freezeAccount, {}, here.token, newIp())).type).toBe(1)
    expect(await asked(me, [here, lost])).toEqual([false, true])
  })

  test('by itself, signing out, stays known; from the list of sessions it does not', async () => {
    const { me, here, lost, other } = await withDevices()
    await app.call(calls.logout, {}, here.token)
    await end(other.token, { id: other.id })
    expect(await asked(me, [here, lost, other])).toEqual([false, false, true])
  })

  test('while it signs in is asked, or its new session ends with the others', async () => {
    const { me, here, lost } = await withDevices()
    const given = { contact: me.email, password: PASSWORD, device: lost.device }
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => app.call(calls.login, given, undefined, newIp()))),
      end(here.token),
    ])
    for (const { type, data, error } of answers) {
      if (type === 1) expect((await app.call(calls.profile, {}, data)).error).toBe('SESSION_EXPIRED')
      else expect(error).toBe('SECOND_FACTOR_NEEDED')
    }
    expect(await isAsked(me, lost)).toBe(true)
  })
})

describe('removing it', () => {
  test('T10: takes the password and a code, and holds withdrawals for 24 hours', async () => {
    const { me, secret } = await withFactor()
    app.clock.advance(2 * DAY_MS)
    expect((await stateOf(me)).withdrawalsHeldUntilMs).toBeNull()
    const off = (input: object) =>
      app.call(factor.disableSecondFactor, { password: PASSWORD, ...input }, me.token, newIp())
    expect((await off({ code: wrongFor(secret) })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await off({ code: codeOf(secret), password: 'another7one' })).error).toBe('PASSWORD_WRONG')
    expect((await off({ code: codeOf(secret) })).type).toBe(1)
    const nowMs = app.clock.nowMs()
    expect(await stateOf(me)).toEqual({
      isOn: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
      withdrawalsHeldUntilMs: nowMs + DAY_MS,
    })
    expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs + DAY_MS - 1)).toBe(nowMs + DAY_MS)
    expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs + DAY_MS)).toBeUndefined()
    expect((await signIn(me)).type).toBe(1)
    expect((await off({ code: nextCode(secret) })).error).toBe('SECOND_FACTOR_IS_OFF')
    const mails = await app.messagesTo(me.email)
    expect(mails.map((mail) => 'subject' in mail && mail.subject)).toContain('Two-step verification is off')
  })

  test('new recovery codes make the earlier ones void', async () => {
    const { me, secret, recoveryCodes } = await withFactor()
    const input = { password: PASSWORD, code: codeOf(secret) }
    const { data } = await app.call(factor.renewRecoveryCodes, input, me.token, newIp())
    expect((await signIn(me, { factorCode: recoveryCodes[0] })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await signIn(me, { factorCode: data.recoveryCodes[0] })).type).toBe(1)
  })
})

describe('for what else asks for it', () => {
  const deps = () => ({ db: app.db, clock: app.clock, privateData: testPrivateData })

  test('who has none is not asked', async () => {
    const me = await app.newCustomer()
    expect(await requireSecondFactor(deps(), me.id, undefined)).toBeUndefined()
    await begin(me)
    expect(await requireSecondFactor(deps(), me.id, undefined)).toBeUndefined()
  })

  test('a right code is used up with what it allows, and stays good when that is rolled back', async () => {
    const { me, secret } = await withFactor()
    const nowMs = app.clock.nowMs()
    await expect(requireSecondFactor(deps(), me.id, undefined)).rejects.toMatchObject({
      code: 'SECOND_FACTOR_NEEDED',
    })
    const right = await requireSecondFactor(deps(), me.id, codeOf(secret))
    const rolledBack = app.db.transaction().execute(async (tx) => {
      await consumeSecondFactor(tx, right, nowMs)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const use = () => app.db.transaction().execute((tx) => consumeSecondFactor(tx, right, nowMs))
    await use()
    await expect(use()).rejects.toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
  })
})
