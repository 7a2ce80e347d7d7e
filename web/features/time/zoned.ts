import { dateInWords, dateTime, hourAndMinute, timeOfDay } from '#web/format/time.ts'

/**
 * Moments by the reader's own clock, with its zone: for what is opened. Rows of lists have them by the same clock. Only what a
 * product's rule says in UTC is written in UTC (`utc.ts`), and what is evidence or a file.
 */

/** The zone of a moment, by its distance from UTC. @example 'GMT+1', 'GMT-3:30', 'GMT' */
export function zoneOf(ms: number): string {
  const ahead = -new Date(ms).getTimezoneOffset()
  if (ahead === 0) return 'GMT'
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `GMT${ahead > 0 ? '+' : '-'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/** In words of the locale. @example 'Nov 24, 2026, 15:30 GMT+1'; '2026/11/24 15:30 GMT+9' where dates are figures too */
export function zonedMoment(ms: number, locale: string): string {
  const between = /^(zh|ja|ko)/.test(locale) ? ' ' : ', '
  return `${dateInWords(ms, locale)}${between}${hourAndMinute(ms)} ${zoneOf(ms)}`
}

/** In figures, the same in all languages. @example '2026-11-24 15:30:12 GMT+1' */
export const zonedStamp = (ms: number): string => `${dateTime(ms)} ${zoneOf(ms)}`

/** A time of day. @example '15:30:12 GMT+1' */
export const zonedTime = (ms: number): string => `${timeOfDay(ms)} ${zoneOf(ms)}`

/** A day, beside moments that name the zone. @example 'Nov 24, 2026' */
export const zonedDate = (ms: number, locale: string): string => dateInWords(ms, locale)
