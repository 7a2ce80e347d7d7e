import { expect } from 'vitest'
import { CONNECTION_FAILURE, isContention } from '#server/platform/db/errors.ts'

/**
 * Of calls made at once so many did it, and each of the others was refused with the code given, or turned away by a busy
 * database, which does nothing: how many those are depends on the machine.
 */
export function expectAtOnce(
  answers: readonly { readonly error?: string | undefined }[],
  { done, refused }: { readonly done: number; readonly refused: string },
): void {
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(done)
  const others = answers.flatMap(({ error }) => error ?? [])
  expect(others.filter((code) => code !== refused && code !== 'SERVICE_UNAVAILABLE')).toEqual([])
}

/** What a test needs many of, made one after the other: a pool has no connection for all of them in time. */
export async function inTurn<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < count; n++) made.push(await make(n))
  return made
}

/**
 * Begins all of these at once, and then, one after the other, those again for whom there was no connection, or
 * no lock, in time: nothing was done for them. Returns: how each ended.
 */
export async function allAtOnce<T>(acts: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const ended = await Promise.allSettled(acts.map((act) => act()))
  for (const [n, one] of ended.entries())
    if (one.status === 'rejected' && (isContention(one.reason) || one.reason?.code === CONNECTION_FAILURE))
      ended[n] = (await Promise.allSettled([acts[n]!()]))[0]!
  return ended
}
