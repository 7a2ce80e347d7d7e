import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPrice, formatQuantity } from '../market/instrument.ts'
import { findInstrument } from '../market/instruments.ts'
import { price, quantity } from '../money/amount.ts'
import { type AmendDraft, type AmendedOrder, decideAmendment } from './amend.ts'

const btc = findInstrument('BTC-USDT')!
const LAST = price(2_000_000n)

/** A buy of 0.02 at 19,900 of which 0.005 is filled. */
const order: AmendedOrder = {
  side: 'buy',
  orderType: 'limit',
  price: price(1_990_000n),
  quantity: quantity(2_000n),
  filled: quantity(500n),
  trigger: undefined,
  isOfPair: false,
}
const amend = (draft: AmendDraft, instrument = btc) => decideAmendment(instrument, order, draft, LAST)

describe('an amended order', () => {
  test.each<[string, AmendDraft, { price: bigint; quantity: bigint; keepsPriority: boolean }]>([
    [
      'shrinks where it stands',
      { quantity: '0.01' },
      { price: 1_990_000n, quantity: 1_000n, keepsPriority: true },
    ],
    [
      'that grows goes behind',
      { quantity: '0.02001' },
      { price: 1_990_000n, quantity: 2_001n, keepsPriority: false },
    ],
    [
      'of another price goes behind, also where it shrinks',
      { limitPrice: '19900.01', quantity: '0.01' },
      { price: 1_990_001n, quantity: 1_000n, keepsPriority: false },
    ],
    [
      'to what it is stays as it is',
      { limitPrice: '19900', quantity: '0.02' },
      { price: 1_990_000n, quantity: 2_000n, keepsPriority: true },
    ],
    [
      'may shrink to one step more than what is filled',
      { quantity: '0.00501' },
      { price: 1_990_000n, quantity: 501n, keepsPriority: true },
    ],
  ])('%s', (_, draft, expected) => {
    expect(amend(draft)).toEqual({ ok: true, trigger: undefined, ...expected })
  })

  test.each<[string, AmendDraft, string]>([
    ['to what is filled already', { quantity: '0.005' }, 'QUANTITY_BELOW_FILLED'],
    ['to less than that', { quantity: '0.001' }, 'QUANTITY_BELOW_FILLED'],
    ['to nothing', { quantity: '0' }, 'AMOUNT_INVALID'],
    ['to half a step', { quantity: '0.010005' }, 'QUANTITY_OFF_STEP'],
    ['to half a tick', { limitPrice: '19900.005' }, 'PRICE_OFF_TICK'],
    ['to a price where it may not trade', { limitPrice: '21000.01' }, 'PRICE_OUT_OF_RANGE'],
    ['to a price where it may not rest', { limitPrice: '9999.99' }, 'PRICE_OUT_OF_RANGE'],
    ['to one with a trigger', { triggerPrice: '20100' }, 'TRIGGER_PRICE_NOT_TAKEN'],
    ['to a word', { quantity: 'NaN' }, 'AMOUNT_INVALID'],
    ['to more than the ledger holds', { quantity: '99999999999' }, 'QUANTITY_TOO_LARGE'],
  ])('%s is refused', (_, draft, code) => {
    expect(amend(draft)).toMatchObject({ ok: false, code })
  })

  test('in a halted market may shrink and nothing else', () => {
    const halted = { ...btc, status: 'halted' } as const
    expect(amend({ quantity: '0.01' }, halted)).toMatchObject({ ok: true })
    expect(amend({ quantity: '0.03' }, halted)).toMatchObject({ ok: false, code: 'MARKET_CLOSED' })
    expect(amend({ limitPrice: '19800' }, halted)).toMatchObject({ ok: false, code: 'MARKET_CLOSED' })
  })

  test('keeps its price when the market has moved away from it, and before there is any price', () => {
    const draft = { limitPrice: '19900', quantity: '0.03' }
    expect(decideAmendment(btc, order, draft, price(9_000_000n))).toMatchObject({ ok: true })
    expect(decideAmendment(btc, order, draft, undefined)).toMatchObject({ ok: true })
    const moved = decideAmendment(btc, order, { limitPrice: '19899.99' }, undefined)
    expect(moved).toMatchObject({ ok: false, code: 'PRICE_STALE' })
  })

  test('keeps its place exactly when its price stays and it does not grow', () => {
    fc.assert(
      fc.property(fc.bigInt(1_950_000n, 2_050_000n), fc.bigInt(501n, 4_000n), (toPrice, toQuantity) => {
        const decided = amend({
          limitPrice: formatPrice(btc, price(toPrice)),
          quantity: formatQuantity(btc, quantity(toQuantity)),
        })
        expect(decided).toEqual({
          ok: true,
          price: toPrice,
          quantity: toQuantity,
          trigger: undefined,
          keepsPriority: toPrice === order.price && toQuantity <= order.quantity,
        })
      }),
    )
  })
})

