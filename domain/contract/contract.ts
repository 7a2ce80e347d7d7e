import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint, type WireNames } from '../endpoint.ts'
import {
  currencyCode,
  decimalInput,
  decimalString,
  idOf,
  listedSymbol,
  momentInput,
  symbolInput,
  timeMs,
  whole,
} from '../fields.ts'
import type { PositionId } from '../ids.ts'
import { listOf } from '../list.ts'
import { isDecimal } from '../money/amount.ts'
import { accountType, accountTypeOnWire } from '../practice/account-type.ts'
import { contractProofFile } from '../proof/contract.ts'
import { acceptDisclosureEndpoint, disclosureEndpoint } from '../user/disclosure.ts'
import { lossShareEndpoint } from '../user/loss-share.ts'
import { endReasons } from './end-reasons.ts'
import { directions, positionStatuses } from './rules.ts'
import { MARGIN_CURRENCY } from './terms.ts'

/**
 * Leveraged contracts on the wire. Decimal strings throughout: prices in quote per base, lots with two decimals,
 * amounts in the margin currency. A mark price is the middle of bid and ask, and may have a decimal more than a price.
 */

export const positionView = z.object({
  id: z.string(),
  symbol: z.string(),
  marginCurrency: z.string(),
  direction: z.enum(directions),
  leverage: z.number(),
  /** What was ordered, and what of it is open. */
  lots: decimalString,
  openLots: decimalString,
  status: z.enum(positionStatuses),
  /** Why it ended; null while it has not. */
  reason: z.nullable(z.enum(endReasons)),
  /** The relation that it was opened by, and what the lead was called when that began; null of an own order. */
  relationId: z.nullable(z.string()),
  leadName: z.nullable(z.string()),
  /** Null for an order at the market. */
  limitPrice: z.nullable(decimalString),
  /** Null until it opens. */
  entryPrice: z.nullable(decimalString),
  /** Of its last closing; null before. */
  closePrice: z.nullable(decimalString),
  /** What it is worth now; null while it is not open, and without a price. */
  markPrice: z.nullable(decimalString),
  /** Held for it now; of an order that waits, with the fee of its opening. */
  margin: decimalString,
  initialMargin: decimalString,
  /** The equity at which it is liquidated. */
  maintenance: decimalString,
  /** The mark price at which it is liquidated; null where none does it. */
  liquidationPrice: z.nullable(decimalString),
  /** Ticks gained: to the close price, or to the mark price while it is open. */
  points: z.nullable(decimalString),
  fee: decimalString,
  financing: decimalString,
  /** What its closings gained or lost, before fees and financing. */
  realizedPnl: decimalString,
  /** At the mark price; null while it is not open, and without a price. */
  unrealizedPnl: z.nullable(decimalString),
  takeProfit: z.nullable(decimalString),
  stopLoss: z.nullable(decimalString),
  termsVersion: z.number(),
  /** Of the terms it was accepted with: the fee of its closing, and of each midnight. */
  feeBps: z.number(),
  financingBps: z.number(),
  /** Where the tape stood when it was accepted, and the ticks that opened it and closed it last. */
  tapeSequence: z.number(),
  entrySequence: z.nullable(z.number()),
  closeSequence: z.nullable(z.number()),
  createdAtMs: timeMs,
  openedAtMs: z.nullable(timeMs),
  closedAtMs: z.nullable(timeMs),
  updatedAtMs: timeMs,
})
export type PositionView = z.output<typeof positionView>

