import { describe, expect, it } from 'vitest'
import { bandAlong } from './reach.ts'

const sorted = (corners: readonly { x: number; y: number }[]) =>
  corners.map(({ x, y }) => `${x},${y}`).toSorted()

describe('the band along a line', () => {
  it('is 8 px to every side of a level and of an upright one', () => {
    expect(sorted(bandAlong({ x: 100, y: 50 }, { x: 200, y: 50 }))).toEqual(
      sorted([
        { x: 92, y: 42 },
        { x: 92, y: 58 },
        { x: 208, y: 42 },
        { x: 208, y: 58 },
      ]),
    )
    expect(sorted(bandAlong({ x: 100, y: 50 }, { x: 100, y: 10 }))).toEqual(
      sorted([
        { x: 92, y: 2 },
        { x: 108, y: 2 },
        { x: 92, y: 58 },
        { x: 108, y: 58 },
      ]),
    )
  })

  it('goes round a slanted one in order, 16 px wide', () => {
    const [a, b, c, d] = bandAlong({ x: 0, y: 0 }, { x: 30, y: 40 })
    expect(Math.hypot(a!.x - b!.x, a!.y - b!.y)).toBeCloseTo(16)
    expect(Math.hypot(b!.x - c!.x, b!.y - c!.y)).toBeCloseTo(66)
    expect(Math.hypot(c!.x - d!.x, c!.y - d!.y)).toBeCloseTo(16)
  })

  it('is a square round a line without length', () => {
    expect(sorted(bandAlong({ x: 10, y: 10 }, { x: 10, y: 10 }))).toEqual(
      sorted([
        { x: 2, y: 2 },
        { x: 2, y: 18 },
        { x: 18, y: 2 },
        { x: 18, y: 18 },
      ]),
    )
  })
})
