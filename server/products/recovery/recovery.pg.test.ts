import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { freezeAccount, SIGN_IN_HELD_MS, unfreezeAccount } from '#domain/user/freeze.ts'
import { setMailPhrase } from '#domain/user/mail-phrase.ts'
import * as passkey from '#domain/user/passkey.ts'
import {
  askRecovery,
  cancelRecovery,
  MAX_RECOVERIES,
  NEW_PASSWORD_MS,
  ownRecovery,
  RECOVERY_HOLD_MS,
  RECOVERY_WAIT_MS,
  UNVERIFIED_WAIT_MS,
} from '#domain/user/recovery.ts'
import * as factor from '#domain/user/second-factor.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Mail } from '#server/platform/outbox.ts'
import { REPLACED_CONTACTS_MS } from '#server/platform/retention.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { createPasskey, signWithPasskey } from '#server/testing/authenticator.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { withPhrase } from '#server/users/mail-phrase.ts'
import { keepReplaced } from '#server/users/replaced-contacts.ts'
import { withdrawalsHeldUntilMs } from '#server/users/withdrawal-hold.ts'
import { withdrawOverProposals } from './console.ts'

/** The way back of who lost the second factor, or the password of a frozen account, on either database. */

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let maker: Person
let checker: Person
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
  consoleApp = openTestConsole({ db: app.db, clock: app.clock, uploads: app.uploads })
  maker = await consoleApp.addOperator('compliance')
  checker = await consoleApp.addOperator('compliance')
})
afterAll(async () => {
  await consoleApp?.close()
  await app?.close()
})

const newIp = () => ({ ip: `10.${40 + (++addresses >> 8)}.${addresses & 255}.1` })
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
const idOf = (me: TestCustomer) => `X${1_000_000n + me.id}`

/** Remembers a document as one that the customer was verified with. */
async function verified(me: TestCustomer): Promise<TestCustomer> {
  const fingerprint = testPrivateData.fingerprint(`passport:${idOf(me)}`)
  await app.db.insertInto('verification_identity').values({ fingerprint, customer_id: me.id }).execute()
  return me
}

/** A verified customer whose authenticator is asked for. */
async function withFactor() {
  const me = await verified(await app.newCustomer())
  const begun = await app.call(factor.beginSecondFactor, { password: PASSWORD }, me.token, newIp())
  const secret = begun.data.setupKey as string
  const input = { password: PASSWORD, code: codeOf(secret) }
  expect((await app.call(factor.enableSecondFactor, input, me.token, newIp())).type).toBe(1)
  app.clock.advance(MINUTE_MS)
  return { me, secret }
}

const signIn = (me: TestCustomer, input: object = {}, from = newIp()) =>
  app.call(calls.login, { contact: me.email, password: PASSWORD, ...input }, undefined, from)

