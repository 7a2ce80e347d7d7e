import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { adoptInstruments, instruments } from '#domain/market/instruments.ts'
import type { ContractProofFile } from '#domain/proof/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { alteredHeads } from '#server/sim/alter.ts'
import { createRandom, type Random } from '#server/sim/random.ts'
import {
  BTC,
  customerWith,
  endAll,
  openOne,
  startTestContracts,
  type TestContracts,
} from '#server/testing/contract.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { auditPositionResults } from './audit-results.ts'
import { addMargin, amendOrder, cancelOrder, closePosition, positionProof, setStops } from './service.ts'
import { positionsById } from './store.ts'

/** Whatever became of a position is computed again from its receipts and the tape, and anything altered is seen. */

const SEED = 8
const DAYS = 3

interface Simulated {
  readonly symbol: string
  readonly price: number
  readonly decimals: number
  readonly steps: number
  readonly alterations: number
  /** What converts its quote, at this price. */
  readonly conversion?: { readonly symbol: string; readonly price: number }
}

/** One settled in its own quote; one that converts itself, by division; one that another converts, by multiplication. */
const markets: readonly Simulated[] = [
  { symbol: 'BTC-USDT', price: 20_000, decimals: 2, steps: 400, alterations: 1_000 },
  {
    ...{ symbol: 'USD-JPY', price: 135.58, decimals: 3, steps: 250, alterations: 300 },
    conversion: { symbol: 'USD-JPY', price: 135.58 },
  },
  {
    ...{ symbol: 'EUR-GBP', price: 0.86, decimals: 5, steps: 250, alterations: 300 },
    conversion: { symbol: 'GBP-USD', price: 1.2363 },
  },
]

let database: Database
let contracts: TestContracts
let customer: CustomerId

beforeAll(async () => {
  database = await openTestDatabase()
  contracts = await startTestContracts(database.db)
  customer = await customerWith(contracts, '1000000')
})
afterAll(async () => {
  await contracts.engine.stop()
  await database.close()
})

/** One thing that a customer may do, on one of their positions or with a new one. */
async function act(random: Random, { symbol, decimals }: Simulated, own: PositionId[], price: number) {
  const id = own.length > 0 ? random.one(own) : undefined
  const near = (bps: number) => ((price * (10_000 + bps)) / 10_000).toFixed(decimals)
  const choice = random.below(10)
  const up = random.chance(2) ? 1 : -1
  if (choice < 4 || id === undefined) {
    const { id: opened } = await openOne(contracts, customer, {
      ...{ symbol, direction: up > 0 ? 'long' : 'short', lots: `0.${10 + random.below(80)}` },
      leverage: random.one(symbol === 'BTC-USDT' ? [2, 5, 10] : [5, 10]),
      limitPrice: random.chance(2) ? near(-up * (5 + random.below(60))) : undefined,
      takeProfit: random.chance(2) ? near(up * (20 + random.below(150))) : undefined,
      stopLoss: random.chance(2) ? near(-up * (70 + random.below(150))) : undefined,
    })
    own.push(opened)
  } else if (choice === 4) await addMargin(contracts, { customer }, id, String(1 + random.below(20)))
  else if (choice === 5)
    await setStops(contracts, { customer }, id, { takeProfit: random.chance(2) ? '0' : near(up * 90) })
  else if (choice === 6) await setStops(contracts, { customer }, id, { stopLoss: near(up * 120) })
  else if (choice === 7) await closePosition(contracts, { customer }, id, '0.03')
  else if (choice === 8) await closePosition(contracts, { customer }, id, undefined)
  else await cancelOrder(contracts, { customer }, id)
}

