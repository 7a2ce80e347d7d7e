import { describe, expect, it } from 'vitest'
import { adoptListing } from '../listing/listing.ts'
import { units } from '../money/amount.ts'
import { seedListing } from '../seed/listing.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import {
  codesOf,
  decideBid,
  decideMargin,
  decidePayment,
  decidePurchase,
  decideResale,
  decideWithdrawal,
  endAfterBid,
  highestBid,
  invalidArtwork,
  invalidOffer,
  lowestBid,
  MAX_EXTENDED_MS,
  MAX_PRICE,
  MIN_PRICE,
  marginOf,
  type NftAuction,
  type Purchase,
  percentOf,
  purchaseOf,
  resaleFrom,
  sharesOf,
  stepOf,
} from './rules.ts'

adoptListing(seedListing)

const USDT = 10_000_000n
const START = 1_000_000

describe('shares of a price', () => {
  it('are 2.5 % for the platform, the royalty for the artist, and the rest for the seller', () => {
    expect(sharesOf(100n * USDT, { royaltyBps: 1_000, isArtistSelling: false })).toEqual({
      ...{ fee: 25n * (USDT / 10n), royalty: 10n * USDT, seller: 875n * (USDT / 10n) },
    })
  })
  it('have no royalty where the artist sells', () => {
    expect(sharesOf(100n * USDT, { royaltyBps: 1_000, isArtistSelling: true })).toEqual({
      ...{ fee: 25n * (USDT / 10n), royalty: 0n, seller: 975n * (USDT / 10n) },
    })
  })
  it('round down, sum up to the price, and leave the odd unit to the seller', () => {
    for (const price of [1n, 39n, 40n, 999n, 10_000_001n, 123_456_789n])
      for (const royaltyBps of [0, 1, 333, 1_000]) {
        const { fee, royalty, seller } = sharesOf(price, { royaltyBps, isArtistSelling: false })
        expect(fee + royalty + seller).toBe(price)
        expect(fee * 10_000n <= price * 250n && (fee + 1n) * 10_000n > price * 250n).toBe(true)
        expect(royalty * 10_000n <= price * BigInt(royaltyBps)).toBe(true)
      }
    expect(percentOf(250)).toBe('2.50')
  })
})

describe('the purchase state', () => {
  const offered = { offer: 'fixed', isOpen: true, opensAtMs: START, endsAtMs: START + 10 } as const
  it('is 2 before the start, 1 from the start on, and 0 from the end on', () => {
    const at = (nowMs: number) => purchaseOf(offered, nowMs)
    expect([at(START - 1), at(START), at(START + 9), at(START + 10), at(START + 11)]).toEqual([
      ...['soon', 'open', 'open', 'closed', 'closed'],
    ])
  })
  it('is 0 in the window where its flag is off or it is sold, and 2 before the start also then', () => {
    expect(purchaseOf({ ...offered, isOpen: false }, START)).toBe('closed')
    expect(purchaseOf({ ...offered, isOpen: false }, START - 1)).toBe('soon')
    expect(purchaseOf({ ...offered, offer: 'none', opensAtMs: null, endsAtMs: null }, START)).toBe('closed')
  })
  it('has no end where none was said', () => {
    expect(purchaseOf({ ...offered, endsAtMs: null }, START + 400 * DAY_MS)).toBe('open')
  })
})

describe('a purchase', () => {
  const artwork: Purchase = {
    ...{ offer: 'fixed', isOpen: true, opensAtMs: START, endsAtMs: null, price: 10n * USDT },
    isSellerFrozen: false,
  }
  const somebody = { isSeller: false, isArtist: false }
  const at = { nowMs: START, available: 10n * USDT }
  it('is at the price that is asked, and at no other', () => {
    expect(decidePurchase(artwork, somebody, 10n * USDT, at)).toEqual({ ok: true, price: 10n * USDT })
    for (const expected of [10n * USDT - 1n, 10n * USDT + 1n])
      expect(decidePurchase(artwork, somebody, expected, at)).toMatchObject({ code: 'NFT_PRICE_DIFFERS' })
  })
  it('is refused to its seller, of a frozen seller, before its start, and without the money', () => {
    const code = (...asked: Parameters<typeof decidePurchase>) => {
      const decision = decidePurchase(...asked)
      return decision.ok ? undefined : decision.code
    }
    expect(code(artwork, { ...somebody, isSeller: true }, undefined, at)).toBe('NFT_IS_YOURS')
    expect(code({ ...artwork, isSellerFrozen: true }, somebody, undefined, at)).toBe('NFT_NOT_FOR_SALE')
    expect(code(artwork, somebody, undefined, { ...at, nowMs: START - 1 })).toBe('NFT_NOT_FOR_SALE')
    expect(code(artwork, somebody, undefined, { ...at, available: 10n * USDT - 1n })).toBe(
      'INSUFFICIENT_BALANCE',
    )
  })
})

