import { expect, test } from 'vitest'
import { readContact } from '#domain/user/contact.ts'
import { createMessageBudget } from './message-budget.ts'

const mobile = (number: number, areaCode: string) => {
  const contact = readContact(String(6_000_000 + number), { areaCode })
  if (!contact) throw new Error(`${areaCode} ${number} is a number`)
  return contact
}

const taken = async (asked: Promise<void>[]) =>
  (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length

test('T57: of ten thousand messages that strangers ask for in a country twenty are sent; others go on', async () => {
  const budget = createMessageBudget()
  const asked = Array.from({ length: 10_000 }, (_, n) => budget.takeForStranger(mobile(n, '34')))
  expect(await taken(asked)).toBe(20)
  await expect(budget.takeForStranger(mobile(0, '34'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await budget.takeForStranger(mobile(0, '39'))
  await budget.takeForStranger({ kind: 'email', value: 'ana@example.com' })
  // What strangers used up is not the customers'.
  for (let n = 0; n < 100; n++) await budget.takeForCustomer(mobile(n, '34'))
})

test('whoever uses their code leaves the message to the next, up to 200 an hour', async () => {
  const budget = createMessageBudget()
  for (let n = 0; n < 200; n++) {
    await budget.takeForStranger(mobile(n, '34'))
    await budget.used(mobile(n, '34'))
  }
  await expect(budget.takeForStranger(mobile(0, '34'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('a country is what the number’s digits say, not what the caller calls it', async () => {
  const budget = createMessageBudget()
  const names = ['49', '490', '491', '492', '4915', '4916', '4917']
  const asked = Array.from({ length: 700 }, (_, n) =>
    budget.takeForStranger(mobile(n, names[n % names.length]!)),
  )
  expect(await taken(asked)).toBe(20)
})

test('the countries of +1 are counted each for itself', async () => {
  const budget = createMessageBudget()
  const asked = ['1876', '1868', '1212'].flatMap((prefix) =>
    Array.from({ length: 50 }, (_, n) => budget.takeForStranger(mobile(n, prefix))),
  )
  expect(await taken(asked)).toBe(3 * 20)
})

test('all strangers together have an end too', async () => {
  const budget = createMessageBudget()
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
