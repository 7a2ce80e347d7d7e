import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The version that clients of the specification compare with. Source: specification section 9. */
export const APP_VERSION = '0.8.0'
export const APP_VERSION_CODE = 80

/** What the app asks before anything else; the field names are the specification's. */
export const siteConfig = endpoint({
  area: 'settings',
  method: 'GET',
  path: '/getSiteConfig',
  access: 'public',
  summary: 'The site’s name, whether it is a demonstration, and where its prices come from',
  output: z.object({
    site_name: z.string(),
    site_logo: z.string(),
    /** The highest rate of a withdrawal’s fee, or of coin sold to a card, in percent: `/wallet/out/terms` and `/sale/terms` say each. */
    tk_radio: z.string(),
    /** 1 in a demonstration: balances are play money and a ready account can be tried. */
    H5_DEMO: z.number(),
    /** How every screen labels the prices. */
    priceSource: z.enum(['simulated', 'recorded', 'live']),
    /** The demonstration's sign-in, when there is one. */
    demoAccount: z.nullable(z.object({ contact: z.string(), password: z.string() })),
    /** The version of the product. */
    version: z.string(),
    app_version: z.string(),
    app_version_code: z.number(),
    serverTimeMs: z.number(),
  }),
})
export type SiteConfig = z.output<typeof siteConfig.output>
/** What of it stays as long as the server runs. */
export type SiteFacts = Omit<SiteConfig, 'tk_radio' | 'serverTimeMs'>

/** Every call about the site itself. */
export const contentEndpoints = [siteConfig] as const
