/**
 * The price levels of one side, sorted so that the best stands last.
 *
 * Nearly everything in a book happens near the best price, so looking starts there and widens in doubling
 * steps, and putting in or taking out a level moves only the few that are better than it.
 */
export interface LevelSide {
  /** Ascending: a buy's price, the negative of a sell's. */
  keys: Float64Array
  /** The level that has the key at the same place. */
  levels: Int32Array
  count: number
}

/** Makes a side without levels. */
export function createSide(capacity = 256): LevelSide {
  return { keys: new Float64Array(capacity), levels: new Int32Array(capacity), count: 0 }
}

/** Where the last level stands whose key is at most `key`; -1 if there is none. */
export function levelAtOrBelow(side: LevelSide, key: number): number {
  const { keys, count } = side
  let above = count
  let step = 1
  let at = count - 1
  while (at >= 0 && keys[at]! > key) {
    above = at
    at -= step
    step *= 2
  }
  if (at < 0) at = -1
  while (above - at > 1) {
    const middle = (at + above) >> 1
    if (keys[middle]! > key) above = middle
    else at = middle
  }
  return at
}

/** Puts a level in at a place found by `levelAtOrBelow`. */
export function insertLevel(side: LevelSide, at: number, key: number, level: number): void {
  if (side.count === side.keys.length) grow(side)
  const { keys, levels, count } = side
  if (count - at > FAR) {
    keys.copyWithin(at + 1, at, count)
    levels.copyWithin(at + 1, at, count)
  } else {
    for (let i = count; i > at; i--) {
      keys[i] = keys[i - 1]!
      levels[i] = levels[i - 1]!
    }
  }
  keys[at] = key
  levels[at] = level
  side.count = count + 1
}

/** Takes out the level of that key, which must be there. */
export function removeLevel(side: LevelSide, key: number): void {
  const { keys, levels, count } = side
  const at = keys[count - 1] === key ? count - 1 : levelAtOrBelow(side, key)
  side.count = count - 1
  if (count - at > FAR) {
    keys.copyWithin(at, at + 1, count)
    levels.copyWithin(at, at + 1, count)
  } else {
    for (let i = at; i < count - 1; i++) {
      keys[i] = keys[i + 1]!
      levels[i] = levels[i + 1]!
    }
  }
}

/** From about here on one call of copyWithin is cheaper than the loop. */
const FAR = 48

function grow(side: LevelSide): void {
  const keys = new Float64Array(side.keys.length * 2)
  const levels = new Int32Array(side.levels.length * 2)
  keys.set(side.keys)
  levels.set(side.levels)
  side.keys = keys
  side.levels = levels
}
