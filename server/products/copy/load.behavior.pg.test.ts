import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readSettings } from '#domain/copy/rules.ts'
import { requireAllowed } from '#domain/errors.ts'
import { checkContractProof } from '#domain/proof/contract-proof.ts'
import { DAY_MS } from '#domain/time.ts'
import { lockBalances } from '#server/core/ledger/ledger.ts'
import { customerWith, openOne, send } from '#server/testing/contract.ts'
import {
  agree,
  cancelAs,
  contracts,
  copiesForFile,
  database,
  followerOf,
  lead,
} from '#server/testing/copy.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { availableOf, closeAll, closePosition, positionProof, setStops } from '../contract/service.ts'
import { activePositions } from '../contract/store.ts'
import { findRelation, listOutcomes } from './relation-store.ts'
import { changeRelation } from './service.ts'

/** Copies that are decided late, at once, and beside other customers' orders. */

copiesForFile()

type Follower = Awaited<ReturnType<typeof followerOf>>
const openOf = ({ customer }: Pick<Follower, 'customer'>) => activePositions(database.db, customer)
const outcomesOf = ({ customer }: Pick<Follower, 'customer'>) =>
  listOutcomes(database.db, { customer, offset: 0, limit: 100 })
const relationOf = async ({ customer, relation }: Follower) =>
  (await findRelation(database.db, customer, relation))!

describe('a waiting order that a tick reached while nobody compared', () => {
  test('is copied at that tick and of its time, however late, and its proof recomputes', async () => {
    const alice = await followerOf(contracts, lead)
    const led = await openOne(contracts, lead.customer, { limitPrice: '19900' })
    const reached = await contracts.record('19890')
    contracts.clock.advance(DAY_MS)
    await contracts.restart()
    await send(contracts, [])
    expect(await outcomesOf(alice)).toMatchObject([
      { action: 'open', result: 'copied', sequence: reached.sequence },
    ])
    const [copy] = await openOf(alice)
    expect(copy).toMatchObject({ entrySequence: reached.sequence, openedAtMs: reached.atMs })
    // The midnight between is charged to both.
    await contracts.tick('19890')
    const charged = async (who: Pick<Follower, 'customer'>) => (await openOf(who))[0]!.financing > 0n
    expect([await charged(lead), await charged(alice)]).toEqual([true, true])
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    const file = await positionProof(contracts, alice.customer, copy!.id)
    expect(checkContractProof(file, () => 0).steps.filter(({ state }) => state === 'failed')).toEqual([])
  })
})

describe('what two devices change of a relation at once', () => {
  test('is changed both: each says only what it changes', async () => {
    const alice = await followerOf(contracts, lead)
    const change = (changes: object) =>
      changeRelation(contracts, { customer: alice.customer }, { relationId: alice.relation, ...changes })
    await Promise.all([
      change({ maxTrade: '50' }),
      change({ slippagePercent: '1' }),
      change({ stopLoss: '200' }),
      change({ status: 'paused' }),
      change({ number: '20' }),
    ])
    expect(await relationOf(alice)).toMatchObject({
      ...{ maxTrade: 500_000_000n, slippageBps: 100, stopLoss: 2_000_000_000n, status: 'paused' },
      ...{ number: 200_000_000n, maxTotal: 50_000_000_000n },
    })
  })

  test('is refused where both together cannot be', async () => {
    const alice = await followerOf(contracts, lead, { number: '50', maxTrade: '50', maxTotal: '1000' })
    const change = (changes: object) =>
      changeRelation(contracts, { customer: alice.customer }, { relationId: alice.relation, ...changes })
    const done = await Promise.allSettled([
      // Either would do alone.
      change({ number: '500', maxTrade: '500' }),
      change({ maxTotal: '100' }),
    ])
    const refused = done.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(refused).toEqual(['COPY_LIMITS_CROSSED'])
    const { maxTrade, maxTotal } = await relationOf(alice)
    expect(maxTrade! <= maxTotal!).toBe(true)
  })
})

describe('an order of a lead', () => {
  test('is copied by who began to follow in the same batch', async () => {
    const customer = await customerWith(contracts)
    await agree(contracts, customer)
    const { settings } = requireAllowed(readSettings({ number: '100' }))
    const asked = {
      kind: 'follow',
      customer,
      lead: lead.id,
      settings,
      termsVersion: 1,
      agreementVersion: 1,
    } as const
    await Promise.all([
      contracts.engine.ask(asked),
      contracts.engine.open({
        ...{ customer: lead.customer, symbol: 'BTC-USDT', seenPrice: undefined },
        draft: { direction: 'long', lots: '0.10', leverage: 10 },
      }),
    ])
    expect(await outcomesOf({ customer })).toMatchObject([{ action: 'open', result: 'copied' }])
  })

  test('that began before somebody followed writes nothing for them', async () => {
    const led = await openOne(contracts, lead.customer)
    contracts.clock.advance(1)
    const alice = await followerOf(contracts, lead)
    await setStops(contracts, { customer: lead.customer }, led.id, { stopLoss: '19500' })
    await closePosition(contracts, { customer: lead.customer }, led.id, '0.05')
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    expect(await outcomesOf(alice)).toEqual([])
  })

  test('of whom nobody copies writes nothing at all', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from copy_outcome`.execute(database.db)).rows[0]!.n
    const before = await count()
    const left = await followerOf(contracts, lead)
    await cancelAs(contracts, left, 'keep')
    const led = await openOne(contracts, lead.customer)
    await setStops(contracts, { customer: lead.customer }, led.id, { stopLoss: '19500' })
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    expect(await count()).toBe(before)
  })

  test('T31: that closes all of very many is told what became of each, batch after batch', async () => {
    const followers = await Promise.all(
      Array.from({ length: 12 }, () => followerOf(contracts, lead, { amount: '50000', number: '20' })),
    )
    for (let n = 0; n < 180; n++) await openOne(contracts, lead.customer, { lots: '0.01', leverage: 10 })
    const key = `close-${lead.id}`
    const copied: number[] = []
    const stop = contracts.engine.subscribe(({ customer, positions }) => {
      if (customer === lead.customer) copied.push(positions.length * followers.length)
    })
    const outcomes = await closeAll(contracts, { customer: lead.customer, key }, 'all')
    stop()
    // 2,000 at most, and the copies of the position that reached it.
    expect(copied).toEqual([2_004, 156])
    expect(outcomes.map(({ refusal }) => refusal)).toEqual(Array.from({ length: 180 }, () => null))
    expect(new Set(outcomes.map(({ position }) => position.id)).size).toBe(180)
    for (const follower of followers) expect(await openOf(follower)).toEqual([])
    const again = await closeAll(contracts, { customer: lead.customer, key }, 'all')
    expect(again.map(({ position }) => position.id)).toEqual(outcomes.map(({ position }) => position.id))
  })
})

testOnPostgres('a tick waits for the accounts of those alone whom it may concern', async () => {
  const alice = await followerOf(contracts, lead)
  await openOne(contracts, lead.customer, { limitPrice: '19000' })
  const bob = await customerWith(contracts)
  await openOne(contracts, bob, { stopLoss: '19950' })
  await database.db.transaction().execute(async (tx) => {
    await lockBalances(tx, [availableOf(alice.customer)])
    // It would wait for this transaction, and this one for it.
    await contracts.tick('19940')
  })
  expect(await openOf({ customer: bob })).toEqual([])
  const { sequence } = await contracts.tick('18990')
  expect(await openOf(alice)).toMatchObject([{ entrySequence: sequence }])
})
