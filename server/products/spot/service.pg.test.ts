import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CustomerId, orderId, tradeId } from '#domain/ids.ts'
import { parsePrice } from '#domain/market/instrument.ts'
import { price, quantity, type Units } from '#domain/money/amount.ts'
import { checkOrder, previewOrder } from '#domain/spot/rules.ts'
import { accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { keyedCall, whileKeyIsUsed, withIdempotency } from '#server/platform/idempotency.ts'
import { statementPage } from '#server/products/statement/service.ts'
import { amendOf, BTC, cancelOf, customerWith, ETH, order, spotMoney, unitsOf } from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { spotAccounts } from './accounts.ts'
import type { EngineEvent } from './engine.ts'
import { expectConsistent } from './expect-consistent.ts'
import {
  bookDepth,
  cancelAllOrders,
  orderDetail,
  orderOfTrade,
  orderPage,
  placeOrder,
  tradePage,
} from './service.ts'
import { fillView, orderView } from './views.ts'

let alice: CustomerId
let bob: CustomerId

spotForFile()
beforeEach(async () => {
  alice = await customerWith(database.db, { USDT: '1000', BTC: '1' })
  bob = await customerWith(database.db, { USDT: '1000', BTC: '1' })
})
afterEach(async () => {
  for (const customer of [alice, bob]) await fixture.engine.cancelAll(customer)
  fixture.prices.isStale = false
  await expectConsistent(database.db)
})

const usdt = (amount: string) => unitsOf(amount, 'USDT')
const btc = (amount: string) => unitsOf(amount, 'BTC')
const refused = (code: string) => ({ name: 'Refusal', code })

describe('a limit order', () => {
  test('T06: that waits sets aside exactly its price times its quantity', async () => {
    const placed = await order(fixture, alice, { quantity: '0.01', limitPrice: '19999.99' })
    expect(placed).toMatchObject({ status: 'open', filled: 0, reason: null, tapeSequence: 7 })
    expect(await spotMoney(database.db, alice)).toEqual({
      USDT: [usdt('800.0001'), usdt('199.9999')],
      BTC: [btc('1'), 0n],
    })
  })

  test('is of the terms that its customer saw, earlier and later ones alike', async () => {
    const seen = (termsVersion: number) =>
      placeOrder(fixture, { customer: alice, termsVersion }, BTC.symbol, {
        ...{ side: 'buy', orderType: 'limit', timeInForce: 'gtc', postOnly: false },
        ...{ quantity: '0.01', limitPrice: '19000' },
      })
    for (const other of [BTC.termsVersion - 1, BTC.termsVersion + 1])
      await expect(seen(other)).rejects.toMatchObject(refused('TERMS_CHANGED'))
    expect(await seen(BTC.termsVersion)).toMatchObject({ status: 'open' })
  })

  test('that crosses another fills at the resting price, and each pays the fee in what they receive', async () => {
    const feesBefore = await balanceOf(database.db, platformAccount(spotAccounts.fees, 'BTC'))
    await order(fixture, bob, { side: 'sell', limitPrice: '19900', quantity: '0.01' })
    const taken = await order(fixture, alice, { limitPrice: '20000', quantity: '0.01' })

    // 0.01 BTC at 19,900 is 199 USDT; the taker pays 0.15 % of the one, the maker 0.10 % of the other.
    expect(taken).toMatchObject({ status: 'filled', notional: usdt('199'), fee: btc('0.000015') })
    expect(await spotMoney(database.db, alice)).toEqual({
      USDT: [usdt('801'), 0n],
      BTC: [btc('1.009985'), 0n],
    })
    expect(await spotMoney(database.db, bob)).toEqual({
      USDT: [usdt('1198.801'), 0n],
      BTC: [btc('0.99'), 0n],
    })
    expect((await balanceOf(database.db, platformAccount(spotAccounts.fees, 'BTC'))) - feesBefore).toBe(
      btc('0.000015'),
    )
  })

  test('that crosses needs what its preview comes to, to the unit: fills at the book’s prices, the rest at its limit', async () => {
    await order(fixture, bob, { side: 'sell', limitPrice: '19900', quantity: '0.01' })
    const draft = { limitPrice: '20000', quantity: '0.03' }
    const { asks } = (await bookDepth(fixture, BTC.symbol)).depth
    const checked = checkOrder(
      BTC,
      { side: 'buy', orderType: 'limit', timeInForce: 'gtc', postOnly: false, ...draft },
      parsePrice(BTC, '20000')!,
    )
    if (!checked.ok) throw new Error(checked.code)
    const levels = asks.map((level) => ({
      price: price(BigInt(level.price)),
      quantity: quantity(BigInt(level.quantity)),
    }))
    const preview = previewOrder(BTC, checked.order, levels)
    // 0.01 at 19,900 is paid, 0.02 at 20,000 held: a dollar less than all of it at the limit.
    expect([preview.pays, preview.holds]).toEqual([usdt('199'), usdt('400')])
    const poor = await customerWith(database.db, { USDT: '598.9999999' })
    await expect(order(fixture, poor, draft)).rejects.toMatchObject(refused('INSUFFICIENT_BALANCE'))
    const carol = await customerWith(database.db, { USDT: '599' })
    expect(await order(fixture, carol, draft)).toMatchObject({ status: 'open', notional: preview.pays })
    expect((await spotMoney(database.db, carol)).USDT).toEqual([0n, preview.holds])
    await fixture.engine.cancelAll(carol)
  })

  test('that fills in part stands with the rest, and what a better price saved is free at once', async () => {
    await order(fixture, bob, { side: 'sell', limitPrice: '19900', quantity: '0.01' })
    const taken = await order(fixture, alice, { limitPrice: '20000', quantity: '0.03' })
    expect(orderView(taken)).toMatchObject({
      status: 'open',
      filled: '0.01000',
      remaining: '0.02000',
      averagePrice: '19900.0000',
      held: '400.0000000',
    })
    expect((await spotMoney(database.db, alice)).USDT).toEqual([usdt('401'), usdt('400')])

    const cancelled = await cancelOf(fixture, alice, taken.id)
    expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'user', filled: 1000 })
    expect((await spotMoney(database.db, alice)).USDT).toEqual([usdt('801'), 0n])
  })

  test('is refused when it needs more than is available, by one unit', async () => {
    const carol = await customerWith(database.db, { USDT: '199.9999999' })
    await expect(order(fixture, carol)).rejects.toMatchObject(refused('INSUFFICIENT_BALANCE'))
    const dave = await customerWith(database.db, { USDT: '200' })
    const placed = await order(fixture, dave)
    expect((await spotMoney(database.db, dave)).USDT).toEqual([0n, usdt('200')])
    await cancelOf(fixture, dave, placed.id)
  })

  test('is refused off tick, off step, too small, too far away, and in an unknown instrument', async () => {
    const cases: [object, string][] = [
      [{ limitPrice: '20000.001' }, 'PRICE_OFF_TICK'],
      [{ quantity: '0.000001' }, 'QUANTITY_OFF_STEP'],
      [{ quantity: '0.0001' }, 'NOTIONAL_TOO_SMALL'],
      [{ limitPrice: '21000.01' }, 'PRICE_OUT_OF_RANGE'],
      [{ limitPrice: '9999.99' }, 'PRICE_OUT_OF_RANGE'],
      [{ side: 'sell', limitPrice: '18999.99' }, 'PRICE_OUT_OF_RANGE'],
      [{ symbol: 'AAPL' }, 'INSTRUMENT_UNKNOWN'],
      [{ symbol: 'BTC-EUR' }, 'INSTRUMENT_UNKNOWN'],
      [{ postOnly: true, timeInForce: 'ioc' }, 'POST_ONLY_CONFLICT'],
    ]
    for (const [changes, code] of cases) {
      await expect(order(fixture, alice, changes)).rejects.toMatchObject(refused(code))
    }
    expect(await spotMoney(database.db, alice)).toEqual({ USDT: [usdt('1000'), 0n], BTC: [btc('1'), 0n] })
  })

  test('is refused before the first price', async () => {
    fixture.prices.set(BTC.symbol, undefined)
    await expect(order(fixture, alice)).rejects.toMatchObject(refused('PRICE_STALE'))
    fixture.prices.set(BTC.symbol, 2_000_000)
  })

  test('is refused when 200 of the customer are open in the instrument', async () => {
    const carol = await customerWith(database.db, { USDT: '10000' })
    const cheap = { quantity: '0.0003', limitPrice: '19000' }
    await Promise.all(Array.from({ length: 200 }, () => order(fixture, carol, cheap)))
    await expect(order(fixture, carol, cheap)).rejects.toMatchObject(refused('TOO_MANY_OPEN_ORDERS'))
    expect(await cancelAllOrders(fixture, { customer: carol }, BTC.symbol)).toHaveLength(200)
    expect((await spotMoney(database.db, carol)).USDT).toEqual([usdt('10000'), 0n])
  })
})

