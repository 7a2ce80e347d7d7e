import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cards, removeCard, saveCard } from '#domain/card/contract.ts'
import { MAX_CARDS } from '#domain/card/rules.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { cardInput, verifyAs } from '#server/testing/cards.ts'
import { testPrivateData } from '#server/testing/products.ts'

/** Cards at once, and what the database itself refuses. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function newCustomer() {
  const customer = await app.newCustomer()
  await verifyAs(app.db, testPrivateData, customer.id)
  return customer
}
const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))
const count = (answers: { error: string | undefined }[], error: string | undefined) =>
  answers.filter((answer) => answer.error === error).length

test('T03: 64 cards at once are ten', async () => {
  const { token } = await newCustomer()
  const answers = await times(64, (n) => app.call(saveCard, cardInput(n), token))
  expect(count(answers, undefined)).toBe(MAX_CARDS)
  expect(count(answers, 'CARDS_TOO_MANY')).toBe(64 - MAX_CARDS)
  expect((await app.call(cards, {}, token)).data.items).toHaveLength(MAX_CARDS)
})

test('T03: one card 64 times at once is saved once and removed once', async () => {
  const { token } = await newCustomer()
  const answers = await times(64, () => app.call(saveCard, cardInput(1), token))
  expect(count(answers, undefined)).toBe(1)
  expect(count(answers, 'CARD_SAVED_BEFORE')).toBe(63)
  const { id } = answers.find(({ error }) => error === undefined)!.data
  const removals = await times(64, () => app.call(removeCard, { id }, token))
  expect(count(removals, undefined)).toBe(1)
  expect(count(removals, 'NOT_FOUND')).toBe(63)
})

test('T70: the database lets nobody change a card, keep one that was removed, or bring it back', async () => {
  const { id: customer, token } = await newCustomer()
  const { id } = (await app.call(saveCard, cardInput(1), token)).data
  for (const change of [
    sql`set details = '\x00'::bytea`,
    sql`set removed_at = now()`,
    sql`set removed_at = now(), details = null`,
    sql`set fingerprint = 'another'`,
  ])
    await expect(sql`update card ${change} where id = ${id}::bigint`.execute(app.db)).rejects.toThrow()
  expect((await app.call(removeCard, { id }, token)).error).toBeUndefined()
  await expect(
    sql`update card set removed_at = null, details = '\x00'::bytea, fingerprint = 'x' where id = ${id}::bigint`.execute(
      app.db,
    ),
  ).rejects.toThrow()
  const { rows } = await sql`
    select last_digits, details, fingerprint from card where customer_id = ${customer}`.execute(app.db)
  expect(rows).toEqual([{ last_digits: cardInput(1).cardNumber.slice(-4), details: null, fingerprint: null }])
})
