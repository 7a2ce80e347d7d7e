import { expect, test } from 'vitest'
import {
  chanceOfDifference,
  chanceOfWins,
  chiSquareTail,
  isBeyondChance,
  keptPercent,
  type OutcomeCounts,
  publishedChance,
  sharePercent,
  UNUSUAL_CHANCE,
  UNUSUAL_DEVIATION,
} from './neutrality.ts'

// Expected figures: computed with scipy 1.17 (chi2.sf, chi2_contingency without correction, binom.sf).

const closeTo = (found: number, expected: number) =>
  expect(Math.abs(found - expected) / expected).toBeLessThan(1e-9)

test.each([
  [3.841458820694124, 1, 0.04999999999999989],
  [0.1, 1, 0.7518296340458492],
  // On both sides of where the series gives way to the continued fraction.
  [2.9, 1, 0.08857955257977622],
  [3.1, 1, 0.07829229414640966],
  [10, 1, 0.001565402258002549],
  [60, 1, 9.485737571073857e-15],
  [0.5, 2, 0.7788007830714049],
  [13.816, 2, 0.0009997553089238827],
  [0.2, 3, 0.9775892977616494],
  [7.8, 3, 0.050331097859853326],
  [16.27, 3, 0.0009982232399054186],
  [9.4877, 4, 0.050000599541234675],
  [11.07, 5, 0.050009618622405425],
  [1.1, 5, 0.9541036760277496],
  [22.458, 6, 0.0009998930036571678],
])('chi-square is at least %d with %d degrees of freedom in %d of all samples', (value, freedom, tail) =>
  closeTo(chiSquareTail(value, freedom), tail),
)

test('nothing differs where chi-square is zero', () => expect(chiSquareTail(0, 4)).toBe(1))

const counts = ([won, lost, tie = 0, none = 0]: readonly number[]): OutcomeCounts => ({
  ...{ won: won!, lost: lost!, tie, void: none },
})

test.each([
  [
    'hardly anything',
    [
      [240, 250, 10],
      [480, 510, 20],
      [700, 745, 30],
    ],
    0.9996472770925388,
  ],
  [
    'two groups turned round',
    [
      [2_400, 2_600],
      [2_600, 2_400],
    ],
    6.334248366623988e-5,
  ],
  [
    'one of three',
    [
      [2_400, 2_600, 100],
      [2_600, 2_400, 90],
      [500, 520, 31],
    ],
    0.00014667447147270572,
  ],
  [
    'all outcomes',
    [
      [500, 480, 12, 8],
      [1_000, 1_010, 22, 21],
      [260, 250, 9, 7],
    ],
    0.8102948904378964,
  ],
  // Two ties are too few to be compared: the same as without them.
  [
    'with an outcome that is rare',
    [
      [500, 480, 1],
      [510, 520, 1],
    ],
    0.4997295733111643,
  ],
  // A group without an order is none.
  [
    'with an empty group',
    [
      [2_400, 2_600],
      [0, 0],
      [2_600, 2_400],
    ],
    6.334248366623988e-5,
  ],
  ['one group alone', [[500, 20]], 1],
  ['no group', [], 1],
] as const)('groups that differ so much by chance: %s', (_, groups, chance) =>
  closeTo(chanceOfDifference(groups.map(counts)), chance),
)

test.each([
  [8, 10, 0.0546875],
  [38, 50, 0.00015293200080179759],
  [35, 50, 0.003300223983405459],
  [70, 100, 3.925069822796835e-5],
  [560, 1_000, 8.252493527522643e-5],
  [2_600, 5_000, 0.002441824868758747],
  [0, 50, 1],
  [50, 50, 0.5 ** 50],
])('T25: at least %d of %d are won by chance: %d', (won, decided, chance) =>
  closeTo(chanceOfWins(won, decided), chance),
)

test('T25: what is looked at is as unlikely as it says, by both computations', () => {
  for (const decided of [50, 100, 1_000, 20_000]) {
    const isLookedAt = (won: number) =>
      2 * won > decided + 1 &&
      BigInt(2 * won - decided - 1) ** 2n * 1_000_000n >= UNUSUAL_DEVIATION * BigInt(decided)
    let won = Math.ceil(decided / 2)
    while (!isLookedAt(won)) won++
    expect(chanceOfWins(won, decided)).toBeLessThan(UNUSUAL_CHANCE)
    expect(chanceOfWins(won - 2, decided)).toBeGreaterThan(UNUSUAL_CHANCE)
  }
})

test('of groups, a chance is published in percent, and none where one of them is of few accounts', () => {
  const group = (won: number, lost: number, accounts: number) => ({ ...counts([won, lost]), accounts })
  expect(publishedChance([group(500, 480, 20), group(510, 520, 20)])).toBe('49.97')
  expect(publishedChance([group(2_400, 2_600, 20), group(2_600, 2_400, 20)])).toBe('0.01')
  expect(publishedChance([group(500, 480, 20), group(510, 520, 19)])).toBeUndefined()
  expect(publishedChance([group(500, 480, 20)])).toBeUndefined()
})

test.each([
  [750n, 10_000n, '7.50'],
  [1n, 3n, '33.34'],
  [-1n, 3n, '-33.33'],
  [0n, 3n, '0.00'],
])('%d kept of %d are %s percent', (kept, stakes, percent) => expect(keptPercent(kept, stakes)).toBe(percent))

test.each([
  ['0.00', true],
  ['0.99', true],
  ['1.00', false],
  ['49.97', false],
])('groups that chance makes differ in %s %% of months differ beyond chance: %s', (chancePercent, isBeyond) =>
  expect(isBeyondChance(chancePercent)).toBe(isBeyond),
)

test.each([
  [1, 3, '33.3'],
  [2, 3, '66.7'],
  [3, 3, '100.0'],
  [0, 0, '0.0'],
])('%d of %d orders are %s percent', (some, all, percent) => expect(sharePercent(some, all)).toBe(percent))
