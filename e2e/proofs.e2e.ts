// long-running
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { simulateWeek } from '#server/sim/week.ts'
import { startCluster, urlOf } from '#server/testing/cluster.ts'
import { checkProofs } from './proofs/report.ts'
import { openBrowser } from './support/browser.ts'

/** The small form of `npm run sim -- --proofs`; what the large one found is in docs/benchmarks.md. */

const OPTIONS = { seed: 3, customers: 8, hourly: 2, calmOneIn: 21 }
/** The week is two minutes of computing where nobody else computes, a part a quarter of one; much more where many do. */
const WEEK = { timeout: 11 * 60_000 }
const LONG = { timeout: 5 * 60_000 }
const PARTS = [1, 2, 3, 4, 5, 6, 7, 8]
const ALTERED_A_PART = 25

let browser: Browser
let week: Awaited<ReturnType<typeof simulateWeek>>
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('a simulated week', () => {
  test('has settled orders of every product, each with its proof', WEEK, async () => {
    // A third of the time that the embedded database takes.
    const cluster = await startCluster({ fsync: false })
    const database = await openDatabase({ databaseUrl: urlOf(cluster.port), dataDir: '' })
    week = await simulateWeek(database.db, OPTIONS)
    await database.close()
    await cluster.stop()
    expect(week.without).toEqual([])
    const kinds = new Set(week.proofs.map(({ kind }) => kind))
    for (const kind of [
      'contract user',
      'contract liquidation',
      'contract stop-loss',
      'contract take-profit',
    ])
      expect(kinds).toContain(kind)
    const families = new Set([...kinds].map((kind) => kind.split(' ')[0]))
    expect(families).toEqual(new Set(['spot', 'contract', 'copy', 'option']))
    expect(week.batchClosed).toBeGreaterThan(0)
    expect(week.financed).toBeGreaterThan(0)
  })

  test.each(PARTS)(
    'verifies twice, every order of it, and every alteration is detected: part %s',
    LONG,
    async (part) => {
      const proofs = week.proofs.filter((_, n) => n % PARTS.length === part - 1)
      expect(proofs).not.toEqual([])
      const report = await checkProofs(browser, proofs, { seed: part, alterations: ALTERED_A_PART })
      expect(report).toMatchObject({ failedAlone: [], failedInBrowser: [], undetected: [] })
    },
  )
})
