import { describe, expect, it } from 'vitest'
import { decimal } from '#domain/money/amount.ts'
import { bidDraft, covers, extensions, firstBid, resaleDraft, shortBy, steppedBid } from './draft.ts'

/** An auction from 1,000 whose highest bid is 1,200. */
const auction = {
  lowestBid: decimal('1250.000000'),
  highestBid: decimal('12500.000000'),
  step: decimal('50.000000'),
  margin: decimal('100.000000'),
}

describe('a typed bid', () => {
  it('begins at the lowest that is allowed', () => expect(firstBid(auction)).toBe('1250'))

  it.each([
    ['1250', 1, '1300'],
    ['1300', -1, '1250'],
    // Never below the lowest, never above the highest.
    ['1250', -1, '1250'],
    ['12480', 1, '12500'],
    // What lies between stays between.
    ['1260.5', 1, '1310.5'],
    ['', 1, '1250'],
  ] as const)('of %s steps by %s to %s', (typed, direction, next) =>
    expect(steppedBid(auction, typed, direction)).toBe(next),
  )

  it.each([
    ['', undefined],
    ['1249.99', { error: 'low' }],
    ['12500.01', { error: 'high' }],
  ])('of %j is %j', (typed, found) => expect(bidDraft(auction, typed)).toEqual(found))

  it('says what is to be paid beside the deposit', () => {
    const found = bidDraft(auction, '1250.')
    expect(found && 'rest' in found && [Number(found.price), Number(found.rest)]).toEqual([1250, 1150])
  })
})

describe('a typed price', () => {
  const of = (typed: string, royaltyPercent = '5.00') => {
    const found = resaleDraft(typed, { royaltyPercent })
    return found && 'seller' in found ? [found.fee, found.royalty, found.seller].map(Number) : found
  }

  it('is shared between platform, artist and seller', () => expect(of('480')).toEqual([12, 24, 444]))
  it('is shared without the artist where they sell', () => expect(of('480', '0.00')).toEqual([12, 0, 468]))
  it('is none while nothing is typed', () => expect(of('')).toBeUndefined())
  it.each([
    ['0.99', 'AMOUNT_TOO_SMALL'],
    ['10000000.01', 'AMOUNT_TOO_LARGE'],
  ])('of %s is refused', (typed, error) => expect(of(typed)).toEqual({ error }))
})

it('tells what is missing in full', () => {
  expect(covers('480', '480.000000')).toBe(true)
  expect(covers('479.99', '480')).toBe(false)
  expect(Number(shortBy('479.5', '480'))).toBe(0.5)
})

describe('the end of an auction', () => {
  const end = 1_000_000
  const minute = 60_000

  it('is moved by bids of the last two minutes, each by two minutes', () => {
    // Newest first: the second late one is within two minutes of the moved end.
    const bids = [end + minute, end - minute, end - 3 * minute].map((atMs) => ({ atMs }))
    expect(extensions(bids, end)).toEqual([true, true, false])
  })

  it('is not moved by a bid of a minute after a moved end’s last two minutes began', () =>
    expect(extensions([{ atMs: end - 30_000 }, { atMs: end - minute }], end)).toEqual([false, true]))
})
