import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerId, OrderId } from '#domain/ids.ts'
import { price } from '#domain/money/amount.ts'
import type { ProofFile } from '#domain/proof/contract.ts'
import { openReceipt } from '#domain/proof/receipt.ts'
import { checkStopProof } from '#domain/proof/stop-proof.ts'
import { faultyDatabase } from '#server/testing/faulty-database.ts'
import {
  amendOf,
  BTC,
  customerWith,
  order,
  pair,
  spotMoney,
  startTestSpot,
  unitsOf,
} from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { expectConsistent } from './expect-consistent.ts'
import { orderDetail, orderProof } from './service.ts'
import { detailView } from './views.ts'

const stopProof = (...of: Parameters<typeof orderProof>) => orderProof(...of) as Promise<ProofFile>

/** Amended stops and pairs: what they wait for and hold then, once, also over a restart. */

let alice: CustomerId
let bob: CustomerId

spotForFile()
beforeEach(async () => {
  await fixture.tick(2_000_000)
  alice = await customerWith(database.db, { USDT: '1000', BTC: '1' })
  bob = await customerWith(database.db, { USDT: '1000', BTC: '1' })
})
afterEach(async () => {
  for (const customer of [alice, bob]) await fixture.engine.cancelAll(customer)
  await expectConsistent(database.db)
})

const usdt = (amount: string) => unitsOf(amount, 'USDT')
const btc = (amount: string) => unitsOf(amount, 'BTC')
const refused = (code: string) => ({ name: 'Refusal', code })
const now = async (customer: CustomerId, id: OrderId) => (await orderDetail(fixture, customer, id)).order
const moneyOf = (customer: CustomerId) => spotMoney(database.db, customer)
const restart = async () => {
  await fixture.engine.stop()
  await fixture.restart()
}

/** Buys 0.01 at up to 20,200 once the price rises to 20,100. */
const stop = { orderType: 'stop-limit', triggerPrice: '20100', limitPrice: '20200' } as const
/** Buys 0.01 at 19,500, or at up to 20,600 once the price rises to 20,500. */
const purchase = { side: 'buy', limitPrice: '19500', triggerPrice: '20500', stopLimitPrice: '20600' } as const

