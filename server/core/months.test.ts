import { expect, test } from 'vitest'
import { endedMonths } from './months.ts'

test('a month has ended an hour after its last moment, and others before it, across years', () => {
  const january = Date.UTC(2026, 0, 1)
  const names = (nowMs: number) => endedMonths(nowMs, 3).map(({ month }) => month)
  expect(names(january + 59 * 60_000)).toEqual(['2025-11', '2025-10', '2025-09'])
  expect(names(january + 60 * 60_000)).toEqual(['2025-12', '2025-11', '2025-10'])
  expect(endedMonths(Date.UTC(2026, 2, 31), 1)).toEqual([{ month: '2026-02', endMs: Date.UTC(2026, 2, 1) }])
})
