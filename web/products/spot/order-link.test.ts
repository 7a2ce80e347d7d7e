import { describe, expect, test } from 'vitest'
import type { PageLink } from '../product.ts'
import { readOrderLink } from './order-link.ts'
import { spot } from './product.ts'

const read = (search: string) => readOrderLink(new URLSearchParams(search))

describe('the address of an order', () => {
  test('names it by its own number or by one of its trades', () => {
    expect(read('id=17')).toEqual({ by: 'order', id: '17' })
    expect(read('trade=23&view=history')).toEqual({ by: 'trade', id: '23' })
  })

  test('names none where there is no number', () => {
    for (const search of ['', 'view=open', 'id=', 'id=0', 'id=-1', 'trade=x', `id=${'9'.repeat(20)}`])
      expect(read(search)).toBeUndefined()
  })

  test('is made from every spot line of the statement so that it leads back to the same order', () => {
    const { 'spot-trade': ofTrade, ...ofOrder } = spot.reasons!
    const readFrom = (link: PageLink | null) => read(String(new URLSearchParams({ [link!.param]: '5' })))
    for (const link of Object.values(ofOrder)) expect(readFrom(link)).toEqual({ by: 'order', id: '5' })
    expect(readFrom(ofTrade!)).toEqual({ by: 'trade', id: '5' })
  })
})
