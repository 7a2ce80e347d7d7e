import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#domain/endpoint.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { accountFreeze, freezeAccount, SIGN_IN_HELD_MS, unfreezeAccount } from '#domain/user/freeze.ts'
import * as factor from '#domain/user/second-factor.ts'
import { customerEndpoints } from '#server/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { requireNotFrozen } from './freeze.ts'
import { withdrawalsHeldUntilMs } from './withdrawal-hold.ts'

/** An account that its customer froze, on either database. */

let app: TestApp
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const HERE = '10.77.0.1'
const newIp = () => ({ ip: `10.${12 + (++addresses >> 8)}.${addresses & 255}.1` })

const freeze = (me: TestCustomer) => app.call(freezeAccount, {}, me.token)
const stateOf = async (me: TestCustomer) => (await app.call(accountFreeze, {}, me.token)).data
const signIn = (me: TestCustomer, input: object = {}, from = newIp()) =>
  app.call(calls.login, { contact: me.email, password: PASSWORD, ...input }, undefined, from)

/** A code to the customer's own contact. */
async function codeFor(me: TestCustomer, purpose: 'unfreeze' | 'password'): Promise<string> {
  app.clock.advance(MINUTE_MS)
  await app.call(calls.sendCode, { purpose }, me.token, newIp())
  return app.codeOf(me.email)
}
const unfreeze = (me: TestCustomer, input: object) =>
  app.call(unfreezeAccount, { password: PASSWORD, ...input }, me.token, newIp())

async function frozen(): Promise<TestCustomer> {
  const me = await app.newCustomer()
  expect((await freeze(me)).type).toBe(1)
  return me
}

