import { useSearchParams } from 'react-router'
import type { TermKind } from '#domain/earn/kinds.ts'
import { kinds } from '../kinds.ts'
import type { AppTermKind } from '../term/kind.ts'

/** The kinds that these pages switch between. */
export const lockKinds = ['locked', 'mining'] as const satisfies readonly TermKind[]

/** The kind that a URL names by `?kind=`; a locked deposit without it. */
export function useLockKind(allowed: readonly TermKind[] = lockKinds): AppTermKind {
  const [search] = useSearchParams()
  return kinds[allowed.find((kind) => kind === search.get('kind')) ?? 'locked']
}
