/** Lengths of time in milliseconds. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A moment in UTC, to the minute. @example utcMinute(0) // '1970-01-01 00:00' */
export const utcMinute = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

/** The last midnight UTC at or before `nowMs`. */
export const startOfDayUtc = (nowMs: number): number => Math.floor(nowMs / DAY_MS) * DAY_MS

/** The day of a moment in UTC. @example utcDay(0) // '1970-01-01' */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
