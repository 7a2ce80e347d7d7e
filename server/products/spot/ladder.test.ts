import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPrice, formatQuantity, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { price } from '#domain/money/amount.ts'
import { checkOrder } from '#domain/spot/rules.ts'
import { ladderAround, spacingAt } from './ladder.ts'

const btc = findInstrument('BTC-USDT')!
const spot = instruments.filter(({ products }) => products.includes('spot'))

describe('the ladder', () => {
  test('stands on both sides of the price, the nearest within a few hundredths of a per cent', () => {
    const middle = 1_777_849
    const ladder = ladderAround(btc, middle)
    const buys = ladder.filter(({ side }) => side === 'buy').map((rung) => rung.price)
    const sells = ladder.filter(({ side }) => side === 'sell').map((rung) => rung.price)
    expect([buys.length, sells.length]).toEqual([10, 10])
    expect(Math.max(...buys)).toBeLessThan(middle)
    expect(Math.min(...sells)).toBeGreaterThan(middle)
    expect((Math.min(...sells) - Math.max(...buys)) / middle).toBeLessThan(0.0015)
  })

  test('at any price of any instrument is made of orders that the rules take, no price twice', () => {
    const anyShare = fc.double({ min: 0.2, max: 5, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...spot), anyShare, (instrument, share) => {
        const middle = Math.round(Number(parsePrice(instrument, instrument.referencePrice)) * share)
        const ladder = ladderAround(instrument, middle)
        expect(ladder.length).toBeGreaterThanOrEqual(8)
        expect(new Set(ladder.map((rung) => rung.price)).size).toBe(ladder.length)
        for (const rung of ladder) {
          const check = checkOrder(
            instrument,
            {
              side: rung.side,
              orderType: 'limit',
              timeInForce: 'gtc',
              postOnly: false,
              quantity: formatQuantity(instrument, rung.quantity),
              limitPrice: formatPrice(instrument, rung.price),
            },
            price(BigInt(middle)),
          )
          expect(check).toMatchObject({ ok: true })
          expect(rung.side === 'buy' ? rung.price < middle : rung.price > middle).toBe(true)
        }
      }),
    )
  })

  test('mostly stays when the price moves by one spacing', () => {
    const middle = 1_777_849
    const before = new Set(ladderAround(btc, middle).map(({ side, price }) => `${side} ${price}`))
    const after = ladderAround(btc, middle + spacingAt(middle)).map(({ side, price }) => `${side} ${price}`)
    expect(after.filter((rung) => before.has(rung)).length).toBeGreaterThanOrEqual(14)
  })
})
