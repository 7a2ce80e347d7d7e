/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to, not including, `n`. */
  below(n: number): number
  one<T>(of: readonly T[]): T
  chance(oneIn: number): boolean
  /** Another stream, independent of how far this one has been read. */
  fork(salt: number): Random
}

/** @example createRandom(7).below(6) // 0 to 5, always the same for seed 7 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    one: (of) => of[below(of.length)]!,
    chance: (oneIn) => below(oneIn) === 0,
    fork: (salt) => createRandom(Math.imul(seed ^ 0x9e3779b9, salt * 2 + 1)),
  }
}

/** One of these, as often as its weight says. */
export function chooseByWeight<T extends { readonly weight: number }>(random: Random, from: readonly T[]): T {
  let at = random.below(from.reduce((sum, { weight }) => sum + weight, 0))
  for (const one of from) {
    at -= one.weight
    if (at < 0) return one
  }
  throw new Error('the weights add up')
}
