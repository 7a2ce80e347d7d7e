import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { customerWith, openOne, send, usdt, walletOf } from '#server/testing/contract.ts'
import {
  agree,
  auditResultsOf,
  cancelAs,
  contracts,
  copiesForFile,
  database,
  followerOf,
  lead,
  leadWith,
} from '#server/testing/copy.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { verdictsOn, verified } from '#server/testing/verifiers.ts'
import {
  activePositions,
  closePosition,
  positionProof,
  positionsById,
  setStops,
} from '../contract/service.ts'
import { findLead } from './lead-store.ts'
import { apply, centreOf, stopLeading, syncLead } from './leading.ts'
import { findRelation, listOutcomes } from './relation-store.ts'
import { changeRelation, detach, follow, payShares } from './service.ts'

/** What followers get of what their lead does, on a real database: the money of each step to the unit. */

copiesForFile()

type Follower = Awaited<ReturnType<typeof followerOf>>
const openOf = ({ customer }: Pick<Follower, 'customer'>) => activePositions(database.db, customer)
const outcomesOf = ({ customer }: Follower) => listOutcomes(database.db, { customer, offset: 0, limit: 100 })
const relationOf = async ({ customer, relation }: Follower) =>
  (await findRelation(database.db, customer, relation))!
const figures = async () => (await findLead(database.db, lead.id))!.figures

describe('an opening', () => {
  test('T32: is copied at the tick of the lead, with the margin that the follower chose', async () => {
    const alice = await followerOf(contracts, lead)
    const bob = await followerOf(contracts, lead, { mode: 'ratio', number: '0.5', maxTrade: '1000' })
    await contracts.tick('20000', { spread: 200 })
    const led = await openOne(contracts, lead.customer, { takeProfit: '21000', stopLoss: '19500' })
    const [copied] = await openOf(alice)
    // 100 USDT ten times leveraged at 20,001.00 are 0.0499 BTC: four hundredths.
    expect(copied).toMatchObject({
      ...{ status: 'open', direction: 'long', leverage: 10, lots: 4, margin: usdt('80.004') },
      ...{ entryPrice: led.entryPrice, entrySequence: led.entrySequence },
      ...{ takeProfit: led.takeProfit, stopLoss: led.stopLoss },
    })
    expect(await openOf(bob)).toMatchObject([{ lots: 5, entrySequence: led.entrySequence }])
    expect(await outcomesOf(alice)).toMatchObject([
      {
        ...{ action: 'open', result: 'copied', reason: null, limitedBy: null, slippageBps: 0 },
        ...{ leadPosition: led.id, position: copied!.id, sequence: led.entrySequence },
      },
    ])
  })

  test('of a limit order is copied at the tick that opens it', async () => {
    const alice = await followerOf(contracts, lead)
    const led = await openOne(contracts, lead.customer, { limitPrice: '19900' })
    expect(await openOf(alice)).toEqual([])
    const { sequence } = await contracts.tick('19890')
    const [opened] = await openOf({ customer: lead.customer })
    expect(opened).toMatchObject({ id: led.id, entrySequence: sequence, entryPrice: 1_989_000 })
    expect(await openOf(alice)).toMatchObject([{ entrySequence: sequence, entryPrice: 1_989_000 }])
  })

  test('is made smaller by 5 % of the equity, by the limit of a trade and of all, and says by which', async () => {
    const poor = await followerOf(contracts, lead, { amount: '1000' })
    const careful = await followerOf(contracts, lead, { maxTrade: '50', maxTotal: '60' })
    await openOne(contracts, lead.customer)
    expect(await openOf(poor)).toMatchObject([{ lots: 2, margin: usdt('40') }])
    expect(await outcomesOf(poor)).toMatchObject([{ result: 'copied', limitedBy: 'limit-equity' }])
    expect(await openOf(careful)).toMatchObject([{ lots: 2 }])
    await openOne(contracts, lead.customer)
    // 20 USDT of 60 are left: one hundredth.
    expect((await openOf(careful)).map(({ lots }) => lots)).toEqual([1, 2])
    expect((await outcomesOf(careful)).map(({ limitedBy }) => limitedBy)).toEqual([
      'limit-total',
      'limit-trade',
    ])
    await openOne(contracts, lead.customer)
    expect((await outcomesOf(careful))[0]).toMatchObject({ result: 'skipped', reason: 'limit-total' })
  })

  test.each([
    ['an equity of which 5 % are too little', { amount: '0.5' }, 'limit-equity'],
    ['what is less than a hundredth of a lot', { number: '10' }, 'minimum'],
  ] as const)('is skipped for %s', async (_, draft, reason) => {
    const alice = await followerOf(contracts, lead, draft)
    await openOne(contracts, lead.customer)
    expect(await openOf(alice)).toEqual([])
    expect(await outcomesOf(alice)).toMatchObject([{ result: 'skipped', reason, position: null }])
  })

  test('T32: is skipped for who has too little left, who is paused, and beyond the slippage of a follower', async () => {
    const short = await followerOf(contracts, lead, { amount: '1000', mode: 'ratio', number: '0.2' })
    for (let n = 0; n < 24; n++) await openOne(contracts, short.customer, { lots: '0.02' })
    const paused = await followerOf(contracts, lead)
    await changeRelation(
      contracts,
      { customer: paused.customer },
      { relationId: paused.relation, status: 'paused' },
    )
    const strict = await followerOf(contracts, lead, { slippagePercent: '0.1' })
    const loose = await followerOf(contracts, lead)
    const seen = contracts.lastTick('BTC-USDT')!
    await contracts.tick('20050')
    await contracts.engine.open({
      ...{ customer: lead.customer, symbol: 'BTC-USDT', seenPrice: undefined, shownPrice: seen.ask },
      draft: { direction: 'long', lots: '0.10', leverage: 10 },
    })
    expect(await outcomesOf(short)).toMatchObject([{ result: 'skipped', reason: 'balance' }])
    expect(await outcomesOf(paused)).toMatchObject([{ result: 'skipped', reason: 'paused' }])
    expect(await outcomesOf(strict)).toMatchObject([
      { result: 'skipped', reason: 'slippage', slippageBps: 25 },
    ])
    expect(await outcomesOf(loose)).toMatchObject([{ result: 'copied', slippageBps: 25 }])
  })

  test('of who does not lead is copied by nobody', async () => {
    const alice = await followerOf(contracts, lead)
    await openOne(contracts, await customerWith(contracts))
    expect(await outcomesOf(alice)).toEqual([])
  })
})

