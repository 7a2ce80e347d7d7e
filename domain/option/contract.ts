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
  plainText,
  symbolInput,
  timeMs,
  whole,
} from '../fields.ts'
import type { OptionId } from '../ids.ts'
import { listOf, wholeListOf } from '../list.ts'
import { accountType, accountTypeOnWire } from '../practice/account-type.ts'
import { optionProofFile } from '../proof/contract.ts'
import { acceptDisclosureEndpoint, disclosureEndpoint } from '../user/disclosure.ts'
import { lossShareEndpoint } from '../user/loss-share.ts'
import { cohortKinds } from './neutrality.ts'
import { optionDirections, optionOutcomes, optionStatuses, voidReasons } from './rules.ts'

/** Seconds options on the wire. Decimal strings: amounts in the stake's currency, prices in quote per base. */

/** A tick that decided something, by its place on the tape. */
const tickView = z.object({ sequence: z.number(), price: decimalString, atMs: timeMs })

export const optionView = z.object({
  id: z.string(),
  symbol: z.string(),
  currency: z.string(),
  direction: z.enum(optionDirections),
  stake: decimalString,
  /** What is paid beside the stake where it is won. */
  winnings: decimalString,
  payoutPercent: decimalString,
  seconds: z.number(),
  status: z.enum(optionStatuses),
  /** All null before the result. */
  outcome: z.nullable(z.enum(optionOutcomes)),
  /** Why it is void; null otherwise. */
  reason: z.nullable(z.enum(voidReasons)),
  /** Stake and winnings that were paid. */
  paid: z.nullable(decimalString),
  /** The first tick from `entryAfterMs` after the acceptance on; null before. */
  entry: z.nullable(tickView),
  /** The last tick at or before the expiry; null before the result. */
  exit: z.nullable(tickView),
  /** On the tape's clock; null before the entry. */
  expiresAtMs: z.nullable(timeMs),
  entryAfterMs: z.number(),
  /** How far the entry may be from then, and the exit from the expiry. */
  staleAfterMs: z.number(),
  termsVersion: z.number(),
  rulesVersion: z.number(),
  acceptedAtMs: timeMs,
  /** How many ticks the tape had then: those after it count. */
  acceptedSequence: z.number(),
  settledAtMs: z.nullable(timeMs),
})
export type OptionView = z.output<typeof optionView>

const optionOnWire: WireNames = {
  ...accountTypeOnWire,
  symbol: 'match_id',
  currency: 'currency_id',
  direction: { name: 'type', values: { rise: ['rise', '1'], fall: ['fall', '2'] } },
  stake: 'number',
  status: { name: 'status', values: { open: ['open', '1'], settled: ['settled', '2'], void: ['void', '3'] } },
  termsVersion: 'terms_version',
  clientKey: 'client_key',
}
const limitsOnWire: WireNames = {
  ...accountTypeOnWire,
  currency: 'currency_id',
  lossLimit: 'loss_limit',
  excludedUntilMs: 'excluded_until',
}

export const optionCurrencies = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/payable_currencies',
  access: 'user',
  showsMoney: true,
  summary: 'What a seconds option can be staked in, and what the customer has of it',
  input: { accountType },
  wire: accountTypeOnWire,
  output: wholeListOf(
    z.object({
      code: z.string(),
      available: decimalString,
      minimum: decimalString,
      maximum: decimalString,
    }),
  ),
})

export const optionPeriods = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/seconds',
  access: 'public',
  summary:
    'The periods of seconds options, with their payouts and the terms that orders are accepted on; of an instrument, whether it takes orders now',
  input: { accountType, symbol: z.optional(symbolInput) },
  wire: optionOnWire,
  output: z.object({
    items: z.array(
      z.object({
        seconds: z.number(),
        payoutPercent: decimalString,
        /** The share of orders to be won for neither profit nor loss. */
        breakEvenPercent: decimalString,
        minimum: decimalString,
        maximum: decimalString,
      }),
    ),
    currency: z.string(),
    termsVersion: z.number(),
    rulesVersion: z.number(),
    /** Of the instrument that was asked for: until when it takes no orders after a large move; null while it does. */
    market: z.nullable(z.object({ symbol: z.string(), closedUntilMs: z.nullable(timeMs) })),
  }),
})

