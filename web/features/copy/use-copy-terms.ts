import { marginDecimals } from '#domain/contract/terms.ts'
import { copyTerms } from '#domain/copy/contract.ts'
import { type CopyTerms, firstCopyTerms } from '#domain/copy/offered-terms.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { useApiQuery } from '#web/app/use-api.ts'

const TERMS_EVERY_MS = 60_000

/**
 * The terms for relations to come; or those of a relation that began with another version, as far as the app knows them: the
 * agreement's, which no others exceed. The server knows them all.
 */
export function useCopyTerms(version?: number): CopyTerms {
  const { data } = useApiQuery(copyTerms, {}, { refetchMs: TERMS_EVERY_MS })
  if (!data || (version !== undefined && version !== data.termsVersion)) return firstCopyTerms()
  const { termsVersion, currency: _, minAmount, maxAmount, ...rest } = data
  const inUnits = (text: string) => units(parseDecimal(text, marginDecimals())!)
  return { version: termsVersion, ...rest, minAmount: inUnits(minAmount), maxAmount: inUnits(maxAmount) }
}
