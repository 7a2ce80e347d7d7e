/** Computed apart, with fractions in another language: see docs/recipes/ieo.md. */
export const golden: readonly {
  readonly name: string
  readonly supply: bigint
  readonly asks: readonly bigint[]
  readonly allotted: readonly bigint[]
  readonly left: number
}[] = [
  { name: 'less than there is', supply: 1000n, asks: [400n, 600n], allotted: [400n, 600n], left: 0 },
  {
    name: 'the demonstration',
    supply: 1000n,
    asks: [1000n, 735n, 665n],
    allotted: [417n, 306n, 277n],
    left: 1,
  },
  { name: 'equal remainders go by time', supply: 10n, asks: [7n, 7n, 7n], allotted: [4n, 3n, 3n], left: 1 },
  { name: 'one coin for three', supply: 1n, asks: [5n, 5n, 5n], allotted: [1n, 0n, 0n], left: 1 },
  { name: 'nothing to share out', supply: 0n, asks: [3n, 4n], allotted: [0n, 0n], left: 0 },
  {
    name: 'more askers than coins',
    supply: 3n,
    asks: [1n, 1n, 1n, 1n, 1n],
    allotted: [1n, 1n, 1n, 0n, 0n],
    left: 3,
  },
  {
    name: 'a small one beside a large one',
    supply: 4000000n,
    asks: [4800n, 9595200n],
    allotted: [2000n, 3998000n],
    left: 0,
  },
  {
    name: 'largest remainder is not the largest ask',
    supply: 100n,
    asks: [333n, 333n, 335n],
    allotted: [33n, 33n, 34n],
    left: 1,
  },
  {
    name: 'primes',
    supply: 97n,
    asks: [101n, 53n, 211n, 7n, 2n],
    allotted: [26n, 14n, 55n, 2n, 0n],
    left: 3,
  },
  { name: 'nobody', supply: 50n, asks: [], allotted: [], left: 0 },
]