/** Amends one of the orders that wait, where there is any. */
async function amendOne(random: Random, { decimals }: Simulated, own: PositionId[], price: number) {
  const stored = await positionsById(contracts.db, own)
  const waiting = [...stored.values()].filter(({ status }) => status === 'pending')
  if (waiting.length === 0) return
  const { id, direction } = random.one(waiting)
  const away = (direction === 'long' ? -1 : 1) * (5 + random.below(90))
  const limitPrice = random.chance(2) ? ((price * (10_000 + away)) / 10_000).toFixed(decimals) : undefined
  await amendOrder(contracts, { customer }, id, { limitPrice, lots: `0.${10 + random.below(80)}` })
}

test.each(markets)(
  'every position of a simulated run in $symbol verifies, and every alteration is detected',
  LONG,
  async (market) => {
    const random = createRandom(SEED)
    const amending = createRandom(SEED)
    const { symbol, decimals, conversion } = market
    const began = contracts.clock.nowMs()
    const own: PositionId[] = []
    const convert = async () => {
      if (!conversion || conversion.symbol === symbol) return
      const rate = conversion.price * (1 + (random.below(61) - 30) / 20_000)
      await contracts.tick(rate.toFixed(5), { symbol: conversion.symbol, spread: random.below(20) })
    }
    let price = market.price
    for (let step = 0; step < market.steps; step++) {
      contracts.clock.advance(random.chance(2) ? DAY_MS / 3 : random.below(2_000))
      // Now and then a gap; others in between, so that numbers of ticks are not in a row.
      const move = 1 + (random.below(61) - 30) / (random.chance(30) ? 500 : 20_000)
      price = Math.max(market.price / 2, price * move)
      if (random.chance(3)) await contracts.tick('1200', { symbol: 'ETH-USDT' })
      if (random.chance(2)) await convert()
      await contracts.tick(price.toFixed(decimals), { symbol, spread: random.below(120) })
      if (random.chance(3)) await convert()
      if (random.chance(2)) await act(random, market, own, price).catch(expectRefusal)
      if (step % 4 === 0) await amendOne(amending, market, own, price).catch(expectRefusal)
    }
    await endAll(contracts)
    await convert()
    await contracts.tick(price.toFixed(decimals), { symbol })
    await convert()
    expect(contracts.errors).toEqual([])
    const { publicKey } = contracts.proofs.signer
    expect(await auditPositionResults(contracts.db, { publicKey, newest: 10_000 })).toEqual([])
    const seen = new Set<string>()
    const files: ContractProofFile[] = []
    for (const id of own) {
      const file = await positionProof(contracts, customer, id)
      expect({ file, ...verdictsOn(file) }).toEqual({ file, ...verified })
      files.push(file)
      for (const { kind, reason, conversionSequence } of file.changes) {
        seen.add(`${kind} ${reason}`)
        const isConverted = ['opened', 'closed', 'financing'].includes(kind) && conversion !== undefined
        expect(conversionSequence !== null).toBe(isConverted)
      }
    }
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        ...['cancelled user', 'closed liquidation', 'closed stop-loss', 'closed take-profit', 'closed user'],
        ...['amended null', 'financing null', 'margin null', 'opened null', 'stops null'],
      ]),
    )
    expect(contracts.clock.nowMs() - began).toBeGreaterThan(DAYS * DAY_MS)
    const anywhere = Array.from({ length: market.alterations }, () => alter(random, random.one(files)))
    for (const altered of [...anywhere, ...alteredHeads(random, random.one(files))]) {
      const found = isDetected(verdictsOn(altered))
      expect({ altered, found }).toEqual({ altered, found: true })
    }
  },
)

test('an order that was cancelled because its instrument was halted verifies by the tick that reached it', async () => {
  await contracts.tick('20000')
  const { id } = await openOne(contracts, customer, { limitPrice: '19900' })
  await contracts.tick('19950')
  const listed = instruments
  adoptInstruments(listed.map((one) => (one === BTC ? { ...one, status: 'halted' } : one)))
  await contracts.tick('19900')
  adoptInstruments(listed)
  const file = await positionProof(contracts, customer, id)
  expect(file.changes).toMatchObject([{ kind: 'cancelled', reason: 'halted' }])
  expect(verdictsOn(file)).toEqual(verified)
  // Not at a tick that has not reached it.
  const [claim] = file.changes
  const earlier = { ...file, changes: [{ ...claim!, sequence: claim!.sequence! - 1 }] }
  expect(isDetected(verdictsOn(earlier))).toBe(true)
})

