import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Translate } from '#web/texts/texts.ts'

/**
 * A time in its largest whole unit. Its words come with `status_pages`.
 *
 * Rounds: down.
 * @example duration(90_000, t) // '1 min'
 */
export function duration(ms: number, t: Translate): string {
  const number = (unit: number) => ({ number: String(Math.floor(ms / unit)) })
  if (ms < SECOND_MS) return t('status_pages.milliseconds', { number: String(ms) })
  if (ms < MINUTE_MS) return t('status_pages.seconds', number(SECOND_MS))
  if (ms < HOUR_MS) return t('status_pages.minutes', number(MINUTE_MS))
  return t('status_pages.hours', number(HOUR_MS))
}
