import { expect, test } from 'vitest'
import { unusualFee } from './usual.ts'

test.each([
  ['ten times the present fee', 100, 10, 'far-above'],
  ['a tenth of it', 1, 10, 'far-below'],
  ['five times as much, which is more than half a percent', 60, 12, 'above-usual'],
  ['half a percent', 50, 12, undefined],
  ['no fee', 0, 10, undefined],
  ['a new one above half a percent', 51, undefined, 'above-usual'],
])('%s', (_, bps, present, kind) => expect(unusualFee(bps, present)?.kind).toBe(kind))
