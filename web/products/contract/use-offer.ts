import type { TakenLots } from '#domain/contract/caps.ts'
import { contractDeal, contractTerms } from '#domain/contract/contract.ts'
import { readLots } from '#domain/contract/order.ts'
import { type ContractTerms, contractTermsOf, marginDecimals } from '#domain/contract/terms.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { requireTerms } from '#web/features/contract/contract-market.ts'

/** How often it is asked whether something has changed: terms, what is open, whether anything is opened. */
const OFFER_EVERY_MS = 10_000

/** On which terms an instrument's contract is offered now, and what an order depends on beside them. */
export interface Offer {
  /** Those of its class until the server has told which there are: it refuses orders on others. */
  readonly terms: ContractTerms
  /** What counts against the caps; undefined until it is known. */
  readonly taken: TakenLots | undefined
  /** Until when nothing is opened after a large move; null while it is. */
  readonly closedUntilMs: number | null
  /** What there is for losses past the margins; undefined until it is known. */
  readonly insurance: string | undefined
  /** What the contract wallet can spend, that of practice while it is on. */
  readonly available: string | undefined
}

type Told = OutputOf<typeof contractDeal>

/** The offer of an instrument; of somebody signed in with what they have in it. */
export function useOffer(instrument: Instrument): Offer {
  const { symbol } = instrument
  const isSignedIn = useSignedIn()
  const own = useApiQuery(contractDeal, { symbol }, { enabled: isSignedIn, refetchMs: OFFER_EVERY_MS })
  const open = useApiQuery(contractTerms, { symbol }, { enabled: !isSignedIn, refetchMs: OFFER_EVERY_MS })
  const told = isSignedIn ? own.data : open.data
  return {
    terms: told ? termsOf(instrument, told.terms) : requireTerms(instrument),
    taken: told && takenOf(told.market.openLots, own.data),
    closedUntilMs: told?.market.closedUntilMs ?? null,
    insurance: told?.market.insurance,
    available: own.data?.account.available,
  }
}

function termsOf(instrument: Instrument, told: Told['terms']): ContractTerms {
  const { termsVersion: version, maxPosition, maxOpenInterest, ...rest } = told
  const inUnits = (text: string) => units(parseDecimal(text, marginDecimals())!)
  const { lotSize: _lotSize, conversionSymbol: _conversion, ...offered } = rest
  return contractTermsOf(instrument, {
    ...{ version, ...offered, stressBps: requireTerms(instrument).stressBps },
    ...{ maxPosition: inUnits(maxPosition), maxOpenInterest: inUnits(maxOpenInterest) },
  })!
}

function takenOf(openLots: string, own: Told | undefined): TakenLots {
  const lots = [
    ...(own?.positions ?? []).map((position) => position.openLots),
    ...(own?.orders ?? []).map((order) => order.lots),
  ]
  return { own: lots.reduce((sum, text) => sum + lotsOf(text), 0n), all: lotsOf(openLots) }
}

function lotsOf(text: string): bigint {
  const read = readLots(text)
  return read.ok ? read.lots : 0n
}
