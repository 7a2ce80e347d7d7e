import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractClose, contractOpen, contractSubmit } from '#domain/contract/contract.ts'
import { copyStopLeading } from '#domain/copy/contract.ts'
import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import {
  practiceFollow,
  practiceFollowSettings,
  practiceFollows,
  practiceUnfollow,
} from '#domain/practice/contract.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'
import { type Contracts, contractsIn, practiceContractsIn } from '../contract/service.ts'
import { syncLeads } from '../copy/service.ts'
import { lead as makeLead } from '../copy/testing.ts'
import { auditPractice } from './audit.ts'
import { mirrorLeads } from './following.ts'
import { fundPractice } from './service.ts'

/** What the job does of what leads do when it is hard: leads who stop, outages, and much at once. */

let quoted: QuotedApp
let practice: Contracts
let lead: TestCustomer
let leadId: string
let follower: TestCustomer
let follow: string

const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' } as const
const practised = { accountType: 'practice' } as const
const PRICE = 20_000

beforeAll(async () => {
  quoted = await openQuotedApp()
  await fundPractice(quoted.app.db, quoted.app.clock.nowMs())
  practice = practiceContractsIn(quoted.app.opened)
})
beforeEach(async () => {
  ;({ lead, leadId } = await newLead())
  ;({ follower, follow } = await newFollower(leadId))
})
afterAll(async () => {
  expect(await auditPractice(quoted.app.db)).toEqual([])
  expect(await quoted.app.isConsistent()).toBe(true)
  await quoted.close()
})

async function newLead() {
  const { db, clock, give } = quoted.app
  const customer = await addTestCustomer(db, clock, { tier: 'advanced' })
  await give(customer.id, 'contract', 'USDT', '10000')
  const id = String(await makeLead(db, customer.id, clock.nowMs()))
  await syncLeads(contractsIn(quoted.app.opened))
  return { lead: customer, leadId: id }
}
async function newFollower(of: string, number = '100') {
  const customer = await addTestCustomer(quoted.app.db, quoted.app.clock, { tier: 'unverified' })
  const { id } = await ask(customer, practiceFollow, { leadId: of, number })
  // Not in the moment in which somebody begins to follow.
  await quoted.quote(PRICE)
  return { follower: customer, follow: id }
}
async function ask<E extends Endpoint>(who: TestCustomer, call: E, input: object = {}): Promise<OutputOf<E>> {
  const { data, error } = await quoted.app.call(call, input as never, who.token)
  expect(error, call.path).toBeUndefined()
  return data as OutputOf<E>
}
const opens = (who = lead, change: object = {}) => ask(who, contractSubmit, { ...order, ...change })
const openOf = async (who = follower) => (await ask(who, contractOpen, practised)).items
const followOf = async (who = follower) => (await ask(who, practiceFollows)).items[0]!

describe('of a lead who stops', () => {
  test('a customer keeps their copies, which then close with nobody, or closes them', async () => {
    const closer = await newFollower(leadId)
    const { id } = await opens()
    await mirrorLeads(practice)
    await ask(lead, copyStopLeading)
    await mirrorLeads(practice)
    const stopped = { status: 'ended', endReason: 'lead-stopped' }
    expect(await followOf()).toMatchObject({ ...stopped, openCopies: 1 })
    for (const time of ['once', 'and once more'])
      expect(
        await ask(follower, practiceUnfollow, { followId: follow, stopMode: 'keep' }),
        time,
      ).toMatchObject({ ...stopped, openCopies: 1 })
    for (const time of ['once', 'and once more'])
      expect(
        await ask(closer.follower, practiceUnfollow, { followId: closer.follow, stopMode: 'close' }),
        time,
      ).toMatchObject({ ...stopped, openCopies: 0 })
    await ask(lead, contractClose, { id })
    await mirrorLeads(practice)
    expect(await openOf(follower)).toHaveLength(1)
    expect(await openOf(closer.follower)).toEqual([])
  })

  test('a copy is closed with the position that they have closed just before', async () => {
    const { id } = await opens()
    await mirrorLeads(practice)
    expect(await openOf()).toHaveLength(1)
    await ask(lead, contractClose, { id })
    await ask(lead, copyStopLeading)
    await mirrorLeads(practice)
    expect(await openOf()).toEqual([])
    expect(await followOf()).toMatchObject({ status: 'ended', endReason: 'lead-stopped', openCopies: 0 })
  })

  test('a copy is closed when its position is, however much later; what its customer has kept is not', async () => {
    const { follower: keeper, follow: kept } = await newFollower(leadId)
    const { id } = await opens()
    await mirrorLeads(practice)
    await ask(keeper, practiceUnfollow, { followId: kept, stopMode: 'keep' })
    await ask(lead, copyStopLeading)
    await mirrorLeads(practice)
    expect(await openOf()).toHaveLength(1)
    await ask(lead, contractClose, { id })
    // As after a start: of what an earlier run has seen nothing is known.
    await mirrorLeads(practice)
    expect(await openOf()).toEqual([])
    expect(await openOf(keeper)).toHaveLength(1)
  })
})