/** A code to a contact, asked for by a visitor. */
async function codeFor(contact: string, from: { ip: string }, purpose: 'recover' | 'forget' = 'recover') {
  // What a notice tells by mail is sent before it.
  await app.messagesTo(contact)
  await app.call(calls.sendCode, { contact, purpose }, undefined, from)
  return app.codeOf(contact)
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

async function ask(me: TestCustomer, input: object = {}, typed = (code: string) => code) {
  const from = newIp()
  const code = typed(await codeFor(me.email, from))
  const whole = {
    contact: me.email,
    password: PASSWORD,
    code,
    idNumber: idOf(me),
    note: 'It fell into a lake',
  }
  return app.call(askRecovery, { ...whole, ...input }, undefined, from)
}
const withoutPassword = (me: TestCustomer) => ask(me, { password: undefined })

const requestOf = (me: TestCustomer) =>
  app.db
    .selectFrom('account_recovery')
    .selectAll()
    .where('customer_id', '=', me.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const propose = async (me: TestCustomer, by = maker) =>
  consoleApp.post('/console/recovery/propose', await consoleApp.tokenOf(by), {
    id: String((await requestOf(me)).id),
    reason: 'the answers fit',
  })
const approve = async (id: string, by = checker) =>
  consoleApp.post('/console/proposal/approve', await consoleApp.tokenOf(by), { id, reason: 'seen too' })
const refuse = async (me: TestCustomer) =>
  consoleApp.post('/console/recovery/refuse', await consoleApp.tokenOf(checker), {
    id: String((await requestOf(me)).id),
    reason: 'the story changes',
  })

/** Two operators let a customer back in. */
async function grant(me: TestCustomer): Promise<void> {
  const { data } = await propose(me)
  expect((await approve(data.proposal.id)).type).toBe(1)
}

const runJobs = async () => {
  for (const job of app.users.jobs) await job.run()
}
const subjectsTo = async (me: TestCustomer) =>
  (await app.messagesTo(me.email)).map((mail) => 'subject' in mail && mail.subject)
const stateOf = async (me: TestCustomer) => (await app.call(ownRecovery, {}, me.token)).data.opensAtMs

describe('asking', () => {
  test('T64: takes the password, a code, and the document that verified the account', async () => {
    const { me } = await withFactor()
    expect((await ask(me, { password: 'another7one' })).error).toBe('LOGIN_FAILED')
    expect((await ask(me, { idNumber: 'X0000001' })).error).toBe('RECOVERY_ID_WRONG')
    expect((await ask(me, {}, wrong)).error).toBe('CODE_WRONG')
    expect(await stateOf(me)).toBeNull()
    const asked = await ask(me)
    expect(asked.data).toEqual({ opensAtMs: app.clock.nowMs() + RECOVERY_WAIT_MS })
    expect(await stateOf(me)).toBe(asked.data.opensAtMs)
    expect((await ask(me)).error).toBe('RECOVERY_PENDING')
    expect(await subjectsTo(me)).toContain('Someone asked to regain access to your account')
    // Nothing has changed by that.
    expect((await signIn(me)).error).toBe('SECOND_FACTOR_NEEDED')
  })

  test('takes another’s document as wrong, and who was never verified has none', async () => {
    const { me } = await withFactor()
    const other = await verified(await app.newCustomer())
    expect((await ask(me, { idNumber: idOf(other) })).error).toBe('RECOVERY_ID_WRONG')
    await app.db.deleteFrom('verification_identity').where('customer_id', '=', me.id).execute()
    expect((await ask(me)).error).toBe('RECOVERY_ID_WRONG')
  })

  test('is for who needs it: not without a second factor, and without a password only while frozen', async () => {
    const me = await verified(await app.newCustomer())
    expect((await ask(me)).error).toBe('RECOVERY_NOT_NEEDED')
    expect((await withoutPassword(me)).error).toBe('RECOVERY_NOT_NEEDED')
  })

  test('T55: answers a contact without an account like a wrong password or code', async () => {
    const { me } = await withFactor()
    const nobody = 'nobody-at-all@example.com'
    const sent = []
    for (const contact of [me.email, nobody]) {
      const { data } = await app.call(calls.sendCode, { contact, purpose: 'recover' }, undefined, newIp())
      sent.push(Object.keys(data), data.expiresInSeconds, data.waitSeconds)
    }
    expect(sent.slice(0, 3)).toEqual(sent.slice(3))
    const input = { code: '123456', idNumber: idOf(me), note: 'lost' }
    const bodies = async (more: object) => {
      const answers = [me.email, nobody].map((contact) =>
        app.call(askRecovery, { ...input, ...more, contact }, undefined, newIp()),
      )
      return (await Promise.all(answers)).map(({ body }) => body)
    }
    for (const more of [{ password: 'another7one' }, {}]) {
      const [known, unknown] = await bodies(more)
      expect(known).toBe(unknown)
    }
    const text = (await app.messagesTo(nobody)).at(-1)!.text
    expect(text).toContain('it has no account with us')
    expect(text).not.toMatch(/\d{6}/)
  })

  test('T56: 64 at once with one code ask once, and guesses of the document are limited', async () => {
    const { me } = await withFactor()
    const from = newIp()
    const code = await codeFor(me.email, from)
    const input = { contact: me.email, password: PASSWORD, code, idNumber: idOf(me), note: 'lost' }
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => app.call(askRecovery, input, undefined, from)),
    )
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(1)
    const other = (await withFactor()).me
    const guess = { contact: other.email, password: PASSWORD, idNumber: 'X0000001', note: 'lost' }
    const there = newIp()
    const right = await codeFor(other.email, there)
    const errors: unknown[] = []
    for (let n = 0; n < 8; n++)
      errors.push((await app.call(askRecovery, { ...guess, code: right }, undefined, there)).error)
    expect(errors.filter((error) => error === 'RECOVERY_ID_WRONG').length).toBeLessThanOrEqual(5)
    expect(errors.at(-1)).toBe('TOO_MANY_REQUESTS')
  })

  test('is allowed three times in 30 days', async () => {
    const { me } = await withFactor()
    for (let n = 0; n < MAX_RECOVERIES; n++) {
      expect((await ask(me)).type).toBe(1)
      expect((await app.call(cancelRecovery, {}, me.token)).type).toBe(1)
    }
    expect((await ask(me)).error).toBe('TOO_MANY_REQUESTS')
  })
})

