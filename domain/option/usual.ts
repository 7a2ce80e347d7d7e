import { type Unusual, unusual } from '../console/unusual.ts'
import type { OptionPeriod } from './terms.ts'

/** What operators are asked to look at twice in the terms of seconds options. */

/** A payout above this leaves so little to the platform that it is hardly ever meant. Units: basis points. */
const USUAL_PAYOUT_BPS = 9_500n
/** The same of the fund's share that may be owed for one instrument and second. */
const USUAL_EXPOSURE_BPS = 1_000n

const highestPayout = (periods: readonly OptionPeriod[]): bigint =>
  BigInt(Math.max(0, ...periods.map(({ payoutBps }) => payoutBps)))

/** Why periods should be looked at twice: for the highest of their payouts. */
export const unusualPeriods = (
  periods: readonly OptionPeriod[],
  present?: readonly OptionPeriod[],
): Unusual | undefined =>
  unusual(highestPayout(periods), {
    present: present && highestPayout(present),
    usual: { most: USUAL_PAYOUT_BPS, percent: '95' },
  })

/** Why the exposure should be looked at twice. Units: basis points. */
export const unusualExposure = (bps: number, present?: number): Unusual | undefined =>
  unusual(BigInt(bps), {
    present: present === undefined ? undefined : BigInt(present),
    usual: { most: USUAL_EXPOSURE_BPS, percent: '10' },
  })