describe('a market order', () => {
  test('fills through the levels up to half a per cent and costs exactly what it fills', async () => {
    await order(fixture, bob, { side: 'sell', limitPrice: '20000', quantity: '0.01' })
    await order(fixture, bob, { side: 'sell', limitPrice: '20100', quantity: '0.01' })
    await order(fixture, bob, { side: 'sell', limitPrice: '20100.01', quantity: '0.01' })
    const taken = await order(fixture, alice, { orderType: 'market', quantity: '0.03' })
    expect(taken).toMatchObject({ status: 'cancelled', reason: 'ioc', filled: 2000, notional: usdt('401') })
    expect((await spotMoney(database.db, alice)).USDT).toEqual([usdt('599'), 0n])
  })

  test('may spend the last unit', async () => {
    await order(fixture, bob, { side: 'sell', limitPrice: '20000', quantity: '0.05' })
    const taken = await order(fixture, alice, { orderType: 'market', quantity: '0.05' })
    expect(taken.status).toBe('filled')
    expect((await spotMoney(database.db, alice)).USDT).toEqual([0n, 0n])
  })

  test('T29: never fills beyond the collar round the last price, however thin the book', async () => {
    const market = { orderType: 'market', quantity: '0.01' } as const
    await order(fixture, bob, { side: 'sell', limitPrice: '20000' })
    fixture.prices.set(BTC.symbol, 1_000_000)
    await expect(order(fixture, alice, market)).rejects.toMatchObject(refused('NO_LIQUIDITY'))
    await order(fixture, bob, { side: 'sell', limitPrice: '10480', quantity: '0.005' })
    await order(fixture, bob, { side: 'sell', limitPrice: '10500', quantity: '0.005' })
    fixture.prices.set(BTC.symbol, 999_000)
    // 5 % above 9,990 is 10,489.50: the second offer is beyond it, though within half a percent of the first.
    expect(await order(fixture, alice, market)).toMatchObject({
      filled: 500,
      status: 'cancelled',
      reason: 'ioc',
    })
    fixture.prices.set(BTC.symbol, 2_000_000)
  })

  test('is refused without offers, without money, and while prices are stale', async () => {
    const market = { orderType: 'market' } as const
    await expect(order(fixture, alice, market)).rejects.toMatchObject(refused('NO_LIQUIDITY'))
    await order(fixture, bob, { side: 'sell', quantity: '0.1' })
    await expect(order(fixture, alice, { ...market, quantity: '0.1' })).rejects.toMatchObject(
      refused('INSUFFICIENT_BALANCE'),
    )
    fixture.prices.isStale = true
    await expect(order(fixture, alice, market)).rejects.toMatchObject(refused('PRICE_STALE'))
    expect(await order(fixture, alice, { limitPrice: '19000' })).toMatchObject({ status: 'open' })
  })
})

