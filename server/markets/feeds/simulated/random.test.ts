import { expect, test } from 'vitest'
import { drifting, fatTailed, normal, secretKey, uniform } from './random.ts'

const KEY = secretKey('a secret', 'BTC-USDT')
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

test('the same secret, name, place and lane give the same number, in any order', () => {
  const places = range(200).map((index) => 1_670_943_600_000 + 1_100 * index)
  const all = places.map((place) => uniform(KEY, place, 3))
  const again = secretKey('a secret', 'BTC-USDT')
  expect(places.toReversed().map((place) => uniform(again, place, 3))).toEqual(all.toReversed())
})

test('one bit of the secret, the name, the place or the lane changes about half of all bits', () => {
  const bits = (key = KEY, shift = 0, lane = 3) =>
    range(500).map((place) => Math.floor(uniform(key, place * 16 + shift, lane) * 4_294_967_296))
  const first = bits()
  const others = [
    bits(secretKey('a secres', 'BTC-USDT')),
    bits(secretKey('a secret', 'BTC-USDU')),
    bits(KEY, 1),
    bits(KEY, 0, 2),
  ]
  for (const other of others) {
    const changed = other.reduce((sum, value, index) => sum + ones(value ^ (first[index] ?? 0)), 0)
    expect(changed / (500 * 32)).toBeGreaterThan(0.48)
    expect(changed / (500 * 32)).toBeLessThan(0.52)
  }
})

const ones = (value: number) => [...(value >>> 0).toString(2)].filter((digit) => digit === '1').length

test('what is drawn has mean 0 and deviation 1', () => {
  const drawn = {
    normal: (place: number) => normal(KEY, place, 3),
    fatTailed: (place: number) => fatTailed(KEY, place, 1, 5),
    drifting: (place: number) => drifting(KEY, place * 370, 101, 1_000),
  }
  for (const [name, draw] of Object.entries(drawn)) {
    const values = range(20_000).map(draw)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    expect(Math.abs(mean), name).toBeLessThan(0.05)
    expect(Math.abs(variance - 1), name).toBeLessThan(0.1)
  }
})
