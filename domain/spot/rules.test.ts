import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseAmountOf, formatPrice, formatQuantity, notionalOf } from '../market/instrument.ts'
import { findInstrument, instruments } from '../market/instruments.ts'
import { MAX_UNITS, parseDecimal, price, quantity, units } from '../money/amount.ts'
import { collar } from './price-range.ts'
import {
  averagePrice,
  checkOrder,
  holdFor,
  type OrderDraft,
  previewOrder,
  protectionPrice,
  quantityForShare,
  quantityForSpend,
  settleFill,
  smallestQuantity,
} from './rules.ts'

const btc = findInstrument('BTC-USDT')!
const doge = findInstrument('DOGE-USDT')!
const LAST = price(1_777_849n) // 17,778.49 USDT

const draft = (changes: Partial<OrderDraft> = {}): OrderDraft => ({
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  quantity: '0.01',
  limitPrice: '17778.49',
  ...changes,
})

describe('an order is refused with the rule and the nearest valid value', () => {
  test.each<[string, Partial<OrderDraft>, string, object]>([
    ['half a tick', { limitPrice: '17778.495' }, 'PRICE_OFF_TICK', { tick: '0.01', nearest: '17778.50' }],
    [
      'below half a tick',
      { limitPrice: '17778.494' },
      'PRICE_OFF_TICK',
      { tick: '0.01', nearest: '17778.49' },
    ],
    ['no price', { limitPrice: undefined }, 'PRICE_INVALID', {}],
    ['an exponent as price', { limitPrice: '1e30' }, 'PRICE_INVALID', {}],
    [
      'half a step',
      { quantity: '0.000015' },
      'QUANTITY_OFF_STEP',
      { step: '0.00001', nearest: '0.00002', currency: 'BTC' },
    ],
    [
      'much less than a step',
      { quantity: '0.0000001' },
      'QUANTITY_OFF_STEP',
      { step: '0.00001', nearest: '0.00001', currency: 'BTC' },
    ],
    ['no quantity', { quantity: '0' }, 'AMOUNT_INVALID', {}],
    ['a negative quantity', { quantity: '-1' }, 'AMOUNT_INVALID', {}],
    ['a word as quantity', { quantity: 'NaN' }, 'AMOUNT_INVALID', {}],
    [
      'a buy above the collar, which would trade there',
      { limitPrice: '18667.42' },
      'PRICE_OUT_OF_RANGE',
      { lowest: '8889.25', highest: '18667.41' },
    ],
    [
      'a buy that would rest more than half below the last price',
      { limitPrice: '8889.24' },
      'PRICE_OUT_OF_RANGE',
      { lowest: '8889.25', highest: '18667.41' },
    ],
    [
      'a sale below the collar, which would trade there',
      { side: 'sell', limitPrice: '16889.56' },
      'PRICE_OUT_OF_RANGE',
      { lowest: '16889.57', highest: '26667.73' },
    ],
    [
      'a sale that would rest more than half above the last price',
      { side: 'sell', limitPrice: '26667.74' },
      'PRICE_OUT_OF_RANGE',
      { lowest: '16889.57', highest: '26667.73' },
    ],
    [
      'a price of nothing',
      { limitPrice: '0' },
      'PRICE_OUT_OF_RANGE',
      { lowest: '8889.25', highest: '18667.41' },
    ],
    ['a trigger price without a stop', { triggerPrice: '18000' }, 'TRIGGER_PRICE_NOT_TAKEN', {}],
    ['a stop without a trigger price', { orderType: 'stop-limit' }, 'TRIGGER_PRICE_INVALID', {}],
    [
      'a trigger price between two ticks',
      { orderType: 'stop-limit', triggerPrice: '18000.004' },
      'TRIGGER_PRICE_OFF_TICK',
      { tick: '0.01', nearest: '18000.00' },
    ],
    [
      'a trigger price that is the last price',
      { orderType: 'stop-limit', triggerPrice: '17778.49' },
      'TRIGGER_PRICE_REACHED',
      { last: '17778.49' },
    ],
    [
      'a trigger price that the last price has passed since the customer saw it',
      { orderType: 'stop-limit', triggerPrice: '17000', triggerDirection: 'rises' },
      'TRIGGER_PRICE_REACHED',
      { last: '17778.49' },
    ],
    [
      'a trigger price farther away than an order may rest',
      { orderType: 'stop-market', limitPrice: undefined, triggerPrice: '26667.74' },
      'TRIGGER_PRICE_OUT_OF_RANGE',
      { lowest: '8889.25', highest: '26667.73' },
    ],
    [
      'a stop whose limit is far from its trigger, where it would trade',
      { orderType: 'stop-limit', triggerPrice: '20000', limitPrice: '21000.01' },
      'PRICE_OUT_OF_RANGE',
      { lowest: '10000.00', highest: '21000.00' },
    ],
    [
      'a stop-market with a limit',
      { orderType: 'stop-market', triggerPrice: '20000' },
      'MARKET_ORDER_HAS_PRICE',
      {},
    ],
    [
      'a stop that is post-only',
      { orderType: 'stop-limit', triggerPrice: '20000', postOnly: true },
      'POST_ONLY_CONFLICT',
      {},
    ],
    ['a total for a limit order', { quantity: undefined, quoteAmount: '50' }, 'QUOTE_AMOUNT_CONFLICT', {}],
    [
      'a total beside a quantity',
      { orderType: 'market', limitPrice: undefined, quoteAmount: '50' },
      'QUOTE_AMOUNT_CONFLICT',
      {},
    ],
    [
      'a total for a sale',
      { side: 'sell', orderType: 'market', limitPrice: undefined, quantity: undefined, quoteAmount: '50' },
      'QUOTE_AMOUNT_CONFLICT',
      {},
    ],
    [
      'a total below the smallest order',
      { orderType: 'market', limitPrice: undefined, quantity: undefined, quoteAmount: '4.9999999' },
      'NOTIONAL_TOO_SMALL',
      { minimum: '5', currency: 'USDT', nearest: '0.00029', base: 'BTC' },
    ],
    [
      'a total of nothing',
      { orderType: 'market', limitPrice: undefined, quantity: undefined, quoteAmount: '0' },
      'AMOUNT_INVALID',
      {},
    ],
    [
      'too small an order',
      { quantity: '0.00028' },
      'NOTIONAL_TOO_SMALL',
      { minimum: '5', currency: 'USDT', nearest: '0.00029', base: 'BTC' },
    ],
    [
      'an absurd quantity',
      { quantity: '99999999999999999999' },
      'QUANTITY_TOO_LARGE',
      { maximum: '25939694.64463', currency: 'BTC' },
    ],
    [
      'post-only at market',
      { orderType: 'market', limitPrice: undefined, postOnly: true },
      'POST_ONLY_CONFLICT',
      {},
    ],
    ['post-only and ioc', { timeInForce: 'ioc', postOnly: true }, 'POST_ONLY_CONFLICT', {}],
    ['a market order with a price', { orderType: 'market' }, 'MARKET_ORDER_HAS_PRICE', {}],
  ])('%s', (_, changes, code, params) => {
    expect(checkOrder(btc, draft(changes), LAST)).toEqual({ ok: false, code, params })
  })
})

