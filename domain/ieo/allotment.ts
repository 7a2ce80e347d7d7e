/**
 * How the coins of a subscription are shared out: by whole coins, in proportion to what everybody asked for. What the
 * rounding leaves over goes, one coin each, to the largest remainders; of equal ones to who subscribed first. The
 * server, the pages and the stand-alone check run this same file.
 *
 * Source: rulings, section 5, IEO.
 */

/** One ask's part: with `total`, `supply` and `left` it can be computed again by hand. */
export interface Allotment {
  /** `asked` × supply ÷ total, rounded down; all that was asked for where there is enough. */
  readonly whole: bigint
  /** What that division left, in parts of `total`. */
  readonly remainder: bigint
  /** The ask's place among the remainders, from 1. */
  readonly rank: number
  /** `whole`, and one more where the rank is within what was left over. */
  readonly allotted: bigint
}

export interface Allotments {
  /** What everybody asked for together. */
  readonly total: bigint
  /** Coins that the rounding left over, shared out one by one. */
  readonly left: number
  /** In the order of the asks. */
  readonly lines: readonly Allotment[]
}

/** Shares a supply out among asks, in the order in which they were accepted. */
export function allot(supply: bigint, asks: readonly bigint[]): Allotments {
  const total = asks.reduce((sum, asked) => sum + asked, 0n)
  const parts = asks.map((asked, place) =>
    total <= supply
      ? { place, whole: asked, remainder: 0n }
      : { place, whole: (asked * supply) / total, remainder: (asked * supply) % total },
  )
  const shared = parts.reduce((sum, { whole }) => sum + whole, 0n)
  const left = total <= supply ? 0 : Number(supply - shared)
  const byRemainder = [...parts].sort((one, other) =>
    one.remainder === other.remainder ? one.place - other.place : one.remainder > other.remainder ? -1 : 1,
  )
  const ranks = new Map(byRemainder.map(({ place }, index) => [place, index + 1]))
  return {
    ...{ total, left },
    lines: parts.map(({ place, whole, remainder }) => {
      const rank = ranks.get(place)!
      return { whole, remainder, rank, allotted: rank <= left ? whole + 1n : whole }
    }),
  }
}

/**
 * What one ask would be allotted if the sale ended now. Rounds: down; a left-over coin may come on top.
 *
 * `others`: what is asked for beside it.
 */
export const allottedNow = (supply: bigint, asked: bigint, others: bigint): bigint =>
  asked + others <= supply ? asked : (asked * supply) / (asked + others)
