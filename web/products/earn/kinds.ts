import type { TermKind } from '#domain/earn/kinds.ts'
import { locked } from './locked/locked.ts'
import { mining } from './mining/mining.ts'
import { quantization } from './quantization/quantization.ts'
import type { AppTermKind } from './term/kind.ts'

/** Every kind of term product, as the pages show it. */
export const kinds: Readonly<Record<TermKind, AppTermKind>> = { locked, quantization, mining }
