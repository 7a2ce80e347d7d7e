import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { type AskedDisclosure, acceptDisclosure, disclosureOf, requireDisclosure } from './disclosures.ts'

/** Risk notices: what is accepted, when, and that a newer one is asked for again. */

const notice: AskedDisclosure = {
  ...{ product: 'crystals', version: 1, questions: ['break', 'melt'] },
  right: { break: '2', melt: '1' },
}
const newer: AskedDisclosure = { ...notice, version: 2 }

let database: Database
let clock: VirtualClock
let alice: CustomerId

beforeAll(async () => {
  database = await openTestDatabase()
  clock = virtualClock(1_000_000)
  ;({ id: alice } = await addTestCustomer(database.db, clock, { accepts: [] }))
})
afterAll(() => database.close())

const accept = (disclosure: AskedDisclosure, version: number, answers: string, who = alice) =>
  acceptDisclosure(database.db, who, disclosure, { version, answers }, clock.nowMs())
const refusedAs = (code: string) => expect.objectContaining({ code })

test('a notice is accepted once, with the right answers to the newest version, and asked for again when it changes', async () => {
  const { db } = database
  const need = (disclosure: AskedDisclosure) => requireDisclosure(db, alice, disclosure)
  await expect(need(notice)).rejects.toEqual(refusedAs('RISK_NOT_ACCEPTED'))
  for (const answers of ['', '2', '22', '211']) {
    await expect(accept(notice, 1, answers)).rejects.toEqual(refusedAs('RISK_ANSWERS'))
  }
  await expect(accept(notice, 2, '21')).rejects.toEqual(refusedAs('RISK_NOT_ACCEPTED'))
  const questions = ['break', 'melt']
  expect(await disclosureOf(db, alice, notice)).toEqual({
    ...{ version: 1, questions, acceptedVersion: 0, acceptedAtMs: null },
  })
  const accepted = { version: 1, questions, acceptedVersion: 1, acceptedAtMs: 1_000_000 }
  expect(await accept(notice, 1, '21')).toEqual(accepted)
  clock.advance(5_000)
  // The time of the first acceptance stays.
  expect(await accept(notice, 1, '21')).toEqual(accepted)
  await need(notice)

  await expect(need(newer)).rejects.toEqual(refusedAs('RISK_NOT_ACCEPTED'))
  expect(await disclosureOf(db, alice, newer)).toEqual({ ...accepted, version: 2 })
  await accept(newer, 2, '21')
  await need(newer)
})

test('accepting twice at once leaves one row, and what one customer or product accepts is theirs alone', async () => {
  const { db } = database
  const { id: bob } = await addTestCustomer(db, clock, { accepts: [] })
  const both = await Promise.all([accept(notice, 1, '21', bob), accept(notice, 1, '21', bob)])
  expect(both[0]).toEqual(both[1])
  await expect(requireDisclosure(db, bob, { ...notice, product: 'glass' })).rejects.toEqual(
    refusedAs('RISK_NOT_ACCEPTED'),
  )
})

test('no role of the application changes or takes back what was accepted', async () => {
  for (const statement of [
    sql`update accepted_disclosure set version = 9`,
    sql`delete from accepted_disclosure`,
  ]) {
    await expect(statement.execute(database.db)).rejects.toThrow(/permission denied/)
  }
})
