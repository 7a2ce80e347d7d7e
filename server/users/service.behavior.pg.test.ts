import { verify as argon2Verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import '#domain/seed/adopt-for-tests.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import type { Purpose } from '#domain/user/purposes.ts'
import { countWaiting, type Message, sendDue } from '#server/platform/outbox.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD } from '#server/testing/customers.ts'
import { receiverOf } from '#server/testing/messages.ts'

// As it is, and counted. Files share modules: this one loads all anew, what tests list too, so that the spy is in them.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })
const verify = vi.mocked(argon2Verify)

let app: TestApp
let people = 0
let addresses = 0

beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const newContact = () => `person-${++people}@example.com`
/** An address of its own for each test, so that what one test tries wrong does not count for another. */
const newIp = () => `10.1.${++addresses >> 8}.${addresses & 255}`

async function sendCode(contact: string, purpose: Purpose = 'register', as?: string) {
  const answer = await app.call(calls.sendCode, { contact, purpose }, as)
  expect(answer.error).toBeUndefined()
  return app.codeOf(contact)
}

async function register(contact = newContact()) {
  const code = await sendCode(contact)
  const input = { contact, code, password: PASSWORD, repeated: PASSWORD }
  const { data, error } = await app.call(calls.register, input)
  expect(error).toBeUndefined()
  return { contact, token: data as string }
}

const isSignedIn = async (token: string) => (await app.call(calls.profile, {}, token)).type === 1

describe('registration', () => {
  test('a code, a password, and the customer is signed in', async () => {
    const { contact, token } = await register()
    const { data } = await app.call(calls.profile, {}, token)
    expect(Number(data.uid)).toBeGreaterThanOrEqual(10_000)
    expect(data.email).toBe(`p***${contact[contact.indexOf('@') - 1]}@example.com`)
    expect(data.hasPayPassword).toBe(false)
  })

  test('by mobile, however the number is written', async () => {
    const { error, data } = await app.call(calls.sendMobileCode, { contact: '138 0013 8000' })
    expect(error).toBeUndefined()
    expect(data.contact).toBe('+861******8000')
    const code = await app.codeOf('+8613800138000')
    const input = { contact: '+86 13800138000', kind: 'mobile', code, password: PASSWORD, repeated: PASSWORD }
    expect((await app.call(calls.register, input)).error).toBeUndefined()
    const answer = await app.call(calls.login, { contact: '13800138000', areaCode: '86', password: PASSWORD })
    expect(answer.error).toBeUndefined()
  })

  test('the letters’ case of an email makes no second account', async () => {
    const { contact } = await register()
    app.clock.advance(MINUTE_MS)
    const code = await sendCode(contact)
    const input = { contact: contact.toUpperCase(), code, password: PASSWORD, repeated: PASSWORD }
    expect((await app.call(calls.register, input)).error).toBe('CONTACT_TAKEN')
  })

  test.each([
    [{ password: 'abc12', repeated: 'abc12' }, 'PASSWORD_RULE'],
    [{ password: 'abc123', repeated: 'abc123' }, 'PASSWORD_TOO_COMMON'],
    [{ repeated: 'other8Words' }, 'PASSWORDS_DIFFER'],
    [{ contact: 'nobody' }, 'CONTACT_INVALID'],
    [{ kind: 'mobile' }, 'CONTACT_INVALID'],
    [{ code: '12345' }, 'PARAMETER_ERROR'],
    [{ inviteCode: 'NOBODY00' }, 'INVITE_CODE_UNKNOWN'],
  ])('with %o is refused as %s', async (change, error) => {
    const contact = newContact()
    const code = await sendCode(contact)
    const input = { contact, code, password: PASSWORD, repeated: PASSWORD, ...change }
    expect((await app.call(calls.register, input)).error).toBe(error)
    const found = await app.db.selectFrom('customer').select('id').where('email', '=', contact).execute()
    expect(found).toEqual([])
  })

  test('with a wrong code is refused, and the right one still opens the account', async () => {
    const contact = newContact()
    const code = await sendCode(contact)
    const wrong = code === '111111' ? '222222' : '111111'
    const input = { contact, password: PASSWORD, repeated: PASSWORD }
    expect((await app.call(calls.register, { ...input, code: wrong })).error).toBe('CODE_WRONG')
    expect((await app.call(calls.register, { ...input, code })).error).toBeUndefined()
  })

  test('T50: an invite is recorded once and counted', async () => {
    const host = await register()
    const { data } = await app.call(calls.invite, {}, host.token)
    expect(data.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(data.link).toBe(`http://plumb.test/#/pages/common/register?code=${data.code}`)
    const contact = newContact()
    const code = await sendCode(contact)
    const input = {
      contact,
      code,
      password: PASSWORD,
      repeated: PASSWORD,
      inviteCode: data.code.toLowerCase(),
    }
    expect((await app.call(calls.register, input)).error).toBeUndefined()
    expect((await app.call(calls.invite, {}, host.token)).data.invited).toBe(1)
  })
})

test('T50: an invite code at sign-in invites nobody, whoever’s it is', async () => {
  const [host, guest] = [await register(), await register()]
  const ownCode = async (token: string) => (await app.call(calls.invite, {}, token)).data.code as string
  for (const inviteCode of [await ownCode(host.token), await ownCode(guest.token), 'NOBODY00']) {
    const answer = await app.call(calls.login, { contact: guest.contact, password: PASSWORD, inviteCode })
    expect(answer.error).toBeUndefined()
  }
  for (const { token } of [host, guest])
    expect((await app.call(calls.invite, {}, token)).data.invited).toBe(0)
  const { invited_by } = await app.db
    .selectFrom('customer')
    .select('invited_by')
    .where('email', '=', guest.contact)
    .executeTakeFirstOrThrow()
  expect(invited_by).toBeNull()
})

describe('T56: a code', () => {
  test('works once', async () => {
    const contact = newContact()
    const code = await sendCode(contact)
    const input = { contact, code, password: PASSWORD, repeated: PASSWORD }
    expect((await app.call(calls.register, input)).error).toBeUndefined()
    expect((await app.call(calls.register, input)).error).toBe('CODE_WRONG')
  })

  test('is dead after five wrong tries, also for the right one', async () => {
    const contact = newContact()
    const code = await sendCode(contact)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await app.call(calls.checkCode, { contact, code: wrong })).error).toBe('CODE_WRONG')
    expect((await app.call(calls.checkCode, { contact, code })).error).toBe('CODE_WRONG')
  })

  test('lives ten minutes', async () => {
    const contact = newContact()
    const code = await sendCode(contact)
    app.clock.advance(10 * MINUTE_MS - 1)
    expect((await app.call(calls.checkCode, { contact, code })).error).toBeUndefined()
    app.clock.advance(1)
    expect((await app.call(calls.checkCode, { contact, code })).error).toBe('CODE_WRONG')
  })

  test('is sent as long as it lives, and not after', async () => {
    const reached: string[] = []
    const send = async (message: Message) => {
      reached.push(receiverOf(message))
    }
    const sendAll = async () => {
      while ((await countWaiting(app.db)) > 0) await sendDue(app.db, send, app.clock.nowMs())
    }
    const [inTime, late] = [newContact(), newContact()]
    await sendCode(inTime)
    app.clock.advance(10 * MINUTE_MS - 1)
    await sendAll()
    await sendCode(late)
    app.clock.advance(10 * MINUTE_MS)
    await sendAll()
    expect(reached.filter((to) => [inTime, late].includes(to))).toEqual([inTime])
  })

  test('opens only the scene and the contact it was sent for', async () => {
    const contact = newContact()
    const code = await sendCode(contact)
    expect((await app.call(calls.checkCode, { contact, code, purpose: 'forget' })).error).toBe('CODE_WRONG')
    expect((await app.call(calls.checkCode, { contact: newContact(), code })).error).toBe('CODE_WRONG')
    expect((await app.call(calls.checkCode, { contact, code })).error).toBeUndefined()
  })

  test('is sent at most once a minute and ten times a day', async () => {
    const contact = newContact()
    await sendCode(contact)
    app.clock.advance(59 * SECOND_MS)
    const early = await app.call(calls.sendCode, { contact })
    expect([early.status, early.error]).toEqual([429, 'TOO_MANY_REQUESTS'])
    app.clock.advance(SECOND_MS)
    for (let sent = 1; sent < 10; sent++) {
      await sendCode(contact)
      app.clock.advance(MINUTE_MS)
    }
    expect((await app.call(calls.sendCode, { contact })).error).toBe('TOO_MANY_REQUESTS')
    app.clock.advance(DAY_MS)
    await sendCode(contact)
  })

  test('costs a country’s messages only what is sent', async () => {
    const ask = (contact: string) => app.call(calls.sendMobileCode, { contact })
    for (let time = 0; time < 210; time++) await ask('+43 664 1234567')
    expect(await app.messagesTo('+436641234567')).toHaveLength(1)
    expect((await ask('+43 664 7654321')).error).toBeUndefined()
  })

  test('is nowhere in the answer, and in the table only as a hash', async () => {
    const contact = newContact()
    const { body } = await app.call(calls.sendCode, { contact })
    const code = await app.codeOf(contact)
    expect(body).not.toContain(code)
    const row = await app.db
      .selectFrom('contact_code')
      .selectAll()
      .where('contact', '=', contact)
      .executeTakeFirstOrThrow()
    // Not within the moments kept with it, whose many digits may be those of the code by chance.
    expect(Object.values(row).map(String)).not.toContain(code)
    expect(JSON.stringify({ ...row, expires_at: 0, sent_at: 0, day: 0 })).not.toContain(code)
  })

  test('of a scene of one’s own needs a session', async () => {
    for (const purpose of ['password', 'pay-password', 'withdraw', 'email', 'mobile'] as const) {
      const { type, error } = await app.call(calls.sendCode, { contact: newContact(), purpose })
      expect([type, error]).toEqual([999, 'SESSION_EXPIRED'])
    }
  })

  test('without a scene is for a visitor’s registration, and for a customer’s own new contact', async () => {
    const sendBare = (fields: Record<string, string>, token?: string) =>
      app.call(calls.sendCode, {}, token, { extra: fields })
    const newMobile = () => `+34612${String(100_000 + ++people).slice(-6)}`
    // A code belongs to who asked for it.
    const check = async (contact: string, purpose: Purpose, session?: string) =>
      (await app.call(calls.checkCode, { contact, code: await app.codeOf(contact), purpose }, session)).error

    const [visitor, forgetful] = [newContact(), (await register()).contact]
    expect((await sendBare({ user_string: visitor, type: 'email' })).error).toBeUndefined()
    expect(await check(visitor, 'register')).toBeUndefined()
    app.clock.advance(MINUTE_MS)
    expect((await sendBare({ user_string: forgetful, type: 'forget' })).error).toBeUndefined()
    expect(await check(forgetful, 'forget')).toBeUndefined()

    const { contact: own, token } = await register()
    const [fresh, mobile, other] = [newContact(), newMobile(), newMobile()]
    expect((await sendBare({ user_string: fresh }, token)).error).toBeUndefined()
    expect(await check(fresh, 'email', token)).toBeUndefined()
    expect((await app.call(calls.sendMobileCode, { contact: mobile }, token)).error).toBeUndefined()
    expect(await check(mobile, 'mobile', token)).toBeUndefined()
    expect((await sendBare({ user_string: other, type: 'mobile' }, token)).error).toBeUndefined()
    expect(await check(other, 'mobile', token)).toBeUndefined()
    expect((await sendBare({ type: 'password' }, token)).error).toBeUndefined()
    expect(await check(own, 'password', token)).toBeUndefined()
  })

  test('for a withdrawal goes to the account’s own contact, and opens nothing else', async () => {
    const { contact, token } = await register()
    app.clock.advance(MINUTE_MS)
    const sent = await app.call(calls.sendCode, {}, token, { extra: { scene: 'withdraw' } })
    expect(sent.error).toBeUndefined()
    const code = await app.codeOf(contact)
    expect((await app.messagesTo(contact)).at(-1)!.text).toContain('withdraw funds')
    const check = (purpose: Purpose) => app.call(calls.checkCode, { contact, code, purpose }, token)
    expect((await check('password')).error).toBe('CODE_WRONG')
    expect((await check('withdraw')).error).toBeUndefined()
  })

  test('to sign in goes to a contact with an account, and others are told that there is none', async () => {
    const { contact } = await register()
    const stranger = newContact()
    app.clock.advance(MINUTE_MS)
    for (const one of [contact, stranger])
      await app.call(calls.sendCode, {}, undefined, { extra: { user_string: one, scene: 'login' } })
    const code = await app.codeOf(contact)
    expect((await app.call(calls.checkCode, { contact, code, purpose: 'login' })).error).toBeUndefined()
    expect((await app.call(calls.checkCode, { contact, code, purpose: 'forget' })).error).toBe('CODE_WRONG')
    expect((await app.messagesTo(stranger)).at(-1)!.text).toContain('has no account')
  })

  test('is told in the customer’s language, without a link', async () => {
    for (const lang of ['en', 'zh', 'hk', 'jp', 'kor', 'xp', 'ydl']) {
      const contact = newContact()
      await app.call(calls.sendCode, { contact }, undefined, { extra: { lang } })
      const [message] = await app.messagesTo(contact)
      expect(message!.text).toMatch(/\b\d{6}\b/)
      expect(message!.text).not.toMatch(/https?:|www\.|\{/)
    }
  })
})

describe('T55: whether an account exists', () => {
  test('is not told by sending codes, signing in, or resetting', async () => {
    const { contact: known } = await register()
    const unknown = newContact()
    app.clock.advance(MINUTE_MS)
    const strip = (body: string) => body.replaceAll(/p\*{3}\d@/g, '')
    for (const purpose of ['register', 'forget', 'login'] as const) {
      const first = await app.call(calls.sendCode, { contact: known, purpose })
      const second = await app.call(calls.sendCode, { contact: unknown, purpose })
      expect(strip(second.body)).toBe(strip(first.body))
      expect(await app.messagesTo(unknown)).not.toEqual([])
    }
    const wrong = { password: 'wrong4Sure' }
    const [one, two] = [
      await app.call(calls.login, { contact: known, ...wrong }, undefined, { ip: newIp() }),
      await app.call(calls.login, { contact: unknown, ...wrong }, undefined, { ip: newIp() }),
    ]
    expect(two.body).toBe(one.body)
    const reset = { code: '123456', password: 'newer5Words', repeated: 'newer5Words' }
    const [three, four] = [
      await app.call(calls.forgottenPassword, { contact: known, ...reset }),
      await app.call(calls.forgottenPassword, { contact: unknown, ...reset }),
    ]
    expect(four.body).toBe(three.body)
  })

  test('costs the same work: an unknown contact’s password is hashed too', async () => {
    /** What is hashed for a sign-in: the algorithm with its costs, as the hash that is compared says them. */
    const workFor = async (contact: string) => {
      const before = verify.mock.calls.length
      const answer = await app.call(calls.login, { contact, password: 'wrong4Sure' }, undefined, {
        ip: newIp(),
      })
      expect(answer.error).toBe('LOGIN_FAILED')
      return verify.mock.calls.slice(before).map(([hashed]) => String(hashed).split('$').slice(1, 4))
    }
    const { contact } = await register()
    const ofKnown = await workFor(contact)
    expect(ofKnown).toEqual([['argon2id', 'v=19', expect.stringContaining('m=')]])
    expect(await workFor(newContact())).toEqual(ofKnown)
  })
})

describe('signing in', () => {
  test('answers a token, as payload and message alike', async () => {
    const { contact } = await register()
    const { data, body } = await app.call(calls.login, { contact, password: PASSWORD })
    expect(data).toMatch(/^[\w-]{43}$/)
    expect(JSON.parse(body).message).toBe(data)
    expect(await isSignedIn(data)).toBe(true)
    const row = await app.db.selectFrom('customer_session').selectAll().execute()
    expect(
      JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(data)
  })

  test('the other way of asking works too, by wallet with a signature only', async () => {
    const { contact } = await register()
    expect((await app.call(calls.loginEitherWay, { contact, password: PASSWORD })).type).toBe(1)
    const address = `0x${'ab'.repeat(20)}`
    expect((await app.call(calls.loginEitherWay, { address })).error).toBe('PARAMETER_ERROR')
    expect((await app.call(calls.loginEitherWay, { address, message: 'me' })).error).toBe('PARAMETER_ERROR')
    expect((await app.call(calls.loginEitherWay, { contact })).error).toBe('PARAMETER_ERROR')
  })

  test('guessing from one address is stopped, and the owner is not locked out', async () => {
    const { contact } = await register()
    const ip = newIp()
    const guess = (from: string) =>
      app.call(calls.login, { contact, password: 'wrong4Sure' }, undefined, { ip: from })
    const answers = await Promise.all(Array.from({ length: 64 }, () => guess(ip)))
    expect(answers.filter(({ error }) => error === 'LOGIN_FAILED')).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(59)
    const owner = await app.call(calls.login, { contact, password: PASSWORD }, undefined, { ip: newIp() })
    expect(owner.type).toBe(1)
  })

  test('T58: guessing from many addresses is stopped, and the owner’s own address still works', async () => {
    const home = newIp()
    const { contact } = await register()
    await app.call(calls.login, { contact, password: PASSWORD }, undefined, { ip: home })
    let failed = 0
    for (let batch = 0; batch < 6; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          app.call(calls.login, { contact, password: 'wrong4Sure' }, undefined, { ip: newIp() }),
        ),
      )
      failed += answers.filter(({ error }) => error === 'LOGIN_FAILED').length
    }
    expect(failed).toBeLessThanOrEqual(50)
    const strange = await app.call(calls.login, { contact, password: PASSWORD }, undefined, { ip: newIp() })
    expect(strange.status).toBe(429)
    const owner = await app.call(calls.login, { contact, password: PASSWORD }, undefined, { ip: home })
    expect(owner.type).toBe(1)
  })

  test('guessing from many IPv6 networks is stopped, and the owner’s own network still works', async () => {
    const { contact } = await register()
    const owner = { contact, password: PASSWORD }
    await app.call(calls.login, owner, undefined, { ip: '2001:db8:aaaa:1::1' })
    let failed = 0
    for (let network = 0; network < 60; network++) {
      const ip = `2001:db8:${network.toString(16)}::1`
      const answer = await app.call(calls.login, { contact, password: 'wrong4Sure' }, undefined, { ip })
      failed += Number(answer.error === 'LOGIN_FAILED')
    }
    expect(failed).toBeLessThanOrEqual(50)
    expect((await app.call(calls.login, owner, undefined, { ip: '2001:db8:bbbb::1' })).status).toBe(429)
    expect((await app.call(calls.login, owner, undefined, { ip: '2001:db8:aaaa:1::2' })).type).toBe(1)
  })
})