describe('an amended stop', () => {
  test.each(['at once', 'after a restart'])('waits for its new trigger alone, %s', async (when) => {
    const { id } = await order(fixture, alice, stop)
    await amendOf(fixture, alice, id, { triggerPrice: '20150' })
    if (when === 'after a restart') await restart()
    await fixture.tick(2_014_999)
    expect((await now(alice, id)).status).toBe('untriggered')
    const tick = await fixture.record(2_015_000)
    expect(await fixture.engine.ticks([tick])).toMatchObject([{ id, status: 'open', price: 2_020_000 }])
    expect(await now(alice, id)).toMatchObject({
      ...{ triggerPrice: 2_015_000, triggerSequence: tick.sequence },
    })
  })

  test('is triggered by no tick of before it was given that trigger, whenever the engine hears of it', async () => {
    const other = await order(fixture, bob, { ...stop, triggerPrice: '20900', limitPrice: '20900' })
    const { id } = await order(fixture, alice, stop)
    const before = [await fixture.record(2_009_000), await fixture.record(2_000_000)]
    await amendOf(fixture, alice, id, { triggerPrice: '20050' })
    expect(await fixture.engine.ticks(before)).toEqual([])
    await restart()
    expect((await now(alice, id)).status).toBe('untriggered')
    const tick = await fixture.record(2_006_000)
    await fixture.engine.ticks([tick])
    expect((await now(alice, id)).triggerSequence).toBe(tick.sequence)
    expect((await now(bob, other.id)).status).toBe('untriggered')
  })

  test.each([{ triggerPrice: '20900', limitPrice: '20950' }, { quantity: '0.001' }])(
    'is not %o once its tick is on the tape, though the engine has not heard of it',
    async (change) => {
      const { id } = await order(fixture, alice, stop)
      const tick = await fixture.record(2_010_000)
      await fixture.record(2_000_000)
      await expect(amendOf(fixture, alice, id, change)).rejects.toMatchObject(refused('ORDER_NOT_AMENDABLE'))
      expect(await fixture.engine.ticks([tick])).toMatchObject([{ id, status: 'open', quantity: 1_000 }])
      expect(await now(alice, id)).toMatchObject({
        ...{ triggerPrice: 2_010_000, triggerSequence: tick.sequence },
      })
    },
  )

  test('sets aside what it may need then, to the unit, or stays as it is', async () => {
    const { id } = await order(fixture, alice, stop)
    await amendOf(fixture, alice, id, { limitPrice: '20150', quantity: '0.02' })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('597'), usdt('403')])
    await expect(amendOf(fixture, alice, id, { quantity: '0.05' })).rejects.toMatchObject(
      refused('INSUFFICIENT_BALANCE'),
    )
    expect(await now(alice, id)).toMatchObject({ quantity: 2_000, price: 2_015_000, status: 'untriggered' })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('597'), usdt('403')])
    await amendOf(fixture, alice, id, { quantity: '0.001' })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('979.85'), usdt('20.15')])
    const market = await order(fixture, bob, { orderType: 'stop-market', triggerPrice: '20100' })
    await amendOf(fixture, bob, market.id, { triggerPrice: '20500' })
    // As far as the collar round its trigger: 21,525.
    expect((await moneyOf(bob)).USDT).toEqual([usdt('784.75'), usdt('215.25')])
  })

  test('goes to its book behind those that waited at its trigger before, also after a restart', async () => {
    const first = await order(fixture, alice, { ...stop, limitPrice: '20150' })
    const second = await order(fixture, bob, { ...stop, limitPrice: '20150' })
    const third = await order(fixture, alice, { ...stop, limitPrice: '20150' })
    await amendOf(fixture, alice, first.id, { triggerPrice: '20120' })
    await amendOf(fixture, alice, first.id, { triggerPrice: '20100' })
    // One that only shrinks stays where it is.
    await amendOf(fixture, bob, second.id, { quantity: '0.005' })
    await restart()
    const triggered = await fixture.tick(2_010_000)
    expect(triggered.map(({ id }) => id)).toEqual([second.id, third.id, first.id])
  })

  test('has a new signed receipt, and its tick is computed again from that', async () => {
    const { publicKey } = fixture.proofs.signer
    const { id } = await order(fixture, alice, stop)
    await fixture.tick(2_005_000)
    fixture.clock.advance(1_000)
    const tick = await fixture.tick(2_006_000).then(() => fixture.prices.lastTick(BTC.symbol)!)
    const amended = await amendOf(fixture, alice, id, { triggerPrice: '20080', quantity: '0.02' })
    const { receipt, amendments } = detailView(await orderDetail(fixture, alice, id))
    expect(amendments).toMatchObject([
      { triggerPrice: '20080.00', previousTriggerPrice: '20100.00', keepsPriority: false },
    ])
    const opened = openReceipt(receipt!, publicKey)!
    expect(opened).toMatchObject({
      ...{ order: String(id), tapeSize: tick.sequence, acceptedAtMs: amended.updatedAtMs },
      terms: { 'trigger-price': '20080.00', quantity: '0.02000', 'limit-price': '20200.00' },
    })
    await fixture.tick(2_007_999)
    await fixture.tick(2_008_000)
    // What it is in the book is no longer what it waited for.
    await amendOf(fixture, alice, id, { quantity: '0.01' })
    const proof = await stopProof(fixture, alice, id)
    expect(proof.receipt).toBe(receipt)
    expect(checkStopProof(proof, () => 0)).toMatchObject({ ok: true })
  })

  test('is not amended once its tick has come, though its market does not trade, and not by half', async () => {
    const { id } = await order(fixture, alice, stop)
    const tick = await fixture.record(2_010_000)
    // Only the rules know the tick.
    await expect(amendOf(fixture, alice, id, { triggerPrice: '20200' })).rejects.toMatchObject(
      refused('ORDER_NOT_AMENDABLE'),
    )
    fixture.clock.advance(2_001)
    expect(await fixture.engine.ticks([tick])).toEqual([])
    for (const draft of [{ triggerPrice: '20200' }, { quantity: '0.005' }, { limitPrice: '20150' }])
      await expect(amendOf(fixture, alice, id, draft)).rejects.toMatchObject(refused('ORDER_NOT_AMENDABLE'))
    await fixture.tick(2_005_000)
    expect(await now(alice, id)).toMatchObject({ status: 'open', triggerSequence: tick.sequence })
  })

  test('is refused a trigger without a fresh price, and one that only the engine knows to be reached', async () => {
    const { id } = await order(fixture, alice, stop)
    fixture.prices.isStale = true
    await expect(amendOf(fixture, alice, id, { triggerPrice: '20200' })).rejects.toMatchObject(
      refused('PRICE_STALE'),
    )
    await amendOf(fixture, alice, id, { quantity: '0.009' })
    fixture.prices.isStale = false
    await fixture.tick(2_008_000)
    fixture.prices.set(BTC.symbol, 2_000_000, 1)
    await expect(amendOf(fixture, alice, id, { triggerPrice: '20050' })).rejects.toMatchObject(
      refused('TRIGGER_PRICE_REACHED'),
    )
    expect(await now(alice, id)).toMatchObject({ triggerPrice: 2_010_000, quantity: 900 })
  })

  test('under one key is amended once, and not at all once its tick is on the tape, whichever the engine hears of first', async () => {
    const { id } = await order(fixture, alice, stop)
    const change = { triggerPrice: '20150' }
    await Promise.all(Array.from({ length: 16 }, () => amendOf(fixture, alice, id, change, 'k')))
    expect((await orderDetail(fixture, alice, id)).amendments).toHaveLength(1)
    for (let round = 0; round < 10; round++) {
      await fixture.tick(2_000_000)
      const { id: other } = await order(fixture, bob, stop)
      const tick = await fixture.record(2_010_000)
      const draft = { triggerPrice: '20140' }
      const acts = [
        () => fixture.engine.ticks([tick]),
        // At the engine: its customer saw the price before.
        () => fixture.engine.amend(bob, other, { draft, lastPrice: price(2_000_000n), tapeSequence: 0 }),
      ]
      const isTickFirst = round % 2 === 0
      await Promise.allSettled((isTickFirst ? acts : acts.reverse()).map((act) => act()))
      expect(await now(bob, other)).toMatchObject({
        ...{ status: 'open', triggerSequence: tick.sequence, triggerPrice: 2_010_000 },
      })
      await fixture.engine.cancelAll(bob)
    }
  })

  test.each(['before', 'after'] as const)(
    'after a crash %s its commit is the old one or the new one',
    async (moment) => {
      const faulty = faultyDatabase(database.db)
      const doomed = await startTestSpot(faulty.db)
      doomed.clock.advance(fixture.clock.nowMs() - doomed.clock.nowMs())
      const { id } = await order(doomed, alice, stop)
      faulty.loseAt(1, moment)
      void amendOf(doomed, alice, id, { triggerPrice: '20150', quantity: '0.02' }).catch(() => {})
      await faulty.lost
      await doomed.engine.stop()
      await fixture.restart()
      await fixture.tick(2_010_000)
      expect(await now(alice, id)).toMatchObject(
        moment === 'after'
          ? { status: 'untriggered', triggerPrice: 2_015_000, quantity: 2_000 }
          : { status: 'open', triggerPrice: 2_010_000, quantity: 1_000 },
      )
    },
  )
})

