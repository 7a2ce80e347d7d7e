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
  return `${utcDate(ms, locale)}${between}${new Date(ms).toISOString().slice(11, 16)} UTC`
}
