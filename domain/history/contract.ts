import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, idOf, listedSymbol, momentInput, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'

/** Everything of a customer's that ended, whatever product it was of: orders, positions, copies, auctions, blind boxes. */

/** The products whose records are listed. A new one is a word here. */
export const historyProducts = ['spot', 'contract', 'option', 'copy', 'dual', 'ieo', 'nft', 'box'] as const
export type HistoryProduct = (typeof historyProducts)[number]

/** The products whose orders are signed as they are accepted. */
export const receiptProducts = ['spot', 'contract', 'option', 'dual', 'box'] as const
export type ReceiptProduct = (typeof receiptProducts)[number]

/** How a record can have ended; each product has two or three of these. */
export const endedStatuses = [
  ...(['filled', 'closed', 'liquidated', 'settled', 'cancelled', 'void'] as const),
  // Of artworks: the deposit of an auction that another won came back, and what was won was not paid.
  ...(['returned', 'forfeited'] as const),
] as const
export type EndedStatus = (typeof endedStatuses)[number]

/** Which way a record went, by its product. */
export const endedSides = ['buy', 'sell', 'long', 'short', 'rise', 'fall'] as const

export const endedView = z.object({
  product: z.enum(historyProducts),
  /** Of the order or position, as its product's own calls take it. */
  id: z.string(),
  /** What it was of; of an artwork its code, of a blind box its series and number. */
  symbol: z.string(),
  side: z.enum(endedSides),
  status: z.enum(endedStatuses),
  /** What was ordered, in `unit`: a currency, or `lots`. */
  quantity: decimalString,
  /** What of it was traded, opened or staked to the end. */
  filled: decimalString,
  unit: z.string(),
  /** The average price of its fills, or where it was entered; null where nothing was. */
  openPrice: z.nullable(decimalString),
  /** Of its last closing, or its exit; null where there was none. */
  closePrice: z.nullable(decimalString),
  /** What was gained or lost, after fees and financing; null for spot, and where nothing was opened. */
  result: z.nullable(decimalString),
  resultCurrency: z.string(),
  fee: decimalString,
  feeCurrency: z.string(),
  /** Of a copy: its relation, and what the lead was called when that began; null of all else. */
  relationId: z.nullable(z.string()),
  leadName: z.nullable(z.string()),
  placedAtMs: timeMs,
  endedAtMs: timeMs,
})
export type EndedView = z.output<typeof endedView>

const historyFilter = {
  product: z.optional(z.enum(historyProducts)),
  symbol: z.optional(listedSymbol),
  status: z.optional(z.enum(endedStatuses)),
  /** When it ended: from this moment, up to but not including that one. */
  fromMs: z.optional(momentInput),
  toMs: z.optional(momentInput),
}
const historyOnWire = {
  symbol: 'currency_id',
  relationId: 'follow_user_id',
  fromMs: 'from',
  toMs: 'to',
} as const

export const historyList = endpoint({
  area: 'history',
  method: 'GET',
  path: '/user/history',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'Everything of the customer that ended, of all products, what ended last first',
  wire: historyOnWire,
  ...listOf(endedView, { filters: historyFilter }),
})

export const historyCsv = endpoint({
  area: 'history',
  method: 'GET',
  path: '/user/history_csv',
  access: 'user',
  isHeavy: true,
  // A file of thousands of rows costs about what an upload does.
  rate: 'upload',
  answersFile: ['text/csv'],
  summary: 'The same as a CSV file, times in UTC, amounts exact',
  input: historyFilter,
  wire: historyOnWire,
  output: z.string(),
})

export const proofReceipt = endpoint({
  area: 'history',
  method: 'GET',
  path: '/proof/receipt',
  access: 'user',
  summary:
    'What was signed when one of the customer’s orders was accepted: a contract’s, a seconds option’s, a dual investment’s, a blind box’s, a stop’s. Of other spot orders the fills are signed, see `/coin/proof`',
  input: { id: idOf<bigint>() },
  outputWire: {},
  output: z.object({
    product: z.enum(receiptProducts),
    id: z.string(),
    /** A signed note: its lines say the terms. */
    receipt: z.string(),
    /** Which key signed it. */
    publicKey: z.string(),
  }),
})

/** Every call of the history. */
export const historyEndpoints = [historyList, historyCsv, proofReceipt] as const
