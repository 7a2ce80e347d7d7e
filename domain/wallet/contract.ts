import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint } from '../endpoint.ts'
import { currency, decimalInput, decimalString, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { reasons } from '../reasons.ts'
import { tiers } from '../user/tiers.ts'
import { pnlRanges, UNREALIZED } from './pnl.ts'
import { walletOnWire, walletTypeOnWire, walletTypes } from './wallet-types.ts'

/** Balances, transfers between a customer's own wallets, and why money is held. */

const walletType = z.enum(walletTypes)
/** US dollars with two decimals; null while a price is unknown. */
const valueUsd = z.nullable(z.string())
/** How many rows the wallet's lists show where nobody says. Source: rulings, section 1. */
const defaultLimit = '10'

export const walletBalanceView = z.object({
  currency: z.string(),
  walletType,
  available: decimalString,
  /** Waits for open orders or requests; `/wallet/why_held` says which. */
  held: decimalString,
  total: decimalString,
  valueUsd,
  /** How many entries of the statement make these two balances. */
  entryCount: z.number(),
})
export type WalletBalanceView = z.output<typeof walletBalanceView>

export const holdingView = z.object({
  currency: z.string(),
  name: z.string(),
  decimals: z.number(),
  colour: z.string(),
  kind: z.enum(['crypto', 'fiat']),
  available: decimalString,
  held: decimalString,
  total: decimalString,
  valueUsd,
  /** Always all four, in the order funding, spot, contract, options. */
  wallets: z.array(walletBalanceView),
})
export type HoldingView = z.output<typeof holdingView>

/** What is held in products of one currency: the customer's, but in none of the four wallets until its term ends. */
export const savingsView = z.object({
  /** The product that it is in, by its name. */
  product: z.string(),
  currency: z.string(),
  /** Principal, and the interest credited so far. */
  amount: decimalString,
  valueUsd,
  /** Credited at the last midnight UTC, and part of the amount. */
  todayInterest: decimalString,
  products: z.number(),
  /** Null where nothing of it ends by itself. */
  earliestMaturityMs: z.nullable(timeMs),
  /** How many transfers make this amount. */
  entryCount: z.number(),
})
export type SavingsView = z.output<typeof savingsView>

/** What everything in products is worth, whatever its currency. */
const productTotal = z.object({
  valueUsd: z.string(),
  /** Null while a price is unknown. */
  todayUsd: valueUsd,
  products: z.number(),
  /** Null while nothing is deposited, or nothing of it ends by itself. */
  earliestMaturityMs: z.nullable(timeMs),
})
export type ProductTotal = z.output<typeof productTotal>

export const walletList = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/list',
  access: 'user',
  showsMoney: true,
  summary: 'Everything the customer has: each currency with its four wallets, savings, and what it is worth',
  wire: walletOnWire,
  output: z.object({
    /** The four wallets, the savings, and what open positions have gained or lost. */
    totalUsd: z.string(),
    /** False when a price is unknown and something held is missing in the totals. */
    isWhole: z.boolean(),
    wallets: z.array(z.object({ walletType, valueUsd: z.string() })),
    /** What open positions have gained or lost: in no balance yet, and part of their wallet's value and of the total; null without a price. */
    unrealized: z.array(
      z.object({
        ...{ product: z.string(), walletType, currency: z.string() },
        ...{ amount: z.nullable(decimalString), valueUsd },
      }),
    ),
    holdings: z.array(holdingView),
    /** One for each currency that something is deposited of. */
    savings: z.array(savingsView),
    savingsTotal: productTotal,
    /** The same for each product that something is in. */
    byProduct: z.array(z.object({ product: z.string(), ...productTotal.shape })),
  }),
})

export const walletDetail = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/detail',
  access: 'user',
  showsMoney: true,
  summary: 'One of the customer’s wallets',
  input: { currency, walletType },
  wire: walletOnWire,
  output: walletBalanceView,
})

export const walletUsed = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/newlist',
  access: 'user',
  showsMoney: true,
  summary: 'The accounts that hold something, flat',
  wire: walletOnWire,
  output: z.array(walletBalanceView),
})

