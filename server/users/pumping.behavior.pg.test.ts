// long-running
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#domain/endpoint.ts'
import * as calls from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
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

const addressOf = (n: number) => ({ ip: `203.${n >> 16}.${(n >> 8) & 255}.${n & 255}` })
const numberOf = (n: number) => `+346${String(n).padStart(8, '0')}`

/** One request of the attack: each number and address once, in turn by each way a visitor has. */
function pump(n: number) {
  const contact = numberOf(n)
  const ways: readonly [Endpoint, object][] = [
    [calls.sendMobileCode, { contact }],
    [calls.sendMobileCode, { contact, purpose: 'forget' }],
    [calls.sendCode, { contact, purpose: 'login' }],
    [calls.sendCode, { contact, purpose: 'register' }],
  ]
  const [call, input] = ways[n % ways.length]!
  return app.call(call, { ...input }, undefined, addressOf(n))
}

async function signUp(contact: string, call: Endpoint, ip: string) {
  expect((await app.call(call, { contact }, undefined, { ip })).error).toBeUndefined()
  const input = { contact, code: await app.codeOf(contact), password: PASSWORD, repeated: PASSWORD }
  return app.call(calls.register, input, undefined, { ip })
}

const messagesToNumbers = async () => {
  const rows = await app.db.selectFrom('outbox').select('payload').where('kind', '=', 'sms').execute()
  // What was withheld has no address.
  return rows.filter(({ payload }) => (payload as { to?: string }).to?.startsWith('+346'))
}

test(
  `${REQUESTS} requests for codes to the numbers of one country send at most 20 messages`,
  async () => {
    const before = await signUp('+34600000000', calls.sendMobileCode, '192.0.2.34')
    expect(before.error).toBeUndefined()
    const spent = (await messagesToNumbers()).length
    for (let start = 1; start <= REQUESTS; start += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => pump(start + n)))
    const sent = (await messagesToNumbers()).length - spent
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(MAX_MESSAGES)
  },
  LONG.timeout,
)

test('meanwhile others sign up, by mail and from another country, and the country’s customers get their codes', async () => {
  const byMail = await signUp('normal@example.com', calls.sendCode, '192.0.2.1')
  expect(byMail.error).toBeUndefined()
  const byMobile = await signUp('+393480000001', calls.sendMobileCode, '192.0.2.2')
  expect(byMobile.error).toBeUndefined()
  const own = { contact: '+34600000000', purpose: 'forget' }
  const spent = (await messagesToNumbers()).length
  expect((await app.call(calls.sendMobileCode, own, undefined, { ip: '192.0.2.34' })).error).toBeUndefined()
  expect(await messagesToNumbers()).toHaveLength(spent + 1)
})