describe('what an order is sent with', () => {
  beforeEach(async () => {
    await order(fixture, bob, { side: 'sell', quantity: '0.01', limitPrice: '20000' })
  })

  test('immediate-or-cancel fills what it can and holds nothing', async () => {
    const taken = await order(fixture, alice, { timeInForce: 'ioc', quantity: '0.02' })
    expect(taken).toMatchObject({ status: 'cancelled', reason: 'ioc', filled: 1000 })
    expect((await spotMoney(database.db, alice)).USDT).toEqual([usdt('800'), 0n])
  })

  test('fill-or-kill fills whole or not at all', async () => {
    const killed = await order(fixture, alice, { timeInForce: 'fok', quantity: '0.02' })
    expect(killed).toMatchObject({ status: 'cancelled', reason: 'fok', filled: 0 })
    const filled = await order(fixture, alice, { timeInForce: 'fok', quantity: '0.01' })
    expect(filled).toMatchObject({ status: 'filled' })
  })

  test('post-only waits or is cancelled, and never takes', async () => {
    const crossing = await order(fixture, alice, { postOnly: true })
    expect(crossing).toMatchObject({ status: 'cancelled', reason: 'post-only', filled: 0 })
    const waits = await order(fixture, alice, { postOnly: true, limitPrice: '19999.99' })
    expect(waits).toMatchObject({ status: 'open' })
  })

  test('T30: an order never trades with its own customer: it stops there', async () => {
    const stopped = await order(fixture, bob, { quantity: '0.02' })
    expect(stopped).toMatchObject({ status: 'cancelled', reason: 'self-trade', filled: 0 })
    expect(
      (await orderPage(fixture, { customer: bob, status: 'open', page: 1, limit: 10 })).items,
    ).toHaveLength(1)
  })
})

