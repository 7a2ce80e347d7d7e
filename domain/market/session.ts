import { isFuturesHoliday, stockDay } from './holidays.ts'
import type { Instrument, SessionRule } from './instrument.ts'
import { fromWallTime, toWallTime, weekdayOf } from './wall-clock.ts'

/** Minutes of a wall-clock day between which a market trades: from is in, to is out. */
type Hours = readonly [from: number, to: number]

const MIDNIGHT = 24 * 60
const at = (hour: number, minute = 0) => hour * 60 + minute

/**
 * When each market trades, as its own wall clock shows it, on each calendar day.
 *
 * Source: forex Sunday to Friday 17:00 New York; NYSE core session 9:30 to 16:00, 13:00 on early closes;
 * CME Globex 18:00 to 17:00 of the next day with an hour's pause.
 */
const rules: Record<SessionRule, (day: number) => readonly Hours[]> = {
  always: () => [[0, MIDNIGHT]],

  forex(day) {
    const weekday = weekdayOf(day)
    if (weekday === 6) return []
    if (weekday === 0) return [[at(17), MIDNIGHT]]
    return weekday === 5 ? [[0, at(17)]] : [[0, MIDNIGHT]]
  },

  'us-stock'(day) {
    const kind = stockDay(day)
    if (kind === 'closed') return []
    return [[at(9, 30), kind === 'early-close' ? at(13) : at(16)]]
  },

  // The evening belongs to the next day's session, so it is shut when the next day is a holiday.
  'us-future'(day) {
    const weekday = weekdayOf(day)
    const hours: Hours[] = []
    if (weekday >= 1 && weekday <= 5 && !isFuturesHoliday(day)) hours.push([0, at(17)])
    if (weekday <= 4 && !isFuturesHoliday(day + 1)) hours.push([at(18), MIDNIGHT])
    return hours
  },
}

const known: Record<SessionRule, Map<number, readonly Hours[]>> = {
  always: new Map(),
  forex: new Map(),
  'us-stock': new Map(),
  'us-future': new Map(),
}

/** The hours of a day; kept, because holidays take some reckoning and charts ask for every minute. */
function hoursOn(rule: SessionRule, day: number): readonly Hours[] {
  const hours = known[rule].get(day) ?? rules[rule](day)
  known[rule].set(day, hours)
  return hours
}

/** Whether the instrument's market trades at this instant. */
export function isOpen(instrument: Instrument, nowMs: number): boolean {
  if (instrument.session === 'always') return true
  const { day, minute } = toWallTime(instrument.timeZone, nowMs)
  return hoursOn(instrument.session, day).some(([from, to]) => minute >= from && minute < to)
}

/** No market here is shut, or open without a pause, for longer than this. */
const HORIZON_DAYS = 10

/**
 * The next instant at which the market opens or closes.
 *
 * Units: milliseconds since 1970 UTC. Undefined for a market that never closes.
 */
export function nextChange(instrument: Instrument, nowMs: number): number | undefined {
  if (instrument.session === 'always') return undefined
  const today = toWallTime(instrument.timeZone, nowMs).day
  for (let day = today; day <= today + HORIZON_DAYS; day++) {
    for (const minute of edgesOn(instrument.session, day)) {
      const edge = fromWallTime(instrument.timeZone, { day, minute })
      if (edge > nowMs) return edge
    }
  }
  return undefined
}

/** The minutes of a day at which a market opens or closes; running through midnight is neither. */
function edgesOn(rule: SessionRule, day: number): number[] {
  const runsOn = (of: readonly Hours[], minute: number) =>
    of.some(([from, to]) => from === minute || to === minute)
  const edges: number[] = []
  for (const [from, to] of hoursOn(rule, day)) {
    if (from > 0 || !runsOn(hoursOn(rule, day - 1), MIDNIGHT)) edges.push(from)
    if (to < MIDNIGHT || !runsOn(hoursOn(rule, day + 1), 0)) edges.push(to)
  }
  return edges
}
