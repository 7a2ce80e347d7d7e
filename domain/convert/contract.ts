import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { currency, decimalInput, decimalString, id, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'

/** Conversions between two currencies of a customer's funding wallet, at the prices of the tape. */

const convertOnWire = {
  from: 'from_currency_id',
  to: 'to_currency_id',
  amount: 'number',
  quoteId: 'quote_id',
} as const

const legView = z.object({
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  /** The bid where the base is sold, the ask where it is bought. */
  price: decimalString,
  bid: decimalString,
  ask: decimalString,
  /** The tick of the tape that both are of. */
  sequence: z.number(),
})

const figures = {
  from: z.string(),
  to: z.string(),
  amount: decimalString,
  /** Of the currency given, and part of the amount. */
  fee: decimalString,
  feePercent: decimalString,
  receive: decimalString,
  /** What is received for one of what is left after the fee. */
  rate: decimalString,
  /** How far the prices are from the middle of bid and ask. */
  spreadPercent: decimalString,
  legs: z.array(legView),
}

export const conversionView = z.object({ id: z.string(), ...figures, convertedAtMs: timeMs })
export type ConversionView = z.output<typeof conversionView>

const conversionQuote = z.object({ quoteId: z.string(), ...figures, validUntilMs: timeMs })
export type ConversionQuote = z.output<typeof conversionQuote>

/** What is said where no amount was: nothing of it is firm. */
const rateOfNow = z.object({
  ...figures,
  ...{ quoteId: z.null(), amount: z.null(), fee: z.null(), receive: z.null(), validUntilMs: z.null() },
})

/** Whether an answer is a quote: one for an amount. */
export const isQuote = (answer: z.output<typeof quoteConversion.output>): answer is ConversionQuote =>
  answer.quoteId !== null

export const quoteConversion = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/user/getTransferFee',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary:
    'What an amount is converted to, with rate, spread, fee and ticks, firm for some seconds; without an amount the rate and the fee of this moment, which nothing can be converted at later',
  input: { from: currency, to: currency, amount: z.optional(decimalInput) },
  wire: convertOnWire,
  output: z.union([conversionQuote, rateOfNow]),
})

export const convert = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/user/Transfer',
  access: 'user',
  money: true,
  summary: 'Convert within the funding wallet, at a quote’s figures or at those of this moment',
  input: { from: currency, to: currency, amount: decimalInput, quoteId: z.optional(id) },
  wire: convertOnWire,
  output: conversionView,
})

export const conversions = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/user/getTransferList',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s conversions, newest first',
  wire: convertOnWire,
  ...listOf(conversionView, { filters: {} }),
})

export const conversion = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/user/getTransferDetail',
  access: 'user',
  summary: 'One conversion, with the ticks that decided it',
  input: { id },
  wire: convertOnWire,
  output: conversionView,
})

export const convertTerms = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/user/getTransferTerms',
  access: 'public',
  summary: 'What can be converted to what, for which fee and within which limits',
  output: z.object({
    feePercent: decimalString,
    limitCurrency: z.string(),
    minimum: decimalString,
    maximum: decimalString,
    /** How much a customer may convert within 24 hours, whichever way. */
    maxPerCustomer: decimalString,
    quoteSeconds: z.number(),
    currencies: z.array(z.object({ code: z.string(), to: z.array(z.string()) })),
  }),
})

export const convertEndpoints = [convertTerms, quoteConversion, convert, conversions, conversion] as const
