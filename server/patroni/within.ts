import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '#domain/time.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

/** Refuses: (by throwing) work that has not come after so many seconds. */
export async function within<T>(seconds: number, what: string, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = pause(seconds * 1_000, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what}: not within ${seconds} s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
    late.catch(() => {})
  }
}

/** Waits until a number is reached. Refuses: (by throwing) one that is not after so many seconds. */
export async function reached(
  number: () => number,
  least: number,
  seconds: number,
  what: string,
): Promise<void> {
  await waitUntil(() => number() >= least, {
    ...{ withinMs: seconds * SECOND_MS, everyMs: 10 },
    otherwise: () => `${what}: ${number()} of ${least} within ${seconds} s`,
  })
}
