/** Days and times as a wall clock in some time zone shows them. No daylight saving rule is written here: Intl knows them. */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A calendar day, counted from 1970-01-01, and the minute of that day. */
export type WallTime = { readonly day: number; readonly minute: number }

const formatters = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/**
 * How far the zone's wall clock is ahead of UTC at an instant.
 *
 * Units: milliseconds. A zone changes at most once a day: where it is the same at both ends of a day, nothing within
 * it is asked for.
 */
export function zoneOffsetMs(timeZone: string, atMs: number): number {
  if (timeZone === 'UTC') return 0
  const day = Math.floor(atMs / DAY_MS)
  const offset = offsetAt(timeZone, day * DAY_MS)
  return offset === offsetAt(timeZone, (day + 1) * DAY_MS) ? offset : offsetAt(timeZone, atMs)
}

/** Zones change on whole quarters of an hour, so one answer per quarter is kept. */
function offsetAt(timeZone: string, atMs: number): number {
  const quarter = Math.floor(atMs / (15 * MINUTE_MS))
  const known = offsets.get(timeZone) ?? new Map<number, number>()
  offsets.set(timeZone, known)
  const offset = known.get(quarter)
  if (offset !== undefined) return offset
  const instant = quarter * 15 * MINUTE_MS
  const part: Record<string, number> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(instant)) part[type] = Number(value)
  const wall = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day ?? 1,
    part.hour ?? 0,
    part.minute ?? 0,
    part.second ?? 0,
  )
  if (known.size > 50_000) known.clear()
  known.set(quarter, wall - instant)
  return wall - instant
}

/** The day and minute that a wall clock in the zone shows at an instant. */
export function toWallTime(timeZone: string, atMs: number): WallTime {
  const local = atMs + zoneOffsetMs(timeZone, atMs)
  const day = Math.floor(local / DAY_MS)
  return { day, minute: Math.floor((local - day * DAY_MS) / MINUTE_MS) }
}

/**
 * The instant at which a wall clock in the zone shows this day and minute.
 *
 * A time that daylight saving skips is read with the offset before the change; one that it repeats is
 * the first of the two. No session opens or closes in such an hour.
 */
export function fromWallTime(timeZone: string, { day, minute }: WallTime): number {
  const asUtc = day * DAY_MS + minute * MINUTE_MS
  const guess = asUtc - zoneOffsetMs(timeZone, asUtc - DAY_MS / 2)
  if (guess + zoneOffsetMs(timeZone, guess) === asUtc) return guess
  const second = asUtc - zoneOffsetMs(timeZone, guess)
  return second + zoneOffsetMs(timeZone, second) === asUtc ? second : guess
}

/** 0 for Sunday to 6 for Saturday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The year, month (1 to 12) and day of the month of a counted day. */
export function dateOf(day: number): { year: number; month: number; date: number } {
  const at = new Date(day * DAY_MS)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() }
}

/** The counted day of a date. Months are 1 to 12. */
export function dayOf(year: number, month: number, date: number): number {
  return Math.round(Date.UTC(year, month - 1, date) / DAY_MS)
}
