import { type Unusual, unusual } from '../console/unusual.ts'

/** A fee above this is hardly ever meant: half a percent. */
const USUAL_FEE_BPS = 50n

/** Why a fee should be looked at twice. Units: basis points. */
export const unusualFee = (bps: number, present?: number): Unusual | undefined =>
  unusual(BigInt(bps), {
    present: present === undefined ? undefined : BigInt(present),
    usual: { most: USUAL_FEE_BPS, percent: '0.50' },
  })