test('an order that its customer’s own limits ended verifies: by its receipt, or by the tick that reached it', async () => {
  await contracts.tick('20000')
  const early = await openOne(contracts, customer, { limitPrice: '19900' })
  await contracts.engine.cancelByLimits(customer, early.id)
  const reached = await openOne(contracts, customer, { limitPrice: '19900' })
  const asked = await openOne(contracts, customer, { limitPrice: '19800' })
  await contracts.engine.cancel(customer, asked.id)
  await sql`insert into guard_rail (id, customer_id, kind, value, chosen_at, from_at)
    values (${nextId()}, ${customer}, 'leverage', 2, to_timestamp(0), to_timestamp(0))`.execute(database.db)
  await contracts.tick('19900')
  await contracts.tick('19990')
  for (const [{ id }, isReached] of [
    [early, false],
    [reached, true],
  ] as const) {
    const file = await positionProof(contracts, customer, id)
    const [claim, ...others] = file.changes
    expect(others).toEqual([])
    expect(claim).toMatchObject({ kind: 'cancelled', reason: 'own-limits' })
    expect(claim!.sequence !== null).toBe(isReached)
    expect(verdictsOn(file)).toEqual(verified)
    const moved = { ...file, changes: [{ ...claim!, sequence: isReached ? claim!.sequence! - 1 : 1 }] }
    expect(isDetected(verdictsOn(moved))).toBe(true)
  }
  // What its customer asked for cannot be said to be their limits, nor the other way round.
  const own = await positionProof(contracts, customer, asked.id)
  for (const [file, reason] of [
    [own, 'own-limits'],
    [await positionProof(contracts, customer, early.id), 'user'],
  ] as const) {
    const changed = { ...file, changes: [{ ...file.changes[0]!, reason }] }
    expect(isDetected(verdictsOn(changed))).toBe(true)
  }
})

function expectRefusal(error: unknown) {
  if (!(error as { code?: string }).code) throw error
}

/** The same proof with something in it changed: a digit of a text, a number by one, or something left out. */
function alter(random: Random, file: ContractProofFile): ContractProofFile {
  const copy = structuredClone(file) as { [Key in keyof ContractProofFile]: ContractProofFile[Key] }
  const which = random.below(5)
  const digit = (text: string): string => {
    const places = [...text].flatMap((sign, at) => (/[0-9a-f]/.test(sign) ? [at] : []))
    const at = random.one(places)
    const other = ((Number.parseInt(text[at]!, 16) + 1 + random.below(14)) % 16).toString(16)
    return text.slice(0, at) + other + text.slice(at + 1)
  }
  if (which === 0) {
    const n = random.below(copy.receipts.length)
    copy.receipts[n] = digit(copy.receipts[n]!)
  } else if (which === 1) copy.checkpoint = digit(copy.checkpoint)
  else if (which === 2) {
    const tick = random.one(copy.ticks)
    if (random.chance(2)) tick.bytes = digit(tick.bytes)
    else if (tick.proof.length > 0) tick.proof[random.below(tick.proof.length)] = '00'.repeat(32)
    else copy.ticks = []
  } else if (which === 3) alterClaim(random, random.one(copy.changes))
  else copy.changes.splice(random.below(copy.changes.length), 1)
  return copy
}

function alterClaim(random: Random, claim: ContractProofFile['changes'][number]) {
  const fields = claim as Record<string, unknown>
  const key = random.one(Object.keys(fields).filter((name) => name !== 'kind' && name !== 'reason'))
  const value = fields[key]
  const by = random.chance(2) ? 1 : -1
  fields[key] =
    typeof value === 'number' ? value + by : value === null ? 1 : String(BigInt(value as string) + BigInt(by))
}
