import '#domain/seed/adopt.ts'
import { expect, test } from 'vitest'
import { runGapPaths } from './gap-paths.ts'

test('T23: over 3,000 paths with jumps no account is below zero, and the insurance pays the shortfalls', () => {
  const report = runGapPaths(3_000, 7)
  expect(report.liquidations).toBeGreaterThan(300)
  expect(report.gaps).toBeGreaterThan(300)
  expect(report.shortfalls).toBeGreaterThan(0n)
})
