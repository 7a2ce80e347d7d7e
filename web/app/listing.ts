import { create } from 'zustand'
import { listingChannel, listings } from '#domain/listing/contract.ts'
import {
  adoptedListing,
  adoptListing,
  isAdopted,
  type Listing,
  type ListingVersion,
} from '#domain/listing/listing.ts'
import { http } from './api.ts'
import { subscribe } from './socket.ts'

/**
 * What is listed, in the app: what was kept from the last visit at once, and what the server says as soon as it
 * does. A component that shows terms of instruments reads `useListingVersion`, and is drawn again with new ones.
 */

const KEPT = 'plumb-listing'

export const useListingVersion = create<ListingVersion>(adoptedListing)

/**
 * Adopts what is listed. Comes once there is something: after the server's answer on a first visit, at once on
 * later ones; and after a failure too, when pages that need an instrument say that they could not be loaded.
 */
export async function openListing(): Promise<void> {
  const kept = readKept()
  if (kept) adopt(kept)
  const asked = refreshListing()
  if (!kept) await asked
  // Told at every connection too: what did not come or changed meanwhile is asked for then.
  subscribe(listingChannel, {}, (told) => {
    if (!isAdopted(told)) void refreshListing()
  })
}

/** Asks the server for the list; without an answer the one there stays. */
export async function refreshListing(): Promise<void> {
  const listing = await http.request(listings, {}).catch(() => undefined)
  if (!listing || isAdopted(listing)) return
  adopt(listing)
  try {
    localStorage.setItem(KEPT, JSON.stringify(listing))
  } catch {
    // A full or forbidden store: the next visit asks first.
  }
}

function adopt(listing: Listing): void {
  adoptListing(listing)
  useListingVersion.setState(adoptedListing(), true)
}

/** The list of the last visit, if it is one of this version of the app. */
function readKept(): Listing | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Listing | null
    return kept?.installation &&
      Array.isArray(kept.instruments) &&
      kept.instruments.every(({ lotSize }) => lotSize)
      ? kept
      : undefined
  } catch {
    return undefined
  }
}
