import { expect, it } from 'vitest'
import { openingTime } from './opening.ts'

it('names the day and the zone of an opening', () => {
  const monday = Date.UTC(2026, 10, 23, 14, 30)
  expect(openingTime(monday, 'en')).toBe('Mon 14:30 UTC')
  expect(openingTime(monday, 'it')).toBe('lun 14:30 UTC')
  expect(openingTime(monday, 'ja')).toBe('月 14:30 UTC')
})
