import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { utcMoment, utcSecond, utcStamp, utcTime } from './utc.ts'

test('a moment and a time of day in UTC say so', () => {
  const ms = Date.UTC(2026, 10, 28, 17, 5, 9)
  expect(utcMoment(ms, 'en')).toBe('Nov 28, 2026, 17:05 UTC')
  expect(utcMoment(ms, 'ja')).toBe('2026/11/28 17:05 UTC')
  expect([utcTime(ms), utcSecond(ms)]).toEqual(['17:05 UTC', '17:05:09 UTC'])
  expect(utcStamp(ms)).toBe('2026-11-28 17:05:09 UTC')
})

test('orders of products that the server ends at a moment in UTC write no moment without its zone', () => {
  const root = join(import.meta.dirname, '..', '..', 'products')
  const files = globSync('{nft,box,game,ieo,dual,loan,earn,financial}/**/*.{ts,tsx}', { cwd: root })
  expect(files.length).toBeGreaterThan(80)
  expect(
    files.filter((file) => readFileSync(join(root, file), 'utf8').includes("'#web/format/time.ts'")),
  ).toEqual([])
})

test('what is checked writes its moments as the saved proof has them, with their zone', () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = globSync('{features/verify,products/verify,products/liabilities}/**/*.{ts,tsx}', {
    cwd: root,
  })
  expect(files.length).toBeGreaterThan(20)
  expect(
    files.filter((file) => readFileSync(join(root, file), 'utf8').includes("'#web/format/time.ts'")),
  ).toEqual([])
})