describe('an order is taken', () => {
  test.each<[string, Partial<OrderDraft>]>([
    ['as it stands', {}],
    ['with zeros behind the last decimal', { limitPrice: '17778.4900', quantity: '0.0100000' }],
    ['as far below as a buy may rest', { limitPrice: '8889.25' }],
    ['as far above as a buy may trade', { limitPrice: '18667.41' }],
    ['as far above as a sale may rest', { side: 'sell', limitPrice: '26667.73' }],
    ['as far below as a sale may trade', { side: 'sell', limitPrice: '16889.57' }],
    ['as a stop above the last price', { orderType: 'stop-limit', triggerPrice: '17778.50' }],
    ['as a stop below it', { orderType: 'stop-limit', triggerPrice: '17778.48', triggerDirection: 'falls' }],
    ['at the smallest notional', { quantity: '0.00029' }],
    ['post-only', { postOnly: true }],
    ['fill-or-kill', { timeInForce: 'fok' }],
  ])('%s', (_, changes) => {
    expect(checkOrder(btc, draft(changes), LAST)).toMatchObject({ ok: true })
  })

  test('a market order is immediate-or-cancel unless it is fill-or-kill', () => {
    const market = { orderType: 'market', limitPrice: undefined } as const
    expect(checkOrder(btc, draft(market), LAST)).toMatchObject({ ok: true, order: { timeInForce: 'ioc' } })
    const kill = draft({ ...market, timeInForce: 'fok' })
    expect(checkOrder(btc, kill, LAST)).toMatchObject({ ok: true, order: { timeInForce: 'fok' } })
  })
})

