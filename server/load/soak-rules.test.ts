import { expect, test } from 'vitest'
import { type SoakLook, wrongWith } from './soak-rules.ts'

const look = (memory: number, files: number, unanswered = 0): SoakLook => ({
  ...{ done: 100, refused: 1, putOff: 0, unanswered, orderP99Ms: 20 },
  ...{ memory: { all: memory }, files: { all: files } },
})
const looks = (count: number, of: (n: number) => SoakLook) => Array.from({ length: count }, (_, n) => of(n))

test('memory that rises and falls by garbage collection is no growth, nor is that of the start', () => {
  const rising = (n: number) => (n < 10 ? 200 + 20 * n : 400 + 50 * (n % 4))
  expect(wrongWith(looks(40, (n) => look(rising(n), 80 + (n % 7))))).toEqual([])
})

test('memory that grows although garbage is collected is found', () => {
  expect(wrongWith(looks(40, (n) => look(300 + 4 * n + 50 * (n % 4), 80)))).toEqual([
    'all has 80 MiB more than in the beginning',
  ])
})

test('connections that stay open are found', () => {
  expect(wrongWith(looks(20, (n) => look(300, 80 + 5 * n)))).toEqual([
    'all has 50 more files open than in the beginning',
  ])
})

test('calls without an answer are found after any time; growth is not spoken of after a short one', () => {
  expect(wrongWith(looks(3, (n) => look(300 + 300 * n, 80, n)))).toEqual(['3 calls had no answer'])
})
