import { expect, test } from 'vitest'
import { LOSS_SHARE_MIN_ACCOUNTS, lostPercent } from './loss-share.ts'

test.each([
  [0, 0, null],
  [99, 99, null],
  [LOSS_SHARE_MIN_ACCOUNTS, LOSS_SHARE_MIN_ACCOUNTS, '100.0'],
  [0, 100, '0.0'],
  [667, 1_000, '66.7'],
  // Two thirds, and a share that is small: up.
  [200, 300, '66.7'],
  [1, 100_000, '0.1'],
])('of %d that lost among %d: %s', (lost, accounts, percent) =>
  expect(lostPercent(lost, accounts)).toBe(percent),
)
