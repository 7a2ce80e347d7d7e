import { HOUR_MS } from '#domain/time.ts'

/** What was under way at the end of a month is committed by then. */
const UNDER_WAY_MS = HOUR_MS

/** A month of UTC that has ended. */
export interface EndedMonth {
  /** @example '2026-10' */
  readonly month: string
  readonly endMs: number
}

/** So many months that have ended, an hour ago at least, the newest first. */
export const endedMonths = (nowMs: number, count: number): EndedMonth[] =>
  Array.from({ length: count }, (_, back) => {
    const now = new Date(nowMs - UNDER_WAY_MS)
    const at = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + months, 1)
    return { month: new Date(at(-1)).toISOString().slice(0, 7), endMs: at(0) }
  })
