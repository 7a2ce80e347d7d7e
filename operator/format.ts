import { DAY_MS, HOUR_MS, MINUTE_MS, utcMinute } from '#domain/time.ts'
import { amount } from '#web/format/number.ts'

/** Ages and times for people who watch queues: short, in UTC, the same everywhere. */

/** How long something waits. @example age(3_840_000) // '1 h 04' */
export function age(ms: number): string {
  if (ms < MINUTE_MS) return '< 1 min'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  const minutes = String(Math.floor((ms % HOUR_MS) / MINUTE_MS)).padStart(2, '0')
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ${minutes}`
  return `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`
}

/** How old a tick is. @example seconds(1_300) // '1.3 s' */
export const seconds = (ms: number): string => (ms < MINUTE_MS ? `${(ms / 1_000).toFixed(1)} s` : age(ms))

/** @example dateTimeUtc(0) // '1970-01-01 00:00:00' */
export const dateTimeUtc = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** A moment where nothing around it names its zone. @example momentUtc(0) // '1970-01-01 00:00 UTC' */
export const momentUtc = (ms: number): string => `${utcMinute(ms)} UTC`

/** The time of day of a moment. @example timeUtc(0) // '00:00:00' */
export const timeUtc = (ms: number): string => new Date(ms).toISOString().slice(11, 19)

/** The date of a moment. @example dateUtc(0) // '1970-01-01' */
export const dateUtc = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** A long hash with its middle left out; any other text as it is. @example '000000 … a1b2c3' */
export const shortHash = (text: string): string =>
  /^[0-9A-Za-z]{32,}$/.test(text) ? `${text.slice(0, 6)} … ${text.slice(-6)}` : text

/** An amount with its currency. @example amountText('42000.0000000', 'USDT') // '42,000.00 USDT' */
export const amountText = (decimal: string, currency: string): string => `${amount(decimal)} ${currency}`

/** Reads a minute of UTC, as people write one; undefined where it is none. @example readMinute('2026-01-31 12:00') */
export function readMinute(typed: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/.exec(typed.trim())
  const atMs = match ? Date.parse(`${match[1]}T${match[2]}:00Z`) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs
}