describe('the money of an order', () => {
  test('a buyer pays quote and receives base less the fee, a seller the other way round', () => {
    // 0.01 BTC at 17,778.49 is 177.7849 USDT; 0.10 % of each.
    expect(settleFill(btc, 'buy', LAST, quantity(1000n), 10)).toEqual({
      pays: 1_777_849_000n,
      gross: 1_000_000n,
      fee: 1_000n,
      receives: 999_000n,
    })
    expect(settleFill(btc, 'sell', LAST, quantity(1000n), 10)).toEqual({
      pays: 1_000_000n,
      gross: 1_777_849_000n,
      fee: 1_777_849n,
      receives: 1_776_071_151n,
    })
  })

  test('an odd unit of fee goes to the platform', () => {
    // One step is 1,000 units of BTC: 0.01 % of it is a tenth of a unit.
    expect(settleFill(btc, 'buy', LAST, quantity(1n), 1).fee).toBe(1n)
    expect(settleFill(btc, 'buy', LAST, quantity(1n), 0).fee).toBe(0n)
  })

  test('an average price shows two decimals more than the tick', () => {
    // One step at 17,778.49 and two at 17,778.50: 53,335.49 / 3.
    const notional = units(1_777_849n + 2n * 1_777_850n)
    expect(averagePrice(btc, notional, quantity(3n))).toBe('17778.4966')
  })

  test('a market order may fill 0.5 % beyond the best price in a major, 1 % elsewhere', () => {
    const far = { buy: price(10n ** 9n), sell: price(1n) }
    const protection = (instrument: typeof btc, side: 'buy' | 'sell', best: bigint, worst = far[side]) =>
      formatPrice(instrument, protectionPrice(instrument, side, price(best), worst))
    expect(protection(btc, 'buy', 1_000_000n)).toBe('10050.00')
    expect(protection(btc, 'sell', 1_000_000n)).toBe('9950.00')
    expect(protection(doge, 'buy', 10_000n)).toBe('0.10100')
    expect(protection(doge, 'sell', 10_000n)).toBe('0.09900')
    expect(protection(btc, 'buy', 1_000_000n, price(1_001_000n))).toBe('10010.00')
    expect(protection(btc, 'sell', 1_000_000n, price(999_000n))).toBe('9990.00')
  })

  test('a preview fills level by level, holds the rest, and says the average price', () => {
    const checked = checkOrder(btc, draft({ quantity: '3', limitPrice: '17779.00' }), LAST)
    if (!checked.ok) throw new Error(checked.code)
    const preview = previewOrder(btc, checked.order, [
      { price: price(1_777_800n), quantity: quantity(100_000n) },
      { price: price(1_777_900n), quantity: quantity(100_000n) },
      { price: price(1_778_000n), quantity: quantity(100_000n) },
    ])
    expect(formatQuantity(btc, preview.filled)).toBe('2.00000')
    expect(formatPrice(btc, preview.averagePrice)).toBe('17778.50')
    expect(preview.pays).toBe(355_570_000_000n)
    expect(preview.gross).toBe(200_000_000n)
    // What fills pays the taker's 0.15 %.
    expect(preview.fee).toBe(300_000n)
    expect(preview.holds).toBe(177_790_000_000n)
  })

  test('a market buy by its total buys what that pays for, level by level', () => {
    const levels = [
      { price: price(2_000_000n), quantity: quantity(100n) },
      { price: price(2_010_000n), quantity: quantity(1_000n) },
    ]
    const buys = (amount: string, worst = 2_010_000n) =>
      quantityForSpend(btc, levels, price(worst), units(parseDecimal(amount, 7)!))
    // 20 USDT of the first level, and of the next one 99 steps of 0.201: 19.899, and 0.101 left.
    expect(buys('40')).toBe(199n)
    // To the last unit, and a unit less.
    expect(buys('40.1')).toBe(200n)
    expect(buys('40.0999999')).toBe(199n)
    expect(buys('20')).toBe(100n)
    expect(buys('0.1999999')).toBe(0n)
    // What the levels do not have is reckoned at the worst price.
    expect(buys('20.4', 2_005_000n)).toBe(101n)
    expect(buys('241', 2_010_000n)).toBe(1_199n)
  })

  test('a preview of a stop fills nothing and holds all that it may need', () => {
    const stop = { orderType: 'stop-limit', triggerPrice: '18000', limitPrice: '18100' } as const
    const limited = checkOrder(btc, draft(stop), LAST)
    if (!limited.ok) throw new Error(limited.code)
    const levels = [{ price: price(1_700_000n), quantity: quantity(100_000n) }]
    expect(previewOrder(btc, limited.order, levels)).toMatchObject({ filled: 0n, holds: 1_810_000_000n })
    const market = { ...stop, orderType: 'stop-market', limitPrice: undefined } as const
    const atMarket = checkOrder(btc, draft(market), LAST)
    if (!atMarket.ok) throw new Error(atMarket.code)
    // As far as the collar round its trigger: 18,900.
    expect(previewOrder(btc, atMarket.order, levels)).toMatchObject({ filled: 0n, holds: 1_890_000_000n })
  })

  test('a preview of a market order in an empty book fills nothing and holds nothing', () => {
    const checked = checkOrder(btc, draft({ orderType: 'market', limitPrice: undefined }), LAST)
    if (!checked.ok) throw new Error(checked.code)
    expect(previewOrder(btc, checked.order, [])).toMatchObject({ filled: 0n, holds: 0n, pays: 0n })
  })
})