describe('cancelling', () => {
  test('twice answers the same and gives back once', async () => {
    const { id } = await order(fixture, alice)
    const first = await cancelOf(fixture, alice, id)
    const second = await cancelOf(fixture, alice, id)
    expect(second).toEqual(first)
    expect((await spotMoney(database.db, alice)).USDT).toEqual([usdt('1000'), 0n])
  })

  test('is refused for an order that is filled, is somebody else’s, or never was', async () => {
    const { id } = await order(fixture, alice)
    await expect(cancelOf(fixture, bob, id)).rejects.toMatchObject(refused('ORDER_NOT_FOUND'))
    await expect(cancelOf(fixture, alice, orderId(1n))).rejects.toMatchObject(refused('ORDER_NOT_FOUND'))
    await order(fixture, bob, { side: 'sell' })
    await expect(cancelOf(fixture, alice, id)).rejects.toMatchObject(refused('ORDER_NOT_CANCELABLE'))
  })

  test('all cancels those of one instrument, or all, and nobody else’s', async () => {
    const mine = await order(fixture, alice)
    const theirs = await order(fixture, bob, { limitPrice: '19990' })
    const other = await order(fixture, alice, { symbol: ETH.symbol, limitPrice: '1500', quantity: '0.1' })
    const cancelled = await cancelAllOrders(fixture, { customer: alice }, BTC.symbol)
    expect(cancelled.map(({ id }) => id)).toEqual([mine.id])
    expect((await cancelAllOrders(fixture, { customer: alice }, undefined)).map(({ id }) => id)).toEqual([
      other.id,
    ])
    expect(await cancelAllOrders(fixture, { customer: alice }, undefined)).toEqual([])
    expect((await orderDetail(fixture, bob, theirs.id)).order.status).toBe('open')
  })

  test('and filling at once end in exactly one of the two', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await order(fixture, alice)
      const [cancel, sale] = await Promise.allSettled([
        cancelOf(fixture, alice, id),
        order(fixture, bob, { side: 'sell', timeInForce: 'ioc' }),
      ])
      const isFilled = sale.status === 'fulfilled' && sale.value.filled > 0
      expect(isFilled).toBe(cancel.status === 'rejected')
    }
  })
})

describe('shrinking', () => {
  test('keeps the place in the queue and gives back what is no longer needed', async () => {
    const first = await order(fixture, alice, { quantity: '0.02' })
    const second = await order(fixture, bob, { quantity: '0.01' })
    const smaller = await amendOf(fixture, alice, first.id, { quantity: '0.005' })
    expect(smaller).toMatchObject({ quantity: 500, status: 'open' })
    expect((await spotMoney(database.db, alice)).USDT).toEqual([usdt('900'), usdt('100')])

    const carol = await customerWith(database.db, { BTC: '1' })
    await order(fixture, carol, { side: 'sell', quantity: '0.005' })
    expect((await orderDetail(fixture, alice, first.id)).order.status).toBe('filled')
    expect((await orderDetail(fixture, bob, second.id)).order.filled).toBe(0)
  })
})

