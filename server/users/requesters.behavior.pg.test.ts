import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD } from '#server/testing/customers.ts'

/** Nobody keeps a customer from their own code. */

const HOME = '192.0.2.1'
const NEW_PASSWORD = 'anotherTree8'

let app: TestApp
let people = 0
let strangers = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const strangerIp = () => `203.0.${++strangers >> 8}.${strangers & 255}`
const askFor = (contact: string, ip: string) =>
  app.call(calls.sendCode, { contact, purpose: 'forget' }, undefined, { ip })
const reset = (contact: string, code: string, ip: string) =>
  app.call(
    calls.forgottenPassword,
    { contact, code, password: NEW_PASSWORD, repeated: NEW_PASSWORD },
    undefined,
    { ip },
  )
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A customer who signed up, and is signed in, at home. */
async function customer(): Promise<string> {
  const contact = `owner-${++people}@example.com`
  await app.call(calls.sendCode, { contact, purpose: 'register' }, undefined, { ip: HOME })
  const code = await app.codeOf(contact)
  const input = { contact, code, password: PASSWORD, repeated: PASSWORD }
  expect((await app.call(calls.register, input, undefined, { ip: HOME })).error).toBeUndefined()
  app.clock.advance(MINUTE_MS)
  return contact
}

test('codes that a stranger asks for leave the customer theirs', async () => {
  const contact = await customer()
  const ip = strangerIp()
  for (let n = 1; n <= 10; n++) {
    expect((await askFor(contact, ip)).error).toBeUndefined()
    app.clock.advance(MINUTE_MS)
  }
  expect((await askFor(contact, ip)).error).toBe('TOO_MANY_REQUESTS')
  expect((await askFor(contact, HOME)).error).toBeUndefined()
  expect((await reset(contact, await app.codeOf(contact), HOME)).error).toBeUndefined()
})

test('what a stranger guesses and asks for leaves the customer’s code valid', async () => {
  const contact = await customer()
  await askFor(contact, HOME)
  const code = await app.codeOf(contact)
  for (let n = 1; n <= 6; n++) {
    expect((await reset(contact, wrong(code), strangerIp())).error).toBe('CODE_WRONG')
    const guess = { contact, code: wrong(code), purpose: 'forget' }
    expect((await app.call(calls.checkCode, guess, undefined, { ip: strangerIp() })).error).toBe('CODE_WRONG')
  }
  expect((await askFor(contact, strangerIp())).error).toBeUndefined()
  expect((await reset(contact, code, HOME)).error).toBeUndefined()
})

test('a code is valid where it was asked for, and nowhere else', async () => {
  const contact = await customer()
  const ip = strangerIp()
  await askFor(contact, HOME)
  const code = await app.codeOf(contact)
  await askFor(contact, ip)
  expect((await reset(contact, code, ip)).error).toBe('CODE_WRONG')
  expect((await reset(contact, code, HOME)).error).toBeUndefined()
})

test('a flood from many addresses ends at the day’s number, and the customer still gets a code at home', async () => {
  const contact = await customer()
  const answers = []
  for (let n = 1; n <= 60; n++) answers.push((await askFor(contact, strangerIp())).error)
  expect(answers.filter((error) => error === undefined).length).toBeLessThanOrEqual(40)
  expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS')
  expect((await askFor(contact, HOME)).error).toBeUndefined()
  expect((await reset(contact, await app.codeOf(contact), HOME)).error).toBeUndefined()
})

test('a code for one’s own password is the customer’s wherever they are', async () => {
  const contact = await customer()
  const { data: token } = await app.call(calls.login, { contact, password: PASSWORD }, undefined, {
    ip: HOME,
  })
  await app.call(calls.sendCode, { purpose: 'password' }, token, { ip: HOME })
  const code = await app.codeOf(contact)
  const change = { code, password: NEW_PASSWORD, repeated: NEW_PASSWORD }
  const changed = await app.call(calls.changePassword, change, token, { ip: strangerIp() })
  expect(changed.error).toBeUndefined()
})