/** What happened to a position, with the tick that decided it. */
export const positionChangeView = z.object({
  id: z.string(),
  kind: z.enum(['opened', 'closed', 'cancelled', 'margin', 'stops', 'amended', 'financing', 'margin-call']),
  reason: z.nullable(z.enum(endReasons)),
  lots: z.nullable(decimalString),
  price: z.nullable(decimalString),
  sequence: z.nullable(z.number()),
  /** The middle price of what converted the quote, and its tick. */
  conversionPrice: z.nullable(decimalString),
  conversionSequence: z.nullable(z.number()),
  /** The profit of a closing, what was added to the margin, or charged as financing. */
  amount: z.nullable(decimalString),
  fee: z.nullable(decimalString),
  /** What the insurance covered of a loss. */
  shortfall: z.nullable(decimalString),
  /** As they stood after it. */
  margin: decimalString,
  takeProfit: z.nullable(decimalString),
  stopLoss: z.nullable(decimalString),
  liquidationPrice: z.nullable(decimalString),
  atMs: timeMs,
})
export type PositionChangeView = z.output<typeof positionChangeView>

/** The terms of an instrument's contract, shown before an order and frozen into each position. */
export const contractTermsView = z.object({
  symbol: z.string(),
  termsVersion: z.number(),
  marginCurrency: z.string(),
  /** In base. */
  lotSize: z.number(),
  lotStep: decimalString,
  leverages: z.array(z.number()),
  feeBps: z.number(),
  financingBps: z.number(),
  nextFinancingAtMs: timeMs,
  maintenanceBps: z.number(),
  marginCallBps: z.number(),
  collarBps: z.number(),
  slippageBps: z.number(),
  /** What one customer may have in it, open and waiting, and what all may have open, at the mark price. */
  maxPosition: decimalString,
  maxOpenInterest: decimalString,
  /** Which instrument converts its quote to the margin currency; null where nothing has to. */
  conversionSymbol: z.nullable(z.string()),
})

/** What an order depends on beside the terms. */
export const contractMarketView = z.object({
  /** Of all customers, both sides together: counted against the cap. */
  openLots: decimalString,
  /** Until when nothing is opened after a large move; null while it is. */
  closedUntilMs: z.nullable(timeMs),
  /** What there is for losses past the margins: the balance of the insurance account in the ledger, in the margin currency. */
  insurance: decimalString,
})

/** A customer's contract wallet. */
export const contractAccountView = z.object({
  marginCurrency: z.string(),
  available: decimalString,
  /** Held as margin, and for orders that wait. */
  margin: decimalString,
  /** Of open positions, at their mark prices; null while one of these is unknown. */
  unrealizedPnl: z.nullable(decimalString),
  /** All three added up; null as well. */
  equity: z.nullable(decimalString),
})
export type ContractAccountView = z.output<typeof contractAccountView>

/** Positions' names in all calls and messages about them. */
export const contractOnWire: WireNames = {
  ...accountTypeOnWire,
  symbol: 'currency_id',
  marginCurrency: 'legal_id',
  relationId: 'follow_user_id',
  direction: { name: 'type', values: { long: ['long', '1', 'buy'], short: ['short', '2', 'sell'] } },
  status: {
    name: 'status',
    values: {
      pending: ['pending', '0'],
      open: ['open', '1'],
      closed: ['closed', '2'],
      cancelled: ['cancelled', '3'],
    },
  },
  lots: 'share',
  leverage: 'multiple',
  limitPrice: 'target_price',
  takeProfit: 'target_profit_price',
  stopLoss: 'stop_loss_price',
  termsVersion: 'terms_version',
}

const id = idOf<PositionId>()
const marginCurrency = z.prefault(currencyCode, MARGIN_CURRENCY)
const multiple = whole(1, 1_000)
/** A price at which something is done, or 0 for none. */
const priceOrZero = z.string().check(z.maxLength(42), z.refine(isDecimal, 'a plain decimal'))

export const contractTerms = endpoint({
  area: 'contract',
  method: 'GET',
  path: '/lever/terms',
  access: 'public',
  summary: 'One instrument: the terms of its contract, and whether anything is opened in it now',
  input: { symbol: symbolInput },
  wire: contractOnWire,
  output: z.object({ terms: contractTermsView, market: contractMarketView }),
})

export const contractDeal = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/deal',
  access: 'user',
  showsMoney: true,
  summary:
    'One instrument: the terms of its contract, the contract wallet, the customer’s positions and orders',
  input: { accountType, symbol: symbolInput, marginCurrency },
  wire: contractOnWire,
  output: z.object({
    terms: contractTermsView,
    market: contractMarketView,
    account: contractAccountView,
    positions: z.array(positionView),
    orders: z.array(positionView),
  }),
})

