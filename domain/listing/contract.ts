import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint } from '../endpoint.ts'
import { currencyView, instrumentView } from '../market/contract.ts'

/** What is listed, for the app to adopt: see `listing.ts`. */

const listingVersion = {
  /** Which database this is the list of: a list that was kept may be another's. */
  installation: z.string(),
  /** Raised by every change; the channel `listing` tells of a new one. */
  version: z.number(),
}

export const listings = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/list',
  access: 'public',
  summary: 'All currencies and all instruments with their terms',
  output: z.object({
    ...listingVersion,
    /** `id` is what other calls take as `currency_id`: of a currency its code, of an instrument its symbol. */
    currencies: z.array(z.object({ id: z.string(), ...currencyView.shape })),
    instruments: z.array(z.object({ id: z.string(), ...instrumentView.shape })),
  }),
})

/** Tells every client that something is listed anew; the client then asks for the list. */
export const listingChannel = channel({
  name: 'listing',
  event: 'listing',
  access: 'public',
  summary: 'The version of what is listed, at once and when it is raised',
  payload: z.object(listingVersion),
})

export const listingEndpoints = [listings]
export const listingChannels = [listingChannel]