describe('a closing', () => {
  test('is copied at the tick and price of the lead, within a minute too, all of it and in proportion', async () => {
    const alice = await followerOf(contracts, lead)
    const led = await openOne(contracts, lead.customer)
    await contracts.tick('20100', { spread: 20 })
    await closePosition(contracts, { customer: lead.customer }, led.id, '0.06')
    expect(await openOf(alice)).toMatchObject([{ lots: 5, openLots: 2 }])
    await contracts.tick('20200', { spread: 20 })
    const closed = await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    const [copied] = await outcomesOf(alice)
    const position = (await positionsById(database.db, [copied!.position!])).get(copied!.position!)
    expect(position).toMatchObject({
      ...{
        status: 'closed',
        reason: 'lead',
        closePrice: closed.closePrice,
        closeSequence: closed.closeSequence,
      },
    })
    expect(await openOf(alice)).toEqual([])
  })

  test('by the lead’s take profit closes the copies at that tick', async () => {
    const alice = await followerOf(contracts, lead)
    const led = await openOne(contracts, lead.customer, { takeProfit: '20100' })
    const { sequence } = await contracts.tick('20100')
    const closed = (await positionsById(database.db, [led.id])).get(led.id)
    expect(closed).toMatchObject({ status: 'closed', reason: 'take-profit', closeSequence: sequence })
    expect(await openOf(alice)).toEqual([])
  })

  test('of the follower’s own copy works, and the lead’s later closing finds none', async () => {
    const alice = await followerOf(contracts, lead)
    const led = await openOne(contracts, lead.customer)
    const [copy] = await openOf(alice)
    await closePosition(contracts, { customer: alice.customer }, copy!.id, undefined)
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    expect((await outcomesOf(alice))[0]).toMatchObject({
      action: 'close',
      result: 'skipped',
      reason: 'no-copy',
    })
    expect(await relationOf(alice)).toMatchObject({ trades: 1, openCopies: 0, margin: 0n })
  })

  test('by a liquidation is the lead’s own: a copy has a margin of its own', async () => {
    const alice = await followerOf(contracts, lead)
    await openOne(contracts, lead.customer)
    const [copy] = await openOf(alice)
    await contracts.engine.addMargin(alice.customer, copy!.id, usdt('100'))
    await contracts.tick('19000')
    expect(await openOf({ customer: lead.customer })).toEqual([])
    expect(await openOf(alice)).toMatchObject([{ id: copy!.id, status: 'open' }])
    expect((await outcomesOf(alice))[0]).toMatchObject({ action: 'liquidation', reason: 'own-margin' })
  })
})

