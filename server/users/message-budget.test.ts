import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { readContact } from '#domain/user/contact.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { createMessageBudget } from './message-budget.ts'

const newBudget = () => createMessageBudget(virtualClock(0))

const mobile = (number: number, areaCode: string) => {
  const contact = readContact(String(6_000_000 + number), { areaCode })
  if (!contact) throw new Error(`${areaCode} ${number} is a number`)
  return contact
}

const taken = async (asked: Promise<void>[]) =>
  (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length

test('T57: of ten thousand messages that strangers ask for in a country ten are free; others go on', async () => {
  const budget = newBudget()
  const asked = Array.from({ length: 10_000 }, (_, n) => budget.takeForStranger(mobile(n, '34')))
  expect(await taken(asked)).toBe(10)
  await expect(budget.takeForStranger(mobile(0, '34'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await budget.takeForStranger(mobile(0, '39'))
  await budget.takeForStranger({ kind: 'email', value: 'ana@example.com' })
  // What strangers used up is not the customers'.
  for (let n = 0; n < 100; n++) await budget.takeForCustomer(mobile(n, '34'))
})

test('T57: of ten thousand that strangers ask for in many countries twenty are free', async () => {
  const budget = newBudget()
  const countries = ['34', '39', '44', '49', '31', '32', '33', '41', '43', '45', '1876', '1868']
  const asked = Array.from({ length: 10_000 }, (_, n) =>
    budget.takeForStranger(mobile(n, countries[n % countries.length]!)),
  )
  expect(await taken(asked)).toBe(20)
  await expect(budget.takeForStranger(mobile(0, '46'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('T57: who does some work has messages of their own, a hundred for a country and 500 in all', async () => {
  const budget = newBudget()
  await taken(Array.from({ length: 1_000 }, (_, n) => budget.takeForStranger(mobile(n, '34'))))
  const worked = (country: string) =>
    taken(Array.from({ length: 150 }, (_, n) => budget.takeForWork(mobile(n, country))))
  expect(await worked('34')).toBe(100)
  const others = await Promise.all(['39', '44', '49', '31', '32'].map(worked))
  expect(others.reduce((sum, n) => sum + n, 0)).toBe(400)
  await expect(budget.takeForWork(mobile(0, '46'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('what was refused uses up nothing: a code that is used makes room for the next', async () => {
  const budget = newBudget()
  await taken(Array.from({ length: 1_000 }, (_, n) => budget.takeForStranger(mobile(n, '34'))))
  await budget.used(mobile(0, '34'))
  await budget.takeForStranger(mobile(0, '34'))
  await expect(budget.takeForStranger(mobile(0, '34'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  // Of the twenty in all ten are left.
  for (let n = 0; n < 10; n++) await budget.takeForStranger(mobile(n, '39'))
})

test('T57: a code that was worked for and used makes no room for a free message', async () => {
  const budget = newBudget()
  await taken(Array.from({ length: 1_000 }, (_, n) => budget.takeForStranger(mobile(n, '34'))))
  for (let n = 0; n < 20; n++) {
    await budget.takeForWork(mobile(n, '34'))
    await budget.used(mobile(n, '34'))
    expect(await budget.takeBeyond(mobile(n, '34'), true)).toBe(true)
    await budget.used(mobile(n, '34'))
  }
  await expect(budget.takeForStranger(mobile(0, '34'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await taken(Array.from({ length: 20 }, (_, n) => budget.takeForStranger(mobile(n, '39'))))).toBe(10)
})

test('T57: what strangers ask for to customers’ numbers leaves customers their own codes', async () => {
  const budget = newBudget()
  for (let n = 0; n < 300; n++) await budget.takeBeyond(mobile(n, '34'), true)
  for (let n = 0; n < 100; n++) await budget.takeForCustomer(mobile(n, '34'))
})

test('messages past the strangers’ are sent to customers, and counted for nobody in the same way', async () => {
  const budget = newBudget()
  const sent: boolean[] = []
  for (let n = 0; n < 201; n++) {
    expect(await budget.takeBeyond(mobile(n, '34'), false)).toBe(false)
    sent.push(await budget.takeBeyond(mobile(n, '34'), true))
  }
  expect(sent.filter((isSent) => isSent)).toHaveLength(200)
})

test('the messages of the last hour are counted by prefix, used and unused', async () => {
  const clock = virtualClock(0)
  const budget = createMessageBudget(clock)
  for (let n = 0; n < 3; n++) await budget.takeForStranger(mobile(n, '34'))
  await budget.takeForWork(mobile(0, '1876'))
  await budget.used(mobile(0, '34'))
  await taken([budget.takeForStranger({ kind: 'email', value: 'ana@example.com' })])
  const counts = () => {
    const { unused, used } = budget.sent()
    return { unused: Object.fromEntries(unused), used: Object.fromEntries(used) }
  }
  expect(counts()).toEqual({ unused: { 34: 2, 1876: 1 }, used: { 34: 1 } })
  clock.advance(HOUR_MS)
  expect(counts()).toEqual({ unused: {}, used: {} })
})

test('whoever uses their code leaves the message to the next, up to 200 an hour', async () => {
  const budget = newBudget()
  for (let n = 0; n < 200; n++) {
    await budget.takeForStranger(mobile(n, '34'))
    await budget.used(mobile(n, '34'))
  }
  await expect(budget.takeForStranger(mobile(0, '34'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('a country is what the number’s digits say, not what the caller calls it', async () => {
  const budget = newBudget()
  const names = ['49', '490', '491', '492', '4915', '4916', '4917']
  const asked = Array.from({ length: 700 }, (_, n) =>
    budget.takeForStranger(mobile(n, names[n % names.length]!)),
  )
  expect(await taken(asked)).toBe(10)
})

test('the countries of +1 are counted each for itself', async () => {
  const budget = newBudget()
  const asked = ['1876', '1868'].map((prefix) =>
    taken(Array.from({ length: 50 }, (_, n) => budget.takeForStranger(mobile(n, prefix)))),
  )
  expect(await Promise.all(asked)).toEqual([10, 10])
})

test('all strangers together have an end too', async () => {
  const budget = newBudget()
  let sent = 0
  for (const country of ['34', '39', '44', '49', '31', '32', '33', '41', '43', '45'])
    for (let n = 0; n < 200; n++) {
      sent += await taken([budget.takeForStranger(mobile(n, country))])
      await budget.used(mobile(n, country))
    }
  expect(sent).toBe(1_000)
  await expect(budget.takeForStranger(mobile(0, '46'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await budget.takeForStranger({ kind: 'email', value: 'ana@example.com' })
})
