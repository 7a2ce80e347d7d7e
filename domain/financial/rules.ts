/** A way out of a product, as far as its place in the list depends on it. Amounts are units of one currency. */
export interface RankedExit {
  readonly id: bigint
  readonly pays: bigint
  readonly costs: bigint
  /** Null at once. */
  readonly paidAtMs: number | null
  /** Whether something in another currency is given up too: its price is not asked. */
  readonly givesUp: boolean
  /** What a coupon would have added at the end, in the same currency; none without one. */
  readonly boost?: bigint | undefined
}

/** Whether a way out pays what is needed by itself. */
export const isEnough = ({ pays }: Pick<RankedExit, 'pays'>, needed: bigint): boolean => pays >= needed

/**
 * Ways out in the order in which a customer should look at them: those that pay what is needed, then the others; in
 * each part what costs least first, with the boost that is given up, of equal cost what gives nothing else up, then the sooner, the one that ends less,
 * and the older.
 */
export function rankExits<Exit extends RankedExit>(exits: readonly Exit[], needed: bigint): Exit[] {
  const places = (exit: Exit): readonly (bigint | number)[] => [
    isEnough(exit, needed) ? 0 : 1,
    exit.costs + (exit.boost ?? 0n),
    exit.givesUp ? 1 : 0,
    exit.paidAtMs ?? 0,
    exit.pays,
    exit.id,
  ]
  return exits.toSorted((one, other) => {
    const [left, right] = [places(one), places(other)]
    const at = left.findIndex((place, index) => place !== right[index])
    return at < 0 ? 0 : left[at]! < right[at]! ? -1 : 1
  })
}
