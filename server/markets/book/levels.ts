/**
 * The price levels of one side in order, best first: a skip list.
 *
 * Each level is in the list of height 0, an eighth of them also in that of height 1, an eighth of those in
 * that of height 2, and so on. Looking for a price starts in the highest list and goes down, so that
 * finding, putting in and taking out cost with the logarithm of the number of levels, and next to nothing
 * near the best price, where nearly everything happens.
 */
export interface LevelSide {
  /** The best level of each height; NONE where there is none. */
  readonly first: Int32Array
  /** How many heights are in use. */
  height: number
  /** The state of a small generator: which level is how high must not follow the prices. */
  random: number
}

/** What the lists are threaded through, by level: the book has them for both sides. */
export interface LevelLinks {
  /** The greater the better: a buy's price, the negative of a sell's. */
  levelKey: Float64Array
  levelHeight: Uint8Array
  /** By level and height: the next worse and the next better level. */
  levelWorse: Int32Array
  levelBetter: Int32Array
}

export const NONE = -1

/** Heights a level can have; enough for eight to the eighth of them. */
export const MAX_HEIGHT = 8
const HEIGHT_BITS = 3

/** Before the best level at each height, as found by the last `findLevel`. */
const path = new Int32Array(MAX_HEIGHT)

/** Makes a side without levels. */
export function createSide(): LevelSide {
  return { first: new Int32Array(MAX_HEIGHT).fill(NONE), height: 0, random: 0x2545f491 }
}

/** The best level of a side; NONE if it has none. */
export const bestLevel = (side: LevelSide): number => side.first[0]!

/** The level after another, going from the best to the worst; NONE after the last. */
export const worseLevel = (links: LevelLinks, level: number): number => links.levelWorse[at(level, 0)]!

/** The level of that key; NONE if there is none, and then `insertLevel` may follow. */
export function findLevel(links: LevelLinks, side: LevelSide, key: number): number {
  const { levelKey, levelWorse } = links
  let better = NONE
  let next = NONE
  for (let height = side.height - 1; height >= 0; height--) {
    next = better === NONE ? side.first[height]! : levelWorse[at(better, height)]!
    while (next !== NONE && levelKey[next]! > key) {
      better = next
      next = levelWorse[at(next, height)]!
    }
    path[height] = better
  }
  return next !== NONE && levelKey[next] === key ? next : NONE
}

/** Puts in a level whose key has just been looked for by `findLevel`, and not found. */
export function insertLevel(links: LevelLinks, side: LevelSide, level: number): void {
  const { levelWorse, levelBetter } = links
  const top = drawHeight(side)
  while (side.height < top) path[side.height++] = NONE
  links.levelHeight[level] = top
  for (let height = 0; height < top; height++) {
    const better = path[height]!
    const worse = better === NONE ? side.first[height]! : levelWorse[at(better, height)]!
    levelBetter[at(level, height)] = better
    levelWorse[at(level, height)] = worse
    if (better === NONE) side.first[height] = level
    else levelWorse[at(better, height)] = level
    if (worse !== NONE) levelBetter[at(worse, height)] = level
  }
}

/** Takes a level out. */
export function removeLevel(links: LevelLinks, side: LevelSide, level: number): void {
  const { levelWorse, levelBetter } = links
  for (let height = links.levelHeight[level]! - 1; height >= 0; height--) {
    const better = levelBetter[at(level, height)]!
    const worse = levelWorse[at(level, height)]!
    if (better === NONE) side.first[height] = worse
    else levelWorse[at(better, height)] = worse
    if (worse !== NONE) levelBetter[at(worse, height)] = better
  }
  while (side.height > 0 && side.first[side.height - 1] === NONE) side.height--
}

const at = (level: number, height: number): number => (level << HEIGHT_BITS) | height

/** One, and one more with a chance of an eighth each time. Marsaglia's xorshift: the same in every run. */
function drawHeight(side: LevelSide): number {
  let drawn = side.random
  drawn ^= drawn << 13
  drawn ^= drawn >>> 17
  drawn ^= drawn << 5
  side.random = drawn
  let height = 1
  while ((drawn & 7) === 0 && height < MAX_HEIGHT) {
    height++
    drawn >>>= 3
  }
  return height
}
