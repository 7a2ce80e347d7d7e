import { describe, expect, it } from 'vitest'
import { widths } from './composition.ts'

describe('the composition bar', () => {
  it('draws each part by its share', () => {
    expect(
      widths([
        { part: 'funding', usd: '2500.00' },
        { part: 'spot', usd: '7500.00' },
      ]),
    ).toEqual([
      { part: 'funding', width: 25 },
      { part: 'spot', width: 75 },
    ])
  })
  it('leaves out parts with nothing and is empty for an empty wallet', () => {
    expect(widths([{ part: 'funding', usd: '0.00' }])).toEqual([])
    expect(
      widths([
        { part: 'funding', usd: '0.00' },
        { part: 'spot', usd: '1.00' },
      ]),
    ).toEqual([{ part: 'spot', width: 100 }])
  })
  it('keeps a sliver of a small part', () => {
    const [, small] = widths([
      { part: 'spot', usd: '1000000.00' },
      { part: 'savings', usd: '0.01' },
    ])
    expect(small).toEqual({ part: 'savings', width: 1 })
  })
})
