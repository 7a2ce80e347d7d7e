import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

test('keeps at most so many, those that were asked for last', async () => {
  const loaded: number[] = []
  const recent = createRecent(3, async (key: number) => {
    loaded.push(key)
    return key * 2
  })
  for (const key of [1, 2, 3, 1, 4, 1]) expect(await recent.get(key)).toBe(key * 2)
  expect(loaded).toEqual([1, 2, 3, 4])
  await recent.get(2)
  expect(loaded).toEqual([1, 2, 3, 4, 2])
  for (let key = 0; key < 1_000; key++) await recent.get(key)
  expect(recent.size()).toBe(3)
})

test('two that ask at once share one loading, and what failed is loaded again', async () => {
  let loads = 0
  const recent = createRecent(3, async (key: string) => {
    loads++
    if (loads === 1) throw new Error('away')
    return key
  })
  const both = await Promise.allSettled([recent.get('one'), recent.get('one')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(loads).toBe(1)
  expect(await recent.get('one')).toBe('one')
  expect([loads, recent.size()]).toEqual([2, 1])
})