export const optionSubmit = endpoint({
  area: 'option',
  method: 'POST',
  path: '/microtrade/submit',
  access: 'user',
  money: true,
  rate: 'order',
  summary: 'Order a seconds option: whether the price is higher or lower after a period',
  input: {
    accountType,
    symbol: symbolInput,
    /** In practice too what real options are staked in: practice money is its stand-in. */
    currency: currencyCode,
    direction: z.enum(optionDirections),
    seconds: whole(1, 86_400),
    stake: decimalInput,
    /** The version of the terms that the customer saw; refused if they have changed. */
    termsVersion: z.optional(whole(1, 999_999)),
    /** The customer's own name for the order; stands in for a missing Idempotency-Key. */
    clientKey: z.optional(plainText(64)),
  },
  wire: optionOnWire,
  output: optionView,
})

export const optionList = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/lists',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s seconds options, newest first',
  wire: optionOnWire,
  ...listOf(optionView, {
    filters: { accountType, symbol: z.optional(listedSymbol), status: z.optional(z.enum(optionStatuses)) },
    defaultLimit: '5',
  }),
})

export const optionResult = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/get_result',
  access: 'user',
  showsMoney: true,
  summary: 'The result of a seconds option; all of it null before',
  input: { accountType, id: idOf<OptionId>() },
  wire: optionOnWire,
  output: z.object({
    id: z.string(),
    status: z.enum(optionStatuses),
    outcome: z.nullable(z.enum(optionOutcomes)),
    reason: z.nullable(z.enum(voidReasons)),
    paid: z.nullable(decimalString),
    entry: z.nullable(tickView),
    exit: z.nullable(tickView),
  }),
})

export const optionDetail = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/detail',
  access: 'user',
  showsMoney: true,
  summary: 'One seconds option with its receipt, and the ticks that decide it as far as the tape has them',
  input: { accountType, id: idOf<OptionId>() },
  wire: optionOnWire,
  /** Its signed receipt; null of one that was accepted before there were receipts. */
  output: z.extend(optionView, { receipt: z.nullable(z.string()) }),
})

export const optionProof = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/proof',
  access: 'user',
  showsMoney: true,
  rate: 'chart',
  summary:
    'All that is needed to compute again what became of a seconds option that is over: its receipt, and ticks with their proofs',
  input: { accountType, id: idOf<OptionId>() },
  wire: optionOnWire,
  outputWire: {},
  output: optionProofFile,
})

export const optionPrices = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/prices',
  access: 'user',
  rate: 'chart',
  summary:
    'The ticks of a seconds option’s instrument from half its period before the order on, to its exit or as far as the tape has them: for a picture, at most some hundred',
  input: { accountType, id: idOf<OptionId>() },
  wire: optionOnWire,
  output: wholeListOf(z.object({ atMs: timeMs, price: decimalString })),
})

export const optionRecentPrices = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/recent',
  access: 'user',
  rate: 'chart',
  summary: 'The ticks of an instrument in the last minute, for a picture before an order',
  input: { symbol: symbolInput },
  wire: optionOnWire,
  output: wholeListOf(z.object({ atMs: timeMs, price: decimalString })),
})

export const optionLimitsView = z.object({
  currency: z.string(),
  /** Whether it is offered to this customer. */
  isOffered: z.boolean(),
  /** What they may lose in a day of UTC. */
  lossLimit: decimalString,
  /** A raised limit that is not in force yet. */
  nextLossLimit: z.nullable(z.object({ lossLimit: decimalString, fromMs: timeMs })),
  /** Stakes lost less winnings today; below zero for a profit. */
  lostToday: decimalString,
  ordersToday: z.number(),
  maxDaily: z.number(),
  openOrders: z.number(),
  maxOpen: z.number(),
  pausedUntilMs: z.nullable(timeMs),
  excludedUntilMs: z.nullable(timeMs),
})
export type OptionLimitsView = z.output<typeof optionLimitsView>

