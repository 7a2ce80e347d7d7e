import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { mailPhrase, setMailPhrase } from '#domain/user/mail-phrase.ts'
import * as factor from '#domain/user/second-factor.ts'
import type { Mail } from '#server/platform/outbox.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { withPhrase } from './mail-phrase.ts'

/** The phrase at the head of mails, on either database. */

let app: TestApp
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const PHRASE = 'blue heron 7'
const newIp = () => ({ ip: `10.11.${++addresses >> 8}.${addresses & 255}` })

const set = (me: TestCustomer, input: object = {}) =>
  app.call(setMailPhrase, { phrase: PHRASE, password: PASSWORD, ...input }, me.token, newIp())
const masked = async (me: TestCustomer) => (await app.call(mailPhrase, {}, me.token)).data.masked

/** The texts of the mails to an address, as they are sent. */
async function sentTo(address: string): Promise<string[]> {
  const mails = (await app.messagesTo(address)) as Mail[]
  const deps = { db: app.db, privateData: testPrivateData }
  return Promise.all(mails.map(async (mail) => (await withPhrase(deps, mail)).text))
}
const head = (text: string | undefined) => text?.split('\n')[0]
const HEAD = `Your anti-phishing phrase: ${PHRASE}`

describe('the phrase at the head of mails', () => {
  test('takes the password, is shown hidden, and heads every mail from then on', async () => {
    const me = await app.newCustomer()
    expect(await masked(me)).toBeNull()
    expect((await set(me, { password: 'another7one' })).error).toBe('PASSWORD_WRONG')
    expect(await masked(me)).toBeNull()
    expect((await set(me)).type).toBe(1)
    expect(await masked(me)).toBe('b•••••')
    // Of the change itself, of a code, and of a sign-in from another device.
    await app.call(calls.sendCode, { purpose: 'password' }, me.token, newIp())
    await app.call(calls.login, { contact: me.email, password: PASSWORD }, undefined, newIp())
    const texts = await sentTo(me.email)
    expect(texts).toHaveLength(3)
    expect(texts.map(head)).toEqual([HEAD, HEAD, HEAD])
  })

  test('a second one takes the place of the first, and - removes it', async () => {
    const me = await app.newCustomer()
    await set(me)
    expect((await set(me, { phrase: 'otters at dawn' })).type).toBe(1)
    expect(head((await sentTo(me.email)).at(-1))).toBe('Your anti-phishing phrase: otters at dawn')
    expect((await set(me, { phrase: '-' })).type).toBe(1)
    expect(await masked(me)).toBeNull()
    expect((await sentTo(me.email)).join()).not.toContain('anti-phishing phrase:')
    const subjects = (await app.messagesTo(me.email)).map((mail) => 'subject' in mail && mail.subject)
    expect(subjects).toEqual([
      'Your anti-phishing phrase was set',
      'Your anti-phishing phrase was set',
      'Your anti-phishing phrase was removed',
    ])
  })

  test.each([
    ['abc', 'PARAMETER_ERROR'],
    ['a'.repeat(33), 'TEXT_TOO_LONG'],
    ['a <b> phrase', 'TEXT_PUNCTUATION'],
    ['two\nlines here', 'PARAMETER_ERROR'],
    ['\u202egnidaer', 'PARAMETER_ERROR'],
  ])('%j is no phrase', async (phrase, error) => {
    const me = await app.newCustomer()
    expect((await set(me, { phrase })).error).toBe(error)
  })

  test.each(['4 to', 'a'.repeat(32), '蓝色苍鹭', 'É una frase'])('%j is one', async (phrase) => {
    const me = await app.newCustomer()
    expect((await set(me, { phrase })).type).toBe(1)
    expect(head((await sentTo(me.email)).at(-1))).toBe(`Your anti-phishing phrase: ${phrase}`)
  })

  test('takes the second factor where one is set, and uses the code up', async () => {
    const me = await app.newCustomer()
    const begun = await app.call(factor.beginSecondFactor, { password: PASSWORD }, me.token, newIp())
    const codeNow = () =>
      generateSync({ secret: begun.data.setupKey, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
    const enable = { password: PASSWORD, code: codeNow() }
    await app.call(factor.enableSecondFactor, enable, me.token, newIp())
    app.clock.advance(MINUTE_MS)
    expect((await set(me)).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await set(me, { factorCode: '0000-00000' })).error).toBe('SECOND_FACTOR_WRONG')
    const factorCode = codeNow()
    expect((await set(me, { factorCode })).type).toBe(1)
    expect((await set(me, { factorCode })).error).toBe('SECOND_FACTOR_WRONG')
  })

  test('of 64 at once leaves one phrase', async () => {
    const me = await app.newCustomer()
    const phrases = Array.from({ length: 64 }, (_, n) => `phrase ${n}`)
    const answers = await Promise.all(phrases.map((phrase) => set(me, { phrase })))
    const refused = answers.filter(({ type }) => type !== 1).map(({ error }) => error)
    expect(refused.length).toBeLessThan(64)
    // Of the password, which is compared so often in a minute; on a fast machine none is refused.
    for (const error of refused) expect(error).toBe('TOO_MANY_REQUESTS')
    const rows = await app.db.selectFrom('mail_phrase').selectAll().where('customer_id', '=', me.id).execute()
    expect(rows).toHaveLength(1)
  })

  test('leaves the phrase neither in the database nor in a queued message', async () => {
    const me = await app.newCustomer()
    await set(me)
    await app.call(calls.sendCode, { purpose: 'password' }, me.token, newIp())
    const rows = await app.db.selectFrom('mail_phrase').selectAll().where('customer_id', '=', me.id).execute()
    expect(Buffer.from(rows[0]!.phrase_sealed, 'base64').includes(PHRASE)).toBe(false)
    const queued = await app.db.selectFrom('outbox').select('payload').execute()
    const notices = await app.db.selectFrom('notice').select('params').execute()
    expect(JSON.stringify([queued, notices])).not.toContain(PHRASE)
  })

  test('a row of another customer cannot be opened', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    await set(me)
    await set(other)
    const { phrase_sealed } = await app.db
      .selectFrom('mail_phrase')
      .select('phrase_sealed')
      .where('customer_id', '=', other.id)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('mail_phrase').set({ phrase_sealed }).where('customer_id', '=', me.id).execute()
    await expect(sentTo(me.email)).rejects.toThrow()
  })
})

