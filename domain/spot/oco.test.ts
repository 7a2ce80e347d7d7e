import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findInstrument } from '../market/instruments.ts'
import { price, quantity } from '../money/amount.ts'
import { checkOco, holdBesideLimit, type OcoDraft } from './oco.ts'
import { holdFor } from './rules.ts'

const btc = findInstrument('BTC-USDT')!
const LAST = price(2_000_000n)

const sale: OcoDraft = {
  side: 'sell',
  quantity: '0.01',
  limitPrice: '20500',
  triggerPrice: '19600',
  stopLimitPrice: '19500',
}
const purchase: OcoDraft = {
  side: 'buy',
  quantity: '0.01',
  limitPrice: '19500',
  triggerPrice: '20400',
  stopLimitPrice: '20500',
}

describe('a pair', () => {
  test('of a sale takes profit above the last price and stops a loss below it', () => {
    expect(checkOco(btc, sale, LAST)).toMatchObject({
      ok: true,
      limit: { orderType: 'limit', limitPrice: 2_050_000n },
      stop: {
        orderType: 'stop-limit',
        limitPrice: 1_950_000n,
        trigger: { price: 1_960_000n, direction: 'falls' },
      },
    })
  })

  test('without a limit for its stop fills that at the market', () => {
    const market = checkOco(btc, { ...purchase, stopLimitPrice: undefined }, LAST)
    expect(market).toMatchObject({
      ok: true,
      // As far as the collar round its trigger of 20,400.
      stop: { orderType: 'stop-market', timeInForce: 'ioc', worstPrice: 2_142_000n },
    })
  })

  test.each<[string, OcoDraft, string]>([
    ['a sale with its limit below the last price', { ...sale, limitPrice: '19900' }, 'OCO_SELL_PRICES'],
    ['a sale with its limit at the last price', { ...sale, limitPrice: '20000' }, 'OCO_SELL_PRICES'],
    ['a sale with its trigger above it', { ...sale, triggerPrice: '20100' }, 'OCO_SELL_PRICES'],
    [
      'a purchase with its limit above the last price',
      { ...purchase, limitPrice: '20100' },
      'OCO_BUY_PRICES',
    ],
    ['a purchase with its trigger below it', { ...purchase, triggerPrice: '19900' }, 'OCO_BUY_PRICES'],
    ['a trigger at the last price', { ...sale, triggerPrice: '20000' }, 'TRIGGER_PRICE_REACHED'],
    ['a limit off tick', { ...sale, limitPrice: '20500.001' }, 'PRICE_OFF_TICK'],
    [
      'a stop’s limit that is far from its trigger',
      { ...sale, stopLimitPrice: '18619.99' },
      'PRICE_OUT_OF_RANGE',
    ],
    ['too small an order', { ...sale, quantity: '0.0002' }, 'NOTIONAL_TOO_SMALL'],
  ])('is refused for %s', (_, draft, code) => {
    expect(checkOco(btc, draft, LAST)).toMatchObject({ ok: false, code })
  })

  test('holds as much as the larger of its two needs, whatever their prices', () => {
    const anyPrice = fc.bigInt(1n, 10n ** 9n).map(price)
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        anyPrice,
        anyPrice,
        fc.bigInt(1n, 10n ** 6n).map(quantity),
        (side, stop, limit, size) => {
          const [ofStop, ofLimit] = [stop, limit].map((at): bigint => holdFor(btc, side, at, size))
          const besides: bigint = holdBesideLimit(btc, side, stop, limit, size)
          const together = ofLimit! + besides
          expect(together >= ofStop! && together >= ofLimit!).toBe(true)
          expect(together === ofStop || together === ofLimit).toBe(true)
        },
      ),
    )
  })
})
