import { expect, test } from 'vitest'
import { wholeTicks } from './ticks.ts'

const ticks = (text: string) => [2, 100, 198].map((coord) => ({ coord, text }))

test.each(['12:00', '2026-03-02'])('a mark of %s that an edge would cut is left out', (text) =>
  expect(wholeTicks(ticks(text), 200).map(({ coord }) => coord)).toEqual([100]),
)

test('one whose text just fits stays', () =>
  expect(wholeTicks([{ coord: 17, text: '12:00' }], 34)).toHaveLength(1))
