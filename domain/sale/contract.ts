import * as z from 'zod/mini'
import { type CardKind, cardKinds } from '../card/rules.ts'
import { endpoint } from '../endpoint.ts'
import { currency, decimalInput, decimalString, id, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { factorCode, payPasswordInput } from '../user/second-factor.ts'
import { saleStatuses } from './rules.ts'

/** Coins sold for US dollars, which are paid to a bank card of the customer. */

const saleOnWire = {
  amount: 'number',
  quoteId: 'quote_id',
  cardId: 'card_id',
  payPassword: 'pay_password',
} as const

const figures = {
  currency: z.string(),
  /** What is held, and sold. */
  amount: decimalString,
  /** Of the coin, and part of the amount. */
  fee: decimalString,
  /** In US dollars. */
  receive: decimalString,
  /** US dollars for one of the coin: the bid of the tape; of USDT, one. */
  rate: decimalString,
  /** The tick of the tape that the rate is of; null of USDT, which has none. */
  tick: z.nullable(z.object({ symbol: z.string(), sequence: z.number() })),
}

export const saleView = z.object({
  id: z.string(),
  /** What support, the bank's statement and the customer call it. @example 'S-610001' */
  reference: z.string(),
  status: z.enum(saleStatuses),
  ...figures,
  card: z.object({ kind: z.enum(cardKinds), bankName: z.string(), lastDigits: z.string() }),
  /** The bank's own reference of the payment; null until it is paid. */
  bankReference: z.nullable(z.string()),
  /** Why all of it came back. */
  why: z.nullable(z.string()),
  soldAtMs: timeMs,
  startedAtMs: z.nullable(timeMs),
  endedAtMs: z.nullable(timeMs),
})
export type SaleView = z.output<typeof saleView>

export const quoteSale = endpoint({
  area: 'sale',
  method: 'POST',
  path: '/sale/quote',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary:
    'What is paid to a card in US dollars for an amount of a coin, with rate and the fee of its kind, firm for some seconds',
  input: { currency, amount: decimalInput, cardId: id },
  wire: saleOnWire,
  output: z.object({ quoteId: z.string(), ...figures, validUntilMs: timeMs }),
})
export type SaleQuote = z.output<typeof quoteSale.output>

export const submitSale = endpoint({
  area: 'sale',
  method: 'POST',
  path: '/sale/submit',
  access: 'user',
  money: true,
  summary:
    'Sell at a quote’s figures, with the pay password: the coin is held at once, the dollars are paid to the card it was made for',
  input: {
    quoteId: id,
    payPassword: payPasswordInput,
    /** Of the second factor, where one is set. */
    code: z.optional(factorCode),
  },
  wire: saleOnWire,
  output: saleView,
})

export const sales = endpoint({
  area: 'sale',
  method: 'GET',
  path: '/sale/list',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s sales, newest first',
  wire: saleOnWire,
  ...listOf(saleView, { filters: { status: z.optional(z.enum(saleStatuses)) } }),
})

export const saleDetail = endpoint({
  area: 'sale',
  method: 'GET',
  path: '/sale/detail',
  access: 'user',
  showsMoney: true,
  summary: 'One sale of the customer’s own',
  input: { id },
  wire: saleOnWire,
  output: saleView,
})

/** What sales to cards of one kind cost. */
const cardTerms = z.object({
  feePercent: decimalString,
  minimumFee: decimalString,
  /** The smallest sale. */
  minimum: decimalString,
})

export const saleTerms = endpoint({
  area: 'sale',
  method: 'GET',
  path: '/sale/terms',
  access: 'user',
  showsMoney: true,
  summary: 'What can be sold now, for which fee and within which limits, and what stands in the way',
  output: z.object({
    coins: z.array(z.object({ code: z.string(), available: decimalString })),
    /** What each of these figures is in. */
    limitCurrency: z.string(),
    byCard: z.object({ domestic: cardTerms, international: cardTerms } satisfies Record<CardKind, unknown>),
    /** Of one sale, by the customer's tier. */
    maximum: decimalString,
    /** Of all within 24 hours. */
    maxPerCustomer: decimalString,
    left: decimalString,
    quoteSeconds: z.number(),
    /** Within how many hours a sale is usually paid: the service level of their queue. */
    payHours: z.number(),
    isPaused: z.boolean(),
    isVerified: z.boolean(),
    hasPayPassword: z.boolean(),
    /** Whether a code of the second factor is asked for. */
    hasSecondFactor: z.boolean(),
    /** Pay passwords that may still be wrong before none is taken for a day. */
    triesLeft: z.number(),
    /** Until when a change of what guards the account keeps money from leaving; null where nothing does. */
    heldUntilMs: z.nullable(timeMs),
    /** Until when the hours last that the customer locked for themselves; null outside of them. */
    nightLockedUntilMs: z.nullable(timeMs),
  }),
})

export type SaleTermsView = z.output<typeof saleTerms.output>

export const saleEndpoints = [saleTerms, quoteSale, submitSale, sales, saleDetail] as const
