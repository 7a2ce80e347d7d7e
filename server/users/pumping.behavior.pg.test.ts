// long-running
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#domain/endpoint.ts'
import * as calls from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { sendCodeWithWork } from '#server/testing/code-work.ts'
import { PASSWORD } from '#server/testing/customers.ts'
import { howMany } from '#server/testing/length.ts'
import { LONG } from '#server/testing/timeouts.ts'

/** Who is paid for messages to numbers asks for many, from many addresses, by every call that sends one. */

const REQUESTS = howMany(10_000, 2_000)
const AT_ONCE = 50
const MAX_MESSAGES = 20

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Half of the attack is on one country, the other half on many. */
const COUNTRIES = [
  '+39348',
  '+44740',
  '+49151',
  '+31612',
  '+32470',
  '+41760',
  '+1876555',
  '+1868555',
  '+8613',
]
const addressOf = (n: number) => ({ ip: `203.${n >> 16}.${(n >> 8) & 255}.${n & 255}` })
const numberOf = (n: number) =>
  n % 2 === 0
    ? `+346${String(n).padStart(8, '0')}`
    : `${COUNTRIES[n % COUNTRIES.length]!}${String(1_000_000 + n)}${n % COUNTRIES.length === 8 ? '20' : ''}`

/** One request of the attack: each number and address once, in turn by each way a visitor has, and by a customer's own. */
function pump(n: number, token: string) {
  const contact = numberOf(n)
  const ways: readonly [Endpoint, object, string?][] = [
    [calls.sendMobileCode, { contact }],
    [calls.sendMobileCode, { contact, purpose: 'forget' }],
    [calls.sendCode, { contact, purpose: 'login' }],
    [calls.sendCode, { contact, purpose: 'register' }],
    [calls.sendCode, { contact, purpose: 'recover' }],
    [calls.sendMobileCode, { contact, purpose: 'mobile' }, token],
    [calls.sendMobileCode, { contact, work: 'none' }],
  ]
  const [call, input, as] = ways[n % ways.length]!
  return app.call(call, { ...input }, as, addressOf(n))
}

async function signUp(contact: string, ip: string) {
  expect((await sendCodeWithWork(app, { contact }, undefined, { ip })).error).toBeUndefined()
  const input = { contact, code: await app.codeOf(contact), password: PASSWORD, repeated: PASSWORD }
  return app.call(calls.register, input, undefined, { ip })
}

const messagesToNumbers = async () => {
  const rows = await app.db.selectFrom('outbox').select('payload').where('kind', '=', 'sms').execute()
  // What was withheld has no address.
  return rows.filter(({ payload }) => (payload as { to?: string }).to !== undefined)
}

test(
  'T57: requests by the thousand for codes to numbers of one country and of many send at most 20 messages',
  async () => {
    expect((await signUp('+34600000000', '192.0.2.34')).error).toBeUndefined()
    const { token } = await app.newCustomer()
    const spent = (await messagesToNumbers()).length
    const answers = []
    for (let start = 1; start <= REQUESTS; start += AT_ONCE)
      answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => pump(start + n, token)))))
    const sent = (await messagesToNumbers()).length - spent
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(MAX_MESSAGES)
    // Each was a number, and was refused for want of work alone.
    const errors = new Set(answers.map(({ error }) => error))
    expect([...errors].toSorted()).toEqual(['CODE_WORK_NEEDED', undefined])
  },
  LONG.timeout,
)

test('T57: meanwhile others sign up as the app does, by mail, and by mobile in the country itself and in another', async () => {
  expect((await signUp('normal@example.com', '192.0.2.1')).error).toBeUndefined()
  expect((await signUp('+34600000001', '192.0.2.2')).error).toBeUndefined()
  expect((await signUp('+393480000001', '192.0.2.3')).error).toBeUndefined()
})

test('meanwhile the country’s customers get their codes', async () => {
  const own = { contact: '+34600000000', purpose: 'forget' }
  const spent = (await messagesToNumbers()).length
  expect((await sendCodeWithWork(app, own, undefined, { ip: '192.0.2.34' })).error).toBeUndefined()
  expect(await messagesToNumbers()).toHaveLength(spent + 1)
})
