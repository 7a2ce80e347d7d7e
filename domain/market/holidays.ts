import { dateOf, dayOf, weekdayOf } from './wall-clock.ts'

/** How long the New York Stock Exchange is open on a day. */
export type StockDay = 'full' | 'early-close' | 'closed'

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const FRIDAY = 5
const SATURDAY = 6

/** The n-th given weekday of a month; n = -1 is the last. */
function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  if (n < 0) {
    const last = dayOf(year, month + 1, 1) - 1
    return last - ((weekdayOf(last) - weekday + 7) % 7)
  }
  const first = dayOf(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

/** Easter Sunday of a year, by the anonymous Gregorian computus. */
export function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const date = (h + l - 7 * m + 33 * month + 19) % 32
  return dayOf(year, month, date)
}

/** A fixed-date holiday as it is kept: Saturdays the Friday before, Sundays the Monday after. */
function observed(day: number): number {
  if (weekdayOf(day) === SATURDAY) return day - 1
  if (weekdayOf(day) === SUNDAY) return day + 1
  return day
}

/** Good Friday, Christmas and New Year: the days on which American futures do not trade either. */
export function isFuturesHoliday(day: number): boolean {
  const { year, month, date } = dateOf(day)
  return day === easterSunday(year) - 2 || (month === 12 && date === 25) || (month === 1 && date === 1)
}

function isStockHoliday(day: number): boolean {
  const { year } = dateOf(day)
  const newYear = dayOf(year, 1, 1)
  return (
    // Rule 7.2: a New Year's Day on a Saturday is not kept on the Friday, which ends the year.
    (weekdayOf(newYear) !== SATURDAY && day === observed(newYear)) ||
    day === nthWeekday(year, 1, MONDAY, 3) || // Martin Luther King Jr. Day
    day === nthWeekday(year, 2, MONDAY, 3) || // Washington's Birthday
    day === easterSunday(year) - 2 || // Good Friday
    day === nthWeekday(year, 5, MONDAY, -1) || // Memorial Day
    (year >= 2022 && day === observed(dayOf(year, 6, 19))) || // Juneteenth
    day === observed(dayOf(year, 7, 4)) || // Independence Day
    day === nthWeekday(year, 9, MONDAY, 1) || // Labor Day
    day === nthWeekday(year, 11, THURSDAY, 4) || // Thanksgiving
    day === observed(dayOf(year, 12, 25)) // Christmas
  )
}

function isEarlyClose(day: number): boolean {
  const { year, month, date } = dateOf(day)
  const weekday = weekdayOf(day)
  const dayAfterThanksgiving = day === nthWeekday(year, 11, THURSDAY, 4) + 1
  const christmasEve = month === 12 && date === 24 && weekday < FRIDAY
  const beforeIndependenceDay = month === 7 && date === 3 && weekday < FRIDAY
  return dayAfterThanksgiving || christmasEve || beforeIndependenceDay
}

/**
 * Whether the New York Stock Exchange opens on a New York calendar day, and whether until 13:00 only.
 *
 * Source: NYSE Rule 7.2 and the published holiday calendars 2022 to 2028. Days of national mourning and
 * storms are announced, not computed; they are not here.
 */
export function stockDay(day: number): StockDay {
  const weekday = weekdayOf(day)
  if (weekday === SUNDAY || weekday === SATURDAY || isStockHoliday(day)) return 'closed'
  return isEarlyClose(day) ? 'early-close' : 'full'
}
