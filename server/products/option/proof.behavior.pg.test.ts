import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId, OptionId } from '#domain/ids.ts'
import type { OptionProofFile } from '#domain/proof/contract.ts'
import type { Database } from '#server/platform/db/database.ts'
import { alteredHeads } from '#server/sim/alter.ts'
import { createRandom, type Random } from '#server/sim/random.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { optionCustomers, startTestOptions, type TestOptions } from '#server/testing/option.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { realOptions } from './realm.ts'
import { proofOf } from './service.ts'

/** Whatever became of a seconds option is computed again from its receipt and the tape, and anything altered is seen. */

const SEED = 11
const ORDERS = 60
const ALTERATIONS = 1_000
const PRICE = 2_000_000

let database: Database
let fixture: TestOptions
let customers: CustomerId[]

beforeAll(async () => {
  database = await openTestDatabase()
  fixture = await startTestOptions(database.db)
  await fixture.tick(PRICE)
  customers = await optionCustomers(fixture, ORDERS)
})
afterAll(async () => {
  await fixture.engine.stop()
  await database.close()
})

const proof = (customer: CustomerId, id: OptionId) =>
  proofOf(
    {
      ...{ db: database.db, clock: fixture.clock, engine: fixture.engine, isDemo: true },
      ...{ lastTick: fixture.lastTick, canPrice: () => true },
      ...{ proofs: fixture.proofs, realm: realOptions, requireVerified: async () => {} },
    },
    customer,
    id,
  )

/** Prices of some seconds, with another instrument's ticks and held ones between them; now and then there are none. */
async function wander(random: Random, seconds: number, quietSteps = 0) {
  let quiet = quietSteps
  for (let n = 0; n < 2 * seconds; n++) {
    fixture.clock.advance(500)
    if (random.chance(2)) await fixture.record({ symbol: 'ETH-USDT', price: 150_000 })
    if (random.chance(12)) await fixture.record({ price: 1, isHeld: true })
    if (random.chance(60)) quiet = 8
    if (quiet-- > 0) await fixture.tick({ symbol: 'ETH-USDT', price: 150_000 })
    else await fixture.tick(PRICE + random.below(3) - 1)
  }
}

test('every order of a seeded run verifies, and every alteration is detected', LONG, async () => {
  const random = createRandom(SEED)
  const placed: { customer: CustomerId; id: OptionId }[] = []
  for (const customer of customers) {
    await fixture.tick(PRICE)
    const { order } = await fixture.place(customer, {
      ...{ direction: random.chance(2) ? 'rise' : 'fall', seconds: random.chance(3) ? 120 : 60 },
      stake: String(5 + random.below(20)),
    })
    placed.push({ customer, id: order.id })
    await wander(random, 1 + random.below(8), random.chance(8) ? 8 : 0)
  }
  await wander(random, 130)
  fixture.clock.advance(500)
  await fixture.tick(PRICE)
  expect(fixture.errors).toEqual([])
  const files: OptionProofFile[] = []
  for (const { customer, id } of placed) {
    const file = await proof(customer, id)
    expect({ file, ...verdictsOn(file) }).toEqual({ file, ...verified })
    files.push(file)
  }
  expect(new Set(files.map(({ result }) => result.reason ?? result.outcome))).toEqual(
    new Set(['won', 'lost', 'tie', 'no-entry', 'no-exit']),
  )
  const anywhere = Array.from({ length: ALTERATIONS }, () => alter(random, random.one(files)))
  for (const altered of [...anywhere, ...alteredHeads(random, random.one(files))]) {
    const found = isDetected(verdictsOn(altered))
    expect({ altered, found }).toEqual({ altered, found: true })
  }
})

test('no tick can be left out or put in place of another: both say that something is missing', async () => {
  const [customer] = customers as [CustomerId]
  await fixture.tick(PRICE)
  const { order } = await fixture.place(customer)
  fixture.clock.advance(600)
  await fixture.tick(PRICE)
  fixture.clock.advance(600)
  await fixture.tick(PRICE)
  await fixture.pass(59_000, PRICE)
  fixture.clock.advance(900)
  await fixture.tick(PRICE + 1)
  expect(fixture.engine.openNow(order.id)).toBeDefined()
  await expect(proof(customer, order.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  fixture.clock.advance(600)
  // It is settled by the time that the tape has reached, and proven by the next price of its instrument.
  await fixture.tick({ symbol: 'ETH-USDT', price: 150_000 })
  await expect(proof(customer, order.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await fixture.tick(PRICE)
  const file = await proof(customer, order.id)
  expect(file.result.outcome).toBe('won')
  expect(verdictsOn(file)).toEqual(verified)
  expect(file.ticks).toHaveLength(4)
  const errors = file.ticks.map((_, n) => verdictsOn({ ...file, ticks: file.ticks.toSpliced(n, 1) }))
  const [entry, exit] = ['a tick before the entry is missing', 'a tick after the exit is missing']
  expect(errors.map(({ second }) => second).sort()).toEqual([exit, exit, entry, entry])
  expect(errors.every(isDetected)).toBe(true)
  expect(errors.map(({ step }) => step).sort()).toEqual(['earlier', 'earlier', 'earlier', 'tick'])
  await expect(proof(customers[1]!, order.id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
})

/** The same proof with something in it changed: a digit of a text, a number by one, or something left out. */
function alter(random: Random, file: OptionProofFile): OptionProofFile {
  const copy = structuredClone(file) as { [Key in keyof OptionProofFile]: OptionProofFile[Key] }
  const which = random.below(5)
  if (which === 0) copy.receipt = withOtherDigit(random, copy.receipt)
  else if (which === 1) copy.checkpoint = withOtherDigit(random, copy.checkpoint)
  else if (which === 2) {
    const tick = random.one(copy.ticks)
    if (random.chance(2)) tick.bytes = withOtherDigit(random, tick.bytes)
    else tick.proof[random.below(tick.proof.length)] = '00'.repeat(32)
  } else if (which === 3) copy.ticks.splice(random.below(copy.ticks.length), 1)
  else alterResult(random, copy.result)
  return copy
}

function withOtherDigit(random: Random, text: string): string {
  const places = [...text].flatMap((sign, at) => (/[0-9a-f]/.test(sign) ? [at] : []))
  const at = random.one(places)
  const other = ((Number.parseInt(text[at]!, 16) + 1 + random.below(14)) % 16).toString(16)
  return text.slice(0, at) + other + text.slice(at + 1)
}

const others = { won: 'lost', lost: 'tie', tie: 'void', void: 'won' } as const

function alterResult(random: Random, result: OptionProofFile['result']) {
  const by = random.chance(2) ? 1 : -1
  const which = random.below(4)
  const tick = random.chance(2) ? result.entry : result.exit
  if (which === 0) result.outcome = others[result.outcome]
  else if (which === 1) result.paid = String(BigInt(result.paid) + BigInt(by))
  else if (which === 2) result.expiresAtMs = (result.expiresAtMs ?? 0) + by
  else if (tick) tick[random.one(['sequence', 'price', 'atMs'] as const)] += by
  else result.entry = { sequence: 1, price: 1, atMs: 1 }
}
