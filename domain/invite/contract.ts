import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, id, timeMs } from '../fields.ts'
import { listOf, wholeListOf } from '../list.ts'
import { commissionStates, unpaidReasons } from './words.ts'

/** Who came by a customer's invite code, and the commission on their spot fees. Decimal strings: `value` in USDT. */

export const invitedView = z.object({
  id: z.string(),
  /** Partly hidden; null of who signs in with a wallet alone. */
  contact: z.nullable(z.string()),
  joinedAtMs: timeMs,
  /** When their fees no longer count. */
  endsAtMs: timeMs,
  isVerified: z.boolean(),
  /** What was paid for their fees so far. */
  paidValue: decimalString,
  /** What they have earned and is held until it is due. */
  heldValue: decimalString,
})
export type InvitedView = z.output<typeof invitedView>

export const invitedCustomers = endpoint({
  area: 'user',
  method: 'GET',
  path: '/user/invite/list',
  access: 'user',
  showsMoney: true,
  summary: 'Who came by the customer’s invite code, newest first',
  ...listOf(invitedView, { filters: {} }),
})

export const commissionView = z.object({
  id: z.string(),
  /** Of whom; partly hidden. */
  contact: z.nullable(z.string()),
  /** The beginning of the day (UTC) on which the fees were paid. */
  earnedOnMs: timeMs,
  currency: z.string(),
  fees: decimalString,
  /** The share of the fees, and what of it was paid. */
  amount: decimalString,
  paid: decimalString,
  value: decimalString,
  status: z.enum(commissionStates),
  /** Why less than all was paid. */
  why: z.nullable(z.enum(unpaidReasons)),
  /** When it is paid, or was. */
  paidAtMs: timeMs,
})
export type CommissionView = z.output<typeof commissionView>

export const inviteCommissions = endpoint({
  area: 'user',
  method: 'GET',
  path: '/user/invite/commissions',
  access: 'user',
  showsMoney: true,
  summary: 'The commission on invited customers’ spot fees, by day, customer and coin, newest first',
  ...listOf(commissionView, { filters: {} }),
})

export const inviteCommission = endpoint({
  area: 'user',
  method: 'GET',
  path: '/user/invite/commission',
  access: 'user',
  summary: 'One commission',
  input: { id },
  output: commissionView,
})

export const inviteMonths = endpoint({
  area: 'user',
  method: 'GET',
  path: '/user/invite/months',
  access: 'user',
  showsMoney: true,
  summary:
    'What the last twelve months of commission are worth, by the month it was earned in, and its terms',
  output: z.extend(
    wholeListOf(
      z.object({
        /** `2026-11`. */
        month: z.string(),
        held: decimalString,
        paid: decimalString,
        unpaid: decimalString,
      }),
    ),
    {
      terms: z.object({
        sharePercent: decimalString,
        earningDays: z.number(),
        holdDays: z.number(),
        monthlyCap: decimalString,
        valuedIn: z.string(),
      }),
    },
  ),
})

export const inviteEndpoints = [invitedCustomers, inviteCommissions, inviteCommission, inviteMonths] as const
