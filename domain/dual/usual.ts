import { type Unusual, unusual } from '../console/unusual.ts'
import type { Rate } from '../money/amount.ts'
import { formatPercent, parsePercent } from '../money/rate.ts'

/** What operators are asked to look at twice in a product. */

/** A yield for one term above this is hardly ever meant. */
const USUAL_YIELD = parsePercent('5')!

/** What is unusual about the yield of a term, beside the usual ones. */
export const unusualYield = (yieldRate: Rate, present?: Rate): Unusual | undefined =>
  unusual(yieldRate, { present, usual: { most: USUAL_YIELD, percent: formatPercent(USUAL_YIELD) } })
