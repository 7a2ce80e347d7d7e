import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MOMENT = Date.UTC(2026, 10, 24, 14, 30, 12)
const SAYS = `
  import * as zoned from '#web/features/time/zoned.ts'
  console.log(JSON.stringify([zoned.zonedMoment(${MOMENT}, 'en'), zoned.zonedStamp(${MOMENT}), zoned.zonedTime(${MOMENT})]))`

/** What a reader in a zone is shown: a process has one for its life. */
const shownIn = (zone: string): string[] =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', SAYS], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    }),
  )

test.each([
  ['Europe/Madrid', 'Nov 24, 2026, 15:30 GMT+1', '2026-11-24 15:30:12 GMT+1', '15:30:12 GMT+1'],
  ['Asia/Kolkata', 'Nov 24, 2026, 20:00 GMT+5:30', '2026-11-24 20:00:12 GMT+5:30', '20:00:12 GMT+5:30'],
  ['America/St_Johns', 'Nov 24, 2026, 11:00 GMT-3:30', '2026-11-24 11:00:12 GMT-3:30', '11:00:12 GMT-3:30'],
  ['UTC', 'Nov 24, 2026, 14:30 GMT', '2026-11-24 14:30:12 GMT', '14:30:12 GMT'],
])('a moment in %s names the zone', (zone, ...shown) => {
  expect(shownIn(zone)).toEqual(shown)
})

const root = join(import.meta.dirname, '..', '..')
const filesWith = (pattern: string, text: RegExp): string[] =>
  globSync(pattern, { cwd: root }).filter((file) => text.test(readFileSync(join(root, file), 'utf8')))

test('what is opened writes its moments with the zone', () => {
  expect(filesWith('{features,products}/**/*-sheet.tsx', /zoned(Moment|Stamp)\(/).length).toBeGreaterThan(10)
  expect(filesWith('{features,products}/**/*-sheet.tsx', /\bdateTime\(/)).toEqual([])
})

test('moments are in UTC only where a rule says so', () => {
  const places = filesWith('{features,products}/**/*.{ts,tsx}', /\butcMoment\(/).map((file) =>
    file.split('/').slice(0, 2).join('/'),
  )
  // Days, rounds and fixings that begin at an hour of UTC, and minutes of the tape that are played again.
  expect(new Set(places)).toEqual(
    new Set([
      'features/home',
      'features/time',
      ...['contract', 'coupon', 'dual', 'earn', 'financial', 'game', 'practice'].map(
        (name) => `products/${name}`,
      ),
    ]),
  )
})
