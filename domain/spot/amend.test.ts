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
  price: price(1_990_000n),
  quantity: quantity(2_000n),
  filled: quantity(500n),
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
    expect(amend(draft)).toEqual({ ok: true, ...expected })
  })

  test.each<[string, AmendDraft, string]>([
    ['to what is filled already', { quantity: '0.005' }, 'QUANTITY_BELOW_FILLED'],
    ['to less than that', { quantity: '0.001' }, 'QUANTITY_BELOW_FILLED'],
    ['to nothing', { quantity: '0' }, 'AMOUNT_INVALID'],
    ['to half a step', { quantity: '0.010005' }, 'QUANTITY_OFF_STEP'],
    ['to half a tick', { limitPrice: '19900.005' }, 'PRICE_OFF_TICK'],
    ['to a price where it may not trade', { limitPrice: '21000.01' }, 'PRICE_OUT_OF_RANGE'],
    ['to a price where it may not rest', { limitPrice: '9999.99' }, 'PRICE_OUT_OF_RANGE'],
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
          keepsPriority: toPrice === order.price && toQuantity <= order.quantity,
        })
      }),
    )
  })
})