describe('a pair', () => {
  test('has one quantity: that of either is that of both, on one hold', async () => {
    for (const which of [0, 1]) {
      const legs = await pair(fixture, alice, purchase)
      await amendOf(fixture, alice, legs[which]!.id, { quantity: '0.02' })
      // The larger of 390 and 412.
      expect((await moneyOf(alice)).USDT).toEqual([usdt('588'), usdt('412')])
      await amendOf(fixture, alice, legs[which]!.id, { quantity: '0.004' })
      expect((await moneyOf(alice)).USDT).toEqual([usdt('917.6'), usdt('82.4')])
      for (const { id } of legs) {
        const { order: leg, amendments } = await orderDetail(fixture, alice, id)
        expect(leg).toMatchObject({ quantity: 400 })
        expect(amendments.map(({ keeps_priority }) => keeps_priority)).toEqual([false, true])
      }
      await expectConsistent(database.db)
      await fixture.engine.cancelAll(alice)
      expect((await moneyOf(alice)).USDT).toEqual([usdt('1000'), 0n])
    }
  })

  test('sells no more than it has set aside, whichever of it trades, also after a restart', async () => {
    const legs = await pair(fixture, alice)
    await restart()
    await amendOf(fixture, alice, legs[1]!.id, { quantity: '0.03', triggerPrice: '19700' })
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.97'), btc('0.03')])
    expect(fixture.engine.depth(BTC.symbol)).toMatchObject({ asks: [{ price: 2_050_000, quantity: 3_000 }] })
    await fixture.tick(1_970_000)
    expect(await now(alice, legs[0]!.id)).toMatchObject({ status: 'cancelled', reason: 'oco' })
    expect(await now(alice, legs[1]!.id)).toMatchObject({ status: 'open', quantity: 3_000 })
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.97'), btc('0.03')])
  })

  test('holds for the larger of its orders after either has another price, also after a restart', async () => {
    const [limit, waiting] = await pair(fixture, alice, purchase)
    await restart()
    await amendOf(fixture, alice, limit!.id, { limitPrice: '19900' })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('794'), usdt('206')])
    await amendOf(fixture, alice, waiting!.id, { triggerPrice: '20200', limitPrice: '19800' })
    // The stop may rest below its trigger: 198 beside 199.
    expect((await moneyOf(alice)).USDT).toEqual([usdt('801'), usdt('199')])
    await restart()
    await expectConsistent(database.db)
    await amendOf(fixture, alice, limit!.id, { limitPrice: '19600' })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('802'), usdt('198')])
    await amendOf(fixture, alice, waiting!.id, { limitPrice: '20300' })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('797'), usdt('203')])
    // The limit order stands at its new price, and takes the stop with it when it fills.
    await order(fixture, bob, { side: 'sell', limitPrice: '19600', quantity: '0.01' })
    expect(await now(alice, limit!.id)).toMatchObject({ status: 'filled', notional: usdt('196') })
    expect(await now(alice, waiting!.id)).toMatchObject({ status: 'cancelled', reason: 'oco' })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('804'), 0n])
  })

  test('keeps its orders on either side of the last price, and changes in both or in none', async () => {
    const [limit, waiting] = await pair(fixture, alice)
    for (const [id, draft, code] of [
      [limit!.id, { limitPrice: '20000' }, 'OCO_SELL_PRICES'],
      [limit!.id, { triggerPrice: '19700' }, 'TRIGGER_PRICE_NOT_TAKEN'],
      [waiting!.id, { triggerPrice: '20100' }, 'TRIGGER_PRICE_REACHED'],
      [waiting!.id, { quantity: '1.1' }, 'INSUFFICIENT_BALANCE'],
      // Enough at 20,500, too little at 19,500.
      [limit!.id, { quantity: '0.00025' }, 'NOTIONAL_TOO_SMALL'],
    ] as const)
      await expect(amendOf(fixture, alice, id, draft)).rejects.toMatchObject(refused(code))
    for (const { id } of [limit!, waiting!]) {
      expect(await orderDetail(fixture, alice, id)).toMatchObject({
        ...{ order: { quantity: 1_000 }, amendments: [] },
      })
    }
  })

  test('whose stop has its tick is amended in neither of its orders', async () => {
    const [limit, waiting] = await pair(fixture, alice)
    const tick = await fixture.record(1_960_000)
    fixture.clock.advance(2_001)
    await fixture.engine.ticks([tick])
    for (const { id } of [limit!, waiting!])
      await expect(amendOf(fixture, alice, id, { quantity: '0.005' })).rejects.toMatchObject(
        refused('ORDER_NOT_AMENDABLE'),
      )
  })

  test('of somebody else is not there', async () => {
    for (const { id } of await pair(fixture, alice))
      await expect(amendOf(fixture, bob, id, { quantity: '0.005' })).rejects.toMatchObject(
        refused('ORDER_NOT_FOUND'),
      )
  })
})
