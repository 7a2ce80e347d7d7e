import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { isAsStrict, nextRail, nightEnd, type RailKind, railAt } from './guard-rails.ts'

const at = (text: string) => Date.parse(`2026-03-${text}Z`)

test.each([
  ['22:00 to 06:00, a second before', 23, '01T21:59:59', undefined],
  ['22:00 to 06:00, as it begins', 23, '01T22:00:00', '02T06:00:00'],
  ['22:00 to 06:00, after midnight', 23, '02T03:30:00', '02T06:00:00'],
  ['22:00 to 06:00, the last millisecond', 23, '02T05:59:59.999', '02T06:00:00'],
  ['22:00 to 06:00, as it ends', 23, '02T06:00:00', undefined],
  ['00:00 to 08:00', 1, '02T00:00:00', '02T08:00:00'],
  ['no night', 0, '02T03:00:00', undefined],
])('a night of %s', (_, value, moment, end) => {
  expect(nightEnd(value, at(moment))).toBe(end && at(end))
})

test.each<[RailKind, number, number, boolean]>([
  ['leverage', 0, 20, true],
  ['leverage', 20, 10, true],
  ['leverage', 10, 20, false],
  ['leverage', 10, 0, false],
  ['loss', 100, 50, true],
  ['loss', 50, 100, false],
  ['night', 0, 23, true],
  ['night', 23, 23, true],
  ['night', 23, 22, false],
  ['night', 23, 0, false],
  ['payees', 0, 1, true],
  ['payees', 1, 0, false],
])('%s from %i to %i is as strict: %s', (kind, before, chosen, isSo) => {
  expect(isAsStrict(kind, before, chosen)).toBe(isSo)
})

test('a choice takes the place of those that are not in force when it is made, and of no others', () => {
  const choice = (value: number, hour: number, isLooser = false) => {
    const chosenMs = hour * HOUR_MS
    return { kind: 'leverage' as const, value, chosenMs, fromMs: chosenMs + (isLooser ? DAY_MS : 0) }
  }
  const other = { kind: 'loss' as const, value: 20, chosenMs: 2 * HOUR_MS, fromMs: 2 * HOUR_MS }
  const choices = [choice(5, 0), choice(20, 1, true), other, choice(10, 24, true), choice(20, 48, true)]
  const inForce = [-1, 0, 24, 25, 48, 71, 72].map((hour) => railAt(choices, 'leverage', hour * HOUR_MS))
  expect(inForce).toEqual([0, 5, 5, 5, 10, 10, 20])
  expect(nextRail(choices, 'leverage', 71 * HOUR_MS)).toBe(choices.at(-1))
  expect(railAt(choices, 'loss', 3 * HOUR_MS)).toBe(20)
  expect(railAt([...choices, choice(5, 49)], 'leverage', 72 * HOUR_MS)).toBe(5)
})