export const contractSubmit = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/submit',
  access: 'user',
  money: true,
  rate: 'order',
  summary: 'Open a long or short position at the market, or order one at a limit price',
  input: {
    accountType,
    symbol: symbolInput,
    marginCurrency,
    direction: z.enum(directions),
    lots: decimalInput,
    leverage: multiple,
    /** Left out, it opens at the market. */
    limitPrice: z.optional(decimalInput),
    takeProfit: z.optional(priceOrZero),
    stopLoss: z.optional(priceOrZero),
    /**
     * The price at which the customer saw that it would open; only compared. Refused at the market when the newest one
     * is worse by more than the slippage cap. Left out, it is the price when the order came.
     */
    seenPrice: z.optional(decimalInput),
    /** The version of the terms that the customer saw; refused if they have changed. */
    termsVersion: z.optional(whole(1, 999_999)),
  },
  wire: { ...contractOnWire, seenPrice: 'price' },
  output: positionView,
})

export const contractOpen = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/dealall',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s open positions, newest first, with the contract wallet',
  wire: contractOnWire,
  ...listOf(positionView, {
    filters: { accountType, symbol: z.optional(listedSymbol), marginCurrency },
    extras: { account: contractAccountView },
  }),
})

const positionFilter = {
  accountType,
  status: z.optional(z.enum(positionStatuses)),
  symbol: z.optional(listedSymbol),
  direction: z.optional(z.enum(directions)),
  /** 1: those that were opened by copying; 0: own orders. */
  isCopied: z.optional(z.enum(['0', '1'])),
  /** When they were ordered: from this moment, up to but not including that one. */
  fromMs: z.optional(momentInput),
  toMs: z.optional(momentInput),
}
const positionsOnWire = { ...contractOnWire, isCopied: 'is_copied', fromMs: 'from', toMs: 'to' }

export const contractList = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/my_trade',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'The customer’s positions and orders, by status, newest first',
  wire: positionsOnWire,
  ...listOf(positionView, { filters: positionFilter }),
})

export const contractCsv = endpoint({
  area: 'contract',
  method: 'GET',
  path: '/lever/my_trade_csv',
  access: 'user',
  isHeavy: true,
  // A file of thousands of rows costs about what an upload does.
  rate: 'upload',
  answersFile: ['text/csv'],
  summary: 'The same as a CSV file, times in UTC, amounts exact',
  input: positionFilter,
  wire: positionsOnWire,
  output: z.string(),
})

export const contractClose = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/close',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  rate: 'order',
  summary: 'Close an open position at the market, all of it or some lots',
  input: { accountType, id, lots: z.optional(decimalInput) },
  wire: contractOnWire,
  output: positionView,
})

export const contractSetStops = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/setstop',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  rate: 'order',
  summary:
    'Set where a position takes its profit and stops its loss; 0 clears, left out stays. With what was seen of them before, nothing is set where they are others by now',
  input: {
    accountType,
    id,
    takeProfit: z.optional(priceOrZero),
    stopLoss: z.optional(priceOrZero),
    seenTakeProfit: z.optional(priceOrZero),
    seenStopLoss: z.optional(priceOrZero),
  },
  wire: {
    ...contractOnWire,
    seenTakeProfit: 'seen_target_profit_price',
    seenStopLoss: 'seen_stop_loss_price',
  },
  output: positionView,
})

export const contractCloseAll = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/batch_close',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  rate: 'order',
  summary: 'Close all open positions, or all long or short ones; says what became of each',
  input: { accountType, which: z.prefault(z.enum([...directions, 'all']), 'all') },
  wire: {
    ...contractOnWire,
    which: {
      name: 'type',
      values: { all: ['all', '0'], long: ['long', '1', 'buy'], short: ['short', '2', 'sell'] },
    },
  },
  outputWire: contractOnWire,
  output: z.object({
    outcomes: z.array(
      z.object({
        id: z.string(),
        isClosed: z.boolean(),
        /** Why it was not closed; null when it was. */
        refusal: z.nullable(z.string()),
        position: positionView,
      }),
    ),
  }),
})

