import { expect } from 'vitest'

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
