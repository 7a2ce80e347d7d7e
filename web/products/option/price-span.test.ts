import { describe, expect, it } from 'vitest'
import { lineOf, placingOf, pointsIn, spanOfOrder, spanOfTicket } from './price-span.ts'

const at = (atMs: number, price: number) => ({ atMs, price })

describe('a picture of prices', () => {
  it('shows a period of the past, and the end of the one to come', () => {
    expect(spanOfTicket(100_000, 60_000)).toEqual({ fromMs: 40_000, toMs: 178_000 })
    expect(spanOfOrder(100_000, 160_000, false)).toEqual({ fromMs: 70_000, toMs: 193_000 })
    expect(spanOfOrder(100_000, 160_000, true)).toEqual({ fromMs: 70_000, toMs: 172_000 })
  })

  it('begins with the last price before it, has each time once, and ends with the span', () => {
    const points = [at(5, 1), at(30, 4), at(10, 2), at(20, 3), at(20, 3), at(41, 5)]
    expect(pointsIn(points, { fromMs: 15, toMs: 40 })).toEqual([at(10, 2), at(20, 3), at(30, 4)])
    expect(pointsIn([], { fromMs: 15, toMs: 40 })).toEqual([])
  })

  it('has every price inside, the higher ones above', () => {
    const { x, y } = placingOf({ fromMs: 0, toMs: 200 }, [101, 99, 100])
    expect([x(0), x(100), x(200)]).toEqual([0, 50, 100])
    expect(y(100)).toBe(50)
    expect(y(101)).toBeCloseTo(15)
    expect(y(99)).toBeCloseTo(85)
    expect(lineOf([at(0, 100), at(100, 101)], { x, y })).toBe('0.00,50.00 50.00,15.00')
  })

  it('has one price in the middle', () => {
    expect(placingOf({ fromMs: 0, toMs: 1 }, [17_771.32]).y(17_771.32)).toBe(50)
  })
})