/** Prices and sizes from the smallest to the largest an instrument takes, the edges most of all. */
const spot = instruments.filter((instrument) => instrument.products.includes('spot'))
const anyInstrument = fc.constantFrom(...spot)
const anyPrice = fc.oneof(fc.bigInt(1n, 10n ** 8n), fc.constantFrom(1n, 2n, 9_999n, 10_000n)).map(price)
const anySize = fc.oneof(fc.bigInt(1n, 10n ** 9n), fc.constantFrom(1n, 2n, 999n)).map(quantity)
const anySide = fc.constantFrom('buy' as const, 'sell' as const)

describe('for every instrument, price and size', () => {
  test('what one side pays is what the other gets, before fees', () => {
    fc.assert(
      fc.property(anyInstrument, anyPrice, anySize, fc.nat(1000), (instrument, at, size, feeBps) => {
        const buyer = settleFill(instrument, 'buy', at, size, feeBps)
        const seller = settleFill(instrument, 'sell', at, size, feeBps)
        expect(buyer.pays).toBe(seller.gross)
        expect(seller.pays).toBe(buyer.gross)
        for (const { gross, fee, receives } of [buyer, seller]) {
          expect(receives + fee).toBe(gross)
          expect(fee >= 0n && fee <= gross).toBe(true)
          expect(fee * 10_000n >= gross * BigInt(feeBps)).toBe(true)
        }
      }),
    )
  })

  test('an order cut into fills pays exactly its hold, whatever the cuts', () => {
    fc.assert(
      fc.property(
        anyInstrument,
        anyPrice,
        anySize,
        fc.bigInt(0n, 10n ** 9n),
        anySide,
        (instrument, at, size, cut, side) => {
          const first = quantity(cut % (size + 1n))
          const rest = quantity(size - first)
          expect(holdFor(instrument, side, at, first) + holdFor(instrument, side, at, rest)).toBe(
            holdFor(instrument, side, at, size),
          )
        },
      ),
    )
  })

  test('the smallest quantity is enough and one step less is not', () => {
    fc.assert(
      fc.property(anyInstrument, anyPrice, (instrument, at) => {
        const smallest = smallestQuantity(instrument, at)
        const minimum = BigInt(instrument.minNotional) * 10n ** 7n
        expect(notionalOf(instrument, at, smallest) >= minimum).toBe(true)
        expect(smallest === 1n || notionalOf(instrument, at, quantity(smallest - 1n)) < minimum).toBe(true)
      }),
    )
  })

  test('a share of what is available never costs more than that, and one step more would', () => {
    const anyAvailable = fc.oneof(fc.bigInt(0n, 10n ** 16n), fc.constantFrom(0n, 1n)).map(units)
    fc.assert(
      fc.property(anyInstrument, anySide, anyAvailable, anyPrice, (instrument, side, available, at) => {
        const size = quantityForShare(instrument, side, available, at, 100n)
        expect(holdFor(instrument, side, at, size) <= available).toBe(true)
        expect(holdFor(instrument, side, at, quantity(size + 1n)) > available).toBe(true)
      }),
    )
  })

  test('both ends of the collar are within it and the next ticks are not', () => {
    fc.assert(
      fc.property(anyInstrument, anyPrice, (instrument, last) => {
        const { lowest, highest } = collar(instrument, last)
        const width = instrument.collar === 'major' ? 5n : 8n
        expect(lowest * 100n >= last * (100n - width)).toBe(true)
        expect(highest * 100n <= last * (100n + width)).toBe(true)
        expect(lowest === 1n || (lowest - 1n) * 100n < last * (100n - width)).toBe(true)
        expect((highest + 1n) * 100n > last * (100n + width)).toBe(true)
      }),
    )
  })

  test('T29: every order that is taken fits the ledger, and no hostile text is taken', () => {
    const texts = fc.oneof(
      fc.constantFrom(
        '-1',
        '-0',
        '0',
        '1e-19',
        '1e400',
        'NaN',
        'Infinity',
        '0x10',
        ' 5',
        '5,0',
        '５',
        '+5',
        '',
        '1'.repeat(40),
      ),
      fc.bigInt(0n, 10n ** 20n).map(String),
      fc.string(),
    )
    fc.assert(
      fc.property(
        anyInstrument,
        anySide,
        texts,
        texts,
        anyPrice,
        (instrument, side, size, limitPrice, last) => {
          const check = checkOrder(instrument, draft({ side, quantity: size, limitPrice }), last)
          if (!check.ok) return
          expect(check.order.quantity > 0n && check.order.limitPrice! > 0n).toBe(true)
          expect(notionalOf(instrument, check.order.limitPrice!, check.order.quantity) <= MAX_UNITS).toBe(
            true,
          )
          expect(baseAmountOf(instrument, check.order.quantity) <= MAX_UNITS).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
