import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/**
 * What is left of a wait, its last second begun: the same in every language.
 * @example countdownText(754_000) // '12:34'
 */
export function countdownText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS)
  const [hours, minutes] = [
    Math.floor((seconds * SECOND_MS) / HOUR_MS),
    Math.floor((seconds * SECOND_MS) / MINUTE_MS) % 60,
  ]
  const parts = [...(hours > 0 ? [hours] : []), minutes, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
