import * as z from 'zod/mini'
import { proposalView, reason } from '../console/contract.ts'
import { proposingBy } from '../console/proposing.ts'
import { canManageTreasury, canViewTreasury } from '../console/roles.ts'
import { MAX_OUTPUT_INDEX, paymentChains } from '../deposit/rules.ts'
import { endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, id, idOf, plainText, timeMs, whole } from '../fields.ts'
import type { CustomerId } from '../ids.ts'
import { adjustedWallets } from './rules.ts'

/** Adjustments of customers' balances: each is proposed by one operator, approved by another, and told to the customer. */

const suspendedView = z.object({
  /** The proposal that took it: what giving and returning names. */
  id: z.string(),
  reference: z.string(),
  customerId: z.string(),
  wallet: z.enum(adjustedWallets),
  currency: z.string(),
  amount: decimalString,
  /** What of it is in suspense now. */
  left: decimalString,
  reason: z.string(),
  takenAtMs: timeMs,
  /** The number of the proposal that waits to give or return of it, the oldest; null where none does. */
  waiting: z.nullable(z.string()),
})
export type SuspendedView = z.output<typeof suspendedView>

export const consoleAdjustments = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/adjustments',
  access: 'operator',
  roles: canViewTreasury,
  summary: 'What is in suspense, by currency and by the adjustment that took it, and what was proposed',
  output: z.object({
    balances: z.array(z.object({ currency: z.string(), balance: decimalString })),
    /** Oldest first, those of which something is left. */
    suspended: z.array(suspendedView),
    /** Whether there are more: what is given or returned makes place for them. */
    areMoreSuspended: z.boolean(),
    pending: z.array(proposalView),
    /** The newest that were decided. */
    decided: z.array(proposalView),
  }),
})

const proposing = proposingBy(canManageTreasury)

const customerId = idOf<CustomerId>()
const wallet = z.enum(adjustedWallets)
const asked = { currency: currencyCode, amount: decimalInput }

export const proposeTake = endpoint({
  ...proposing,
  path: '/console/adjustments/take',
  summary:
    'Propose to take an amount from a customer’s available balance into suspense; a second operator approves, and the customer reads the reason',
  input: { customerId, wallet, ...asked, reason },
  wire: { customerId: 'customer_id' },
})

export const proposeGive = endpoint({
  ...proposing,
  path: '/console/adjustments/give',
  summary:
    'Propose to give a customer an amount of what an adjustment took; a second operator approves, and the customer reads the reason',
  input: { take: id, customerId, wallet, ...asked, reason },
  wire: { customerId: 'customer_id' },
})

export const proposeReturn = endpoint({
  ...proposing,
  path: '/console/adjustments/return',
  summary:
    'Propose to record that an amount of what an adjustment took was paid back outside; its payment is counted once',
  input: {
    take: id,
    ...asked,
    chain: z.enum(paymentChains),
    txReference: plainText(128),
    outputIndex: z.optional(whole(0, MAX_OUTPUT_INDEX)),
    reason,
  },
  wire: { txReference: 'tx_reference', outputIndex: 'output_index' },
})

export const adjustmentConsoleEndpoints = [consoleAdjustments, proposeTake, proposeGive, proposeReturn]