export const optionLimits = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/limits',
  access: 'user',
  showsMoney: true,
  summary: 'What limits the customer’s seconds options: their own choices and everybody’s',
  input: { accountType },
  wire: limitsOnWire,
  output: optionLimitsView,
})

export const optionSetLimits = endpoint({
  area: 'option',
  method: 'POST',
  path: '/microtrade/limits',
  access: 'user',
  rate: 'write',
  summary:
    'Choose a daily loss limit (lower at once, higher after 24 hours), or exclude oneself until a moment',
  /** What is chosen holds for both; which account is meant is what the answer is of. */
  input: { accountType, lossLimit: z.optional(decimalInput), excludedUntilMs: z.optional(momentInput) },
  wire: limitsOnWire,
  output: optionLimitsView,
})

const risk = { area: 'option', path: '/microtrade/risk', of: 'seconds options' }
export const optionRisk = disclosureEndpoint(risk)
export const optionAcceptRisk = acceptDisclosureEndpoint(risk)
export const optionLossShare = lossShareEndpoint({ ...risk, path: '/microtrade/loss_share' })

const outcomeMonthView = z.object({
  /** Of UTC, by when the result came. @example '2026-10' */
  month: z.string(),
  /** With a result, void ones too; and of how many accounts. */
  orders: z.number(),
  accounts: z.number(),
  /** How many of the orders ended in each way. */
  won: z.number(),
  lost: z.number(),
  tie: z.number(),
  void: z.number(),
  /** Of the orders that were not void. */
  stakes: decimalString,
  /** Stakes that were lost less winnings that were paid, by the ledger; below zero where more was paid. */
  kept: decimalString,
  /** The same, of the stakes. */
  keptPercent: decimalString,
  /** Without those that would tell of too few accounts. */
  comparisons: z.array(
    z.object({
      by: z.enum(cohortKinds),
      /** How likely chance alone makes groups differ as much, in percent: the p-value of a chi-square test. */
      chancePercent: decimalString,
      groups: z.array(
        z.object({
          name: z.string(),
          won: z.number(),
          lost: z.number(),
          tie: z.number(),
          void: z.number(),
        }),
      ),
    }),
  ),
})
export type OutcomeMonthView = z.output<typeof outcomeMonthView>

export const optionOutcomeMonths = endpoint({
  area: 'option',
  method: 'GET',
  path: '/microtrade/outcomes',
  access: 'public',
  summary:
    'How seconds options of the last 12 months came out, whether that differs by stake, direction or age of the account, and what the platform kept',
  wire: { currency: 'currency_id' },
  output: z.object({
    currency: z.string(),
    /** Of a month with fewer orders, or of fewer accounts, nothing is said. */
    minimumOrders: z.number(),
    minimumAccounts: z.number(),
    /** The newest first. */
    months: z.array(outcomeMonthView),
  }),
})

export const ownOptionsChannel = channel({
  name: 'option',
  event: 'option',
  access: 'user',
  summary: 'The customer’s own seconds options that were accepted, got their entry, or their result',
  payload: z.array(optionView),
  wire: optionOnWire,
})

export const optionChannels = [ownOptionsChannel] as const

/** Every call of seconds options. */
export const optionEndpoints = [
  optionCurrencies,
  optionPeriods,
  optionSubmit,
  optionList,
  optionResult,
  optionDetail,
  optionProof,
  optionPrices,
  optionRecentPrices,
  optionLimits,
  optionSetLimits,
  optionRisk,
  optionAcceptRisk,
  optionLossShare,
  optionOutcomeMonths,
] as const
