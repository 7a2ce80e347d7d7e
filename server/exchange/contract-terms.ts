import { contractTermsOf, marginDecimals } from '#domain/contract/terms.ts'
import { refusal } from '#domain/errors.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestTerms } from '#server/products/contract/service.ts'

/** The terms of all contracts, read once for a request. Refuses: (where they are asked for) INSTRUMENT_UNKNOWN. */
export async function termsIn(db: Db) {
  const changed = await newestTerms(db)
  return (instrument: Instrument) => {
    const terms = contractTermsOf(instrument, changed.get(instrument.symbol))
    if (!terms) throw refusal('INSTRUMENT_UNKNOWN')
    return { ...terms, maxPosition: formatDecimal(terms.maxPosition, marginDecimals()) }
  }
}