describe('T59, T60: a session', () => {
  test('ends with log-out, and only that one', async () => {
    const { contact, token } = await register()
    const { data: other } = await app.call(calls.login, { contact, password: PASSWORD })
    expect((await app.call(calls.logout, {}, token)).type).toBe(1)
    expect(await app.call(calls.profile, {}, token)).toMatchObject({ type: 999, error: 'SESSION_EXPIRED' })
    expect(await app.call(calls.logout, {}, token)).toMatchObject({ type: 999 })
    expect(await isSignedIn(other)).toBe(true)
  })

  test('ends after 7 days without use, and after 30 in any case', async () => {
    const { token: idle } = await register()
    const { token: used } = await register()
    app.clock.advance(7 * DAY_MS - 1)
    expect(await isSignedIn(used)).toBe(true)
    app.clock.advance(1)
    expect(await isSignedIn(idle)).toBe(false)
    for (let day = 7; day < 30; day++) {
      expect(await isSignedIn(used)).toBe(true)
      app.clock.advance(DAY_MS)
    }
    expect(await isSignedIn(used)).toBe(false)
  })

  test('is listed, and can be ended from another one', async () => {
    const { contact, token } = await register()
    const { data: other } = await app.call(calls.login, { contact, password: PASSWORD }, undefined, {
      ip: newIp(),
    })
    expect(await isSignedIn(other)).toBe(true)
    const { items: list } = (await app.call(calls.sessions, {}, token)).data
    expect(list).toHaveLength(2)
    const away = list.find((session: { isThisOne: boolean }) => !session.isThisOne)
    const heard: bigint[] = []
    app.users.onEnded((id) => heard.push(id))
    expect((await app.call(calls.revokeSession, { id: away.id }, token)).data).toEqual({ revoked: 1 })
    expect(heard).toEqual([BigInt(away.id)])
    expect(await isSignedIn(other)).toBe(false)
    expect((await app.call(calls.revokeSession, { id: away.id }, token)).error).toBe('NOT_FOUND')
    expect(await isSignedIn(token)).toBe(true)
  })

  test('of another customer cannot be ended: it is not found', async () => {
    const [ana, bob] = [await register(), await register()]
    const { items: list } = (await app.call(calls.sessions, {}, bob.token)).data
    const answer = await app.call(calls.revokeSession, { id: list[0].id }, ana.token)
    expect([answer.status, answer.error]).toEqual([200, 'NOT_FOUND'])
    expect(await isSignedIn(bob.token)).toBe(true)
  })

  test('all others end at once', async () => {
    const { contact, token } = await register()
    const others = await Promise.all(
      [1, 2, 3].map(() => app.call(calls.login, { contact, password: PASSWORD })),
    )
    expect((await app.call(calls.revokeSession, {}, token)).data).toEqual({ revoked: 3 })
    for (const { data } of others) expect(await isSignedIn(data)).toBe(false)
    expect(await isSignedIn(token)).toBe(true)
  })

  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(43)} `, "' or 1=1 --", 'Bearer', 'undefined', 'é'])(
    '%j is none',
    async (token) => {
      const headers = token === 'é' || token === '' ? {} : { authorization: token }
      const answer = await app.app.inject({ method: 'GET', url: '/api/user/info', headers })
      expect(answer.json()).toMatchObject({ type: 999, code: 0, error: 'SESSION_EXPIRED' })
    },
  )

  test('a uid in the request gives no authority', async () => {
    const [ana, bob] = [await register(), await register()]
    const { data: own } = await app.call(calls.profile, {}, bob.token)
    const { data } = await app.call(calls.profile, {}, ana.token, { extra: { uid: own.uid } })
    expect(data.uid).not.toBe(own.uid)
  })

  test('T54: no answer names a password, hash or token', async () => {
    const { token } = await register()
    for (const call of [calls.profile, calls.sessions, calls.invite]) {
      const { data } = await app.call(call, {}, token)
      expect(JSON.stringify(data)).not.toMatch(/password_hash|token|argon2/i)
    }
  })
})

describe('a forgotten password', () => {
  const fresh = { password: 'newer5Words', repeated: 'newer5Words' }

  test('is set anew with a code; every session ends, the old password too', async () => {
    const { contact, token } = await register()
    const code = await sendCode(contact, 'forget')
    expect((await app.call(calls.forgottenPassword, { contact, code, ...fresh })).error).toBeUndefined()
    expect(await isSignedIn(token)).toBe(false)
    const ip = newIp()
    expect((await app.call(calls.login, { contact, password: PASSWORD }, undefined, { ip })).error).toBe(
      'LOGIN_FAILED',
    )
    expect((await app.call(calls.login, { contact, password: fresh.password }, undefined, { ip })).type).toBe(
      1,
    )
    expect(await app.messagesTo(contact)).toContainEqual(
      expect.objectContaining({ subject: 'Your password was changed' }),
    )
    expect((await app.call(calls.forgottenPassword, { contact, code, ...fresh })).error).toBe('CODE_WRONG')
  })

  test('cannot be set with the code of a registration, nor for nobody', async () => {
    const { contact } = await register()
    app.clock.advance(MINUTE_MS)
    const code = await sendCode(contact)
    expect((await app.call(calls.forgottenPassword, { contact, code, ...fresh })).error).toBe('CODE_WRONG')
    const nobody = newContact()
    await app.call(calls.sendCode, { contact: nobody, purpose: 'forget' })
    expect((await app.messagesTo(nobody))[0]!.text).not.toMatch(/\d{6}/)
  })
})

describe('T64: changing what guards an account', () => {
  const fresh = { password: 'newer5Words', repeated: 'newer5Words' }

  test('the password, with the old one: all sessions end, a new one begins', async () => {
    const { token } = await register()
    const { data } = await app.call(calls.changePassword, { oldPassword: PASSWORD, ...fresh }, token)
    expect(await isSignedIn(token)).toBe(false)
    expect(await isSignedIn(data)).toBe(true)
  })

  test('the password, with a code to one’s own contact', async () => {
    const { contact, token } = await register()
    expect((await app.call(calls.sendCode, { purpose: 'password' }, token)).error).toBeUndefined()
    const code = await app.codeOf(contact)
    expect((await app.call(calls.changePassword, { code, ...fresh }, token)).type).toBe(1)
  })

  test('the password, without either or with a wrong one: refused, and guessing is stopped', async () => {
    const { token } = await register()
    const change = (input: Record<string, unknown>) =>
      app.call(calls.changePassword, { ...fresh, ...input }, token, { ip: '10.2.0.1' })
    expect((await change({})).error).toBe('PASSWORD_WRONG')
    expect((await change({ code: '123456' })).error).toBe('CODE_WRONG')
    for (let guess = 1; guess < 5; guess++)
      expect((await change({ oldPassword: `wrong${guess}Word` })).error).toBe('PASSWORD_WRONG')
    expect((await change({ oldPassword: PASSWORD })).error).toBe('TOO_MANY_REQUESTS')
    expect(await isSignedIn(token)).toBe(true)
  })

  test('the mobile number: code to the new one, sign-in password, and the old contact is told', async () => {
    const { contact, token } = await register()
    await app.call(calls.sendMobileCode, { contact: '612345678', areaCode: '34', purpose: 'mobile' }, token)
    const code = await app.codeOf('+34612345678')
    const input = { mobile: '612345678', areaCode: '34', code }
    const wrong = { ...input, password: 'wrong4Sure' }
    expect((await app.call(calls.bindMobile, wrong, token)).error).toBe('PASSWORD_WRONG')
    expect((await app.call(calls.bindMobile, input, token)).error).toBe('PASSWORD_WRONG')
    expect((await app.call(calls.bindEmail, { email: contact, code }, token)).error).toBe('PASSWORD_WRONG')
    expect((await app.call(calls.bindMobile, { ...input, password: PASSWORD }, token)).error).toBeUndefined()
    expect((await app.call(calls.bindMobile, { ...input, password: PASSWORD }, token)).error).toBe(
      'CODE_WRONG',
    )
    expect((await app.messagesTo(contact)).at(-1)!.text).toContain('+346****5678')
    const signIn = { contact: '+34612345678', password: PASSWORD }
    expect((await app.call(calls.login, signIn)).type).toBe(1)

    // Replaced by another, the number is told as well as the email address.
    app.clock.advance(MINUTE_MS)
    const next = { contact: '612345999', areaCode: '34', purpose: 'mobile' }
    await app.call(calls.sendMobileCode, next, token)
    const again = { mobile: '612345999', areaCode: '34', code: await app.codeOf('+34612345999') }
    expect((await app.call(calls.bindMobile, { ...again, password: PASSWORD }, token)).error).toBeUndefined()
    for (const told of [contact, '+34612345678'])
      expect((await app.messagesTo(told)).at(-1)!.text).toContain('+346****5999')
  })

  test('a contact that another account has is refused to who proved to own it', async () => {
    const [ana, bob] = [await register(), await register()]
    app.clock.advance(MINUTE_MS)
    const code = await sendCode(bob.contact, 'email', ana.token)
    const input = { email: bob.contact, code, password: PASSWORD }
    expect((await app.call(calls.bindEmail, input, ana.token)).error).toBe('CONTACT_IN_USE')
  })

  test('the pay password: digits will do, not the sign-in password, changed with the old one', async () => {
    const { token } = await register()
    const set = (input: Record<string, unknown>) => app.call(calls.setPayPassword, input, token)
    const digits = { payPassword: '493817', repeated: '493817' }
    expect((await set(digits)).error).toBe('PASSWORD_WRONG')
    const same = { payPassword: PASSWORD, repeated: PASSWORD, password: PASSWORD }
    expect((await set(same)).error).toBe('PAY_PASSWORD_SAME')
    expect((await set({ payPassword: '12345', repeated: '12345' })).error).toBe('PAY_PASSWORD_RULE')
    expect((await set({ ...digits, password: PASSWORD })).error).toBeUndefined()
    expect((await app.call(calls.profile, {}, token)).data.hasPayPassword).toBe(true)
    const other = { payPassword: '718394', repeated: '718394' }
    expect((await set({ ...other, password: PASSWORD })).error).toBe('PASSWORD_WRONG')
    expect((await set({ ...other, oldPassword: '493817' })).error).toBeUndefined()
  })

  describe('T63: the old pay password', () => {
    const digits = { payPassword: '493817', repeated: '493817' }
    const other = { payPassword: '718394', repeated: '718394' }
    async function withPayPassword() {
      const { token } = await register()
      const set = (input: object) =>
        app.call(calls.setPayPassword, { ...other, ...input }, token, { ip: newIp() })
      expect((await set({ ...digits, password: PASSWORD })).error).toBeUndefined()
      return { token, set }
    }

    test('has five tries, wherever they come from, and is then locked for a day', async () => {
      const { set } = await withPayPassword()
      for (let left = 4; left > 0; left--)
        expect(await set({ oldPassword: `10000${left}` })).toMatchObject({ error: 'PAY_PASSWORD_WRONG' })
      expect((await set({ oldPassword: '100000' })).error).toBe('PAY_PASSWORD_LOCKED')
      expect((await set({ oldPassword: '493817' })).error).toBe('PAY_PASSWORD_LOCKED')
      app.clock.advance(DAY_MS - 1)
      expect((await set({ oldPassword: '493817' })).error).toBe('PAY_PASSWORD_LOCKED')
      app.clock.advance(1)
      expect((await set({ oldPassword: '493817' })).error).toBeUndefined()
    })

    test('of 16 wrong ones at once has no more', async () => {
      const { set } = await withPayPassword()
      const tries = Array.from({ length: 16 }, (_, n) => set({ oldPassword: `2000${10 + n}` }))
      const errors = (await Promise.all(tries)).map(({ error }) => error)
      expect(errors.filter((error) => error === 'PAY_PASSWORD_WRONG')).toHaveLength(4)
      expect(errors.filter((error) => error === 'PAY_PASSWORD_LOCKED')).toHaveLength(12)
    })

    test('is not told to be right or wrong by asking for the sign-in password as the new one, and each time counts', async () => {
      const { set } = await withPayPassword()
      const same = { payPassword: PASSWORD, repeated: PASSWORD }
      for (const oldPassword of ['493817', '100001', '493817', '100002'])
        expect((await set({ ...same, oldPassword })).error).toBe('PAY_PASSWORD_SAME')
      expect((await set({ ...same, oldPassword: '493817' })).error).toBe('PAY_PASSWORD_LOCKED')
    })
  })

  test('the sign-in password cannot become the pay password either', async () => {
    const { token } = await register()
    const pay = { payPassword: 'newer5Words', repeated: 'newer5Words', password: PASSWORD }
    await app.call(calls.setPayPassword, pay, token)
    const answer = await app.call(calls.changePassword, { oldPassword: PASSWORD, ...fresh }, token)
    expect(answer.error).toBe('PAY_PASSWORD_SAME')
  })
})

describe('a profile', () => {
  test('takes a nickname and a signature, and refuses what could deceive', async () => {
    const { token } = await register()
    const edit = (input: Record<string, unknown>) => app.call(calls.editProfile, input, token)
    expect((await edit({ nickname: 'Ana 7', signature: 'Slow, steady.' })).data).toMatchObject({
      nickname: 'Ana 7',
      signature: 'Slow, steady.',
    })
    expect((await edit({ nickname: 'Plumb 1' })).error).toBe('NICKNAME_RESERVED')
    expect((await edit({ nickname: '<b>x</b>' })).error).toBe('NICKNAME_INVALID')
    expect((await edit({ signature: '<script>' })).error).toBe('SIGNATURE_INVALID')
    expect((await app.call(calls.profile, {}, token)).data.nickname).toBe('Ana 7')
  })

  test('is cleared by a dash, one field at a time, and twice in a row', async () => {
    const { token } = await register()
    const edit = async (input: Record<string, unknown>) => {
      const { data } = await app.call(calls.editProfile, input, token)
      return [data.nickname, data.signature]
    }
    await edit({ nickname: 'Ana 7', signature: 'Slow, steady.' })
    expect(await edit({ signature: '-' })).toEqual(['Ana 7', null])
    expect(await edit({ nickname: '-', signature: '-' })).toEqual([null, null])
    expect(await edit({ nickname: 'Ana 8' })).toEqual(['Ana 8', null])
  })
})

test('old codes and ended sessions are swept, living ones stay', async () => {
  const { token } = await register()
  const { token: ended } = await register()
  await app.call(calls.logout, {}, ended)
  app.clock.advance(3 * DAY_MS)
  expect(await isSignedIn(token)).toBe(true)
  for (const job of [...app.users.jobs, ...app.users.jobs]) await job.run()
  expect(await app.db.selectFrom('contact_code').select('contact').execute()).toEqual([])
  expect(await isSignedIn(token)).toBe(true)
})