describe('take profit and stop loss', () => {
  test('follow the lead’s, until the follower sets their own', async () => {
    const [alice, bob] = [await followerOf(contracts, lead), await followerOf(contracts, lead)]
    const led = await openOne(contracts, lead.customer)
    const [own] = await openOf(bob)
    await setStops(contracts, { customer: bob.customer }, own!.id, { stopLoss: '19900' })
    await setStops(contracts, { customer: lead.customer }, led.id, { takeProfit: '20500', stopLoss: '19800' })
    expect(await openOf(alice)).toMatchObject([{ takeProfit: 2_050_000, stopLoss: 1_980_000 }])
    expect(await openOf(bob)).toMatchObject([{ takeProfit: null, stopLoss: 1_990_000 }])
    expect((await outcomesOf(alice))[0]).toMatchObject({ action: 'stops', result: 'copied' })
    expect((await outcomesOf(bob))[0]).toMatchObject({
      action: 'stops',
      result: 'skipped',
      reason: 'own-stop',
    })
  })
})

describe('the stop-loss of a relation', () => {
  test('closes all its copies at the tick at which the loss reaches it, and ends it', async () => {
    const alice = await followerOf(contracts, lead, { stopLoss: '20' })
    await openOne(contracts, lead.customer)
    // 0.05 BTC have cost 0.5 of fees; a fall by 390 loses the 19.5 that are left.
    await contracts.tick('19610.01')
    expect(await openOf(alice)).toHaveLength(1)
    const { sequence } = await contracts.tick('19610')
    expect(await openOf(alice)).toEqual([])
    expect(await relationOf(alice)).toMatchObject({
      status: 'ended',
      endReason: 'stop-loss',
      isClosing: false,
    })
    const { rows } = await listClosed(alice)
    expect(rows).toMatchObject([{ reason: 'copy-stop', closeSequence: sequence }])
    expect(await openOf({ customer: lead.customer })).toHaveLength(1)
  })

  const listClosed = async (follower: Follower) => {
    const [outcome] = await outcomesOf(follower)
    const found = await positionsById(database.db, [outcome!.position!])
    return { rows: [...found.values()] }
  }
})

describe('the lead’s share', () => {
  test('is set aside of a profit, given back with a loss, and paid above the highest alone', async () => {
    const alice = await followerOf(contracts, lead, { number: '1000', amount: '50000' })
    const trade = async (from: string, to: string) => {
      await contracts.tick(from)
      const led = await openOne(contracts, lead.customer)
      await contracts.tick(to)
      await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    }
    await trade('20000', '20500')
    const won = await relationOf(alice)
    expect(won.profit).toBeGreaterThan(0n)
    expect(won.reserved).toBe(won.profit / 10n)
    await trade('20500', '20400')
    const lost = await relationOf(alice)
    expect(lost.reserved).toBe(lost.profit / 10n)
    const before = (await walletOf(contracts, lead.customer)).available
    const ended = await cancelAs(contracts, alice, 'close')
    expect(ended).toMatchObject({ status: 'ended', shareReserved: '0.0000000' })
    const paid = (await relationOf(alice)).sharePaid
    expect(paid).toBe(lost.profit / 10n)
    expect((await walletOf(contracts, lead.customer)).available).toBe(before + paid)
    expect((await figures()).earned).toBe(paid)
  })

  test('is paid once a month, and not again for what was paid', async () => {
    const alice = await followerOf(contracts, lead, { number: '500', amount: '50000' })
    const led = await openOne(contracts, lead.customer)
    await contracts.tick('20500')
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    const { profit, nextShareAtMs } = await relationOf(alice)
    await payShares(contracts)
    expect((await relationOf(alice)).sharePaid).toBe(0n)
    contracts.clock.advance(nextShareAtMs - contracts.clock.nowMs())
    await Promise.all([payShares(contracts), payShares(contracts), payShares(contracts)])
    expect(await relationOf(alice)).toMatchObject({
      sharePaid: profit / 10n,
      highWaterMark: profit,
      reserved: 0n,
    })
    await payShares(contracts)
    expect((await relationOf(alice)).sharePaid).toBe(profit / 10n)
    await contracts.tick('20500')
  })
})

