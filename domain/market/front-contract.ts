import { dateOf, dayOf, toWallTime, weekdayOf } from './wall-clock.ts'

/**
 * Which delivery month a future without one is quoted by. It follows from the calendar alone, so that nobody chooses it and
 * everybody knows it beforehand; it changes while the market is closed, between Friday and Sunday evening. Decision 0034.
 */

/** CME's letters of the months, January first. */
const LETTERS = 'FGHJKMNQUVXZ'

const MONDAY = 1
const WEDNESDAY = 3
const FRIDAY = 5
const QUARTERS = [3, 6, 9, 12]
const EVERY_MONTH = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

interface Rolling {
  /** The months of delivery that are traded most. */
  readonly months: readonly number[]
  /** The Monday from which a delivery month is quoted no more. */
  lastsUntil(year: number, month: number): number
}

const mondayOf = (day: number): number => day - ((weekdayOf(day) - MONDAY + 7) % 7)

/** The n-th given weekday of a month. */
function nth(year: number, month: number, weekday: number, n: number): number {
  const first = dayOf(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

/** The share indices expire on the third Friday; CME's roll date is the Monday before it. */
const ofIndices: Rolling = {
  months: QUARTERS,
  lastsUntil: (year, month) => mondayOf(nth(year, month, FRIDAY, 3)),
}

/**
 * Source: contract specifications of CME Group. Each is left before the first notice and the last trading day, in the week in which
 * most of its trading moves on.
 */
const rolling: Readonly<Record<string, Rolling>> = {
  ES: ofIndices,
  NQ: ofIndices,
  YM: ofIndices,
  // Trading ends on the second business day before the third Wednesday.
  '6E': {
    months: QUARTERS,
    lastsUntil: (year, month) => mondayOf(nth(year, month, WEDNESDAY, 3)) - 7,
  },
  // The first notice is on the last business day of the month before.
  GC: {
    months: [2, 4, 6, 8, 12],
    lastsUntil: (year, month) => mondayOf(dayOf(year, month, 1) - 5),
  },
  // Trading ends three business days before the 25th of the month before.
  CL: {
    months: EVERY_MONTH,
    lastsUntil: (year, month) => mondayOf(dayOf(year, month - 1, 15)),
  },
}

/** A session begins in the evening before its day, New York time. */
const SESSION_BEGINS = 18 * 60
const DECEMBER = 12

/**
 * The contract that a future is quoted by: its name, the month's letter and the year's last digit.
 *
 * Returns: undefined of a future that no rule is known of.
 * @example frontContract('ES', Date.parse('2026-11-27T15:00:00Z')) // 'ESZ6'
 */
export function frontContract(symbol: string, nowMs: number): string | undefined {
  const rule = rolling[symbol]
  if (!rule) return undefined
  const day = tradingDay(nowMs)
  const { year, month } = dateOf(day)
  // A delivery month is traded before it begins: of the next fifteen one is not over.
  for (let ahead = 0; ahead <= DECEMBER + 3; ahead++) {
    const delivery = {
      year: year + Math.floor((month - 1 + ahead) / 12),
      month: ((month - 1 + ahead) % 12) + 1,
    }
    if (!rule.months.includes(delivery.month)) continue
    if (day < rule.lastsUntil(delivery.year, delivery.month))
      return `${symbol}${LETTERS[delivery.month - 1]}${delivery.year % 10}`
  }
  return undefined
}

/** The day that a moment's session is of; between Friday's and Monday's it is already Monday. */
function tradingDay(nowMs: number): number {
  const { day, minute } = toWallTime('America/New_York', nowMs)
  const weekday = weekdayOf(day)
  if (weekday === 6 || (weekday === FRIDAY && minute >= SESSION_BEGINS - 60))
    return day + (weekday === 6 ? 2 : 3)
  if (weekday === 0) return day + 1
  return minute >= SESSION_BEGINS ? day + 1 : day
}
