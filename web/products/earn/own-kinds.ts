import type { TermKind } from '#domain/earn/kinds.ts'
import { locked } from './locked/locked.ts'
import { quantization } from './quantization/quantization.ts'
import type { OwnTermKind } from './term/kind.ts'

/** Every kind of term product that a customer can have some of. */
export const ownKinds: Readonly<Record<TermKind, OwnTermKind>> = { locked, quantization }
