import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, timeMs } from '../fields.ts'
import { type DecimalString, formatDecimal, mulDiv } from '../money/amount.ts'

/** The share of customers' accounts that lost money with a product: said on its ticket, computed from the ledger. */

/** It is of the months that have begun since a year ago, this one included. */
export const LOSS_SHARE_MONTHS = 12
/** Of fewer accounts with a result, a share says nothing and is not stated. */
export const LOSS_SHARE_MIN_ACCOUNTS = 100

/**
 * The share that lost, in percent with one decimal; null of too few accounts.
 *
 * Rounds: up.
 * @example lostPercent(667, 1_000) // '66.7'
 */
export const lostPercent = (lost: number, accounts: number): DecimalString | null =>
  accounts < LOSS_SHARE_MIN_ACCOUNTS
    ? null
    : formatDecimal(mulDiv(BigInt(lost), 1_000n, BigInt(accounts), 'up'), 1)

export const lossShareView = z.object({
  /** Of the accounts in which something ended; null while these are fewer than `minimumAccounts`. */
  lostPercent: z.nullable(decimalString),
  months: z.number(),
  minimumAccounts: z.number(),
  /** When it was computed. */
  asOfMs: timeMs,
})
export type LossShareView = z.output<typeof lossShareView>

/** The call that says it of a product. */
/* @__NO_SIDE_EFFECTS__ */
export const lossShareEndpoint = ({ area, path, of }: { area: string; path: string; of: string }) =>
  endpoint({
    ...{ area, method: 'GET', path, access: 'public' },
    summary: `The share of customers’ accounts that lost money with ${of}, after fees, computed from the ledger`,
    output: lossShareView,
  })
