import * as z from 'zod/mini'
import { proposalView, reason } from '../console/contract.ts'
import { canManageProducts, canViewProducts } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString } from '../fields.ts'

/** What operators decide of who may do what: the limits of the tiers. */

const limitsInput = {
  withdrawalBasic: decimalInput,
  withdrawalAdvanced: decimalInput,
  otcBasic: decimalInput,
  otcAdvanced: decimalInput,
}

export const consoleTierLimits = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/limits',
  access: 'operator',
  roles: canViewProducts,
  summary: 'What customers may withdraw in 24 hours and trade over the counter at each tier',
  output: z.object({
    currencies: z.object({ withdrawal: z.string(), otc: z.string() }),
    limits: z.object({
      version: z.number(),
      withdrawalBasic: decimalString,
      withdrawalAdvanced: decimalString,
      otcBasic: decimalString,
      otcAdvanced: decimalString,
    }),
    pending: z.array(proposalView),
  }),
})

export const proposeTierLimits = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/limits/propose',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other limits of the tiers for requests to come; those that were made stay',
  input: { ...limitsInput, reason },
  wire: {
    ...{ withdrawalBasic: 'withdrawal_basic', withdrawalAdvanced: 'withdrawal_advanced' },
    ...{ otcBasic: 'otc_basic', otcAdvanced: 'otc_advanced' },
  },
  output: proposalView,
})

export const eligibilityConsoleEndpoints = [consoleTierLimits, proposeTierLimits] as const
