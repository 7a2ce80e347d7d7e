import * as z from 'zod/mini'
import { proposalView, reason } from '../console/contract.ts'
import { canManageTreasury, canViewTreasury } from '../console/roles.ts'
import { MAX_OUTPUT_INDEX, paymentChains } from '../deposit/rules.ts'
import { endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, plainText, whole } from '../fields.ts'

/** The platform’s own funds. */

export const consoleTreasury = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/treasury',
  access: 'operator',
  roles: canViewTreasury,
  summary: 'The platform’s funds by currency, and what waits for a second operator',
  output: z.object({
    funds: z.array(
      z.object({
        currency: z.string(),
        balances: z.array(z.object({ fund: z.string(), balance: decimalString })),
        /** Whether what is set aside for customers is what products owe them. */
        isCovered: z.boolean(),
        /** Funds of this currency that are empty and without which a product does not work. */
        missing: z.array(z.string()),
      }),
    ),
    /** The funds between which money may be moved, each by way of the treasury. */
    movable: z.array(z.object({ name: z.string(), label: z.string() })),
    pending: z.array(proposalView),
  }),
})

export const proposePlatformFunding = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/treasury/fund',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose to take the platform’s own money that arrived from outside into the treasury',
  input: {
    currency: currencyCode,
    amount: decimalInput,
    /** Where the transaction is found. */
    chain: z.enum(paymentChains),
    txReference: plainText(128),
    outputIndex: z.optional(whole(0, MAX_OUTPUT_INDEX)),
    reason,
  },
  wire: { txReference: 'tx_reference', outputIndex: 'output_index' },
  output: proposalView,
})

export const proposeTreasuryMove = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/treasury/move',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose to move the platform’s own money between the treasury and another of its funds',
  input: {
    currency: currencyCode,
    amount: decimalInput,
    from: plainText(40),
    to: plainText(40),
    reason,
  },
  output: proposalView,
})

export const treasuryConsoleEndpoints = [consoleTreasury, proposePlatformFunding, proposeTreasuryMove]
