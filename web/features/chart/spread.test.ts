import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread, spreadAround, stacked } from './spread.ts'

const room = { gap: 20, from: 60, to: 300 }

test('labels that stand apart stay where they are', () =>
  expect(spread([200, 100], room)).toEqual([200, 100]))

test('labels that would cover each other stand below each other', () =>
  expect(spread([110, 100, 105], room)).toEqual([140, 100, 120]))

test('none stands over the legend above, nor under the lower edge', () => {
  expect(spread([10, 20], room)).toEqual([60, 80])
  expect(spread([299, 300, 298], room)).toEqual([280, 300, 260])
})

test('however many there are, all are inside, and apart while there is room', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 13 }), (wanted) => {
      const places = spread(wanted, room)
      expect(places.every((at) => at >= room.from && at <= room.to)).toBe(true)
      const sorted = places.toSorted((one, other) => one - other)
      expect(sorted.every((at, index) => index === 0 || at - sorted[index - 1]! >= room.gap)).toBe(true)
    }),
  )
})

test('a label that does not move is covered by none: what is over it stays over it', () => {
  expect(spreadAround([195, 100, 200], room, 200)).toEqual([180, 100, 220])
  expect(spreadAround([190, 195, 205], room, 200)).toEqual([160, 180, 220])
  expect(spreadAround([100, 250], room, 200)).toEqual([100, 250])
  // No room over it, or under it.
  expect(spreadAround([62, 65], room, 70)).toEqual([90, 110])
  expect(spreadAround([295, 299], room, 290)).toEqual([250, 270])
})

test('however many there are, none covers what does not move while there is room', () => {
  const heights = fc.array(fc.integer({ min: 60, max: 300 }), { maxLength: 4 })
  fc.assert(
    fc.property(heights, fc.integer({ min: 60, max: 300 }), (wanted, taken) => {
      const places = spreadAround(wanted, room, taken)
      expect(places.every((at) => Math.abs(at - taken) >= room.gap)).toBe(true)
      const sorted = places.toSorted((one, other) => one - other)
      expect(sorted.every((at, index) => index === 0 || at - sorted[index - 1]! >= room.gap)).toBe(true)
    }),
  )
})

test('labels of one bar are stacked, those of another far from it are left alone', () => {
  const points = [
    { x: 10, y: 50 },
    { x: 12, y: 52 },
    { x: 200, y: 50 },
  ]
  expect(stacked(points, 100, 14)).toEqual([50, 64, 50])
})
