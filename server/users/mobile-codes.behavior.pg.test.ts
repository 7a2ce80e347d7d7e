import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addTestCustomer } from '#server/testing/customers.ts'

/** Codes to mobile numbers while the hour's messages are used up. */

let app: TestApp
let people = 0
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const newMobile = () => `+34677${100_000 + ++people}`
const newIp = () => `10.1.${++addresses >> 8}.${addresses & 255}`
const newCustomer = async () => {
  const mobile = newMobile()
  await addTestCustomer(app.db, app.clock, { mobile })
  return mobile
}
const countQueued = async () => (await app.db.selectFrom('outbox').select('id').execute()).length

/** What the three calls of a visitor who has an account answer to a number, and how many messages each queues. */
async function askedFor(contact: string) {
  const answers = []
  for (const purpose of ['forget', 'login', 'recover'] as const) {
    const before = await countQueued()
    const { body } = await app.call(calls.sendCode, { contact, purpose }, undefined, { ip: newIp() })
    const answer = body.replaceAll(/\+346\*+\d{4}/g, 'the number')
    answers.push({ purpose, answer, queued: (await countQueued()) - before })
  }
  return answers
}

test('T55: a code to a mobile does not tell whether there is an account, also with the country’s messages used up', async () => {
  expect(await askedFor(newMobile())).toEqual(await askedFor(await newCustomer()))
  // More than strangers have in an hour.
  for (let n = 0; n < 30; n++)
    await app.call(calls.sendCode, { contact: newMobile() }, undefined, { ip: newIp() })
  expect(await askedFor(newMobile())).toEqual(await askedFor(await newCustomer()))
  // And more than customers have.
  for (let n = 0; n < 70; n++) await askedFor(await newCustomer())
  const known = await askedFor(await newCustomer())
  expect(await askedFor(newMobile())).toEqual(known)
  expect(known.map(({ queued }) => queued)).toEqual([1, 1, 1])
})