describe('freezing', () => {
  test('ends all other sessions, is told, and done again changes nothing', async () => {
    const me = await app.newCustomer()
    const other = (await signIn(me)).data as string
    const nowMs = app.clock.nowMs()
    expect((await freeze(me)).data).toEqual({ frozenSinceMs: nowMs })
    expect((await app.call(calls.profile, {}, other)).error).toBe('SESSION_EXPIRED')
    expect((await app.call(calls.profile, {}, me.token)).type).toBe(1)
    app.clock.advance(HOUR_MS)
    expect((await freeze(me)).data).toEqual({ frozenSinceMs: nowMs })
    expect(await stateOf(me)).toEqual({ frozenSinceMs: nowMs, takesCode: true })
    const subjects = (await app.messagesTo(me.email)).map((mail) => 'subject' in mail && mail.subject)
    expect(subjects.filter((subject) => subject === 'Your account is frozen')).toHaveLength(1)
  })

  test('of 64 at once freezes once', async () => {
    const me = await app.newCustomer()
    const answers = await Promise.all(Array.from({ length: 64 }, () => freeze(me)))
    for (const { type } of answers) expect(type).toBe(1)
    const rows = await app.db
      .selectFrom('account_freeze')
      .select('id')
      .where('customer_id', '=', me.id)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('the alert of a sign-in says where the button is, without a link', async () => {
    const me = await app.newCustomer()
    await signIn(me)
    const alert = (await app.messagesTo(me.email)).at(-1)!
    expect(alert.text).toContain('Settings, Security, Freeze account')
    expect(alert.text).not.toMatch(/https?:/)
  })
})

describe('while frozen', () => {
  const refusing = customerEndpoints.filter(({ whileFrozen }) => whileFrozen === 'refused')
  const all = customerEndpoints.filter(({ access }) => access === 'user')

  test.each(refusing.map((call) => [call.path, call] as const))('%s is refused', async (_, call) => {
    expect(call.access).toBe('user')
    const me = await frozen()
    expect((await app.call(call as Endpoint, {}, me.token)).error).toBe('ACCOUNT_FROZEN')
  })

  test('a wrong method of a call that is refused is said by name, as to everybody', async () => {
    const me = await frozen()
    const call = refusing.find(({ method }) => method === 'POST')!
    const asked = await app.call({ ...call, method: 'GET' } as Endpoint, {}, me.token)
    expect(asked.error).toBe('METHOD_NOT_ALLOWED')
  })

  test('every other call answers, and all calls do again once it is unfrozen', async () => {
    const me = await frozen()
    for (const call of all.filter(({ whileFrozen, path }) => whileFrozen === 'open' && !ends.has(path)))
      expect((await app.call(call, {}, me.token)).error, call.path).not.toBe('ACCOUNT_FROZEN')
    expect((await unfreeze(me, { code: await codeFor(me, 'unfreeze') })).type).toBe(1)
    for (const call of refusing)
      expect((await app.call(call, {}, me.token)).error, call.path).not.toBe('ACCOUNT_FROZEN')
  })
  /** What would end the session or the freeze here. */
  const ends = new Set(['/user/logout', '/safe/unfreeze'])

  test('a call that moves money and answers nevertheless closes, takes back, repays, or stays inside the account', () => {
    const open = all.filter(({ money, whileFrozen }) => money && whileFrozen === 'open')
    expect(open.map(({ path }) => path).toSorted()).toEqual([
      '/bind_box/withdrawNFT',
      '/coin/cancel',
      '/coin/cancel_all',
      '/dual/dual_cancle',
      '/follow/cancel',
      '/follow/selfHolding',
      '/lever/add_margin',
      '/lever/batch_close',
      '/lever/cancel',
      '/lever/close',
      '/lever/setstop',
      '/lh/deposit/order/cancel',
      '/otc/cancel',
      '/otc/close',
      '/user/jiedai/cancel',
      '/user/jiedai/repay',
      '/wallet/Wiretransfer',
      '/wallet/change',
      '/wallet/charge_req',
      '/wallet/out/cancel',
    ])
  })

  test('another browser or network does not sign in for three days, the one that froze it does', async () => {
    const customer = await app.newCustomer()
    const me = { ...customer, token: (await signIn(customer, {}, { ip: HERE })).data as string }
    expect((await freeze(me)).type).toBe(1)
    expect((await signIn(me)).error).toBe('ACCOUNT_FROZEN')
    expect((await signIn(me, { password: 'another7one' })).error).toBe('LOGIN_FAILED')
    expect((await signIn(me, {}, { ip: HERE })).type).toBe(1)
    app.clock.advance(SIGN_IN_HELD_MS - 1)
    expect((await signIn(me)).error).toBe('ACCOUNT_FROZEN')
    app.clock.advance(1)
    const token = (await signIn(me)).data as string
    expect((await app.call(calls.bindEmail, {} as never, token)).error).toBe('ACCOUNT_FROZEN')
  })

  test('T64: a password changes neither by a code nor by the old one, which a thief may have', async () => {
    const me = await frozen()
    const fresh = { password: 'newer5Words', repeated: 'newer5Words' }
    const code = await codeFor(me, 'password')
    const byCode = await app.call(calls.changePassword, { ...fresh, code }, me.token, newIp())
    expect(byCode.error).toBe('ACCOUNT_FROZEN')
    const from = newIp()
    app.clock.advance(MINUTE_MS)
    await app.call(calls.sendCode, { contact: me.email, purpose: 'forget' }, undefined, from)
    const forget = { contact: me.email, ...fresh }
    const right = await app.codeOf(me.email)
    const wrong = right === '000000' ? '000001' : '000000'
    const reset = (given: string) =>
      app.call(calls.forgottenPassword, { ...forget, code: given }, undefined, from)
    expect((await reset(wrong)).error).toBe('CODE_WRONG')
    expect((await reset(right)).error).toBe('ACCOUNT_FROZEN')
    const byOld = { ...fresh, oldPassword: PASSWORD }
    expect((await app.call(calls.changePassword, byOld, me.token, newIp())).error).toBe('ACCOUNT_FROZEN')
    expect((await unfreeze(me, { code: await codeFor(me, 'unfreeze') })).type).toBe(1)
    expect((await app.call(calls.changePassword, byOld, me.token, newIp())).type).toBe(1)
  })

  test('what pays out beside the customer’s calls is refused, too', async () => {
    const me = await frozen()
    await expect(requireNotFrozen(app.db, me.id)).rejects.toMatchObject({ code: 'ACCOUNT_FROZEN' })
    const other = await app.newCustomer()
    await requireNotFrozen(app.db, other.id)
  })
})

describe('unfreezing', () => {
  test('T10: takes the password and a code, and holds withdrawals for 24 hours', async () => {
    const me = await frozen()
    app.clock.advance(2 * DAY_MS)
    expect((await unfreeze(me, {})).error).toBe('CODE_WRONG')
    const code = await codeFor(me, 'unfreeze')
    expect((await unfreeze(me, { code, password: 'another7one' })).error).toBe('PASSWORD_WRONG')
    expect((await unfreeze(me, { code: code === '111111' ? '222222' : '111111' })).error).toBe('CODE_WRONG')
    expect((await unfreeze(me, { code })).data).toEqual({ frozenSinceMs: null })
    const nowMs = app.clock.nowMs()
    expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs)).toBe(nowMs + DAY_MS)
    expect((await stateOf(me)).frozenSinceMs).toBeNull()
    expect((await unfreeze(me, { code })).error).toBe('ACCOUNT_NOT_FROZEN')
    expect((await signIn(me)).type).toBe(1)
    const subjects = (await app.messagesTo(me.email)).map((mail) => 'subject' in mail && mail.subject)
    expect(subjects).toContain('Your account is no longer frozen')
  })

  test('takes the second factor where one is set', async () => {
    const me = await app.newCustomer()
    const begun = await app.call(factor.beginSecondFactor, { password: PASSWORD }, me.token, newIp())
    const codeNow = () =>
      generateSync({ secret: begun.data.setupKey, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
    const enable = { password: PASSWORD, code: codeNow() }
    await app.call(factor.enableSecondFactor, enable, me.token, newIp())
    await freeze(me)
    const code = await codeFor(me, 'unfreeze')
    expect((await unfreeze(me, { code })).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await unfreeze(me, { code, factorCode: '0000-00000' })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await unfreeze(me, { code, factorCode: codeNow() })).type).toBe(1)
  })

  test('of four at once with one code does it once', async () => {
    const me = await frozen()
    const code = await codeFor(me, 'unfreeze')
    const answers = await Promise.all(Array.from({ length: 4 }, () => unfreeze(me, { code })))
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(1)
    const rows = await app.db
      .selectFrom('account_freeze')
      .selectAll()
      .where('customer_id', '=', me.id)
      .execute()
    expect(rows).toHaveLength(1)
    expect((await freeze(me)).type).toBe(1)
    expect((await stateOf(me)).frozenSinceMs).not.toBeNull()
  })
})