export const walletCurrencies = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/currency/user_currency_list',
  access: 'user',
  showsMoney: true,
  summary: 'The currencies, with what is available in funding and whether deposits are taken',
  output: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      decimals: z.number(),
      colour: z.string(),
      kind: z.enum(['crypto', 'fiat']),
      available: decimalString,
      canDeposit: z.boolean(),
    }),
  ),
})

export const walletInfo = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/get_info',
  access: 'user',
  showsMoney: true,
  summary: 'One currency: the four wallets and how it can be deposited',
  input: { currency },
  wire: { ...walletOnWire, network: 'sub_type' },
  output: z.object({
    ...holdingView.shape,
    deposit: z.array(
      z.object({
        network: z.string(),
        minimum: decimalString,
        isOpen: z.boolean(),
        /** How many confirmations a deposit is credited after at present; null for a bank. */
        confirmationsNeeded: z.nullable(z.number()),
        /** Whether the customer has an address of their own by it, to which it is credited by itself. */
        isOwn: z.boolean(),
      }),
    ),
  }),
})

const transferOnWire = {
  ...walletOnWire,
  currency: 'currency_id',
  amount: 'number',
  from: { name: 'from_field', values: walletTypeOnWire },
  to: { name: 'to_field', values: walletTypeOnWire },
} as const

export const walletTransfer = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/change',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  summary: 'Move money between two of the customer’s wallets, at once and free of charge',
  input: { currency, amount: decimalInput, from: walletType, to: walletType },
  wire: transferOnWire,
  output: z.object({ id: z.string(), amount: decimalString, from: walletBalanceView, to: walletBalanceView }),
})

export const walletTransfers = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/hzhistory',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'Past transfers between the customer’s wallets, newest first',
  wire: transferOnWire,
  ...listOf(
    z.object({
      id: z.string(),
      currency: z.string(),
      amount: decimalString,
      from: walletType,
      to: walletType,
      atMs: timeMs,
    }),
    {
      filters: { currency: z.optional(currency) },
      defaultLimit,
    },
  ),
})

export const walletHolds = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/why_held',
  access: 'user',
  showsMoney: true,
  summary: 'Which open orders and requests hold the money that is not available',
  input: { currency: z.optional(currency) },
  wire: walletOnWire,
  output: z.array(
    z.object({
      currency: z.string(),
      walletType,
      held: decimalString,
      /** The newest of them; what all others hold together is `rest`. */
      holds: z.array(
        z.object({
          /** What holds it: `spot-order`, … */
          kind: z.string(),
          reference: z.string(),
          amount: decimalString,
          sinceMs: timeMs,
        }),
      ),
      /** Zero where every hold is listed. */
      rest: decimalString,
    }),
  ),
})

const pnlCauseView = z.object({
  /** A currency whose price moved, with what there is of it now; else null. */
  currency: z.nullable(z.string()),
  amount: z.nullable(decimalString),
  /** By how much a whole one moved since the start; null where there was another amount of it then. */
  priceChange: z.nullable(decimalString),
  /** A reason for which money moved, with its entries; what open positions gained or lost; else null. */
  reason: z.nullable(z.enum([...reasons, UNREALIZED])),
  entries: z.number(),
  usd: z.string(),
})
export type PnlCauseView = z.output<typeof pnlCauseView>

export const walletPnl = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/pnl',
  access: 'user',
  showsMoney: true,
  summary:
    'Profit and loss since midnight UTC, or over up to a year: what there is now and was then, what came and went, and the line between',
  input: { range: z.prefault(z.enum(pnlRanges), '1d') },
  wire: walletOnWire,
  output: z.object({
    range: z.enum(pnlRanges),
    /** From a midnight of UTC until now. */
    fromMs: timeMs,
    atMs: timeMs,
    /** As `/wallet/list` has it, with what there is in each wallet and in products. */
    totalUsd: z.string(),
    isWhole: z.boolean(),
    wallets: z.array(z.object({ walletType, valueUsd: z.string(), heldUsd: z.string() })),
    savingsTotal: productTotal,
    entryCount: z.number(),
    /** `totalUsd` − `startUsd` − `depositsUsd` + `withdrawalsUsd`. All null while a price of now or then is unknown. */
    pnlUsd: z.nullable(z.string()),
    startUsd: z.nullable(z.string()),
    depositsUsd: z.nullable(z.string()),
    withdrawalsUsd: z.nullable(z.string()),
    /** Of the value at the start and what was brought in since; null where that is nothing. */
    percent: z.nullable(decimalString),
    /** What everything was worth, oldest first, now the last; none of moments whose prices are unknown. */
    points: z.array(z.object({ atMs: timeMs, valueUsd: z.string() })),
    /** Adds up to `pnlUsd`. Of today alone; null where too much moved to be added up, or a price is unknown. */
    causes: z.nullable(z.array(pnlCauseView)),
  }),
})
export type PnlView = z.output<typeof walletPnl.output>

