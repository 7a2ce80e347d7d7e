import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { type Counter, memoryCounter } from '#server/platform/counters.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { sendCodeWithWork, solved } from '#server/testing/code-work.ts'
import { addTestCustomer, PASSWORD } from '#server/testing/customers.ts'
import { insertSwitch } from './countries.ts'

/** Codes to mobile numbers while the hour's messages are used up. */

let app: TestApp
let people = 0
let addresses = 0
let counters: Map<string, Counter>
beforeEach(async () => {
  await app?.close()
  counters = new Map()
  app = await openTestApp({
    createCounter(name, limit) {
      const counter = memoryCounter(name, limit)
      counters.set(name, counter)
      return counter
    },
  })
})
afterAll(() => app.close())

const newMobile = () => `+34677${100_000 + ++people}`
const newIp = () => ({ ip: `10.1.${++addresses >> 8}.${addresses & 255}` })
const newCustomer = async (mobile: string | null = newMobile()) => ({
  ...(await addTestCustomer(app.db, app.clock, { mobile })),
  mobile: mobile ?? '',
})
const countQueued = async () => (await app.db.selectFrom('outbox').select('id').execute()).length
/** Takes all that a limit has for Spain, as so many calls would. */
async function exhaust(name: string, points: number): Promise<void> {
  for (let n = 0; n < points; n++) await counters.get(name)!.consume('34')
}
const exhaustFree = () => exhaust('sms unused', 10)

describe('T55: whether an account exists is not told by a code to a mobile', () => {
  /** What the three calls of a visitor who has an account answer to a number, and how many messages each queues. */
  async function askedFor(contact: string, work: 'with work' | 'without work') {
    const answers = []
    for (const purpose of ['forget', 'login', 'recover'] as const) {
      const before = await countQueued()
      const ask = work === 'with work' ? sendCodeWithWork : callWithout
      const { body } = await ask(app, { contact, purpose }, undefined, newIp())
      const answer = body
        .replaceAll(/\+346\*+\d{4}/g, 'the number')
        .replace(/"work":"[^"]+"/, '"work":"a challenge"')
      answers.push({ purpose, answer, queued: (await countQueued()) - before })
    }
    return answers
  }
  const callWithout = (on: TestApp, ...[input, token, options]: CallOf) =>
    on.call(calls.sendCode, input, token, options)
  type CallOf = [
    Record<string, unknown>,
    string | undefined,
    Parameters<typeof sendCodeWithWork>[3] | undefined,
  ]
  async function expectNoDifference(work: 'with work' | 'without work') {
    const known = await askedFor((await newCustomer()).mobile, work)
    expect(await askedFor(newMobile(), work)).toEqual(known)
    return known
  }

  test('while messages are free', async () => {
    const answers = await expectNoDifference('without work')
    expect(answers.map(({ queued }) => queued)).toEqual([1, 1, 1])
  })

  test('once they cost some work: the challenge is given to both', async () => {
    await exhaustFree()
    const answers = await expectNoDifference('without work')
    expect(answers.map(({ answer }) => JSON.parse(answer).error)).toEqual(
      Array.from({ length: 3 }, () => 'CODE_WORK_NEEDED'),
    )
  })

  test('to who has done it, nor past the messages for that, nor past the customers’', async () => {
    for (const name of ['sms unused', 'sms worked', 'sms to customers']) {
      // Some of it may be taken already.
      await exhaust(name, 200).catch(() => undefined)
      const answers = await expectNoDifference('with work')
      expect(answers.map(({ queued }) => queued)).toEqual([1, 1, 1])
    }
  })
})

