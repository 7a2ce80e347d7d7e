// long-running
import { expect, test } from 'vitest'
import { simulateWeek } from '#server/sim/week.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { checkProofs } from './proofs/report.ts'
import { openBrowser } from './support/browser.ts'

/** The small form of `npm run sim -- --proofs`; what the large one found is in docs/benchmarks.md. */

/** It is three minutes of computing where nobody else computes, and much more where many do. */
const TIMEOUT_MS = 20 * 60_000

test('every settled order of a simulated week verifies twice, and every alteration is detected', {
  timeout: TIMEOUT_MS,
}, async () => {
  const database = await openTestDatabase()
  const options = { seed: 3, customers: 8, hourly: 2, calmOneIn: 21 }
  const { proofs, without, batchClosed, financed } = await simulateWeek(database.db, options)
  await database.close()
  expect(without).toEqual([])
  const browser = await openBrowser()
  const report = await checkProofs(browser, proofs, { seed: 3, alterations: 200 })
  await browser.close()
  expect(report).toMatchObject({ failedAlone: [], failedInBrowser: [], undetected: [] })
  for (const kind of ['contract user', 'contract liquidation', 'contract stop-loss', 'contract take-profit'])
    expect(report.counts).toHaveProperty(kind)
  const families = new Set(Object.keys(report.counts).map((kind) => kind.split(' ')[0]))
  expect(families).toEqual(new Set(['spot', 'contract', 'copy', 'option']))
  expect(batchClosed).toBeGreaterThan(0)
  expect(financed).toBeGreaterThan(0)
})
