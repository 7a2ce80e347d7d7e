import { uptime } from 'node:os'

/** The time source of every service and job; rules take the time as a parameter. */
export interface Clock {
  nowMs(): number
  /** Why this clock cannot be relied on now, in words for the log; undefined while it can. */
  unreliable?(): string | undefined
  /** Whether it moves only when it is told to. */
  readonly isVirtual?: boolean
}

/** What a machine knows of time. */
export interface TimeSources {
  /** The time of day, which can be set. */
  wallMs(): number
  /** Goes on evenly and cannot be set; stands still while the machine sleeps. */
  steadyMs(): number
  /** The same, with the time the machine slept. */
  sinceBootMs(): number
}

/** How far two clocks may be apart before one of them must be wrong. */
export const MAX_CLOCK_DIFFERENCE_MS = 5_000

/**
 * A clock that does not follow a step of the time of day by more than 5 s, in either direction: it goes on
 * from before the step, and is unreliable until the time of day is back. A machine that slept is no step.
 *
 * A step that was right is adopted by a new start of the process only: nothing here could tell which of the
 * two times is the wrong one.
 */
export function steadyClock({
  wallMs,
  steadyMs,
  sinceBootMs,
}: TimeSources): Clock & Required<Pick<Clock, 'unreliable'>> {
  // When the time of day was last as expected.
  let known = { wallMs: wallMs(), steadyMs: steadyMs() }
  let sleptBeforeMs = sinceBootMs() - known.steadyMs
  let stepMs = 0

  function nowMs(): number {
    const now = { wallMs: wallMs(), steadyMs: steadyMs() }
    let expectedMs = known.wallMs + now.steadyMs - known.steadyMs
    if (isFar(now.wallMs - expectedMs)) {
      const sleptMs = sinceBootMs() - now.steadyMs - sleptBeforeMs
      expectedMs += sleptMs
      if (!isFar(now.wallMs - expectedMs)) sleptBeforeMs += sleptMs
    }
    stepMs = now.wallMs - expectedMs
    if (isFar(stepMs)) return Math.round(expectedMs)
    known = now
    return now.wallMs
  }

  return {
    nowMs,
    unreliable() {
      nowMs()
      if (!isFar(stepMs)) return undefined
      const way = stepMs > 0 ? 'forward' : 'back'
      return `the time of this machine was set ${way} by ${durationInWords(stepMs)}`
    },
  }
}

const isFar = (differenceMs: number) => Math.abs(differenceMs) > MAX_CLOCK_DIFFERENCE_MS

/** This machine's clock. */
export const realClock: Clock & Required<Pick<Clock, 'unreliable'>> = steadyClock({
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  sinceBootMs: () => uptime() * 1_000,
})

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const

/** A duration for people, in its largest unit: "40 days", "7 seconds". Rounds: to the nearest unit. */
export function durationInWords(ms: number): string {
  const absMs = Math.abs(ms)
  const [name, size] = UNITS.find(([, size]) => absMs >= 2 * size) ?? ['seconds', 1_000]
  return `${Math.round(absMs / size)} ${name}`
}

export interface VirtualClock extends Clock {
  /** Moves time forward; what falls due is run by whoever asked (see platform/jobs.ts). */
  advance(ms: number): void
}

/**
 * A clock that only moves by `advance`, for tests.
 *
 * Refuses: to go back, or a step that is not a whole number of milliseconds.
 */
export function virtualClock(startMs: number): VirtualClock {
  let nowMs = startMs
  return {
    isVirtual: true,
    nowMs: () => nowMs,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0)
        throw new RangeError(`a clock moves by whole milliseconds >= 0, not ${ms}`)
      nowMs += ms
    },
  }
}
