import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contractClose,
  contractList,
  contractOpen,
  contractSetStops,
  contractSubmit,
} from '#domain/contract/contract.ts'
import * as copying from '#domain/copy/contract.ts'
import { firstCopyTerms } from '#domain/copy/offered-terms.ts'
import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import {
  practiceFollow,
  practiceFollows,
  practiceOpen,
  practiceUnfollow,
  practiceWallet,
} from '#domain/practice/contract.ts'
import { auditProducts } from '#server/audit-products.ts'
import { practiceOwnerOf } from '#server/core/ledger/practice.ts'
import { moment } from '#server/platform/db/moment.ts'
import { nextId } from '#server/platform/ids.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'
import { type Contracts, contractsIn, practiceContractsIn } from '../contract/service.ts'
import { syncLeads } from '../copy/service.ts'
import { insertCopyTerms } from '../copy/terms.ts'
import { lead as makeLead } from '../copy/testing.ts'
import { auditPractice } from './audit.ts'
import { firstTurn, followInPractice, mirrorLeads } from './following.ts'
import { fundPractice } from './service.ts'

/** Following a real lead with practice money: their openings and closings, and nothing of it among real copies. */

let quoted: QuotedApp
let practice: Contracts
let lead: TestCustomer
let follower: TestCustomer
let leadId: string
let price = 20_000
const quote = (now: number) => {
  price = now
  return quoted.quote(now)
}

const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' } as const
const practised = { accountType: 'practice' } as const

beforeAll(async () => {
  quoted = await openQuotedApp()
  const { db, clock, give } = quoted.app
  lead = await addTestCustomer(db, clock, { nickname: 'Ada', tier: 'advanced' })
  follower = await addTestCustomer(db, clock, { nickname: 'Ben', tier: 'unverified' })
  await give(lead.id, 'contract', 'USDT', '10000')
  await fundPractice(db, clock.nowMs())
  await quote(20_000)
  practice = practiceContractsIn(quoted.app.opened)
  leadId = String(await makeLead(db, lead.id, clock.nowMs()))
  await syncLeads(contractsIn(quoted.app.opened))
})
afterAll(async () => {
  expect(await auditPractice(quoted.app.db)).toEqual([])
  expect(await auditProducts(quoted.app.db)).toEqual([])
  expect(await quoted.app.isConsistent()).toBe(true)
  await quoted.close()
})

const send = (who: TestCustomer, call: Endpoint, input: object = {}) =>
  quoted.app.call(call, input as never, who.token)
async function ask<E extends Endpoint>(who: TestCustomer, call: E, input: object = {}): Promise<OutputOf<E>> {
  const { data, error } = await send(who, call, input)
  expect(error, call.path).toBeUndefined()
  return data as OutputOf<E>
}
async function opensReal() {
  // Not in the moment in which somebody begins to follow.
  await quoted.quote(price)
  return ask(lead, contractSubmit, order)
}
/** What the job does every second; a second time it finds nothing. */
async function mirror() {
  await mirrorLeads(practice)
  await mirrorLeads(practice)
}
const openOf = async (who: TestCustomer) => (await ask(who, contractOpen, practised)).items
const followsOf = async () => (await ask(follower, practiceFollows)).items