export const contractCancel = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/cancel',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  rate: 'order',
  summary: 'Cancel an order that waits for its price',
  input: { accountType, id },
  wire: contractOnWire,
  output: positionView,
})

export const contractAddMargin = endpoint({
  area: 'contract',
  method: 'POST',
  path: '/lever/add_margin',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  rate: 'order',
  summary: 'Add to the margin of an open position, so that it is liquidated later',
  input: { accountType, id, amount: decimalInput },
  wire: contractOnWire,
  output: positionView,
})

export const contractDetail = endpoint({
  area: 'contract',
  method: 'GET',
  path: '/lever/detail',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'One position with everything that happened to it, and the ticks that decided it',
  input: { accountType, id },
  wire: contractOnWire,
  output: z.object({ position: positionView, changes: z.array(positionChangeView) }),
})

export const contractProof = endpoint({
  area: 'contract',
  method: 'GET',
  path: '/lever/proof',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  rate: 'chart',
  summary:
    'All that is needed to compute again what became of a position that is over: its receipts, and ticks with their proofs',
  input: { accountType, id },
  wire: contractOnWire,
  outputWire: {},
  output: contractProofFile,
})

const risk = { area: 'contract', path: '/lever/risk', of: 'contracts' }
export const contractRisk = disclosureEndpoint(risk)
export const contractAcceptRisk = acceptDisclosureEndpoint(risk)
export const contractLossShare = lossShareEndpoint({ ...risk, path: '/lever/loss_share' })

const contractMonthView = z.object({
  /** Of UTC, by when the money moved. @example '2026-10' */
  month: z.string(),
  /** Whose money moved. */
  accounts: z.number(),
  fees: decimalString,
  financing: decimalString,
  /** At the prices of closings, of which the spread is a part. */
  losses: decimalString,
  profits: decimalString,
  /** Fees, financing and losses less profits; below zero where customers gained. */
  kept: decimalString,
  /** By the insurance account: for losses past margins, and for profits that the counterparty was short of. */
  insurancePaid: decimalString,
  /** To the insurance account, by the platform; below zero where it took from it. */
  insuranceAdded: decimalString,
})
export type ContractMonthView = z.output<typeof contractMonthView>

export const contractOutcomeMonths = endpoint({
  area: 'contract',
  method: 'GET',
  path: '/lever/outcomes',
  access: 'public',
  summary:
    'What customers paid for contracts, lost and won in each of the last 12 months, and what the insurance account paid, by the ledger',
  output: z.object({
    currency: z.string(),
    /** Of a month with fewer accounts nothing is said. */
    minimumAccounts: z.number(),
    /** The newest first. */
    months: z.array(contractMonthView),
  }),
})

export const ownPositionsChannel = channel({
  name: 'position',
  event: 'position',
  access: 'user',
  summary: 'The customer’s positions that changed',
  payload: z.array(positionView),
  wire: contractOnWire,
})

export const ownContractOrdersChannel = channel({
  name: 'contract-order',
  event: 'contract-order',
  access: 'user',
  summary: 'The customer’s contract orders that wait for their price, and those that were cancelled',
  payload: z.array(positionView),
  wire: contractOnWire,
})

export const contractChannels = [ownPositionsChannel, ownContractOrdersChannel] as const

/** Every call of contracts. */
export const contractEndpoints = [
  contractTerms,
  contractDeal,
  contractSubmit,
  contractOpen,
  contractList,
  contractCsv,
  contractSetStops,
  contractAddMargin,
  contractClose,
  contractCloseAll,
  contractCancel,
  contractDetail,
  contractProof,
  contractRisk,
  contractAcceptRisk,
  contractLossShare,
  contractOutcomeMonths,
] as const