describe('granted', () => {
  test('T10, T64: after a day the second factor is gone, all sessions end, and withdrawals are held for 72 hours', async () => {
    const { me } = await withFactor()
    const askedAtMs = app.clock.nowMs()
    await ask(me)
    await grant(me)
    await runJobs()
    expect((await signIn(me)).error).toBe('SECOND_FACTOR_NEEDED')
    app.clock.advance(askedAtMs + RECOVERY_WAIT_MS - 1 - app.clock.nowMs())
    await runJobs()
    expect((await requestOf(me)).status).toBe('approved')
    expect((await app.call(calls.profile, {}, me.token)).type).toBe(1)
    app.clock.advance(1)
    await runJobs()
    await runJobs()
    const nowMs = app.clock.nowMs()
    expect((await requestOf(me)).status).toBe('done')
    expect((await app.call(calls.profile, {}, me.token)).error).toBe('SESSION_EXPIRED')
    expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs)).toBe(nowMs + RECOVERY_HOLD_MS)
    expect(await withdrawalsHeldUntilMs(app.db, me.id, nowMs + RECOVERY_HOLD_MS)).toBeUndefined()
    const told = await subjectsTo(me)
    expect(told.filter((subject) => subject === 'You can sign in to your account again')).toHaveLength(1)
    expect((await signIn(me)).type).toBe(1)
  })

  test('T79: not by one operator, nor by the database for one, nor before its day', async () => {
    const { me } = await withFactor()
    await ask(me)
    const { data } = await propose(me)
    expect((await approve(data.proposal.id, maker)).error).toBe('PROPOSAL_IS_YOURS')
    const support = await consoleApp.addOperator('support', 'finance', 'admin')
    expect((await approve(data.proposal.id, support)).error).toBe('OPERATOR_ROLE_REQUIRED')
    const { id } = await requestOf(me)
    const set = (change: object) =>
      app.db
        .updateTable('account_recovery')
        .set(change as never)
        .where('id', '=', id)
        .execute()
    await expect(set({ status: 'approved' })).rejects.toThrow()
    await expect(set({ status: 'approved', maker: maker.id, checker: maker.id })).rejects.toThrow()
    const both = { maker: maker.id, checker: checker.id }
    const ended_at = new Date(app.clock.nowMs() + HOUR_MS)
    await expect(set({ status: 'done', ...both, ended_at })).rejects.toThrow()
    await expect(set({ note: 'another story' })).rejects.toThrow()
    const insert = { customer_id: me.id, missing: 'factor' as const, note: 'x', device: 'x', ip: 'x' }
    const second = app.db
      .insertInto('account_recovery')
      .values({ ...insert, id: nextId(), asked_at: new Date(app.clock.nowMs()) })
      .execute()
    await expect(second).rejects.toThrow()
    expect((await approve(data.proposal.id)).type).toBe(1)
    expect((await requestOf(me)).status).toBe('approved')
    expect((await refuse(me)).type).toBe(1)
    await expect(set({ status: 'approved', ended_at: null })).rejects.toThrow()
  })

  test('T83: operators choose nothing and see no secret', async () => {
    const { me, secret } = await withFactor()
    await ask(me)
    const shown = await propose(me)
    expect(shown.data.proposal).toMatchObject({ kind: 'recovery-grant' })
    const row = await app.db
      .selectFrom('proposal')
      .select('params')
      .where('id', '=', BigInt(shown.data.proposal.id))
      .executeTakeFirstOrThrow()
    expect(row.params).toEqual({})
    for (const hidden of [secret, idOf(me), me.email]) expect(JSON.stringify(shown)).not.toContain(hidden)
    expect(shown.data).toMatchObject({ note: 'It fell into a lake', missing: 'factor', isKnownDevice: false })
    const queue = await consoleApp.get('/console/queue', await consoleApp.tokenOf(checker))
    const waiting = queue.data.items.filter(
      (item: { customerId: string }) => item.customerId === String(me.id),
    )
    expect(waiting).toMatchObject([{ product: 'recovery', viewerAction: 'check' }])
  })

  test('T64: for a frozen account a code replaces the password, once within a week; its customer unfreezes it', async () => {
    const me = await verified(await app.newCustomer())
    await app.call(freezeAccount, {}, me.token)
    const fresh = { password: 'newer5Words', repeated: 'newer5Words' }
    const reset = async (password = fresh) => {
      const from = newIp()
      const code = await codeFor(me.email, from, 'forget')
      return app.call(calls.forgottenPassword, { contact: me.email, code, ...password }, undefined, from)
    }
    app.clock.advance(MINUTE_MS)
    expect((await reset()).error).toBe('ACCOUNT_FROZEN')
    expect((await withoutPassword(me)).type).toBe(1)
    await grant(me)
    app.clock.advance(RECOVERY_WAIT_MS)
    expect((await reset()).error).toBe('ACCOUNT_FROZEN')
    await runJobs()
    app.clock.advance(MINUTE_MS)
    expect((await reset()).type).toBe(1)
    const again = { password: 'other6Words', repeated: 'other6Words' }
    expect((await reset(again)).error).toBe('ACCOUNT_FROZEN')
    app.clock.advance(SIGN_IN_HELD_MS)
    const token = (await signIn(me, { password: fresh.password })).data as string
    await app.messagesTo(me.email)
    await app.call(calls.sendCode, { purpose: 'unfreeze' }, token, newIp())
    const code = await app.codeOf(me.email)
    const unfreeze = { password: fresh.password, code }
    expect((await app.call(unfreezeAccount, unfreeze, token, newIp())).data).toEqual({ frozenSinceMs: null })
  })

  test('the way for a new password closes after a week', async () => {
    const me = await verified(await app.newCustomer())
    await app.call(freezeAccount, {}, me.token)
    app.clock.advance(MINUTE_MS)
    await withoutPassword(me)
    await grant(me)
    app.clock.advance(RECOVERY_WAIT_MS)
    await runJobs()
    app.clock.advance(NEW_PASSWORD_MS)
    const from = newIp()
    const code = await codeFor(me.email, from, 'forget')
    const fresh = { contact: me.email, code, password: 'newer5Words', repeated: 'newer5Words' }
    expect((await app.call(calls.forgottenPassword, fresh, undefined, from)).error).toBe('ACCOUNT_FROZEN')
  })
})

