import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawBelow, drawItem, fieldsOf, headOf, inventoryRoot, itemsLeft, NO_DRAWS } from './draw.ts'
import {
  golden,
  goldenItems,
  goldenSecret,
  goldenTerms,
  goldenTick,
  manySecrets,
  rootOfSecrets,
} from './golden-for-tests.ts'

test('roots, draws and what sums them up are those that were computed apart', () => {
  expect(inventoryRoot(goldenItems)).toBe(golden.inventory)
  expect(rootOfSecrets('HARBOR', 10)).toBe(golden.commitment)
  expect(NO_DRAWS).toBe(golden.noDraws)
  const decided: number[] = []
  for (let number = 1; number <= 6; number++) {
    const isPaidBack = number === 3
    const left = itemsLeft(5, decided)
    decided.push(isPaidBack ? 0 : drawItem(left, goldenTerms(number), goldenSecret(number), goldenTick))
  }
  expect(decided).toEqual(golden.decided)
  expect(headOf(decided)).toBe(golden.head)
  const first = goldenTerms(1, { order: '1', clientSeed: 'abcdefgh', tapeSize: 7 })
  for (const [pool, drawn] of golden.below)
    expect([pool, drawBelow(pool, first, goldenSecret(1), goldenTick)]).toEqual([pool, drawn])
})

/** Pearson's statistic of counts that should all be alike. */
const chiSquare = (counts: readonly number[]): number => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

// Above these, p is below 0.001: the tables of the distribution with 96 and with 6 degrees of freedom.
const LIMIT_96 = 144.567
const LIMIT_6 = 22.458

test('G14: 20,000 draws are spread evenly over 97 items', () => {
  const counts = new Array<number>(97).fill(0)
  for (let n = 1; n <= 20_000; n++) {
    const terms = goldenTerms(1, { order: String(n), clientSeed: `customer-${n}`, number: n })
    counts[drawBelow(97, terms, manySecrets(n), goldenTick)]!++
  }
  expect(chiSquare(counts)).toBeLessThan(LIMIT_96)
})

test('G14: without replacement, every item is as likely at every place of a series, whatever was paid back', () => {
  const counts = Array.from({ length: 7 }, () => new Array<number>(7).fill(0))
  for (let series = 0; series < 3_000; series++) {
    const decided: number[] = []
    for (let number = 1; decided.filter((item) => item !== 0).length < 7; number++) {
      const terms = goldenTerms(number, { series: `S${series}`, items: 7, boxes: 14 })
      const isPaidBack = number === 2 && series % 3 === 0
      const item = isPaidBack
        ? 0
        : drawItem(itemsLeft(7, decided), terms, manySecrets(100 * series + number), goldenTick)
      if (item !== 0) counts[decided.filter((each) => each !== 0).length]![item - 1]!++
      decided.push(item)
    }
    expect(new Set(decided.filter((item) => item !== 0)).size).toBe(7)
  }
  for (const place of counts) expect(chiSquare(place)).toBeLessThan(LIMIT_6)
})

test('every field of a draw counts, and no two lists of fields are written alike', () => {
  const BIG = 2 ** 53 - 1
  const own = drawBelow(BIG, goldenTerms(1), goldenSecret(1), goldenTick)
  const others = [
    { order: '4702' },
    { series: 'HARBOS' },
    { number: 2 },
    { clientSeed: 'seed-of-box-2' },
    { inventory: golden.commitment },
    { tapeSize: 1002 },
  ].map((changes) => drawBelow(BIG, goldenTerms(1, changes), goldenSecret(1), goldenTick))
  others.push(drawBelow(BIG, goldenTerms(1), goldenSecret(2), goldenTick))
  others.push(drawBelow(BIG, goldenTerms(1), goldenSecret(1), goldenTick.slice(1)))
  expect(new Set([own, ...others]).size).toBe(9)
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (one, other) => {
      const isSame = one.length === other.length && one.every((field, n) => field === other[n])
      expect(String(fieldsOf(...one)) === String(fieldsOf(...other))).toBe(isSame)
    }),
    { seed: 24, numRuns: 200 },
  )
})
