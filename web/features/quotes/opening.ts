const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a week and the time in UTC, as markets are opened by. @example openingTime(ms, 'en') // 'Mon 14:30 UTC' */
export function openingTime(ms: number, locale: string): string {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
    formats.set(locale, format)
  }
  return `${format.format(ms)} ${new Date(ms).toISOString().slice(11, 16)} UTC`
}