describe('of who was never verified', () => {
  /** An unverified customer whose authenticator is asked for, with both contacts, a day after it was set. */
  async function unverified() {
    const { me, secret } = await withFactor()
    const mobile = `+3460000${String(me.id).padStart(4, '0')}`
    await app.db.updateTable('customer').set({ tier: 'unverified', mobile }).where('id', '=', me.id).execute()
    await app.db.deleteFrom('verification_identity').where('customer_id', '=', me.id).execute()
    app.clock.advance(DAY_MS)
    return { me, secret, mobile }
  }
  const askLong = (me: TestCustomer, input: object = {}, typed?: (code: string) => string) =>
    ask(me, { idNumber: undefined, ...input }, typed)
  const held = (me: TestCustomer) => withdrawalsHeldUntilMs(app.db, me.id, app.clock.nowMs())

  test('T64: takes the password and a code, tells every contact, and holds withdrawals at once', async () => {
    const { me, mobile } = await unverified()
    expect(await held(me)).toBeUndefined()
    expect((await askLong(me, { password: 'another7one' })).error).toBe('LOGIN_FAILED')
    expect((await askLong(me, {}, wrong)).error).toBe('CODE_WRONG')
    expect(await held(me)).toBeUndefined()
    const { data } = await askLong(me)
    const askedAtMs = app.clock.nowMs()
    expect(data).toEqual({ opensAtMs: askedAtMs + UNVERIFIED_WAIT_MS })
    expect(await stateOf(me)).toBe(data.opensAtMs)
    expect(await held(me)).toBe(data.opensAtMs + RECOVERY_HOLD_MS)
    expect(await subjectsTo(me)).toContain('Someone asked to regain access to your account')
    const [sms] = await app.messagesTo(mobile)
    expect(sms!.text).toContain('Nothing changes for 7 days')
    const told = await app.db.selectFrom('notice').select('kind').where('customer_id', '=', me.id).execute()
    expect(told).toContainEqual({ kind: 'user-recovery-asked-long' })
    // Cancelled with one tap, nothing is held any more.
    expect((await app.call(cancelRecovery, {}, me.token)).type).toBe(1)
    expect(await held(me)).toBeUndefined()
  })

  test('T64: tells the contacts that were replaced within 30 days too, and sends them no phrase', async () => {
    const { me, secret } = await unverified()
    const replaceBy = async (email: string, token: string) => {
      await app.messagesTo(email)
      await app.call(calls.sendCode, { contact: email, purpose: 'email' }, token, newIp())
      const code = await app.codeOf(email)
      const input = { email, code, password: PASSWORD, factorCode: codeOf(secret) }
      expect((await app.call(calls.bindEmail, input, token, newIp())).error).toBeUndefined()
      app.clock.advance(MINUTE_MS)
    }
    const phrase = { phrase: 'blue heron', password: PASSWORD, factorCode: codeOf(secret) }
    expect((await app.call(setMailPhrase, phrase, me.token, newIp())).error).toBeUndefined()
    app.clock.advance(MINUTE_MS)
    const [early, late, now] = [me.email, `late-${me.email}`, `now-${me.email}`]
    await replaceBy(late, me.token)
    app.clock.advance(REPLACED_CONTACTS_MS - 2 * MINUTE_MS)
    // A session ends when it is not used for as long.
    const token = (await signIn({ ...me, email: late }, { factorCode: codeOf(secret) })).data as string
    app.clock.advance(MINUTE_MS)
    await replaceBy(now, token)
    // The first one's time is over.
    expect((await askLong({ ...me, email: now })).error).toBeUndefined()
    const asked = 'Someone asked to regain access to your account'
    for (const [contact, isTold] of [
      [early, false],
      [late, true],
      [now, true],
    ] as const)
      expect([contact, (await subjectsTo({ ...me, email: contact })).includes(asked)]).toEqual([
        contact,
        isTold,
      ])
    const told = (await app.messagesTo(late)).findLast((mail) => 'subject' in mail && mail.subject === asked)!
    expect((await withPhrase({ db: app.db, privateData: testPrivateData }, told as Mail)).text).toBe(
      told.text,
    )
    await runJobs()
    const kept = app.db.selectFrom('replaced_contact').select('contact').where('customer_id', '=', me.id)
    expect(await kept.execute()).toEqual([{ contact: late }])
  })

  test('T64: tells a contact once that was replaced and is the account’s again', async () => {
    const { me } = await unverified()
    await app.db.transaction().execute((tx) => keepReplaced(tx, me.id, me.email, app.clock.nowMs()))
    await askLong(me)
    const asked = 'Someone asked to regain access to your account'
    expect((await subjectsTo(me)).filter((subject) => subject === asked)).toHaveLength(1)
  })

  test('T64: takes seven days and two operators; then the factor is gone and withdrawals stay held for 72 hours', async () => {
    const { me } = await unverified()
    const askedAtMs = app.clock.nowMs()
    await askLong(me)
    const proposed = await propose(me)
    expect(JSON.stringify(proposed.data.proposal.lines)).toContain('no document was ever verified')
    expect(proposed.data).toMatchObject({ byDocument: false, opensAtMs: askedAtMs + UNVERIFIED_WAIT_MS })
    expect((await approve(proposed.data.proposal.id, maker)).error).toBe('PROPOSAL_IS_YOURS')
    expect((await approve(proposed.data.proposal.id)).type).toBe(1)
    app.clock.advance(askedAtMs + UNVERIFIED_WAIT_MS - 1 - app.clock.nowMs())
    await runJobs()
    expect((await requestOf(me)).status).toBe('approved')
    expect((await signIn(me)).error).toBe('SECOND_FACTOR_NEEDED')
    app.clock.advance(1)
    await runJobs()
    expect((await requestOf(me)).status).toBe('done')
    expect((await signIn(me)).type).toBe(1)
    expect(await held(me)).toBe(app.clock.nowMs() + RECOVERY_HOLD_MS)
  })

  test('withdrawals stay held for as long as nobody decides', async () => {
    const { me } = await unverified()
    await askLong(me)
    app.clock.advance(UNVERIFIED_WAIT_MS + 30 * DAY_MS)
    expect(await held(me)).toBe(app.clock.nowMs() + RECOVERY_HOLD_MS)
    await refuse(me)
    expect(await held(me)).toBeUndefined()
  })

  test('T79: the database lets nothing take effect before seven days, and replaces no password', async () => {
    const { me } = await unverified()
    await askLong(me)
    await grant(me)
    const { id, asked_at } = await requestOf(me)
    const end = (afterMs: number) =>
      app.db
        .updateTable('account_recovery')
        .set({ status: 'done', ended_at: new Date(Number(asked_at) + afterMs) })
        .where('id', '=', id)
        .execute()
    await expect(end(UNVERIFIED_WAIT_MS - 1_000)).rejects.toThrow()
    const other = await app.newCustomer()
    const row = { id: nextId(), customer_id: other.id, note: 'x', device: 'x', ip: 'x', by_document: false }
    const insert = (missing: 'factor' | 'password') =>
      app.db
        .insertInto('account_recovery')
        .values({ ...row, missing, asked_at: new Date(app.clock.nowMs()) })
        .execute()
    await expect(insert('password')).rejects.toThrow()
    await expect(insert('factor')).resolves.toBeDefined()
  })

  test('who still has the factor cancels by signing in with it', async () => {
    const { me, secret } = await unverified()
    await askLong(me)
    app.clock.advance(6 * DAY_MS)
    expect((await signIn(me, { factorCode: codeOf(secret) })).type).toBe(1)
    expect((await requestOf(me)).status).toBe('cancelled')
    expect(await held(me)).toBeUndefined()
  })

  test('is not for the verified, nor for the password of a frozen account', async () => {
    const { me } = await withFactor()
    expect((await askLong(me)).error).toBe('RECOVERY_ID_NEEDED')
    // Who erased their data since is known by the document all the same.
    await app.db.updateTable('customer').set({ tier: 'unverified' }).where('id', '=', me.id).execute()
    expect((await askLong(me)).error).toBe('RECOVERY_ID_NEEDED')
    expect((await askLong(me, { idNumber: idOf(me) })).error).toBeUndefined()
    const { me: frozen } = await unverified()
    await app.call(freezeAccount, {}, frozen.token)
    expect((await askLong(frozen, { password: undefined })).error).toBe('RECOVERY_ONLY_VERIFIED')
  })
})

