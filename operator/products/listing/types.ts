import type { OutputOf } from '#domain/endpoint.ts'
import type { consoleListing } from '#domain/listing/console.ts'

export type Listing = OutputOf<typeof consoleListing>
export type ListedInstrument = Listing['instruments'][number]
export type ListedCurrency = Listing['currencies'][number]
