import type { PnlView } from '#domain/wallet/contract.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import type { Translate } from '#web/texts/texts.ts'

type Since = Pick<PnlView, 'range' | 'fromMs'>

/** When a range begins, with its zone: today's by the time alone. @example '00:00 UTC' or 'Nov 16, 2026, 00:00 UTC' */
export const momentName = ({ range, fromMs }: Since, locale: string): string =>
  range === '1d' ? '00:00 UTC' : utcMoment(fromMs, locale)

/** @example 'since 00:00 UTC' */
export const sinceText = (since: Since, t: Translate, locale: string): string =>
  t(since.range === '1d' ? 'home.since' : 'home.since_day', { time: momentName(since, locale) })

/** @example '24,450.52 at 00:00 UTC' */
export const startText = (since: Since, amount: string, t: Translate, locale: string): string =>
  t(since.range === '1d' ? 'home.value_at' : 'home.value_on', { amount, time: momentName(since, locale) })
