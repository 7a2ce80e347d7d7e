import { expect, test } from 'vitest'
import { SECOND_MS } from '#domain/time.ts'
import { figuresOf, type Measured } from './figures.ts'
import { virtualClock } from './platform/clock.ts'

const clock = virtualClock(1_670_889_600_000)

/** The figures of one product whose readings are counted; what is not asked for is not there. */
function figures() {
  const reads = { exposure: 0, uncovered: 0, newest: 0 }
  let fails = false
  const product = {
    name: 'contract',
    async exposure() {
      reads.exposure++
      if (fails) throw new Error('the database is down')
      const had = { needed: 1n, has: 4n }
      return { ...had, insurance: { needed: 1n, has: 2n } }
    },
    async uncovered() {
      reads.uncovered++
      return ['BTC']
    },
  }
  const newest = async () => {
    reads.newest++
    return undefined
  }
  const services = {
    ...{ db: {}, clock, opened: [product], markets: {}, console: { lastLedgerCheck: () => null } },
    of: () => ({ liabilities: { newest } }),
  }
  const metrics = figuresOf({
    ...{ services, database: { pools: () => [] }, customers: {}, jobs: {} },
  } as unknown as Measured)
  const names = [
    ...['exposure_used_ratio', 'insurance_used_ratio', 'uncovered_currencies'],
    ...['solvency_difference', 'solvency_age_seconds'],
  ]
  const asked = () => Promise.all(names.map((name) => metrics.find((one) => one.name === name)!.read()))
  const setFails = (next: boolean) => {
    fails = next
  }
  return { reads, asked, fail: setFails }
}

test('two who ask for the figures at once, and soon after, cost one reading', async () => {
  const { reads, asked } = figures()
  const [one, other] = await Promise.all([asked(), asked()])
  expect(one).toEqual([new Map([['contract', 0.25]]), new Map([['contract', 0.5]]), 1, new Map(), 0])
  expect(other).toEqual(one)
  clock.advance(5 * SECOND_MS - 1)
  await asked()
  expect(reads).toEqual({ exposure: 1, uncovered: 1, newest: 1 })
  clock.advance(1)
  await asked()
  expect(reads).toEqual({ exposure: 2, uncovered: 2, newest: 2 })
})

test('a reading that failed is not kept', async () => {
  const { reads, asked, fail } = figures()
  fail(true)
  await expect(asked()).rejects.toThrow('the database is down')
  fail(false)
  expect((await asked())[0]).toEqual(new Map([['contract', 0.25]]))
  expect(reads).toMatchObject({ exposure: 2, uncovered: 1 })
})
