import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { durationInWords, steadyClock } from './clock.ts'

const NOON_MS = Date.UTC(2026, 0, 2, 12)

/** A machine whose time passes, sleeps and is set as a test says. */
function machine() {
  let wall = NOON_MS
  let steady = 1_000.25
  let slept = 0
  return {
    pass(ms: number) {
      wall += ms
      steady += ms
    },
    sleep(ms: number) {
      wall += ms
      slept += ms
    },
    set(byMs: number) {
      wall += byMs
    },
    clock: steadyClock({
      wallMs: () => wall,
      steadyMs: () => steady,
      sinceBootMs: () => steady + slept + 77_000,
    }),
  }
}

test.each([40 * DAY_MS, -40 * DAY_MS, 5_001, -5_001])(
  'a step of the time of day by %d ms is not followed, and the clock is right again when it is taken back',
  (step) => {
    const { clock, pass, set } = machine()
    pass(SECOND_MS)
    expect(clock.nowMs()).toBe(NOON_MS + SECOND_MS)
    expect(clock.unreliable()).toBeUndefined()
    set(step)
    expect(clock.nowMs()).toBe(NOON_MS + SECOND_MS)
    expect(clock.unreliable()).toContain(step > 0 ? 'was set forward by' : 'was set back by')
    pass(36 * SECOND_MS)
    expect(clock.nowMs()).toBe(NOON_MS + 37 * SECOND_MS)
    set(-step)
    expect(clock.unreliable()).toBeUndefined()
    expect(clock.nowMs()).toBe(NOON_MS + 37 * SECOND_MS)
  },
)

test('a correction of up to 5 s is followed, also many of them', () => {
  const { clock, pass, set } = machine()
  for (let n = 1; n <= 10; n++) {
    pass(HOUR_MS)
    set(5_000)
    expect(clock.nowMs()).toBe(NOON_MS + n * (HOUR_MS + 5_000))
    expect(clock.unreliable()).toBeUndefined()
  }
})

test('a machine that slept has the right time when it wakes, also the second time', () => {
  const { clock, pass, sleep } = machine()
  for (let n = 1; n <= 2; n++) {
    sleep(8 * HOUR_MS)
    expect(clock.nowMs()).toBe(NOON_MS + n * 8 * HOUR_MS + (n - 1) * SECOND_MS)
    expect(clock.unreliable()).toBeUndefined()
    pass(SECOND_MS)
  }
})

test('a step is found though the machine slept before and meanwhile', () => {
  const { clock, sleep, set } = machine()
  sleep(HOUR_MS)
  clock.nowMs()
  set(-DAY_MS)
  sleep(HOUR_MS)
  expect(clock.nowMs()).toBe(NOON_MS + 2 * HOUR_MS)
  expect(clock.unreliable()).toBe('the time of this machine was set back by 24 hours')
})

test('durations are in their largest unit of which there are two', () => {
  expect([40 * DAY_MS, -3 * DAY_MS, 36 * HOUR_MS, 90 * SECOND_MS, 7_400].map(durationInWords)).toEqual([
    '40 days',
    '3 days',
    '36 hours',
    '90 seconds',
    '7 seconds',
  ])
})
