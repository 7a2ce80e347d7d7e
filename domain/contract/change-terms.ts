import { type Unusual, unusual } from '../console/unusual.ts'
import type { Instrument } from '../market/instrument.ts'
import { parseDecimal } from '../money/amount.ts'
import { percentOfBps } from '../money/rate.ts'
import { contractTermsOf, marginDecimals, type OfferedTerms } from './terms.ts'

/** What may be proposed as the terms of an instrument's contract, and what operators are asked to look at twice. */

/** Between which basis points each share may be. */
export const termBounds = {
  feeBps: [0, 100],
  financingBps: [0, 100],
  maintenanceBps: [2_500, 7_500],
  marginCallBps: [2_501, 9_500],
  collarBps: [50, 2_000],
  slippageBps: [1, 500],
  stressBps: [100, 5_000],
} as const satisfies Partial<Record<keyof OfferedTerms, readonly [number, number]>>

/** The largest cap on the open interest, in the margin currency. */
const MAX_OPEN_INTEREST = '10000000000'

/** The highest leverage that an instrument's class allows, whatever operators decide. Source: safety.md, section 6. */
export const maxLeverageOf = (instrument: Instrument): number =>
  contractTermsOf(instrument)!.leverages.at(-1)!

/** The first of the terms that cannot be right; undefined where all can. */
export function invalidContractTerm(instrument: Instrument, terms: OfferedTerms): string | undefined {
  const { leverages, maintenanceBps, marginCallBps, slippageBps, collarBps } = terms
  const isAscending = leverages.every((one, n) => Number.isInteger(one) && one > (leverages[n - 1] ?? 0))
  if (!isAscending || leverages.length === 0 || leverages.at(-1)! > maxLeverageOf(instrument)) {
    return 'leverages'
  }
  for (const [name, [least, most]] of Object.entries(termBounds)) {
    const value = terms[name as keyof typeof termBounds]
    if (!Number.isInteger(value) || value < least || value > most) return name
  }
  if (marginCallBps <= maintenanceBps) return 'marginCallBps'
  if (slippageBps > collarBps) return 'slippageBps'
  if (terms.maxPosition <= 0n) return 'maxPosition'
  const most = parseDecimal(MAX_OPEN_INTEREST, marginDecimals())!
  return terms.maxOpenInterest < terms.maxPosition || terms.maxOpenInterest > most
    ? 'maxOpenInterest'
    : undefined
}

/** Shares above these are hardly ever meant. Units: basis points. */
const usual = { feeBps: 10, financingBps: 10, collarBps: 1_000, slippageBps: 200 } as const
type Share = keyof typeof termBounds

/** Why a share should be looked at twice: far from the present one, or above what is usual. Units: basis points. */
export const unusualShare =
  (name: Share) =>
  (bps: number, present?: number): Unusual | undefined => {
    const most = name in usual ? usual[name as keyof typeof usual] : undefined
    return unusual(BigInt(bps), {
      present: present === undefined ? undefined : BigInt(present),
      ...(most !== undefined && { usual: { most: BigInt(most), percent: percentOfBps(most) } }),
    })
  }

/** Why leverages should be looked at twice: for the highest of them. */
export const unusualLeverages = (
  leverages: readonly number[],
  present?: readonly number[],
): Unusual | undefined =>
  unusual(BigInt(leverages.at(-1) ?? 0), { present: present && BigInt(present.at(-1) ?? 0) })

/** @example readLeverages('2 5 10') // [2, 5, 10] */
export const readLeverages = (text: string): number[] => text.split(' ').map(Number)
