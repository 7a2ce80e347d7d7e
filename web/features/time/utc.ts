/** Dates in UTC, for what the server does at midnight UTC whatever the reader's time zone. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** A day in UTC, in words of the locale. @example utcDate(0, 'en') // 'Jan 1, 1970' */
export function utcDate(ms: number, locale: string): string {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    formats.set(locale, format)
  }
  return format.format(ms)
}

/** The same with the time, in figures: `Jan 1, 1970, 00:00 UTC`; `1970/01/01 00:00 UTC` where dates are figures too. */
export const utcMoment = (ms: number, locale: string): string => {
  const between = /^(zh|ja|ko)/.test(locale) ? ' ' : ', '
  return `${utcDate(ms, locale)}${between}${utcTime(ms)}`
}

/** A time of day in UTC. @example utcTime(0) // '00:00 UTC' */
export const utcTime = (ms: number): string => `${new Date(ms).toISOString().slice(11, 16)} UTC`

/** The same to the second. @example utcSecond(0) // '00:00:00 UTC' */
export const utcSecond = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)} UTC`

/** Both in figures, the same in all languages: for what is checked, where a moment is evidence. @example utcStamp(0) // '1970-01-01 00:00:00 UTC' */
export const utcStamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 10)} ${utcSecond(ms)}`
