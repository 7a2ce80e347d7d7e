import { listingConsoleEndpoints } from '#domain/listing/console.ts'
import { listingChannel, listingChannels, listingEndpoints, listings } from '#domain/listing/contract.ts'
import { adoptedListing } from '#domain/listing/listing.ts'
import { instruments } from '#domain/market/instruments.ts'
import { currencies } from '#domain/money/currencies.ts'
import { refreshListing } from '#server/markets/listing.ts'
import { instrumentView } from '#server/markets/quotes.ts'
import { route } from '#server/platform/http/route.ts'
import type { Product } from '../product.ts'
import { listingConsoleRoutes, listingProposals } from './console.ts'

const REFRESH_EVERY_MS = 1_000

/** Currencies and instruments with their terms: rows that operators change while everything runs. */
export const listing: Product = {
  name: 'listing',
  isAnsweredAnywhere: true,
  endpoints: listingEndpoints,
  consoleEndpoints: listingConsoleEndpoints,
  channels: listingChannels,
  testing: () => import('./testing.ts').then(({ listingTesting }) => listingTesting),
  open({ db }) {
    const listeners = new Set<() => void>()
    return {
      routes: [
        route(listings, () => ({
          ...adoptedListing(),
          currencies: currencies.map((currency) => ({ id: currency.code, ...currency })),
          instruments: instruments.map((instrument) => ({
            id: instrument.symbol,
            ...instrumentView(instrument),
          })),
        })),
      ],
      consoleRoutes: listingConsoleRoutes,
      proposals: listingProposals,
      jobs: [
        {
          name: 'listing: adopt what was changed',
          everyMs: REFRESH_EVERY_MS,
          isRunAnywhere: true,
          isOfEachProcess: true,
          async run() {
            const isNew = (await refreshListing(db)) !== undefined
            if (isNew) for (const notify of listeners) notify()
          },
        },
      ],
      publish(realtime) {
        const notify = () => realtime.publish(listingChannel, {}, adoptedListing())
        listeners.add(notify)
        return () => listeners.delete(notify)
      },
      // What was missed while a client was away, or never came: it compares, and asks for the list.
      snapshotFor: (channel) => (channel === listingChannel ? adoptedListing() : undefined),
    }
  },
}