describe('T57: once the free messages of a country are used up', () => {
  test('who registers does some work, and gets the code', async () => {
    await exhaustFree()
    const [contact, from] = [newMobile(), newIp()]
    const refused = await app.call(calls.sendMobileCode, { contact }, undefined, from)
    expect(refused.error).toBe('CODE_WORK_NEEDED')
    expect(await app.messagesTo(contact)).toEqual([])
    const work = solved(refused)
    expect((await app.call(calls.sendMobileCode, { contact, work }, undefined, from)).error).toBeUndefined()
    const input = { contact, code: await app.codeOf(contact), password: PASSWORD, repeated: PASSWORD }
    expect((await app.call(calls.register, input, undefined, from)).error).toBeUndefined()
  })

  test('a solution serves once', async () => {
    await exhaustFree()
    const [contact, from] = [newMobile(), newIp()]
    const ask = (work?: string) =>
      app.call(calls.sendCode, { contact, ...(work && { work }) }, undefined, from)
    const work = solved(await ask())
    expect((await ask(work)).error).toBeUndefined()
    app.clock.advance(MINUTE_MS)
    expect((await ask(work)).error).toBe('CODE_WORK_NEEDED')
    expect(await app.messagesTo(contact)).toHaveLength(1)
  })

  test('of 20 requests with one solution at once one is served', async () => {
    await exhaustFree()
    const contact = newMobile()
    const work = solved(await app.call(calls.sendCode, { contact }, undefined, newIp()))
    await Promise.all(
      Array.from({ length: 20 }, () => app.call(calls.sendCode, { contact, work }, undefined, newIp())),
    )
    expect(await app.messagesTo(contact)).toHaveLength(1)
  })

  test('a solution for another number, of five minutes ago, of a challenge of one’s own or of none sends nothing', async () => {
    await exhaustFree()
    const [contact, other, from] = [newMobile(), newMobile(), newIp()]
    const ask = (to: string, work?: string) =>
      app.call(calls.sendCode, { contact: to, ...(work && { work }) }, undefined, from)
    const work = solved(await ask(contact))
    const [givenAtMs, nonce, signature, solution] = work.split('.')
    const changed = [
      `${Number(givenAtMs) + 1}.${nonce}.${signature}.${solution}`,
      `${givenAtMs}.${'A'.repeat(22)}.${signature}.${solution}`,
      `${givenAtMs}.${nonce}.${'A'.repeat(43)}.${solution}`,
      `${givenAtMs}.${nonce}.${signature}.0-0-0-0-0-0-0-0`,
      `${givenAtMs}.${nonce}.${signature}`,
      'none',
    ]
    for (const one of changed) expect((await ask(contact, one)).error, one).toBe('CODE_WORK_NEEDED')
    expect((await ask(other, work)).error).toBe('CODE_WORK_NEEDED')
    app.clock.advance(5 * MINUTE_MS)
    expect((await ask(contact, work)).error).toBe('CODE_WORK_NEEDED')
    expect([...(await app.messagesTo(contact)), ...(await app.messagesTo(other))]).toEqual([])
  })

  test('one is taken until then', async () => {
    await exhaustFree()
    const [contact, from] = [newMobile(), newIp()]
    const work = solved(await app.call(calls.sendCode, { contact }, undefined, from))
    app.clock.advance(5 * MINUTE_MS - 1)
    expect((await app.call(calls.sendCode, { contact, work }, undefined, from)).error).toBeUndefined()
  })

  test('what work is done for has an end too, and says when there is more', async () => {
    await exhaustFree()
    await exhaust('sms worked', 100)
    const answer = await sendCodeWithWork(app, { contact: newMobile() }, undefined, newIp())
    expect(answer.error).toBe('TOO_MANY_REQUESTS')
  })

  test('a customer’s new number costs the work, their own does not, nor does a mail', async () => {
    await exhaustFree()
    const contact = newMobile()
    const { token } = await newCustomer(null)
    expect((await app.call(calls.sendMobileCode, { contact, purpose: 'mobile' }, token)).error).toBe(
      'CODE_WORK_NEEDED',
    )
    const bound = await sendCodeWithWork(app, { contact, purpose: 'mobile' }, token)
    expect(bound.error).toBeUndefined()
    const owner = await newCustomer()
    await app.db.updateTable('customer').set({ email: null }).where('id', '=', owner.id).execute()
    expect((await app.call(calls.sendCode, { purpose: 'password' }, owner.token)).error).toBeUndefined()
    const byMail = await app.call(calls.sendCode, { contact: 'ana@example.com' }, undefined, newIp())
    expect(byMail.error).toBeUndefined()
  })

  test('a code that is used makes room for the next', async () => {
    const [first, from] = [newMobile(), newIp()]
    await app.call(calls.sendCode, { contact: first }, undefined, from)
    await exhaust('sms unused', 9)
    const next = newMobile()
    expect((await app.call(calls.sendCode, { contact: next }, undefined, newIp())).error).toBe(
      'CODE_WORK_NEEDED',
    )
    const input = { contact: first, code: await app.codeOf(first), password: PASSWORD, repeated: PASSWORD }
    expect((await app.call(calls.register, input, undefined, from)).error).toBeUndefined()
    expect((await app.call(calls.sendCode, { contact: next }, undefined, newIp())).error).toBeUndefined()
  })
})

test('T57: where nobody may register no stranger is sent a message, and a customer is', async () => {
  await app.db.transaction().execute((tx) =>
    insertSwitch(
      tx,
      {
        country: 'ES',
        product: 'registration',
        isOpen: false,
        proposal: null,
        operator: null,
        reason: 'x',
      },
      app.clock.nowMs(),
    ),
  )
  const [stranger, { mobile }] = [newMobile(), await newCustomer()]
  expect((await app.call(calls.sendCode, { contact: stranger }, undefined, newIp())).error).toBe(
    'COUNTRY_NOT_OFFERED',
  )
  for (const contact of [stranger, mobile])
    for (const purpose of ['forget', 'login', 'recover'])
      expect((await app.call(calls.sendCode, { contact, purpose }, undefined, newIp())).error).toBeUndefined()
  expect(await app.messagesTo(stranger)).toEqual([])
  expect(await app.messagesTo(mobile)).toHaveLength(3)
})
