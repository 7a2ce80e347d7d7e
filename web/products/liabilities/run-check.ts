import type { LiabilitiesProofFile } from '#domain/liabilities/contract.ts'
import { type CheckedLiabilities, checkLiabilities } from '#domain/liabilities/proof.ts'
import type { Sums } from '#domain/liabilities/rules.ts'
import type { LiabilitiesStatement } from '#domain/liabilities/statement.ts'
import { formatDecimal } from '#domain/money/amount.ts'

export interface LiabilitiesRun extends CheckedLiabilities {
  /** How long it took. */
  readonly ms: number
}

/** Checks a proof here, for the customer of this id. */
export function runCheck(file: LiabilitiesProofFile, customer: string): LiabilitiesRun {
  const beganAt = performance.now()
  return { ...checkLiabilities(file, customer), ms: performance.now() - beganAt }
}

/** The same proof as if the customer were owed one unit less of what they have. */
export function alteredFile(file: LiabilitiesProofFile): LiabilitiesProofFile {
  const [first, ...others] = file.leaves
  const place = first!.amounts.findIndex((amount) => amount !== '0')
  const amounts = first!.amounts.map((amount, n) =>
    n === Math.max(0, place) ? String(amount === '0' ? 1n : BigInt(amount) - 1n) : amount,
  )
  return { ...file, leaves: [{ ...first!, amounts }, ...others] }
}

/** A currency of a statement, as it is shown. */
export interface CurrencyLine {
  readonly code: string
  /** The customer's own; undefined where it is not known. */
  readonly own: string | undefined
  readonly liabilities: string
  readonly reserves: string
  /** Whether there is at least as much as is owed. */
  readonly isCovered: boolean
}

/** What a statement says of each currency, beside what of it is the customer's own. */
export const linesOf = ({ currencies }: LiabilitiesStatement, own: Sums | undefined): CurrencyLine[] =>
  currencies.map(({ code, decimals, liabilities, reserves }, n) => ({
    ...{ code, own: own && formatDecimal(own[n]!, decimals) },
    ...{ liabilities: formatDecimal(liabilities, decimals), reserves: formatDecimal(reserves, decimals) },
    isCovered: reserves >= liabilities,
  }))
