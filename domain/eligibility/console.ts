import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canCloseCountries, canManageEligibility, canViewEligibility } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, timeMs } from '../fields.ts'
import { countryProducts } from './products.ts'

/** What operators decide of who may do what: the limits of the tiers, and what is open in which country. */

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
  roles: canViewEligibility,
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
  roles: canManageEligibility,
  rate: 'write',
  summary: 'Propose other limits of the tiers for requests to come; those that were made stay',
  input: { ...limitsInput, reason },
  wire: {
    ...{ withdrawalBasic: 'withdrawal_basic', withdrawalAdvanced: 'withdrawal_advanced' },
    ...{ otcBasic: 'otc_basic', otcAdvanced: 'otc_advanced' },
  },
  output: proposalView,
})

const place = {
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'a country code of two letters')),
  product: z.enum(countryProducts),
}
const switchView = z.object({ ...place, isOpen: z.boolean(), changedAtMs: timeMs })

export const consoleCountries = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/countries',
  access: 'operator',
  roles: canViewEligibility,
  summary: 'What is open and closed in which countries, and what is proposed to open',
  output: z.object({
    /** What is open in a country that is not named. */
    openAtFirst: z.array(place.product),
    switches: z.array(switchView),
    pending: z.array(proposalView),
  }),
})

export const consoleCountryChanges = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/countries/changes',
  access: 'operator',
  roles: canViewEligibility,
  summary: 'Who opened and closed a product in a country, newest first',
  input: place,
  output: z.object({
    items: z.array(
      z.object({
        isOpen: z.boolean(),
        atMs: timeMs,
        /** Null of what was closed before this was kept: the audit log says it. */
        maker: z.nullable(z.string()),
        /** Null of what one operator closed. */
        checker: z.nullable(z.string()),
        reason: z.nullable(z.string()),
      }),
    ),
  }),
})

export const proposeCountry = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/countries/open',
  access: 'operator',
  roles: canManageEligibility,
  rate: 'write',
  summary: 'Propose to open a product in a country',
  input: { ...place, reason },
  output: proposalView,
})

export const closeCountry = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/countries/close',
  access: 'operator',
  roles: canCloseCountries,
  rate: 'write',
  summary:
    'Begin nothing new of a product for customers of a country, at once: the safe direction needs no second person',
  input: { ...place, reason },
  output: nothing,
})

export const eligibilityConsoleEndpoints = [
  consoleTierLimits,
  proposeTierLimits,
  consoleCountries,
  consoleCountryChanges,
  proposeCountry,
  closeCountry,
] as const
