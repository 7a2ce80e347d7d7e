import { expect, test } from 'vitest'
import { unitsWithin } from './amounts.ts'

const MAX = 9_223_372_036_854_775_807n

test.each([
  [{ minAmount: '1.5', maxAmount: '2' }, 2, 150n, 200n],
  [{ minAmount: '500', maxAmount: '500' }, 7, 5_000_000_000n, 5_000_000_000n],
  [{ minAmount: '1.005', maxAmount: '1.005' }, 2, 101n, 100n],
  [{ minAmount: '1.0010', maxAmount: '1.0019' }, 3, 1_001n, 1_001n],
  [{ minAmount: '7' }, 0, 7n, MAX],
  [{ maxAmount: '0.1' }, 8, 0n, 10_000_000n],
  [{ minAmount: '9'.repeat(40) }, 8, MAX, MAX],
  [{}, 8, 0n, MAX],
] as const)('%j with %i decimals is from %s to %s', (range, decimals, least, most) =>
  expect(unitsWithin(range, decimals)).toEqual([least, most]),
)
