import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { anyOperator, canCloseProducts, canManageProducts, canViewProducts } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, plainText, symbol, timeMs, whole } from '../fields.ts'
import { currencyView, instrumentView } from '../market/contract.ts'
import { instrumentClasses } from '../market/instrument.ts'
import { DEFAULT_RESTING_BAND_BPS, MAX_FEE_BPS, MAX_LOT_SIZE, MAX_RESTING_BAND_BPS } from './rules.ts'

/** What is listed, and the proposals to change it. */

const terms = {
  status: z.enum(['trading', 'halted']),
  minNotional: decimalInput,
  makerFeeBps: whole(0, MAX_FEE_BPS),
  takerFeeBps: whole(0, MAX_FEE_BPS),
  collar: z.enum(['major', 'other']),
  restingBandBps: z.prefault(whole(1, MAX_RESTING_BAND_BPS), `${DEFAULT_RESTING_BAND_BPS}`),
}
const termsOnWire = {
  minNotional: 'min_notional',
  makerFeeBps: 'maker_fee_bps',
  takerFeeBps: 'taker_fee_bps',
  restingBandBps: 'resting_band_bps',
}

const code = z.string().check(z.regex(/^[A-Z][A-Z0-9]{1,9}$/, 'capital letters and digits'))

export const consoleListing = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/listing',
  access: 'operator',
  // Every form with amounts in it needs the currencies.
  roles: anyOperator,
  summary: 'Currencies, instruments with their terms, and what waits for a second operator',
  output: z.object({
    version: z.number(),
    currencies: z.array(currencyView),
    instruments: z.array(z.object({ ...instrumentView.shape, pending: z.nullable(proposalView) })),
    /** Proposals for what is not listed yet. */
    drafts: z.array(proposalView),
  }),
})

export const consoleTermsHistory = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/listing/history',
  access: 'operator',
  roles: canViewProducts,
  summary: 'All terms an instrument ever had, newest first',
  input: { symbol },
  output: z.array(
    z.object({
      version: z.number(),
      status: z.enum(['trading', 'halted']),
      minNotional: decimalString,
      makerFeeBps: z.number(),
      takerFeeBps: z.number(),
      collar: z.enum(['major', 'other']),
      restingBandBps: z.number(),
      /** The proposal they came by; those a new installation begins with have none. */
      proposal: z.nullable(z.string()),
      atMs: timeMs,
    }),
  ),
})

export const proposeTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/listing/terms',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other terms for future orders of an instrument',
  input: { symbol, ...terms, reason },
  wire: termsOnWire,
  output: proposalView,
})

export const haltInstrument = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/listing/halt',
  access: 'operator',
  roles: canCloseProducts,
  rate: 'write',
  summary: 'Take no more orders of an instrument, at once: the safe direction needs no second person',
  input: { symbol, reason },
  output: nothing,
})

export const proposeCurrency = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/listing/currency',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose a new currency',
  input: {
    code,
    name: plainText(40),
    decimals: whole(0, 10),
    kind: z.enum(['crypto', 'fiat']),
    colour: z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'a color like #3AB08C')),
    reason,
  },
  output: proposalView,
})

export const proposeInstrument = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/listing/instrument',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose a new instrument; it is listed halted',
  input: {
    base: code,
    quote: code,
    name: plainText(60),
    class: z.enum(instrumentClasses),
    tickSize: decimalInput,
    stepSize: decimalInput,
    /** How much of base one lot of its contract is; left out, what is usual in its class. A future has to say it. */
    lotSize: z.optional(whole(1, MAX_LOT_SIZE)),
    referencePrice: decimalInput,
    minNotional: decimalInput,
    makerFeeBps: whole(0, MAX_FEE_BPS),
    takerFeeBps: whole(0, MAX_FEE_BPS),
    reason,
  },
  wire: {
    ...termsOnWire,
    tickSize: 'tick_size',
    stepSize: 'step_size',
    lotSize: 'lot_size',
    referencePrice: 'reference_price',
  },
  output: proposalView,
})

export const listingConsoleEndpoints = [
  consoleListing,
  consoleTermsHistory,
  proposeTerms,
  haltInstrument,
  proposeCurrency,
  proposeInstrument,
]