describe('an idempotency key', () => {
  test('makes 64 parallel duplicates one order', async () => {
    const orders = await Promise.all(
      Array.from({ length: 64 }, () => order(fixture, alice, { quantity: '0.05', key: 'tap' })),
    )
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect((await spotMoney(database.db, alice)).USDT).toEqual([0n, usdt('1000')])
  })

  test('that is sent to another product at the same moment holds up nobody', async () => {
    const move = (key: string) => {
      const attempt = { caller: { customer: alice }, key, path: '/wallet/change', input: {}, nowMs: 0 }
      // As a route does it: what one process has under way never waits for itself in the database.
      return whileKeyIsUsed(keyedCall(attempt.caller, key, attempt.path, {}), () =>
        database.db.transaction().execute((tx) =>
          withIdempotency(tx, attempt, async () => {
            const [from, to] = (['available', 'held'] as const).map((state) =>
              accountId(alice, wallets.spot, state, 'USDT'),
            )
            const there = { amount: 1n as Units, reason: 'spot-hold', reference: 1n } as const
            await post(
              tx,
              [
                { ...there, debit: from!, credit: to! },
                { ...there, debit: to!, credit: from! },
              ],
              0,
            )
            return {}
          }),
        ),
      )
    }
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => [
        move(`both ${n}`),
        order(fixture, alice, { key: `both ${n}`, quantity: '0.001' }),
      ]).flat(),
    )
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject(refused('IDEMPOTENCY_KEY_REUSED'))
    }
    expect(fixture.errors).toEqual([])
    // Whatever came of the two then, the key now belongs to somebody.
    await expect(order(fixture, alice, { key: 'both 0', quantity: '0.002' })).rejects.toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    )
    await move('first here')
    await expect(order(fixture, alice, { key: 'first here' })).rejects.toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    )
    await order(fixture, alice, { key: 'first there' })
    await expect(move('first there')).rejects.toMatchObject(refused('IDEMPOTENCY_KEY_REUSED'))
  })

  test('answers the same order later too, and after another engine has started', async () => {
    const first = await order(fixture, alice, { key: 'once' })
    expect((await order(fixture, alice, { key: 'once' })).id).toBe(first.id)
    await fixture.engine.stop()
    await fixture.restart()
    expect((await order(fixture, alice, { key: 'once' })).id).toBe(first.id)
    const cancelled = await cancelOf(fixture, alice, first.id, 'undo')
    expect(await cancelOf(fixture, alice, first.id, 'undo')).toEqual(cancelled)
  })

  test('is refused with another input, at once and in parallel', async () => {
    await order(fixture, alice, { key: 'k' })
    await expect(order(fixture, alice, { key: 'k', quantity: '0.02' })).rejects.toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    )
    const [one, other] = await Promise.allSettled([
      order(fixture, bob, { key: 'k' }),
      order(fixture, bob, { key: 'k', quantity: '0.02' }),
    ])
    expect(one.status).toBe('fulfilled')
    expect(other).toMatchObject({ status: 'rejected', reason: refused('IDEMPOTENCY_KEY_REUSED') })
  })

  test('of a refused order may be used again', async () => {
    const poor = await customerWith(database.db, { BTC: '1' })
    await expect(order(fixture, poor, { key: 'k' })).rejects.toMatchObject(refused('INSUFFICIENT_BALANCE'))
    const sale = await order(fixture, poor, { key: 'k', side: 'sell', limitPrice: '20500' })
    await cancelOf(fixture, poor, sale.id)
  })

  test('is answered as at first when the market has moved away or stands still since', async () => {
    const first = await order(fixture, alice, { key: 'before the move' })
    fixture.prices.set(BTC.symbol, 1_000_000)
    expect((await order(fixture, alice, { key: 'before the move' })).id).toBe(first.id)
    await expect(order(fixture, alice, { key: 'after it' })).rejects.toMatchObject(
      refused('PRICE_OUT_OF_RANGE'),
    )
    fixture.prices.set(BTC.symbol, undefined)
    expect((await order(fixture, alice, { key: 'before the move' })).id).toBe(first.id)
    await expect(order(fixture, alice, { key: 'before the move', quantity: '0.02' })).rejects.toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    )
    fixture.prices.set(BTC.symbol, 2_000_000)
    expect(await order(fixture, alice, { key: 'after it' })).toMatchObject({ status: 'open' })
  })

  test('with quotes, braces and backslashes is just a key', async () => {
    const key = `{"a\\",NULL}'--`
    const first = await order(fixture, alice, { key })
    expect((await order(fixture, alice, { key })).id).toBe(first.id)
  })
})