describe('passkeys', () => {
  test('T64: are lost with the factor and removed with it; signing in with one cancels', async () => {
    const me = await verified(await app.newCustomer())
    const begun = await app.call(passkey.beginPasskey, { password: PASSWORD }, me.token, newIp())
    const made = createPasskey(begun.data.options)
    await app.call(passkey.addPasskey, { response: made.response }, me.token, newIp())
    app.clock.advance(MINUTE_MS)
    const enter = async () => {
      const asked = await app.call(passkey.passkeySignInChallenge, {}, undefined, newIp())
      const response = signWithPasskey(made.passkey, asked.data.options)
      return app.call(passkey.signInByPasskey, { response }, undefined, newIp())
    }
    expect((await ask(me)).type).toBe(1)
    expect((await enter()).type).toBe(1)
    expect((await requestOf(me)).status).toBe('cancelled')
    expect((await ask(me)).type).toBe(1)
    await grant(me)
    app.clock.advance(RECOVERY_WAIT_MS)
    await runJobs()
    expect((await requestOf(me)).status).toBe('done')
    expect((await enter()).error).toBe('PASSKEY_WRONG')
    const { data: token, type } = await signIn(me)
    expect(type).toBe(1)
    expect((await app.call(passkey.passkeys, {}, token)).data.items).toEqual([])
  })
})