test('two ticks that reach a stop-loss together, and neither alone, end the relation in the database too', async () => {
  await contracts.tick('1200', { symbol: 'ETH-USDT' })
  const alice = await followerOf(contracts, lead, { number: '500', amount: '50000', stopLoss: '60' })
  await openOne(contracts, lead.customer)
  await openOne(contracts, lead.customer, { symbol: 'ETH-USDT', lots: '1' })
  expect(await openOf(alice)).toHaveLength(2)
  const ticks = [await contracts.record('19840'), await contracts.record('1190.4', { symbol: 'ETH-USDT' })]
  await Promise.all(ticks.map((tick) => contracts.engine.ticks([tick])))
  await send(contracts, [])
  expect(await relationOf(alice)).toMatchObject({ status: 'ended', endReason: 'stop-loss' })
  expect(await openOf(alice)).toEqual([])
})

describe('a relation', () => {
  test('that is cancelled keeps its positions as own ones, or closes them', async () => {
    const [keeper, closer] = [await followerOf(contracts, lead), await followerOf(contracts, lead)]
    const led = await openOne(contracts, lead.customer)
    await cancelAs(contracts, keeper, 'keep')
    await cancelAs(contracts, closer, 'close')
    expect(await openOf(keeper)).toHaveLength(1)
    expect(await openOf(closer)).toEqual([])
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    expect(await openOf(keeper)).toHaveLength(1)
    expect((await figures()).followers).toBe(0)
    expect(await cancelAs(contracts, keeper, 'close')).toMatchObject({ status: 'ended' })
    expect(await openOf(keeper)).toHaveLength(1)
  })

  test('that is cancelled ends once, by its follower, also where the closing takes it past the stop-loss', async () => {
    const alice = await followerOf(contracts, lead, { stopLoss: '10' })
    await openOne(contracts, lead.customer)
    // Opening 0.05 BTC cost 0.5 and 9.3 are lost: 0.2 are left, and closing costs more.
    await contracts.tick('19814')
    await cancelAs(contracts, alice, 'close')
    expect(await openOf(alice)).toEqual([])
    const { profit, ...relation } = await relationOf(alice)
    expect(relation).toMatchObject({ status: 'ended', endReason: 'user', isClosing: false })
    expect(profit).toBeLessThan(-usdt('10'))
    const { rows } = await sql`
      select reason from copy_event where relation_id = ${alice.relation} and kind = 'ended'`.execute(
      database.db,
    )
    expect(rows).toEqual([{ reason: 'user' }])
  })

  test('T33: lets a position be taken out, by its owner alone', async () => {
    const alice = await followerOf(contracts, lead)
    const led = await openOne(contracts, lead.customer)
    const [copy] = await openOf(alice)
    const stranger = { customer: await customerWith(contracts) }
    await expect(detach(contracts, stranger, copy!.id)).rejects.toMatchObject({
      code: 'POSITION_NOT_COPIED',
    })
    await detach(contracts, { customer: alice.customer }, copy!.id)
    await expect(detach(contracts, { customer: alice.customer }, copy!.id)).rejects.toMatchObject({
      code: 'POSITION_NOT_COPIED',
    })
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    expect(await openOf(alice)).toHaveLength(1)
  })

  test('T31: is refused to a lead, to who has not agreed, twice with one lead; a follower may not apply', async () => {
    const other = await leadWith(contracts)
    const draft = { leadId: lead.id, mode: 'amount', number: '100' } as const
    await agree(contracts, other.customer)
    await expect(follow(contracts, { customer: other.customer }, draft)).rejects.toMatchObject({
      code: 'LEAD_CANNOT_FOLLOW',
    })
    // Copies are contracts: their risk notice comes before the agreement.
    const { id: unread } = await addTestCustomer(database.db, contracts.clock, { accepts: [] })
    await expect(follow(contracts, { customer: unread }, draft)).rejects.toMatchObject({
      code: 'RISK_NOT_ACCEPTED',
    })
    const newcomer = await customerWith(contracts)
    await expect(follow(contracts, { customer: newcomer }, draft)).rejects.toMatchObject({
      code: 'COPY_AGREEMENT_REQUIRED',
    })
    const alice = await followerOf(contracts, lead)
    await expect(follow(contracts, { customer: alice.customer }, draft)).rejects.toMatchObject({
      code: 'ALREADY_FOLLOWING',
    })
    const applying = database.db
      .transaction()
      .execute((tx) => apply(tx, alice.customer, { introduction: 'me too' }, contracts.clock.nowMs()))
    await expect(applying).rejects.toMatchObject({ code: 'FOLLOWER_CANNOT_LEAD' })
    await cancelAs(contracts, alice, 'keep')
  })

  test('ends when its lead stops; the follower keeps the positions', async () => {
    const alice = await followerOf(contracts, lead)
    await openOne(contracts, lead.customer)
    // A lead who stops at a high is not paid for what nobody has closed.
    await contracts.tick('20800')
    const nowMs = contracts.clock.nowMs()
    await database.db.transaction().execute((tx) => stopLeading(tx, lead.customer, nowMs))
    await syncLead(contracts, lead.id)
    expect(await relationOf(alice)).toMatchObject({
      ...{ status: 'ended', endReason: 'lead-stopped' },
      ...{ sharePaid: 0n, reserved: 0n },
    })
    expect(await openOf(alice)).toHaveLength(1)
    expect(await centreOf(contracts, lead.customer, nowMs)).toMatchObject({ status: 'stopped' })
  })

  test('T33: that is cancelled while its lead opens has each copy or none: nothing is left following', async () => {
    const followers = await Promise.all(Array.from({ length: 8 }, () => followerOf(contracts, lead)))
    await Promise.all([
      ...followers.map((follower) => cancelAs(contracts, follower, 'close')),
      openOne(contracts, lead.customer),
      ...followers.map((follower) => cancelAs(contracts, follower, 'close')),
    ])
    for (const follower of followers) {
      const outcomes = (await outcomesOf(follower)).filter(({ result }) => result === 'copied')
      expect(await openOf(follower)).toEqual([])
      expect((await relationOf(follower)).status).toBe('ended')
      expect(outcomes.length).toBeLessThanOrEqual(2)
    }
  })
})

