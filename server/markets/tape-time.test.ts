import { expect, test } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { createTapeTime } from './tape-time.ts'

/** The writer's clock, this process's, and one that nobody sets. */
function clocks({ differenceMs }: { differenceMs: number }) {
  let steadyMs = 1_000
  let writerMs = 1_700_000_000_000
  const time = createTapeTime({ nowMs: () => writerMs + differenceMs }, () => steadyMs)
  return {
    time,
    /** Lets time pass; the writer's clock may go by more or less than it. */
    pass(ms: number, byWriter = ms) {
      steadyMs += ms
      writerMs += byWriter
    },
    read: (lateMs = 0) => time.note(writerMs - lateMs),
    /** How far the measured time is from the writer's. */
    offMs: () => time.nowMs() - writerMs,
  }
}

test('the time is this process’s until the tape was read, and the writer’s from then on', () => {
  const { read, offMs } = clocks({ differenceMs: 8_000 })
  expect(offMs()).toBe(8_000)
  read()
  expect(offMs()).toBe(0)
})

test('what is read late changes nothing, whatever is read in time corrects it', () => {
  const { read, pass, offMs } = clocks({ differenceMs: 0 })
  read(700)
  expect(offMs()).toBe(-700)
  pass(SECOND_MS)
  read()
  expect(offMs()).toBe(0)
  pass(SECOND_MS)
  read(5_000)
  expect(offMs()).toBe(-1)
})

test('a writer’s clock that loses a second in an hour is followed', () => {
  const { read, pass, offMs } = clocks({ differenceMs: 0 })
  read()
  for (let lostMs = 0; lostMs < 1_000; lostMs++) {
    pass(3_600, 3_599)
    read()
  }
  expect(offMs()).toBe(0)
})

test('nothing is further from this process’s clock than two clocks may differ', () => {
  const late = clocks({ differenceMs: 0 })
  late.read(HOUR_MS)
  expect(late.offMs()).toBe(-10_000)
  const ahead = clocks({ differenceMs: -HOUR_MS })
  ahead.read()
  expect(ahead.offMs()).toBe(10_000 - HOUR_MS)
})