describe('T55: the phrase tells nobody whether an account exists', () => {
  test('a code to a new address of one’s own bears no phrase of its asker', async () => {
    const me = await app.newCustomer()
    await set(me)
    const input = { contact: 'not-bound@example.com', purpose: 'email' as const }
    expect((await app.call(calls.sendCode, input, me.token, newIp())).type).toBe(1)
    expect((await sentTo('not-bound@example.com')).join()).not.toContain(PHRASE)
  })

  test('a stranger who asks for a code is answered the same for an address with a phrase and for an unknown one', async () => {
    const me = await app.newCustomer()
    await set(me)
    for (const purpose of ['forget', 'register', 'login'] as const) {
      const ask = (contact: string) => app.call(calls.sendCode, { contact, purpose }, undefined, newIp())
      const known = await ask(me.email)
      const unknown = await ask(me.email.replace('customer-', 'nobody---'))
      const { contact: _, ...of } = known.data
      expect(unknown.data).toMatchObject(of)
      expect(unknown.type).toBe(known.type)
      expect(head((await sentTo(me.email)).at(-1))).toBe(HEAD)
    }
  })

  test('an address that was replaced is told of it with the phrase, and is sent none afterwards', async () => {
    const me = await app.newCustomer()
    await set(me)
    const fresh = `fresh-${me.email}`
    await app.call(calls.sendCode, { contact: fresh, purpose: 'email' }, me.token, newIp())
    const input = { email: fresh, code: await app.codeOf(fresh), password: PASSWORD }
    expect((await app.call(calls.bindEmail, input, me.token, newIp())).type).toBe(1)
    expect(head((await sentTo(me.email)).at(-1))).toBe(HEAD)
    await app.call(calls.sendCode, { contact: me.email, purpose: 'forget' }, undefined, newIp())
    expect(head((await sentTo(me.email)).at(-1))).not.toBe(HEAD)
  })
})
