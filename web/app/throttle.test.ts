import { expect, test } from 'vitest'
import { createThrottle } from './throttle.ts'

/** A throttle of 250 ms whose time and frames are stepped by hand; each run notes when it came. */
function stepped(everyMs: Parameters<typeof createThrottle>[0] = 250) {
  let now = 1_000
  const frames: (() => void)[] = []
  const timers: { atMs: number; run: () => void }[] = []
  const ran: number[] = []
  const throttle = createThrottle(everyMs, {
    nowMs: () => now,
    after: (ms, run) => timers.push({ atMs: now + ms, run }),
    frame: (run) => frames.push(run),
  })
  return {
    ran,
    ask: () => throttle(() => ran.push(now)),
    /** Goes to a time, and draws a frame there. */
    goTo(ms: number) {
      now = ms
      for (const timer of timers.splice(0)) {
        if (timer.atMs <= now) timer.run()
        else timers.push(timer)
      }
      for (const run of frames.splice(0)) run()
    },
  }
}

test('the first run comes with the next frame', () => {
  const { ask, goTo, ran } = stepped()
  ask()
  expect(ran).toEqual([])
  goTo(1_016)
  expect(ran).toEqual([1_016])
})

test('the next run waits until the pace allows it', () => {
  const { ask, goTo, ran } = stepped()
  ask()
  goTo(1_016)
  ask()
  goTo(1_200)
  expect(ran).toEqual([1_016])
  goTo(1_270)
  expect(ran).toEqual([1_016, 1_270])
})

test('after a pause a run comes at once', () => {
  const { ask, goTo, ran } = stepped()
  ask()
  goTo(1_016)
  goTo(5_000)
  ask()
  goTo(5_016)
  expect(ran).toEqual([1_016, 5_016])
})

test('the pace is the one of the moment', () => {
  let paceMs = 1_000
  const { ask, goTo, ran } = stepped(() => paceMs)
  ask()
  goTo(1_016)
  ask()
  goTo(1_300)
  expect(ran).toEqual([1_016])
  goTo(2_020)
  paceMs = 250
  ask()
  goTo(2_280)
  expect(ran).toEqual([1_016, 2_020, 2_280])
})