describe('who follows with practice money', () => {
  test('is refused what real followers are, and needs no verification', async () => {
    const refusal = async (who: TestCustomer, input: object) => (await send(who, practiceFollow, input)).error
    expect(await refusal(follower, { leadId: '1', number: '100' })).toBe('LEAD_NOT_FOUND')
    expect(await refusal(follower, { leadId, number: '9.99' })).toBe('AMOUNT_TOO_SMALL')
    expect((await send(follower, practiceFollow, { leadId, number: '9.99' })).body).toContain('10 pUSDT')
    expect(await refusal(lead, { leadId, number: '100' })).toBe('LEAD_CANNOT_FOLLOW')
    // The real call knows no practice: nobody who practises begins a real copy.
    expect(await refusal(follower, { leadId, number: '100' })).toBeUndefined()
    expect(await refusal(follower, { leadId, number: '100' })).toBe('ALREADY_FOLLOWING')
    const real = await send(follower, copying.copyFollow, {
      ...{ leadId, mode: 'amount', number: '100', ...practised },
    })
    expect(real.error).toBe('PRACTICE_NOT_HERE')
    expect(await followsOf()).toMatchObject([
      { leadId, nickname: 'Ada', status: 'active', currency: 'pUSDT', number: '100.0000000', copied: 0 },
    ])
  })

  test('has a copy of what opens, with the wished margin, and of the part that closes', async () => {
    const real = await opensReal()
    await mirror()
    const [copy, ...others] = await openOf(follower)
    expect(others).toEqual([])
    expect(copy).toMatchObject({
      symbol: 'BTC-USDT',
      direction: 'long',
      leverage: 10,
      marginCurrency: 'pUSDT',
    })
    expect(Number(copy!.margin)).toBeLessThanOrEqual(100)
    // Down to a hundredth of a lot: a fifth one would need a little more than 100 at the ask.
    expect(copy!.lots).toBe('0.04')
    await quote(20_100)
    await ask(lead, contractClose, { id: real.id, lots: '0.05' })
    await mirror()
    const [half] = await openOf(follower)
    expect(Number(half!.openLots)).toBeCloseTo(Number(copy!.lots) / 2, 2)
    await ask(lead, contractClose, { id: real.id })
    await mirror()
    expect(await openOf(follower)).toEqual([])
    const [follow] = await followsOf()
    expect(follow).toMatchObject({ copied: 1, skipped: 0, openCopies: 0, margin: '0.0000000' })
    // The result with every fee; the wallet has all of it: nobody took a share.
    const { available } = await ask(follower, practiceWallet)
    expect(Number(available) - 10_000).toBeCloseTo(Number(follow!.realizedPnl), 6)
    expect(Number(follow!.realizedPnl)).toBeGreaterThan(0)
    expect(Number(follow!.shareWithMoney)).toBeCloseTo(Number(follow!.realizedPnl) / 10, 5)
  })

  test('is in no figure of the lead, and no list of real copies', async () => {
    const { lead: figures } = await ask(follower, copying.copyLead, { leadId })
    expect(figures).toMatchObject({ followers: 0, followersEver: 0, followersTrades: 0, assets: '0.0000000' })
    expect((await ask(lead, copying.copyFollowers)).items).toEqual([])
    for (const call of [copying.copyMine, copying.copyPositions, copying.copyOutcomes])
      expect((await ask(follower, call)).items).toEqual([])
    expect((await ask(follower, contractList)).items).toEqual([])
  })

  test('does not copy what is late, nor what opened at another price', async () => {
    const late = await opensReal()
    quoted.app.clock.advance(61_000)
    await quote(20_100)
    await mirror()
    expect(await openOf(follower)).toEqual([])
    expect((await followsOf())[0]).toMatchObject({ skipped: 1, skipReason: 'stale' })
    const worse = await opensReal()
    await quote(20_300)
    await mirror()
    expect(await openOf(follower)).toEqual([])
    expect((await followsOf())[0]).toMatchObject({ skipped: 2, skipReason: 'slippage' })
    for (const { id } of [late, worse]) await ask(lead, contractClose, { id })
    await mirror()
  })

  test('ends it, and closes the copies or keeps them as their own', async () => {
    const first = await opensReal()
    await mirror()
    const { id } = (await followsOf())[0]!
    expect((await send(lead, practiceUnfollow, { followId: id })).error).toBe('RELATION_NOT_FOUND')
    expect(await ask(follower, practiceUnfollow, { followId: id })).toMatchObject({
      ...{ status: 'ended', endReason: 'user', openCopies: 0 },
    })
    expect(await openOf(follower)).toEqual([])
    // What was begun again copies nothing of what was open before.
    const again = await ask(follower, practiceFollow, { leadId, number: '50' })
    await mirror()
    expect(await openOf(follower)).toEqual([])
    const second = await opensReal()
    await mirror()
    await ask(follower, practiceUnfollow, { followId: again.id, stopMode: 'keep' })
    await ask(lead, contractClose, { id: first.id })
    await ask(lead, contractClose, { id: second.id })
    await mirror()
    const [kept] = await openOf(follower)
    expect(kept).toBeDefined()
    await ask(follower, contractClose, { id: kept!.id, ...practised })
  })

  test('says how many copies could not be closed for want of a price, and are their own', async () => {
    const { id } = await ask(follower, practiceFollow, { leadId, number: '50' })
    const real = await opensReal()
    await mirror()
    quoted.app.clock.advance(61_000)
    expect(await ask(follower, practiceUnfollow, { followId: id, stopMode: 'close' })).toMatchObject({
      ...{ status: 'ended', endReason: 'user', openCopies: 1 },
    })
    await quote(price)
    await ask(lead, contractClose, { id: real.id })
    await mirror()
    expect(await openOf(follower)).toHaveLength(1)
    // They are still there to be closed together.
    expect(await ask(follower, practiceUnfollow, { followId: id })).toMatchObject({
      ...{ status: 'ended', endReason: 'user', openCopies: 0 },
    })
    expect(await openOf(follower)).toEqual([])
  })

  test('T07: a copy that was ordered before a crash is not ordered again', async () => {
    const other = await addTestCustomer(quoted.app.db, quoted.app.clock, { tier: 'unverified' })
    await ask(other, practiceOpen)
    const { db, clock } = quoted.app
    await db
      .transaction()
      .execute((tx) =>
        followInPractice(tx, other.id, { leadId: BigInt(leadId) as never, number: '100' }, clock.nowMs()),
      )
    const real = await opensReal()
    await mirror()
    const before = await openOf(other)
    expect(before).toHaveLength(1)
    // As if the process had ended between the order and the note of it.
    await db
      .updateTable('practice_copy' as never)
      .set({ position_id: null } as never)
      .execute()
    await mirror()
    expect((await openOf(other)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    await ask(lead, contractClose, { id: real.id })
    await mirror()
    expect(await openOf(other)).toEqual([])
  })

  describe('after a crash', () => {
    /** As if the process had ended between the note of what is to be copied and its order. */
    const noted = (follow: string, leadPosition: string) =>
      sql`
      insert into practice_copy (follow_id, lead_position_id, lots, created_at) values
        (${follow}::bigint, ${leadPosition}::bigint, 4, ${moment(quoted.app.clock.nowMs())})`.execute(
        quoted.app.db,
      )
    /** The newest that this customer began. */
    const newest = async () => (await followsOf()).toSorted((a, b) => b.startedAtMs - a.startedAtMs)[0]!

    test('what its customer has ended meanwhile is not ordered', async () => {
      const { id } = await ask(follower, practiceFollow, { leadId, number: '50' })
      const real = await opensReal()
      await noted(id, real.id)
      await ask(follower, practiceUnfollow, { followId: id })
      await mirror()
      expect(await openOf(follower)).toEqual([])
      expect(await newest()).toMatchObject({ id, copied: 0, skipped: 1, skipReason: 'stale' })
      await ask(lead, contractClose, { id: real.id })
    })

    test('what is late by then is not ordered', async () => {
      const { id } = await ask(follower, practiceFollow, { leadId, number: '50' })
      const real = await opensReal()
      await noted(id, real.id)
      quoted.app.clock.advance(61_000)
      await quote(price)
      await mirror()
      expect(await openOf(follower)).toEqual([])
      expect(await newest()).toMatchObject({ id, copied: 0, skipped: 1, skipReason: 'stale' })
      await ask(lead, contractClose, { id: real.id })
      await ask(follower, practiceUnfollow, { followId: id })
    })

    test('what was ordered before it is closed with the others, where its customer ended it meanwhile', async () => {
      const { id } = await ask(follower, practiceFollow, { leadId, number: '50' })
      const real = await opensReal()
      await mirror()
      expect(await openOf(follower)).toHaveLength(1)
      await sql`update practice_copy set position_id = null where follow_id = ${id}::bigint`.execute(
        quoted.app.db,
      )
      await ask(follower, practiceUnfollow, { followId: id })
      await mirror()
      expect(await openOf(follower)).toEqual([])
      expect(await newest()).toMatchObject({ id, copied: 1, skipped: 0 })
      await ask(lead, contractClose, { id: real.id })
    })

    test('what cannot be ordered says so, and holds up no others', async () => {
      const { id } = await ask(follower, practiceFollow, { leadId, number: '50' })
      await noted(id, '1')
      const real = await opensReal()
      await mirror()
      expect(await openOf(follower)).toHaveLength(1)
      expect(await newest()).toMatchObject({ id, copied: 1, skipped: 1, skipReason: 'not-allowed' })
      await ask(lead, contractClose, { id: real.id })
      await mirror()
      await ask(follower, practiceUnfollow, { followId: id })
    })
  })

  describe('while they follow', () => {
    let follow: string
    beforeAll(async () => {
      follow = (await ask(follower, practiceFollow, { leadId, number: '300' })).id
    })
    const ours = async () => (await followsOf()).find(({ id }) => id === follow)!

    test('what opens and closes before it is looked at is said to be skipped', async () => {
      const before = await ours()
      const real = await opensReal()
      await ask(lead, contractClose, { id: real.id })
      await mirror()
      expect(await openOf(follower)).toEqual([])
      expect(await ours()).toMatchObject({
        ...{ copied: before.copied, skipped: before.skipped + 1, skipReason: 'stale' },
      })
    })

    test('take profit and stop loss move with the lead’s until they set their own', async () => {
      const real = await ask(lead, contractSubmit, { ...order, takeProfit: '21000' })
      await mirror()
      const [copy] = await openOf(follower)
      expect(copy).toMatchObject({ takeProfit: '21000.00', stopLoss: null })
      const stops = async () => {
        const [{ takeProfit, stopLoss }] = (await openOf(follower)) as [OutputOf<typeof contractSubmit>]
        return { takeProfit, stopLoss }
      }
      const leadSets = async (takeProfit: string, stopLoss: string) => {
        await ask(lead, contractSetStops, { id: real.id, takeProfit, stopLoss })
        await mirror()
      }
      await leadSets('0', '19500')
      expect(await stops()).toEqual({ takeProfit: null, stopLoss: '19500.00' })
      // What was set before may come back.
      await leadSets('21000', '0')
      expect(await stops()).toEqual({ takeProfit: '21000.00', stopLoss: null })
      await ask(follower, contractSetStops, { id: copy!.id, stopLoss: '19700', ...practised })
      await leadSets('22000', '19600')
      expect(await stops()).toEqual({ takeProfit: '21000.00', stopLoss: '19700.00' })
      await ask(lead, contractClose, { id: real.id })
      await mirror()
      expect(await openOf(follower)).toEqual([])
    })

    test('what cannot close for want of a price takes no turn from what can', async () => {
      const ether = { price: 100_000, bid: 99_995, ask: 100_005, symbol: 'ETH-USDT' }
      const both = async () => {
        await quoted.quote(price, ether)
        await quoted.quote(price)
      }
      await both()
      const stuck = await ask(lead, contractSubmit, { ...order, symbol: 'ETH-USDT', lots: '1.00' })
      await mirror()
      const free = await opensReal()
      await mirror()
      expect(await openOf(follower)).toHaveLength(2)
      await both()
      await ask(lead, contractClose, { id: free.id })
      await ask(lead, contractClose, { id: stuck.id })
      // The price of the one that closed last is too old by now.
      quoted.app.clock.advance(10_000)
      await quote(price)
      const turn = firstTurn()
      for (let n = 0; n < 10; n++) await mirrorLeads(practice, turn, 1)
      expect((await openOf(follower)).map(({ symbol }) => symbol)).toEqual(['ETH-USDT'])
      await both()
      for (let n = 0; n < 10; n++) await mirrorLeads(practice, turn, 1)
      expect(await openOf(follower)).toEqual([])
    })

    test('a copy is sized by the terms that they began with', async () => {
      const { db, clock } = quoted.app
      const narrower = { ...firstCopyTerms(), equityBps: 100 }
      await db.transaction().execute((tx) => insertCopyTerms(tx, 2, narrower, 1n, clock.nowMs()))
      const real = await opensReal()
      await mirror()
      const [copy] = await openOf(follower)
      // A hundredth of their equity would be about 100.
      expect(Number(copy!.margin)).toBeGreaterThan(200)
      await ask(lead, contractClose, { id: real.id })
      await mirror()
    })

    test('it stays before those that have ended, however many there are', async () => {
      const owner = practiceOwnerOf(follower.id)
      await sql`
        insert into practice_follow (id, customer_id, lead_id, number, terms_version, started_at, ended_at, end_reason)
        select ${nextId()}::bigint + n, ${owner}::bigint, ${leadId}::bigint, 1, 1, ${moment(0)}, ${moment(1)}, 'user'
        from generate_series(1, 50) n`.execute(quoted.app.db)
      const follows = await followsOf()
      expect(follows).toHaveLength(50)
      expect(follows.map(({ status }) => status).indexOf('active')).toBe(0)
      expect(follows[0]!.id).toBe(follow)
    })
  })

  test('who leads no more is followed no more', async () => {
    await ask(lead, copying.copyStopLeading)
    await mirror()
    const other = (await followsOf()).filter(({ status }) => status === 'active')
    expect(other).toEqual([])
  })
})
