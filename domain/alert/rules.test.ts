import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInstrument } from '../market/instruments.ts'
import { decideAlert, sideReached } from './rules.ts'

const BTC = findInstrument('BTC-USDT')!

test('a move waits outside of what it allows, and its limits are reached', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_000_000_00 }),
      fc.integer({ min: 10, max: 9_000 }),
      (now, share) => {
        const decided = decideAlert(BTC, { condition: 'move', percent: (share / 100).toFixed(2) }, now)
        if (!decided.ok) throw new Error(decided.code)
        const { upper, lower } = decided
        expect((upper! - now) * 10_000).toBeGreaterThanOrEqual(now * share)
        expect(sideReached(decided, upper!)).toBe('upper')
        expect(sideReached(decided, lower!)).toBe('lower')
        if (lower! > 1) expect((now - lower!) * 10_000).toBeGreaterThanOrEqual(now * share)
      },
    ),
  ))

test('nothing is reached where it is set', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5_000_000 }),
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.constantFrom('above', 'below'),
      (now, limit, condition) => {
        const price = (limit / 100).toFixed(2)
        const decided = decideAlert(BTC, { condition, price }, now)
        expect(decided.ok).toBe(condition === 'above' ? limit > now : limit < now)
        if (decided.ok) expect(sideReached(decided, now)).toBeUndefined()
      },
    ),
  ))
