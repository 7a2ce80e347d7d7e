import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPrice, formatQuantity, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { price } from '#domain/money/amount.ts'
import { checkOrder } from '#domain/spot/rules.ts'
import { createRandom } from '#server/sim/random.ts'
import type { SpotOrder } from './books.ts'
import { ladderAround, spacingAt } from './ladder.ts'
import { stepsTo } from './market-maker.ts'

const btc = findInstrument('BTC-USDT')!
const spot = instruments.filter(({ products }) => products.includes('spot'))

const standing = (id: number, side: 'buy' | 'sell', at: number) =>
  ({ id: BigInt(id), side, price: at, status: 'open' }) as SpotOrder

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

describe('the way to the ladder', () => {
  const ladder = [
    { side: 'buy', price: 99, quantity: 5 },
    { side: 'buy', price: 98, quantity: 5 },
    { side: 'sell', price: 101, quantity: 5 },
  ] as const

  test('leaves what is in its place, takes back what is not, and then fills the gaps', () => {
    const steps = stepsTo(ladder, [standing(1, 'buy', 99), standing(2, 'buy', 100), standing(3, 'sell', 104)])
    expect(steps).toEqual([
      { cancel: standing(2, 'buy', 100) },
      { cancel: standing(3, 'sell', 104) },
      { place: ladder[1] },
      { place: ladder[2] },
    ])
  })

  test('takes back what stands nearest to the other side first', () => {
    const steps = stepsTo([], [standing(1, 'buy', 90), standing(2, 'buy', 95)])
    expect(steps.map((step) => 'cancel' in step && step.cancel.price)).toEqual([95, 90])
  })

  test('keeps one order at a price', () => {
    const twice = [standing(1, 'buy', 99), standing(2, 'buy', 99)]
    expect(stepsTo([ladder[0]], twice)).toEqual([{ cancel: twice[1] }])
  })

  test('on a price that wanders keeps what will be asked for again, and nothing on the wrong side', () => {
    const random = createRandom(5)
    let middle = 1_777_849
    let open: SpotOrder[] = []
    let [moves, actions] = [0, 0]
    for (let id = 0; moves < 500; moves++) {
      middle += (random.below(3) - 1) * spacingAt(middle)
      const steps = stepsTo(ladderAround(btc, middle), open)
      for (const step of steps) {
        if ('cancel' in step) open = open.filter((order) => order !== step.cancel)
        else open.push(standing(++id, step.place.side, step.place.price))
      }
      actions += steps.length
      expect(stepsTo(ladderAround(btc, middle), open)).toEqual([])
      expect(open.every(({ side, price }) => (side === 'buy' ? price < middle : price > middle))).toBe(true)
      expect(open.length).toBeLessThanOrEqual(20 + 2 * 15)
    }
    // A ladder kept to the letter takes 3.5 a move here.
    expect(actions / moves).toBeLessThan(2)
  })
})
