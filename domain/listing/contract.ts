import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint } from '../endpoint.ts'
import { currencyView, instrumentView } from '../market/contract.ts'

/** What is listed, for the app to adopt: see `listing.ts`. */

export const listings = endpoint({
  area: 'market',
  method: 'GET',
  path: '/currency/list',
  access: 'public',
  summary: 'All currencies and all instruments with their terms',
  output: z.object({
    /** Raised by every change; the channel `listing` tells of a new one. */
    version: z.number(),
    currencies: z.array(currencyView),
    instruments: z.array(instrumentView),
  }),
})

/** Tells every client that something is listed anew; the client then asks for the list. */
export const listingChannel = channel({
  name: 'listing',
  event: 'listing',
  access: 'public',
  summary: 'The version of what is listed, when it is raised',
  payload: z.object({ version: z.number() }),
})

export const listingEndpoints = [listings]
export const listingChannels = [listingChannel]