describe('not granted', () => {
  test('T64: who still has the factor cancels by signing in, also once it is approved', async () => {
    for (const isApproved of [false, true]) {
      const { me, secret } = await withFactor()
      await ask(me)
      if (isApproved) await grant(me)
      expect((await signIn(me, { factorCode: codeOf(secret) })).type).toBe(1)
      expect((await requestOf(me)).status).toBe('cancelled')
      app.clock.advance(RECOVERY_WAIT_MS)
      await runJobs()
      expect((await signIn(me)).error).toBe('SECOND_FACTOR_NEEDED')
      const told = await subjectsTo(me)
      expect(told.filter((subject) => subject === 'The request to regain access was canceled')).toHaveLength(
        1,
      )
    }
  })

  test('a sign-in without the factor, on a device that is known, leaves it; one tap there cancels it', async () => {
    const { me, secret } = await withFactor()
    const device = `${addresses}`.padStart(43, 'r')
    const token = (await signIn(me, { device, factorCode: codeOf(secret) })).data as string
    await ask(me)
    expect((await signIn(me, { device })).type).toBe(1)
    expect((await requestOf(me)).status).toBe('asked')
    const cancel = () => app.call(cancelRecovery, {}, token)
    const answers = await Promise.all(Array.from({ length: 8 }, cancel))
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(1)
    expect((await cancel()).error).toBe('RECOVERY_NOT_OPEN')
  })

  test('the password cancels what was asked without it', async () => {
    const me = await verified(await addTestCustomer(app.db, app.clock))
    const here = { ip: '10.0.0.1' }
    const token = (await signIn(me, {}, here)).data as string
    await app.call(freezeAccount, {}, token)
    await withoutPassword(me)
    expect((await signIn(me, {}, here)).type).toBe(1)
    expect((await requestOf(me)).status).toBe('cancelled')
  })

  test('T64: what guards the account changed after it was asked for: it is cancelled when its day has come', async () => {
    const { me } = await withFactor()
    await ask(me)
    await grant(me)
    await app.call(freezeAccount, {}, me.token)
    app.clock.advance(DAY_MS)
    await runJobs()
    expect((await requestOf(me)).status).toBe('cancelled')
    expect((await app.call(factor.secondFactor, {}, me.token)).data.isOn).toBe(true)
  })

  test('one operator refuses, also what two approved, and the customer may ask again', async () => {
    const { me } = await withFactor()
    await ask(me)
    const { data } = await propose(me)
    expect((await refuse(me)).error).toBe('PROPOSAL_EXISTS')
    await approve(data.proposal.id)
    expect((await refuse(me)).data.status).toBe('refused')
    expect((await refuse(me)).error).toBe('RECOVERY_NOT_OPEN')
    expect(await subjectsTo(me)).toContain('Your request to regain access was refused')
    app.clock.advance(RECOVERY_WAIT_MS)
    await runJobs()
    expect((await signIn(me)).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await ask(me)).type).toBe(1)
  })

  test('what was proposed of a request that is over is refused to the checker, and taken back', async () => {
    const { me } = await withFactor()
    await ask(me)
    const { data } = await propose(me)
    await app.call(cancelRecovery, {}, me.token)
    expect((await approve(data.proposal.id)).error).toBe('RECOVERY_NOT_OPEN')
    await withdrawOverProposals(app.db, app.clock.nowMs())
    const row = await app.db
      .selectFrom('proposal')
      .select('status')
      .where('id', '=', BigInt(data.proposal.id))
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('withdrawn')
  })
})