describe('through an outage', () => {
  /** The engine of practice as one sees it whose link breaks: before it is asked, or before its answer has come. */
  const broken = (at: 'asking' | 'answer'): Contracts => ({
    ...practice,
    engine: {
      ...practice.engine,
      async open(...asked) {
        if (at === 'asking') throw refusal('SERVICE_UNAVAILABLE')
        await practice.engine.open(...asked)
        throw refusal('OUTCOME_UNKNOWN')
      },
    },
  })

  test.each(['asking', 'answer'] as const)('a copy whose %s was lost is ordered again, once', async (at) => {
    await opens()
    await mirrorLeads(broken(at))
    expect(await followOf()).toMatchObject({ copied: 0, skipped: 0 })
    await mirrorLeads(practice)
    await mirrorLeads(practice)
    expect(await openOf()).toHaveLength(1)
    expect(await followOf()).toMatchObject({ copied: 1, skipped: 0, openCopies: 1 })
  })

  test('a copy is not ordered later than a minute: the price of then is gone', async () => {
    await opens()
    await mirrorLeads(broken('asking'))
    quoted.app.clock.advance(61_000)
    await quoted.quote(PRICE)
    await mirrorLeads(practice)
    expect(await openOf()).toEqual([])
    expect(await followOf()).toMatchObject({ copied: 0, skipped: 1, skipReason: 'stale' })
  })

  test('a copy that was ordered is one, however late that is found', async () => {
    await opens()
    await mirrorLeads(broken('answer'))
    quoted.app.clock.advance(61_000)
    await quoted.quote(PRICE)
    await mirrorLeads(practice)
    expect(await openOf()).toHaveLength(1)
    expect(await followOf()).toMatchObject({ copied: 1, skipped: 0 })
  })
})

describe('what fails unexpectedly', () => {
  /** The engine of practice as one that breaks on the first thing that is asked of it. */
  function breaksOnce(what: 'open' | 'close'): Contracts {
    let asked = 0
    const once = () => {
      if (asked++ === 0) throw new Error('this cannot be')
    }
    const { engine } = practice
    return {
      ...practice,
      engine: {
        ...engine,
        async open(...given) {
          if (what === 'open') once()
          return engine.open(...given)
        },
        async close(...given) {
          if (what === 'close') once()
          return engine.close(...given)
        },
      },
    }
  }
  const openOfAll = async (all: readonly TestCustomer[]) => {
    const each = await Promise.all(all.map((one) => openOf(one)))
    return each.map(({ length }) => length)
  }

  test('one copy that cannot be ordered holds up no other, and is ordered the next time', async () => {
    const both = [follower, (await newFollower(leadId)).follower]
    const { id } = await opens()
    await mirrorLeads(practice)
    expect(await openOfAll(both)).toEqual([1, 1])
    await ask(lead, contractClose, { id })
    await opens()
    // Who watches the job is told.
    await expect(mirrorLeads(breaksOnce('open'))).rejects.toThrow('this cannot be')
    // One is ordered, and what the lead has closed is closed, of both.
    expect((await openOfAll(both)).sort()).toEqual([0, 1])
    await mirrorLeads(practice)
    expect(await openOfAll(both)).toEqual([1, 1])
    for (const one of both) expect(await followOf(one)).toMatchObject({ copied: 2, skipped: 0 })
  })

  test('one copy that cannot be closed holds up no other, and is closed the next time', async () => {
    const both = [follower, (await newFollower(leadId)).follower]
    const { id } = await opens()
    await mirrorLeads(practice)
    await ask(lead, contractClose, { id })
    await expect(mirrorLeads(breaksOnce('close'))).rejects.toThrow('this cannot be')
    expect((await openOfAll(both)).sort()).toEqual([0, 1])
    await mirrorLeads(practice)
    expect(await openOfAll(both)).toEqual([0, 0])
  })
})

test('what opens in one second is sized one after the other, within what is left of all', async () => {
  const { follower: large } = await newFollower(leadId, '500')
  // Ten of 500 are the most that all copies of one lead may have.
  for (let n = 0; n < 11; n++) await opens(lead, { lots: '0.01' })
  await mirrorLeads(practice)
  const { margin } = await followOf(large)
  expect(Number(margin)).toBeGreaterThan(4_500)
  expect(Number(margin)).toBeLessThanOrEqual(5_000)
})

