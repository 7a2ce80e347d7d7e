import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { unusualChange } from '#domain/console/unusual.ts'
import {
  invalidContractTerm,
  maxLeverageOf,
  readLeverages,
  unusualLeverages,
  unusualShare,
} from '#domain/contract/change-terms.ts'
import { consoleContractTerms, type InstrumentTerms, proposeContractTerms } from '#domain/contract/console.ts'
import {
  type ContractTerms,
  contractTermsOf,
  MARGIN_CURRENCY,
  type OfferedTerms,
} from '#domain/contract/terms.ts'
import { refusal } from '#domain/errors.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { instruments } from '#domain/market/instruments.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import {
  amountField,
  feeField,
  fieldLines,
  type ProposalField,
  type ProposalFields,
  readFields,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import { changedTerms } from '#server/console/terms-change.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { insertTerms, newestTerms, termsNow } from './terms.ts'

/** How two operators change the terms of contracts, for orders to come. */

const leveragesField: ProposalField<readonly number[]> = {
  label: 'Leverages',
  unusual: unusualLeverages,
  read: (text) => readLeverages(text ?? ''),
  write: (leverages) => leverages.join(' '),
  show: (leverages) => leverages.map((one) => `${one}×`).join(' '),
}

const fields: ProposalFields<OfferedTerms> = {
  leverages: leveragesField,
  feeBps: feeField('Fee at opening and at closing', unusualShare('feeBps')),
  financingBps: feeField('Financing a day', unusualShare('financingBps')),
  maintenanceBps: feeField('Liquidated at, of the initial margin', unusualShare('maintenanceBps')),
  marginCallBps: feeField('Warned at, of the initial margin', unusualShare('marginCallBps')),
  collarBps: feeField('Limit prices, from the mark price', unusualShare('collarBps')),
  slippageBps: feeField('Slippage at the market', unusualShare('slippageBps')),
  stressBps: feeField('Stress move of the net exposure', unusualShare('stressBps')),
  maxPosition: amountField('Cap for one customer', unusualChange),
  maxOpenInterest: amountField('Cap on the open interest', unusualChange),
}

/** Refuses: TERMS_INVALID. */
function refuseInvalid(instrument: Instrument, terms: OfferedTerms): void {
  const field = invalidContractTerm(instrument, terms)
  if (field) throw refusal('TERMS_INVALID', { field })
}

export const contractTermsProposal: ProposalAction = {
  kind: 'contract-terms',
  roles: canManageProducts,
  viewers: canViewProducts,
  async describe(db, { params }) {
    const { instrument, terms } = await termsNow(db, params.symbol!)
    return {
      title: `Contract terms of ${instrument.label}`,
      lines: fieldLines(fields, readFields(fields, params, MARGIN_CURRENCY), MARGIN_CURRENCY, terms),
    }
  },
  async announces(tx, { params }) {
    const { instrument, terms } = await termsNow(tx, params.symbol!)
    const changed = readFields(fields, params, MARGIN_CURRENCY)
    const lines = changedTerms<OfferedTerms>(fields, changed, MARGIN_CURRENCY, terms)
    if (lines.length === 0) return undefined
    return { what: 'contract', about: instrument.label, happens: 'changed', lines }
  },
  async apply(tx, { id, params }, nowMs) {
    const { instrument, terms } = await termsNow(tx, params.symbol!)
    // What the checker saw was compared with terms that may be others by now.
    if (String(terms.version) !== params.version) throw refusal('PROPOSAL_OUTDATED')
    const changed = readFields(fields, params, MARGIN_CURRENCY)
    refuseInvalid(instrument, changed)
    await insertTerms(tx, instrument.symbol, terms.version + 1, changed, id, nowMs)
  },
}

/** The routes for the terms in `domain/contract/console.ts`. */
export const contractTermsRoutes: Route[] = [
  route(consoleContractTerms, async (_, { db, operator }) => {
    const changed = await newestTerms(db)
    return {
      currency: MARGIN_CURRENCY,
      instruments: instruments.flatMap((instrument) => {
        const terms = contractTermsOf(instrument, changed.get(instrument.symbol))
        return terms ? [instrumentTerms(instrument, terms)] : []
      }),
      pending: await pendingViews(db, [contractTermsProposal], operator),
    }
  }),
  proposalRoute(proposeContractTerms, contractTermsProposal, async (tx, { symbol, reason: _, ...typed }) => {
    const { instrument, terms } = await termsNow(tx, symbol)
    const changed = readFields(fields, typed, MARGIN_CURRENCY)
    refuseInvalid(instrument, changed)
    return {
      subject: `contract:${instrument.symbol}`,
      params: {
        ...writeFields(fields, changed, MARGIN_CURRENCY),
        symbol: instrument.symbol,
        version: String(terms.version),
      },
    }
  }),
]

function instrumentTerms(
  instrument: Instrument,
  {
    lotSize: _lotSize,
    conversion: _conversion,
    leverages,
    maxPosition,
    maxOpenInterest,
    ...rest
  }: ContractTerms,
): InstrumentTerms {
  return {
    ...{ symbol: instrument.symbol, label: instrument.label, ...rest },
    ...{ leverages: [...leverages], maxLeverage: maxLeverageOf(instrument) },
    maxPosition: formatAmount(maxPosition, MARGIN_CURRENCY),
    maxOpenInterest: formatAmount(maxOpenInterest, MARGIN_CURRENCY),
  }
}
