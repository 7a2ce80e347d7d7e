import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { frontContract } from './front-contract.ts'
import { findInstrument } from './instruments.ts'
import { isOpen } from './session.ts'

const at = (symbol: string, when: string) => frontContract(symbol, Date.parse(when))

test.each([
  // The third Friday of March 2023 is the 17th: until the weekend before that Monday, March is quoted.
  ['ES', '2023-03-10T21:59:00Z', 'ESH3'],
  ['ES', '2023-03-11T12:00:00Z', 'ESM3'],
  ['NQ', '2023-03-13T14:00:00Z', 'NQM3'],
  ['YM', '2022-12-13T15:00:00Z', 'YMH3'],
  ['ES', '2022-12-09T15:00:00Z', 'ESZ2'],
  // The third Wednesday is the 15th, so trading in March ends on Monday, the 13th.
  ['6E', '2023-03-03T15:00:00Z', '6EH3'],
  ['6E', '2023-03-05T23:30:00Z', '6EM3'],
  // The first notice of December 2022 was on 30 November, of February 2023 on 31 January.
  ['GC', '2022-11-18T15:00:00Z', 'GCZ2'],
  ['GC', '2022-11-21T15:00:00Z', 'GCG3'],
  ['GC', '2023-01-20T15:00:00Z', 'GCG3'],
  ['GC', '2023-01-23T15:00:00Z', 'GCJ3'],
  // The last trading day of January 2023 was 20 December.
  ['CL', '2022-12-09T15:00:00Z', 'CLF3'],
  ['CL', '2022-12-12T15:00:00Z', 'CLG3'],
])('%s at %s is quoted by %s', (symbol, when, contract) => {
  expect(at(symbol, when)).toBe(contract)
})

test('a future that no rule is known of has no contract', () => {
  for (const symbol of ['XAU-USD', 'AAPL', 'ZB']) expect(at(symbol, '2022-12-13T15:00:00Z')).toBeUndefined()
})

test('over ten years the contract changes only while the market is closed, and never goes back', () => {
  const from = Date.parse('2022-01-01T00:30:00Z')
  for (const symbol of ['ES', '6E', 'GC', 'CL']) {
    const future = findInstrument(symbol) ?? expect.fail(symbol)
    let before = frontContract(symbol, from)
    const seen = [before]
    for (let nowMs = from; nowMs < from + 3_650 * DAY_MS; nowMs += HOUR_MS) {
      const contract = frontContract(symbol, nowMs)
      if (contract === before) continue
      expect(isOpen(future, nowMs), `${contract} at ${new Date(nowMs).toISOString()}`).toBe(false)
      before = contract
      seen.push(contract)
    }
    const aYear = { ES: 4, '6E': 4, GC: 5, CL: 12 }[symbol] ?? 0
    expect(seen.length).toBeGreaterThanOrEqual(10 * aYear)
    expect(seen.length).toBeLessThanOrEqual(10 * aYear + 2)
  }
})
