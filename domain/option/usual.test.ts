import { expect, test } from 'vitest'
import { unusualExposure, unusualPeriods } from './usual.ts'

const periods = (...payouts: number[]) =>
  payouts.map((payoutBps, n) => ({ seconds: 60 * (n + 1), payoutBps }))

test.each([
  ['the present payouts', periods(8_500, 9_200), periods(8_500, 9_200), undefined],
  ['95 percent', periods(8_500, 9_500), periods(8_500, 9_200), undefined],
  ['one above 95 percent', periods(9_501, 8_000), periods(8_500, 9_200), 'above-usual'],
  ['one that was above it already', periods(9_600), periods(9_600), undefined],
])('%s', (_, next, present, kind) => expect(unusualPeriods(next, present)?.kind).toBe(kind))

test.each([
  ['a tenth of the fund', 1_000, 200, undefined],
  ['more than that', 1_001, 200, 'above-usual'],
  ['ten times as much', 2_000, 200, 'far-above'],
  ['a tenth as much', 20, 200, 'far-below'],
])('%s of the fund', (_, bps, present, kind) => expect(unusualExposure(bps, present)?.kind).toBe(kind))
