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

test('a country’s mobile messages end for an hour, other countries’ and mail go on', async () => {
  const budget = createMessageBudget()
  const asked = Array.from({ length: 1_000 }, (_, n) => budget.take(mobile(n, '34')))
  expect(await taken(asked)).toBe(200)
  await expect(budget.take(mobile(0, '34'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await budget.take(mobile(0, '39'))
  await budget.take({ kind: 'email', value: 'ana@example.com' })
})

test('a country is what the number’s digits say, not what the caller calls it', async () => {
  const budget = createMessageBudget()
  const names = ['49', '490', '491', '492', '4915', '4916', '4917']
  const asked = Array.from({ length: 700 }, (_, n) => budget.take(mobile(n, names[n % names.length]!)))
  expect(await taken(asked)).toBe(200)
})

test('all countries together have an end too', async () => {
  const budget = createMessageBudget()
  const countries = ['34', '39', '44', '49', '31', '32', '33', '41', '43', '45']
  const asked = countries.flatMap((country) =>
    Array.from({ length: 200 }, (_, n) => budget.take(mobile(n, country))),
  )
  expect(await taken(asked)).toBe(1_000)
  await budget.take({ kind: 'email', value: 'ana@example.com' })
})