const auction: NftAuction = {
  ...{ status: 'open', isOpen: true, startPrice: 100n * USDT, highest: null },
  ...{ opensAtMs: START, endsAtMs: START + HOUR_MS, plannedEndMs: START + HOUR_MS },
}
const bidder = { isSeller: false, isArtist: false, hasMargin: true, isLeading: false }

describe('a bid', () => {
  it('begins at the start price and rises by at least 5 % of it, with a margin of 10 %', () => {
    expect([marginOf(100n * USDT), stepOf(100n * USDT)]).toEqual([10n * USDT, 5n * USDT])
    expect([marginOf(1n), stepOf(1n)]).toEqual([1n, 1n])
    expect(lowestBid(auction)).toBe(100n * USDT)
    expect(lowestBid({ ...auction, highest: 200n * USDT })).toBe(205n * USDT)
  })
  it('below the lowest is told what that is, and one far above is refused', () => {
    const low = decideBid({ ...auction, highest: 100n * USDT }, bidder, 105n * USDT - 1n, START)
    expect(low).toMatchObject({ code: 'NFT_BID_TOO_LOW', params: { minimum: '105.0000000' } })
    expect(decideBid(auction, bidder, 1_000n * USDT, START).ok).toBe(true)
    expect(decideBid(auction, bidder, 1_000n * USDT + 1n, START)).toMatchObject({ code: 'AMOUNT_TOO_LARGE' })
    expect(highestBid({ ...auction, highest: MAX_PRICE })).toBe(MAX_PRICE)
  })
  it('takes a margin, and is none of the seller’s, the artist’s or the leader’s', () => {
    const code = (change: Partial<typeof bidder>) =>
      decideBid(auction, { ...bidder, ...change }, 100n * USDT, START)
    expect(code({ hasMargin: false })).toMatchObject({ code: 'NFT_MARGIN_NEEDED' })
    expect(code({ isSeller: true })).toMatchObject({ code: 'NFT_IS_YOURS' })
    expect(code({ isArtist: true })).toMatchObject({ code: 'NFT_IS_YOURS' })
    expect(code({ isLeading: true })).toMatchObject({ code: 'NFT_LEADING' })
  })
  it('is taken from the start up to but not including the end', () => {
    const at = (nowMs: number) => decideBid(auction, bidder, 100n * USDT, nowMs).ok
    expect([START - 1, START, START + HOUR_MS - 1, START + HOUR_MS].map(at)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
  it('in the last two minutes moves the end by two minutes, and earlier does not', () => {
    const end = START + HOUR_MS
    expect(endAfterBid(auction, end - 2 * MINUTE_MS - 1)).toBe(end)
    expect(endAfterBid(auction, end - 2 * MINUTE_MS)).toBe(end + 2 * MINUTE_MS)
    expect(endAfterBid(auction, end - 1)).toBe(end + 2 * MINUTE_MS)
  })
  it('moves no end more than a day past the planned one', () => {
    const plannedEndMs = START + HOUR_MS
    const last = plannedEndMs + MAX_EXTENDED_MS
    expect(endAfterBid({ plannedEndMs, endsAtMs: last - MINUTE_MS }, last - MINUTE_MS - 1)).toBe(last)
    expect(endAfterBid({ plannedEndMs, endsAtMs: last }, last - 1)).toBe(last)
  })
})

describe('a margin', () => {
  const asker = { isSeller: false, isArtist: false, hasMargin: false }
  it('is a tenth of the start price, once', () => {
    expect(decideMargin(auction, asker, { nowMs: START, available: 10n * USDT })).toEqual({
      ...{ ok: true, margin: 10n * USDT },
    })
    const again = decideMargin(
      auction,
      { ...asker, hasMargin: true },
      { nowMs: START, available: 10n * USDT },
    )
    expect(again).toMatchObject({ code: 'NFT_MARGIN_PAID' })
    const poor = decideMargin(auction, asker, { nowMs: START, available: 10n * USDT - 1n })
    expect(poor).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })
})

describe('a payment', () => {
  const order = { status: 'unpaid', payByMs: START, price: 100n * USDT, margin: 10n * USDT } as const
  it('is of the price less the margin, before the moment it must be made by', () => {
    const available = 90n * USDT
    expect(decidePayment(order, { nowMs: START - 1, available })).toEqual({ ok: true, due: 90n * USDT })
    expect(decidePayment(order, { nowMs: START, available })).toMatchObject({ code: 'NFT_ORDER_ENDED' })
    const less = decidePayment(order, { nowMs: START - 1, available: available - 1n })
    expect(less).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })
})

describe('a resale', () => {
  const owned = { offer: 'none', isOwner: true, ownedSinceMs: START, isReserved: false } as const
  it('begins 24 hours after the artwork came', () => {
    expect(resaleFrom(START)).toBe(START + DAY_MS)
    expect(decideResale(owned, 10n * USDT, START + DAY_MS - 1)).toMatchObject({
      code: 'NFT_RESALE_TOO_EARLY',
    })
    expect(decideResale(owned, 10n * USDT, START + DAY_MS).ok).toBe(true)
  })
  it('T47: is none of another’s, of one in an auction, or at a price that is none', () => {
    const at = START + DAY_MS
    expect(decideResale({ ...owned, isOwner: false }, 10n * USDT, at)).toMatchObject({
      code: 'NFT_NOT_YOURS',
    })
    expect(decideResale({ ...owned, offer: 'auction' }, 10n * USDT, at)).toMatchObject({
      code: 'NFT_IN_AUCTION',
    })
    expect(decideResale(owned, MIN_PRICE - 1n, at)).toMatchObject({ code: 'AMOUNT_TOO_SMALL' })
    expect(decideResale(owned, MAX_PRICE + 1n, at)).toMatchObject({ code: 'AMOUNT_TOO_LARGE' })
  })
  it('can be taken back by its owner, but an auction cannot', () => {
    expect(decideWithdrawal({ offer: 'fixed', isOwner: true }).ok).toBe(true)
    expect(decideWithdrawal({ offer: 'auction', isOwner: true })).toMatchObject({ code: 'NFT_IN_AUCTION' })
    expect(decideWithdrawal({ offer: 'fixed', isOwner: false })).toMatchObject({ code: 'NFT_NOT_YOURS' })
    expect(decideWithdrawal({ offer: 'none', isOwner: true })).toMatchObject({ code: 'NFT_NOT_FOR_SALE' })
  })
})

describe('what operators propose', () => {
  const offer = { offer: 'auction', price: units(USDT), opensAtMs: START, endsAtMs: START + HOUR_MS } as const
  it('is an offer whose fields hang together', () => {
    expect(invalidOffer(offer)).toBeUndefined()
    expect(invalidOffer({ ...offer, endsAtMs: START + HOUR_MS - 1 })).toBe('endsAtMs')
    expect(invalidOffer({ ...offer, endsAtMs: START + 30 * DAY_MS + 1 })).toBe('endsAtMs')
    expect(invalidOffer({ ...offer, price: units(0n) })).toBe('price')
    expect(invalidOffer({ ...offer, offer: 'fixed', endsAtMs: START })).toBe('endsAtMs')
  })
  it('is an artwork with a royalty of at most 10 %, and a run of at most a hundred', () => {
    const draft = {
      ...{ code: 'RAIN', title: 'Rain', description: '', artistId: 1n, collectionId: undefined, media: '' },
      ...{ poster: undefined, royaltyBps: 1_000, editions: 100, isArtists: false },
    }
    expect(invalidArtwork(draft)).toBeUndefined()
    expect(invalidArtwork({ ...draft, royaltyBps: 1_001 })).toBe('royaltyBps')
    expect(invalidArtwork({ ...draft, editions: 101 })).toBe('editions')
    expect(invalidArtwork({ ...draft, code: 'rain' })).toBe('code')
    expect(codesOf('RAIN', 1)).toEqual(['RAIN'])
    expect(codesOf('RAIN', 3)).toEqual(['RAIN-1', 'RAIN-2', 'RAIN-3'])
  })
})
