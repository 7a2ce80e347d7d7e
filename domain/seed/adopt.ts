import { adoptListing } from '../listing/listing.ts'
import { seedListing } from './listing.ts'

/*
 * Imported for its effect, before anything else: tests and benchmarks without a database list what a new
 * installation lists. A server reads its database instead.
 */
adoptListing(seedListing)
