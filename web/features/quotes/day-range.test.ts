import { describe, expect, it } from 'vitest'
import { decimal } from '#domain/money/amount.ts'
import { shareOf } from './day-range.tsx'

const at = (last: string | null, low: string | null, high: string | null) =>
  shareOf({
    lastPrice: last === null ? null : decimal(last),
    low24h: low === null ? null : decimal(low),
    high24h: high === null ? null : decimal(high),
  })

describe('the place of a price between low and high', () => {
  it('is in percent of the way', () => {
    expect(at('100', '100', '200')).toBe(0)
    expect(at('125', '100', '200')).toBe(25)
    expect(at('200', '100', '200')).toBe(100)
  })
  it('is inside where the price has left a range that is older', () => {
    expect(at('90', '100', '200')).toBe(0)
    expect(at('250', '100', '200')).toBe(100)
  })
  it('is the middle where nothing moved, and unknown without figures', () => {
    expect(at('100', '100', '100')).toBe(50)
    expect(at(null, '100', '200')).toBeUndefined()
    expect(at('100', null, null)).toBeUndefined()
  })
})
