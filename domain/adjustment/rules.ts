import { allowed, type Decision, refused } from '../errors.ts'
import type { Units } from '../money/amount.ts'
import { formatAmount } from '../money/read-amount.ts'

/**
 * Adjustments: the one way by which operators move a customer's money, two of them together and by the ledger alone.
 *
 * What is taken from a customer lies in suspense, and is owed to that customer until it is given to a customer or was
 * returned outside. Both name the adjustment that took it, so it is known at any moment whose the money in suspense is.
 */

/** From a customer to suspense; from suspense to a customer; from suspense to the outside, where it was paid by hand. */
export const directions = ['take', 'give', 'return'] as const
export type Direction = (typeof directions)[number]

/** The wallets whose available balance an adjustment may take or add to: nothing in them belongs to an open position. */
export const adjustedWallets = ['funding', 'spot'] as const
export type AdjustedWallet = (typeof adjustedWallets)[number]

/** Money, and how it is called. */
interface Asked {
  readonly currency: string
  readonly amount: Units
}

/** What of one taking is still in suspense. Units: those of its currency. */
export interface Suspended {
  readonly currency: string
  readonly amount: bigint
  /** What was given or returned of it since. */
  readonly drawn: bigint
}

/** What is left of it; never below zero. */
export const leftOf = ({ amount, drawn }: Suspended): bigint => amount - drawn

/**
 * Decides whether an amount may be taken from a wallet.
 *
 * Units:   `available` in those of the currency.
 * Refuses: ADJUSTMENT_ABOVE_BALANCE, also where the customer spent some of it meanwhile.
 */
export const decideTake = ({ currency, amount }: Asked, available: bigint): Decision =>
  amount > available
    ? refused('ADJUSTMENT_ABOVE_BALANCE', { available: formatAmount(available, currency), currency })
    : allowed({})

/**
 * Decides whether an amount may be given or returned of what was taken.
 *
 * Refuses: ADJUSTMENT_CURRENCY_DIFFERS, ADJUSTMENT_ABOVE_SUSPENSE.
 */
export function decideDraw({ currency, amount }: Asked, suspended: Suspended): Decision {
  if (currency !== suspended.currency)
    return refused('ADJUSTMENT_CURRENCY_DIFFERS', { currency: suspended.currency })
  const left = leftOf(suspended)
  return amount > left
    ? refused('ADJUSTMENT_ABOVE_SUSPENSE', { left: formatAmount(left, currency), currency })
    : allowed({})
}

/**
 * Decides who may be given money. Nobody can use what a deleted account has: it takes back only what was its own.
 *
 * Refuses: ADJUSTMENT_CUSTOMER_DELETED.
 */
export const decideReceiver = (receiver: {
  readonly isDeleted: boolean
  /** Whether it was taken from the same customer. */
  readonly isOwn: boolean
}): Decision => (receiver.isDeleted && !receiver.isOwn ? refused('ADJUSTMENT_CUSTOMER_DELETED') : allowed({}))