describe('64 parallel orders that each need everything', () => {
  test('give one order', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, () => order(fixture, alice, { quantity: '0.05' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refused('INSUFFICIENT_BALANCE'))
    }
  })
})

describe('what is shown', () => {
  test('an order’s detail names each fill with its fee and its side of it', async () => {
    const sale = await order(fixture, bob, { side: 'sell', limitPrice: '19900', quantity: '0.01' })
    const bought = await order(fixture, alice, { quantity: '0.02' })
    const taker = await orderDetail(fixture, alice, bought.id)
    expect(taker.trades.map((trade) => fillView(taker.order, trade))).toMatchObject([
      {
        price: '19900.00',
        quantity: '0.01000',
        notional: '199.0000000',
        fee: '0.00001500',
        feeCurrency: 'BTC',
        liquidity: 'taker',
      },
    ])
    const maker = await orderDetail(fixture, bob, sale.id)
    expect(maker.trades.map((trade) => fillView(maker.order, trade))).toMatchObject([
      { fee: '0.1990000', feeCurrency: 'USDT', liquidity: 'maker' },
    ])
    await expect(orderDetail(fixture, alice, sale.id)).rejects.toMatchObject(refused('ORDER_NOT_FOUND'))
  })

  test('a trade leads each of its two customers to their own order, and nobody else anywhere', async () => {
    const sale = await order(fixture, bob, { side: 'sell', limitPrice: '19900', quantity: '0.01' })
    await order(fixture, bob, { side: 'sell', limitPrice: '19950', quantity: '0.01' })
    const bought = await order(fixture, alice, { quantity: '0.02' })
    const { trades } = await orderDetail(fixture, alice, bought.id)
    const [first] = trades
    expect(first).toMatchObject({ maker_customer_id: bob, taker_customer_id: alice })

    const taker = await orderOfTrade(fixture, alice, first!.id)
    expect(taker.order.id).toBe(bought.id)
    expect(taker.trades).toEqual(trades)
    const maker = await orderOfTrade(fixture, bob, first!.id)
    expect(maker.order.id).toBe(sale.id)
    expect(maker.trades.map(({ id }) => id)).toEqual([first!.id])

    const carol = await customerWith(database.db, { USDT: '1000' })
    await expect(orderOfTrade(fixture, carol, first!.id)).rejects.toMatchObject(refused('NOT_FOUND'))
    await expect(orderOfTrade(fixture, alice, tradeId(1n))).rejects.toMatchObject(refused('NOT_FOUND'))
    await expect(orderOfTrade(fixture, alice, tradeId(bought.id))).rejects.toMatchObject(refused('NOT_FOUND'))
  })

  test('every line of the statement that an order made leads back to it, by itself or by its trade', async () => {
    await order(fixture, bob, { side: 'sell', limitPrice: '19900', quantity: '0.01' })
    const mine = await order(fixture, alice, { quantity: '0.02' })
    await cancelOf(fixture, alice, mine.id)
    const { items: entries } = await statementPage(
      database,
      alice,
      {},
      { cursor: undefined, page: 1, limit: 100 },
    )
    const lines = entries.filter(({ reason }) => reason.startsWith('spot-'))
    expect(new Set(lines.map(({ reason }) => reason))).toEqual(
      new Set(['spot-trade', 'spot-fee', 'spot-hold', 'spot-release']),
    )
    for (const { reason, reference } of lines) {
      const id = BigInt(reference)
      const found =
        reason === 'spot-trade'
          ? orderOfTrade(fixture, alice, tradeId(id))
          : orderDetail(fixture, alice, orderId(id))
      expect((await found).order.id).toBe(mine.id)
    }
  })

  test('orders come newest first, page by page, and by status', async () => {
    const placed = []
    for (let i = 0; i < 5; i++)
      placed.push(await order(fixture, alice, { quantity: '0.001', limitPrice: `1999${i}` }))
    await cancelOf(fixture, alice, placed[1]!.id)
    const ids = placed.map(({ id }) => id).reverse()

    const first = await orderPage(fixture, { customer: alice, page: 1, limit: 2 })
    expect(first.items.map(({ id }) => BigInt(id))).toEqual(ids.slice(0, 2))
    const second = await orderPage(fixture, { customer: alice, page: 1, limit: 9999, cursor: first.next! })
    expect(second).toMatchObject({ next: null })
    expect(second.items.map(({ id }) => BigInt(id))).toEqual(ids.slice(2))
    expect(
      (await orderPage(fixture, { customer: alice, page: 2, limit: 2 })).items.map(({ id }) => BigInt(id)),
    ).toEqual(ids.slice(2, 4))
    const past = await orderPage(fixture, { customer: alice, status: 'past', page: 1, limit: 10 })
    expect(past.items.map(({ id }) => BigInt(id))).toEqual([placed[1]!.id])
    const open = await orderPage(fixture, {
      customer: alice,
      status: 'open',
      symbol: ETH.symbol,
      page: 1,
      limit: 10,
    })
    expect(open).toEqual({ items: [], next: null, total: 0 })
  })

  test('open orders are counted in all, however few of them a page shows', async () => {
    const placed = []
    for (let i = 0; i < 5; i++)
      placed.push(await order(fixture, alice, { quantity: '0.001', limitPrice: `1999${i}` }))
    const open = { customer: alice, status: 'open', page: 1, limit: 2 } as const
    const first = await orderPage(fixture, open)
    expect([first.items.length, first.total]).toEqual([2, 5])
    expect(await orderPage(fixture, { ...open, cursor: first.next! })).toMatchObject({ total: null })
    expect(await orderPage(fixture, { ...open, symbol: BTC.symbol })).toMatchObject({ total: 5 })
    expect(await orderPage(fixture, { ...open, customer: bob })).toMatchObject({ total: 0 })
    await cancelOf(fixture, alice, placed[1]!.id)
    expect(await orderPage(fixture, open)).toMatchObject({ total: 4 })
    expect(await orderPage(fixture, { ...open, status: 'past' })).toMatchObject({ total: null })
  })

  test('depth adds up the orders at a price, and trades are public without names', async () => {
    await order(fixture, alice, { quantity: '0.01' })
    await order(fixture, bob, { quantity: '0.02' })
    expect((await bookDepth(fixture, BTC.symbol)).depth.bids).toEqual([
      { price: 2_000_000, quantity: 3000, orders: 2 },
    ])
    const carol = await customerWith(database.db, { BTC: '1' })
    await order(fixture, carol, { side: 'sell', quantity: '0.015' })
    const trades = await tradePage(fixture, BTC.symbol, { page: 1, limit: 2 })
    expect(trades.items.map(({ quantity, side }) => [quantity, side])).toEqual([
      ['0.00500', 'sell'],
      ['0.01000', 'sell'],
    ])
    const newest = await tradePage(fixture, BTC.symbol, { page: 1, limit: 1 })
    const older = await tradePage(fixture, BTC.symbol, { page: 1, limit: 1, cursor: newest.next! })
    expect([...newest.items, ...older.items]).toEqual(trades.items)
  })

  test('a commit tells its customers, and the public what traded and how the book stands', async () => {
    const events: EngineEvent[] = []
    const stop = fixture.engine.subscribe((event) => events.push(event))
    await order(fixture, bob, { side: 'sell' })
    await order(fixture, alice)
    stop()
    await order(fixture, alice, { limitPrice: '19000' })
    expect(events.map(({ kind }) => kind)).toEqual(['book', 'orders', 'trades', 'book', 'orders', 'orders'])
    expect(
      events
        .filter((event) => event.kind === 'orders')
        .map(({ customer }) => customer)
        .sort(),
    ).toEqual([alice, bob, bob].sort())
  })
})