/**
 * What a limit is of: the value of 24 hours, what a UTC day may lose or hold of orders, what may be open, what may have ended
 * unpaid in 24 hours.
 */
export const limitNames = ['day-value', 'day-loss', 'day-orders', 'open', 'day-unpaid'] as const

const limitView = z.object({
  /** The product that it is of, by its name. */
  product: z.string(),
  name: z.enum(limitNames),
  /** A currency, or what is counted: `positions`, `orders`, `offers`, `purchases`, `paid-purchases`, `sales`. */
  unit: z.string(),
  limit: decimalString,
  used: decimalString,
  left: decimalString,
  /** Whether the customer may do it at all: by their tier, and as a merchant where it is a merchant's. */
  isAllowed: z.boolean(),
})
export type LimitView = z.output<typeof limitView>

/** A way out of the wallet, to an address or to a bank. */
const wayOutView = z.object({
  currency: z.string(),
  network: z.string(),
  /** Whether it leads to an account at a bank, by a saved card, rather than to an address on a chain. */
  isToBank: z.boolean(),
  minimum: decimalString,
  isPaused: z.boolean(),
})
export type WayOutView = z.output<typeof wayOutView>

const ownLimitView = z.object({
  /** As `/safe/rails` names it. */
  kind: z.string(),
  value: z.number(),
  /** A looser one that comes into force by itself. */
  next: z.nullable(z.object({ value: z.number(), fromMs: timeMs })),
})

export const walletLimits = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/limits',
  access: 'user',
  showsMoney: true,
  summary:
    'What the customer’s tier allows now in withdrawals, contracts and seconds, how many orders and offers of OTC may be open, what they limited themselves, and the smallest deposits of coins and withdrawals, those to banks too',
  wire: { ...walletOnWire, network: 'sub_type' },
  output: z.object({
    tier: z.enum(tiers),
    limits: z.array(limitView),
    /** Of coins, which have no largest one; those by bank say theirs where they are made. */
    deposits: z.array(
      z.object({ currency: z.string(), network: z.string(), minimum: decimalString, isOpen: z.boolean() }),
    ),
    /** Those to a bank too, which count in the same `day-value`. */
    withdrawals: z.array(wayOutView),
    /** What the customer limited themselves, in words of `/safe/rails`; 0 is no limit. What `loss` leaves today is a `day-loss` of contracts. */
    own: z.array(ownLimitView),
  }),
})

/** What a customer has in one wallet of one currency. */
const changedWallet = z.object({
  currency: z.string(),
  walletType,
  available: decimalString,
  held: decimalString,
  /** Grows with every change: of two messages the one with more entries is newer, whatever came first. */
  entryCount: z.number(),
})
export type ChangedWallet = z.output<typeof changedWallet>

export const ownBalanceChannel = channel({
  name: 'balance',
  event: 'balance',
  access: 'user',
  summary:
    'What the customer has in the wallets that changed; none where it could not be read: the calls say it',
  payload: z.object({ wallets: z.array(changedWallet) }),
  wire: walletOnWire,
})

export const walletChannels = [ownBalanceChannel] as const

export const walletEndpoints = [
  walletLimits,
  walletList,
  walletPnl,
  walletDetail,
  walletUsed,
  walletCurrencies,
  walletInfo,
  walletTransfer,
  walletTransfers,
  walletHolds,
]
