import { HOUR_MS } from '#domain/time.ts'

/**
 * How long what is kept where: all of it in one place. docs/operations.md explains each line, and what an operator
 * may change by a setting.
 */

/** Segments of the price tape younger than this are rows of their own; older ones are packed, without loss. */
export const UNPACKED_MS = HOUR_MS
