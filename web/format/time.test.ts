import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import en from '#texts/app/common/en.json' with { type: 'json' }
import { createTranslate } from '#texts/translate.ts'
import type { Translate } from '#web/texts/texts.ts'
import { ago, isoDate, toMs } from './time.ts'

const t = createTranslate({ common: en }, 'en') as Translate
const now = new Date(2026, 10, 21, 12).getTime()

// Specification section 5.
test.each([
  [0, 'just now'],
  [5 * MINUTE_MS - 1, 'just now'],
  [5 * MINUTE_MS, '5 minutes ago'],
  [HOUR_MS - 1, '59 minutes ago'],
  [HOUR_MS, '1 hour ago'],
  [DAY_MS - 1, '23 hours ago'],
  [DAY_MS, '1 day ago'],
  [30 * DAY_MS, '30 days ago'],
])('%i ms back reads %j', (past, text) => expect(ago(now - past, now, t)).toBe(text))

test('beyond 30 days the date itself is given', () => {
  const past = new Date(2026, 8, 3, 12).getTime()
  expect(ago(past, now, t)).toBe('2026-09-03')
})

test.each([
  [30 * DAY_MS, '30 days ago'],
  [31 * DAY_MS, '1 month ago'],
  [60 * DAY_MS, '2 months ago'],
  [364 * DAY_MS, '11 months ago'],
  [365 * DAY_MS, '1 year ago'],
  [800 * DAY_MS, '2 years ago'],
])('%i ms back reads %j where months are asked for', (past, text) =>
  expect(ago(now - past, now, t, 'months')).toBe(text),
)

test('a ten-digit stamp is in seconds', () => {
  expect(toMs(1_700_000_000)).toBe(1_700_000_000_000)
  expect(toMs(1_700_000_000_000)).toBe(1_700_000_000_000)
  expect(isoDate(1_700_000_000)).toBe(isoDate(1_700_000_000_000))
})