describe('a stop that waits', () => {
  /** Buys 0.02 at up to 20,200 once the price rises to 20,100. */
  const stop: AmendedOrder = {
    ...{ side: 'buy', orderType: 'stop-limit', price: price(2_020_000n), quantity: quantity(2_000n) },
    ...{ filled: quantity(0n), trigger: { price: price(2_010_000n), direction: 'rises' }, isOfPair: false },
  }
  const atMarket: AmendedOrder = { ...stop, orderType: 'stop-market', price: price(2_110_500n) }
  const change = (draft: AmendDraft, from = stop) => decideAmendment(btc, from, draft, LAST)

  test.each<[string, AmendDraft, bigint, bigint, bigint, boolean]>([
    ['keeps its place where it shrinks', { quantity: '0.01' }, 2_010_000n, 2_020_000n, 1_000n, true],
    ['and where its limit changes', { limitPrice: '20150' }, 2_010_000n, 2_015_000n, 2_000n, true],
    ['goes behind where it grows', { quantity: '0.03' }, 2_010_000n, 2_020_000n, 3_000n, false],
    ['and where its trigger changes', { triggerPrice: '20200' }, 2_020_000n, 2_020_000n, 2_000n, false],
  ])('%s', (_, draft, triggerPrice, limit, size, keepsPriority) => {
    const trigger = { price: triggerPrice, direction: 'rises' }
    expect(change(draft)).toEqual({ ok: true, price: limit, quantity: size, trigger, keepsPriority })
  })

  test('at the market sets aside what its new trigger may cost, and takes no limit', () => {
    // 5 % above 20,500.
    expect(change({ triggerPrice: '20500' }, atMarket)).toMatchObject({ ok: true, price: 2_152_500n })
    expect(change({ quantity: '0.01' }, atMarket)).toMatchObject({ ok: true, price: 2_110_500n })
    expect(change({ limitPrice: '20500' }, atMarket)).toMatchObject({ code: 'MARKET_ORDER_HAS_PRICE' })
  })

  test.each<[string, AmendDraft, bigint | undefined, string]>([
    ['where the last price is', { triggerPrice: '20000' }, 2_000_000n, 'TRIGGER_PRICE_REACHED'],
    ['on the other side of it', { triggerPrice: '19900' }, 2_000_000n, 'TRIGGER_PRICE_REACHED'],
    ['off the tick', { triggerPrice: '20100.001' }, 2_000_000n, 'TRIGGER_PRICE_OFF_TICK'],
    ['too far away', { triggerPrice: '30000.01' }, 2_000_000n, 'TRIGGER_PRICE_OUT_OF_RANGE'],
    ['that is none', { triggerPrice: 'x' }, 2_000_000n, 'TRIGGER_PRICE_INVALID'],
    ['after the price reached the old one', { triggerPrice: '20300' }, 2_010_000n, 'ORDER_NOT_AMENDABLE'],
    ['while nobody knows the price', { triggerPrice: '20300' }, undefined, 'PRICE_STALE'],
  ])('is given no trigger %s', (_, draft, last, code) => {
    expect(decideAmendment(btc, stop, draft, last === undefined ? undefined : price(last))).toMatchObject({
      ...{ ok: false, code },
    })
  })

  test('is given no limit beyond what its trigger allows, new or old', () => {
    expect(change({ limitPrice: '21105.01' })).toMatchObject({ code: 'PRICE_OUT_OF_RANGE' })
    expect(change({ triggerPrice: '20005', limitPrice: '21105' })).toMatchObject({
      code: 'PRICE_OUT_OF_RANGE',
    })
    const high = { ...stop, price: price(2_110_500n) }
    expect(change({ triggerPrice: '20005' }, high)).toMatchObject({ code: 'PRICE_OUT_OF_RANGE' })
    expect(change({ quantity: '0.01' }, high)).toMatchObject({ ok: true })
  })
})

test('the limit order of a pair stays on its side of the last price', () => {
  const sale: AmendedOrder = { ...order, side: 'sell', price: price(2_050_000n), isOfPair: true }
  const to = (limitPrice: string) => decideAmendment(btc, sale, { limitPrice }, LAST)
  expect(to('20000.01')).toMatchObject({ ok: true })
  expect(to('20000')).toMatchObject({ ok: false, code: 'OCO_SELL_PRICES' })
  const purchase: AmendedOrder = { ...order, isOfPair: true }
  const buyAt = (limitPrice: string) => decideAmendment(btc, purchase, { limitPrice }, LAST)
  expect(buyAt('19999.99')).toMatchObject({ ok: true })
  expect(buyAt('20000')).toMatchObject({ ok: false, code: 'OCO_BUY_PRICES' })
})