describe('what follows is set as with money', () => {
  const sets = (input: object) => ask(follower, practiceFollowSettings, { followId: follow, ...input })

  test('a paused one opens nothing, and what it has copied still closes with the lead', async () => {
    const { id } = await opens()
    await mirrorLeads(practice)
    expect(await sets({ status: 'paused' })).toMatchObject({ status: 'paused', openCopies: 1 })
    await opens()
    await mirrorLeads(practice)
    expect(await followOf()).toMatchObject({ copied: 1, skipped: 1, skipReason: 'paused' })
    await ask(lead, contractClose, { id })
    await mirrorLeads(practice)
    expect(await openOf()).toEqual([])
    // What opened meanwhile is not copied afterwards.
    expect(await sets({ status: 'active' })).toMatchObject({ status: 'active' })
    await mirrorLeads(practice)
    expect(await openOf()).toEqual([])
    await opens()
    await mirrorLeads(practice)
    expect(await openOf()).toHaveLength(1)
  })

  test('the newest copy says which limit made it smaller', async () => {
    await opens()
    await mirrorLeads(practice)
    expect(await followOf()).toMatchObject({ copied: 1, limitedBy: null })
    const limitedBy = async (limits: object) => {
      await sets(limits)
      await opens()
      await mirrorLeads(practice)
      return (await followOf()).limitedBy
    }
    expect(await limitedBy({ number: '500', maxTrade: '150' })).toBe('limit-trade')
    expect(await limitedBy({ number: '500', maxTrade: '5000', maxTotal: '500' })).toBe('limit-total')
    expect(await limitedBy({ number: '5000', maxTotal: '100000' })).toBe('limit-equity')
    expect(await limitedBy({ number: '100' })).toBeNull()
    expect(await followOf()).toMatchObject({ copied: 5, skipped: 0 })
  })

  test('a copy keeps to the limits of a trade and of all, and to the ratio', async () => {
    await sets({ number: '500', maxTrade: '150', maxTotal: '200' })
    await opens()
    await opens()
    await mirrorLeads(practice)
    const margins = (await openOf()).map(({ margin }) => Number(margin)).sort((a, b) => a - b)
    expect(margins).toHaveLength(2)
    expect(margins[1]).toBeLessThanOrEqual(150)
    expect(margins[0]! + margins[1]!).toBeLessThanOrEqual(200)
    expect(await sets({ mode: 'ratio', number: '0.5', maxTotal: '5000', maxTrade: '5000' })).toMatchObject({
      ...{ mode: 'ratio', number: '0.50', maxTrade: '5000.0000000' },
    })
    await opens()
    await mirrorLeads(practice)
    expect((await openOf())[0]).toMatchObject({ lots: '0.05' })
  })

  test('is refused what real settings are, somebody else, and once it has ended', async () => {
    const refused = async (who: TestCustomer, input: object) =>
      (await quoted.app.call(practiceFollowSettings, { followId: follow, ...input } as never, who.token))
        .error
    expect(await refused(follower, { slippagePercent: '6' })).toBe('PERCENT_INVALID')
    expect(await refused(follower, { maxTotal: '20' })).toBe('COPY_LIMITS_CROSSED')
    const tooMuch = await quoted.app.call(
      practiceFollowSettings,
      { followId: follow, maxTrade: '99999999' },
      follower.token,
    )
    expect([tooMuch.error, tooMuch.body.includes(' pUSDT')]).toEqual(['AMOUNT_TOO_LARGE', true])
    expect(await refused(lead, { status: 'paused' })).toBe('RELATION_NOT_FOUND')
    await ask(follower, practiceUnfollow, { followId: follow })
    expect(await refused(follower, { status: 'paused' })).toBe('RELATION_ENDED')
  })
})

describe('of many at once', () => {
  test('a lead with few followers has their turn beside one with many', async () => {
    const { lead: loud, leadId: loudId } = await newLead()
    for (let n = 0; n < 4; n++) await newFollower(loudId)
    for (let n = 0; n < 3; n++) await opens(loud)
    await opens()
    await mirrorLeads(practice, undefined, 4)
    expect(await openOf()).toHaveLength(1)
    // The rest has its turn, oldest first, and nothing is left out.
    for (let n = 0; n < 3; n++) await mirrorLeads(practice, undefined, 4)
    const { rows } = await sql<{ copied: number }>`
      select count(c.position_id)::integer as copied from practice_copy c
        join practice_follow f on f.id = c.follow_id where f.lead_id = ${loudId}::bigint`.execute(
      quoted.app.db,
    )
    expect(rows).toEqual([{ copied: 12 }])
  })

  test('what closes is closed in turns too', async () => {
    const { lead: loud, leadId: loudId } = await newLead()
    for (let n = 0; n < 4; n++) await newFollower(loudId)
    const { id: first } = await opens(loud)
    const { id: own } = await opens()
    await mirrorLeads(practice)
    for (const [who, id] of [
      [loud, first],
      [lead, own],
    ] as const)
      await ask(who, contractClose, { id })
    await mirrorLeads(practice, undefined, 2)
    expect(await openOf()).toEqual([])
  })

  test('all copies of one position are sized and noted by as many statements as one', async () => {
    const counted = countQueries(quoted.app.db)
    const asked = async () => {
      await opens()
      return counted.during(() => mirrorLeads({ ...practice, db: counted.db }))
    }
    // Who has nothing open is asked less.
    await asked()
    const one = await asked()
    for (let n = 0; n < 5; n++) await newFollower(leadId)
    expect(await asked()).toBe(one)
    const { rows } = await sql<{ copied: number }>`
      select count(c.position_id)::integer as copied from practice_copy c
        join practice_follow f on f.id = c.follow_id where f.lead_id = ${leadId}::bigint`.execute(
      quoted.app.db,
    )
    expect(rows).toEqual([{ copied: 8 }])
  })
})