describe('after a restart', () => {
  test('all goes on: copies close with the lead, stops are reached, the figures stand', async () => {
    const alice = await followerOf(contracts, lead)
    const bob = await followerOf(contracts, lead, { stopLoss: '20' })
    const led = await openOne(contracts, lead.customer)
    const before = await figures()
    await contracts.restart()
    expect(await figures()).toEqual(before)
    // Lost while nobody compared: the engine reads the tick from the tape.
    await contracts.record('19500')
    await contracts.restart()
    await contracts.tick('19600')
    expect(await relationOf(bob)).toMatchObject({ status: 'ended', endReason: 'stop-loss' })
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    expect(await openOf(alice)).toEqual([])
    expect(await figures()).toMatchObject({
      trades: 1,
      wins: 0,
      followersSample: 2,
      followersTrades: 2,
      assets: 0n,
    })
  })
})

test.each([
  ['price', 'price + 1', /it says tick \d+ at \d+, the lead’s (opened by|closed at no such tick)/],
  ['sequence', 'sequence - 1', /it says tick \d+ at \d+, the lead’s/],
  ['lots', 'lots + 1', /it says \d+ lots/],
  ['relation_id', 'relation_id + 1', /its receipt does not say so/],
] as const)('a full audit finds the %s of a copy that was altered', async (column, altered, said) => {
  const alice = await followerOf(contracts, lead, { number: '200' })
  const led = await openOne(contracts, lead.customer)
  await contracts.tick('20100')
  await closePosition(contracts, { customer: lead.customer }, led.id, '0.05')
  await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
  expect(await auditResultsOf(contracts)).toEqual([])
  const set = (value: string) =>
    alterAsOwner(
      database,
      sql`update copy_outcome set ${sql.ref(column)} = ${sql.raw(value)} where relation_id in
        (${alice.relation}, ${alice.relation + 1n}) and result = 'copied'`,
    )
  await set(altered)
  // Opened, closed in part, and closed.
  expect(await auditResultsOf(contracts)).toEqual(Array(3).fill(expect.stringMatching(said)))
  await set(altered.includes('+') ? `${column} - 1` : `${column} + 1`)
})

describe('a proof', () => {
  test('of a copy names what it copies and recomputes, closed with the lead and by the stop-loss', async () => {
    const alice = await followerOf(contracts, lead)
    const bob = await followerOf(contracts, lead, { stopLoss: '20' })
    const led = await openOne(contracts, lead.customer, { stopLoss: '19100' })
    await setStops(contracts, { customer: lead.customer }, led.id, { takeProfit: '21000' })
    await contracts.tick('19490')
    await closePosition(contracts, { customer: lead.customer }, led.id, undefined)
    await contracts.tick('19480')
    for (const follower of [alice, bob]) {
      const position = (await outcomesOf(follower)).find((each) => each.position)!.position!
      const file = await positionProof(contracts, follower.customer, position)
      expect(file.receipts[0]).toContain(`relation ${follower.relation}`)
      expect(verdictsOn(file)).toEqual(verified)
    }
  })
})
