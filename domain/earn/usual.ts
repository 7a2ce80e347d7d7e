import { type Unusual, unusual } from '../console/unusual.ts'
import type { Rate } from '../money/amount.ts'
import { formatPercent, parsePercent } from '../money/rate.ts'
import { apr } from './rules.ts'

/** What operators are asked to look at twice in the terms of a product. */

/** A simple yearly rate above this is hardly ever meant. */
const USUAL_APR = parsePercent('20')!
/** The same of a penalty, a share of the principal. */
const USUAL_PENALTY = parsePercent('5')!

/** What is unusual about a daily rate, beside the usual ones and the present one. */
export const unusualDailyRate = (daily: Rate, present?: Rate): Unusual | undefined =>
  unusual(apr(daily), {
    present: present === undefined ? undefined : apr(present),
    usual: { most: USUAL_APR, percent: formatPercent(USUAL_APR) },
  })

/** What is unusual about a penalty, beside the usual ones and the present one. */
export const unusualPenalty = (penalty: Rate, present?: Rate): Unusual | undefined =>
  unusual(penalty, { present, usual: { most: USUAL_PENALTY, percent: formatPercent(USUAL_PENALTY) } })
