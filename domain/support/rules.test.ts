import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import {
  CLOSED,
  invalidSetting,
  isOpenAt,
  isSafeUrl,
  nextOpeningMs,
  readHours,
  type SupportSettings,
  waitSeconds,
} from './rules.ts'

const settings: SupportSettings = {
  ...{ monday: '08:00-18:00', tuesday: '08:00-18:00', wednesday: '00:00-24:00', thursday: CLOSED },
  ...{ friday: '09:30-12:00', saturday: CLOSED, sunday: CLOSED, url: '', email: '' },
}
const MONDAY_MS = Date.UTC(2026, 0, 5)

test('hours are from and to within a day, or none', () => {
  expect(readHours('08:00-18:30')).toEqual({ from: 480, to: 1_110 })
  expect(readHours('00:00-24:00')).toEqual({ from: 0, to: 1_440 })
  expect(readHours(CLOSED)).toBeNull()
  for (const wrong of [
    '',
    '8:00-18:00',
    '18:00-08:00',
    '08:00-08:00',
    '08:00-24:01',
    '24:00-24:00',
    '08:60-09:00',
  ])
    expect([wrong, readHours(wrong)]).toEqual([wrong, undefined])
})

test('somebody is there from the first minute on and not at the last', () => {
  const at = (ms: number) => isOpenAt(settings, MONDAY_MS + ms)
  expect([8 * HOUR_MS - 1, 8 * HOUR_MS, 18 * HOUR_MS - 1, 18 * HOUR_MS].map(at)).toEqual([
    ...[false, true, true, false],
  ])
  expect([2 * DAY_MS, 3 * DAY_MS - 1, 3 * DAY_MS].map(at)).toEqual([true, true, false])
})

test('the next opening is the next day that has one, also a week later, and none where there is none', () => {
  const next = (ms: number, hours = settings) => nextOpeningMs(hours, MONDAY_MS + ms)
  expect(next(0)).toBe(MONDAY_MS + 8 * HOUR_MS)
  expect(next(9 * HOUR_MS)).toBeNull()
  expect(next(18 * HOUR_MS)).toBe(MONDAY_MS + DAY_MS + 8 * HOUR_MS)
  // Thursday, over which nobody is there.
  expect(next(3 * DAY_MS)).toBe(MONDAY_MS + 4 * DAY_MS + 9 * HOUR_MS + 30 * MINUTE_MS)
  expect(next(4 * DAY_MS + 13 * HOUR_MS)).toBe(MONDAY_MS + 7 * DAY_MS + 8 * HOUR_MS)
  const never = { ...settings, monday: CLOSED, tuesday: CLOSED, wednesday: CLOSED, friday: CLOSED }
  expect(next(0, never)).toBeNull()
  const onlyMonday = { ...never, monday: '08:00-09:00' }
  expect(next(9 * HOUR_MS, onlyMonday)).toBe(MONDAY_MS + 7 * DAY_MS + 8 * HOUR_MS)
})

test('T65: a link is https without a name in it', () => {
  expect(isSafeUrl('https://chat.example.com/room?a=b')).toBe(true)
  for (const wrong of [
    ...['http://chat.example.com', 'javascript:alert(1)', 'data:text/html,x', '//chat.example.com', 'chat'],
    ...[
      'https://user@chat.example.com',
      'https://user:word@chat.example.com',
      'https://',
      ' ',
      'JAVASCRIPT:1',
    ],
  ])
    expect([wrong, isSafeUrl(wrong)]).toEqual([wrong, false])
})

test('settings name the first that cannot be', () => {
  expect(invalidSetting(settings)).toBeUndefined()
  expect(
    invalidSetting({ ...settings, url: 'https://a.example', email: 'help@plumb.example' }),
  ).toBeUndefined()
  expect(invalidSetting({ ...settings, friday: '9-5' })).toBe('friday')
  expect(invalidSetting({ ...settings, url: 'http://a.example' })).toBe('url')
  expect(invalidSetting({ ...settings, email: 'help' })).toBe('email')
})

test('a message waits until the one so many ago is long enough ago', () => {
  expect(waitSeconds({ minuteAgo: undefined, dayAgo: undefined }, 0)).toBe(0)
  expect(waitSeconds({ minuteAgo: 30_000, dayAgo: undefined }, 31_500)).toBe(59)
  expect(waitSeconds({ minuteAgo: 30_000, dayAgo: 0 }, 90_000)).toBe(DAY_MS / 1_000 - 90)
  expect(waitSeconds({ minuteAgo: 0, dayAgo: 0 }, DAY_MS)).toBe(0)
})
