import { expect, test } from 'vitest'
import { type GreyPicture, hintsOf, MAX_GLARE_PERCENT, MIN_SHARPNESS } from './picture-hints.ts'

/** A picture of 100 by 80 in grey, each pixel by its place. */
const picture = (at: (x: number, y: number) => number, [width, height] = [100, 80]): GreyPicture => ({
  ...{ width, height },
  data: Array.from({ length: width * height }, (_, n) => at(n % width, Math.floor(n / width))),
})
const isInside = (x: number, y: number) => x > 4 && x < 95 && y > 4 && y < 75
/** Print on a document that lies whole in the picture. */
const print = picture((x, y) => (isInside(x, y) && (x >> 1) % 2 === 0 ? 40 : 200))

test('print that lies whole in the picture is sharp, without glare, and crosses no edge', () => {
  const { sharpness, ...others } = hintsOf(print)
  expect(sharpness).toBeGreaterThanOrEqual(MIN_SHARPNESS)
  expect(others).toEqual({ glarePercent: 0, edgesCrossed: 0 })
})

test('what is blurred is less sharp than is asked for', () => {
  // The same lines, each running into the next over 40 pixels.
  const blurred = picture((x) => 120 + 80 * Math.sin((x * 2 * Math.PI) / 40))
  expect(hintsOf(blurred).sharpness).toBeLessThan(MIN_SHARPNESS)
})

test('a white patch is glare, by its share of the picture; white between letters is none', () => {
  const lit = picture((x, y) => (x >= 20 && x < 60 && y >= 20 && y < 60 ? 255 : 120))
  const { glarePercent } = hintsOf(lit)
  expect(glarePercent).toBeGreaterThan(MAX_GLARE_PERCENT)
  // 40 by 40 of 98 by 78 that have neighbors on all sides, less the patch’s own border.
  expect(glarePercent).toBeLessThanOrEqual(21)
  expect(hintsOf(picture((x) => (x % 2 === 0 ? 255 : 60))).glarePercent).toBe(0)
})

test.each([
  ['the upper', (x: number, y: number) => y < 40 && x > 4 && x < 95, 1],
  ['the left', (x: number, y: number) => x < 50 && y > 4 && y < 75, 1],
  ['all four', () => true, 4],
] as const)('a document that runs across %s is cut off there', (_, isCovered, edges) => {
  const cut = picture((x, y) => (isCovered(x, y) && ((x >> 1) + (y >> 1)) % 2 === 0 ? 40 : 200))
  expect(hintsOf(cut).edgesCrossed).toBe(edges)
})

test('a picture too small to be looked at has no hints', () => {
  expect(hintsOf(picture(() => 0, [2, 2]))).toEqual({ sharpness: 0, glarePercent: 0, edgesCrossed: 0 })
})
