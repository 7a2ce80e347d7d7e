import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Translate } from '#web/texts/texts.ts'

/** A time stamp in milliseconds; ten-digit ones are seconds. Source: specification section 5. */
export const toMs = (stamp: number): number => (stamp < 1e11 ? stamp * 1000 : stamp)

/**
 * How long ago something was: "just now" under 5 minutes, then minutes, hours, days up to 30; after that the
 * date as yyyy-mm-dd, or with `months` months and years.
 *
 * Source: specification section 5.
 */
export function ago(stamp: number, nowMs: number, t: Translate, ending: 'date' | 'months' = 'date'): string {
  const ms = toMs(stamp)
  const past = nowMs - ms
  if (past < 5 * MINUTE_MS) return t('common.just_now')
  if (past < HOUR_MS) return t('common.minutes_ago', { count: Math.floor(past / MINUTE_MS) })
  if (past < DAY_MS) return t('common.hours_ago', { count: Math.floor(past / HOUR_MS) })
  if (past <= 30 * DAY_MS) return t('common.days_ago', { count: Math.floor(past / DAY_MS) })
  if (ending === 'date') return isoDate(ms)
  const months = Math.floor(past / (30 * DAY_MS))
  if (past < 365 * DAY_MS) return t('common.months_ago', { count: Math.min(months, 11) })
  return t('common.years_ago', { count: Math.floor(past / (365 * DAY_MS)) })
}

/** A date as yyyy-mm-dd, in the reader's time zone. */
export function isoDate(stamp: number): string {
  const date = new Date(toMs(stamp))
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A time of day as hh:mm:ss, in the reader's time zone. */
export function timeOfDay(stamp: number): string {
  const date = new Date(toMs(stamp))
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** Date and time in figures, the same in all languages. @example '2026-11-21 04:58:12' */
export const dateTime = (stamp: number): string => `${isoDate(stamp)} ${timeOfDay(stamp)}`

/** A heading for a day: "Today", "Yesterday", or the date in words of the locale. */
export function dayName(stamp: number, nowMs: number, locale: string, t: Translate): string {
  const day = isoDate(stamp)
  if (day === isoDate(nowMs)) return t('common.today')
  if (day === isoDate(nowMs - DAY_MS)) return t('common.yesterday')
  return dateFormat(locale).format(toMs(stamp))
}

/** A date in words of the locale. @example dateInWords(ms, 'es') // '21 nov 2026' */
export const dateInWords = (stamp: number, locale: string): string => dateFormat(locale).format(toMs(stamp))

/** Making an `Intl` formatter is slow and lists make many: one for each locale. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()
function dateFormat(locale: string): Intl.DateTimeFormat {
  let format = dateFormats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
    dateFormats.set(locale, format)
  }
  return format
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A time of day as hh:mm, in the reader's time zone. */
export function hourAndMinute(stamp: number): string {
  return timeOfDay(stamp).slice(0, 5)
}
