import { type Unusual, unusual } from '../console/unusual.ts'
import type { Rate } from '../money/amount.ts'
import { formatPercent, parsePercent } from '../money/rate.ts'

/** What operators are asked to look at twice in the terms of loans. */

/** A rate for one day above this is hardly ever meant. */
const USUAL_DAILY = parsePercent('0.1')!

/** What is unusual about a rate a day, beside the usual ones. */
export const unusualDailyRate = (rate: Rate, present?: Rate): Unusual | undefined =>
  unusual(rate, { present, usual: { most: USUAL_DAILY, percent: formatPercent(USUAL_DAILY) } })
