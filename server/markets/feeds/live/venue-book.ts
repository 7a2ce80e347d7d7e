/** One price of a venue's book, in the venue's own words: checksums are made of exactly these texts. */
export interface Level {
  readonly price: string
  readonly size: string
}

/**
 * A venue's order book, aggregated by price, both sides best first. Our own order books are in
 * markets/book.
 */
export interface VenueBook {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  setBid(price: string, size: string): void
  setAsk(price: string, size: string): void
  /** Drops what lies deeper than `depth` levels; a venue that sends no more than that forgets it too. */
  truncate(depth: number): void
  clear(): void
}

/** Makes an empty book of a venue. */
export function createVenueBook(): VenueBook {
  const bids: Level[] = []
  const asks: Level[] = []
  return {
    bids,
    asks,
    setBid: (price, size) => setLevel(bids, price, size, -1),
    setAsk: (price, size) => setLevel(asks, price, size, 1),
    truncate(depth) {
      bids.length = Math.min(bids.length, depth)
      asks.length = Math.min(asks.length, depth)
    },
    clear() {
      bids.length = 0
      asks.length = 0
    },
  }
}

/** Sets, replaces or (size zero) removes one price. `direction` is 1 where the lowest price is best. */
function setLevel(side: Level[], price: string, size: string, direction: 1 | -1) {
  const value = Number(price) * direction
  let low = 0
  let high = side.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (Number(side[middle]?.price) * direction < value) low = middle + 1
    else high = middle
  }
  const isThere = low < side.length && Number(side[low]?.price) * direction === value
  if (Number(size) === 0) {
    if (isThere) side.splice(low, 1)
  } else {
    side.splice(low, isThere ? 1 : 0, { price, size })
  }
}
