import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { artistsById, collectionsById } from './artist-store.ts'
import { artworksById, favouritesAmong } from './artwork-store.ts'
import { auctionsById } from './auction-store.ts'
import { mediaById } from './media-store.ts'
import { frozenAmong } from './standing.ts'
import type { ArtistRow, ArtworkRow, AuctionRow, CollectionRow, MediaRow } from './tables.ts'

/** What rows of a list name: loaded for all of them at once, with a fixed number of queries. */
export interface Parts {
  readonly viewer: CustomerId | undefined
  readonly artworks: ReadonlyMap<bigint, ArtworkRow>
  readonly artists: ReadonlyMap<bigint, ArtistRow>
  readonly collections: ReadonlyMap<bigint, CollectionRow>
  readonly media: ReadonlyMap<string, MediaRow>
  readonly auctions: ReadonlyMap<bigint, AuctionRow>
  /** Those that the viewer marked. */
  readonly favourites: ReadonlySet<bigint>
  /** Owners whose account is frozen. */
  readonly frozen: ReadonlySet<CustomerId>
}

/** What these artworks name. */
export async function partsOf(
  db: Db | Tx,
  artworks: readonly ArtworkRow[],
  viewer?: CustomerId | undefined,
): Promise<Parts> {
  const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)
  const artists = await artistsById(
    db,
    artworks.map(({ artist_id }) => artist_id),
  )
  return {
    viewer,
    artworks: new Map(artworks.map((row) => [row.id, row])),
    artists,
    collections: await collectionsById(db, present(artworks.map(({ collection_id }) => collection_id))),
    media: await mediaById(db, [
      ...artworks.flatMap(({ media_id, poster_id }) => [media_id, poster_id]),
      ...[...artists.values()].map(({ portrait }) => portrait),
    ]),
    auctions: await auctionsById(db, present(artworks.map(({ auction_id }) => auction_id))),
    favourites:
      viewer === undefined
        ? new Set()
        : await favouritesAmong(
            db,
            viewer,
            artworks.map(({ id }) => id),
          ),
    frozen: await frozenAmong(db, present(artworks.map(({ owner_id }) => owner_id))),
  }
}

/** The same of artworks by their ids, and of these auctions, which may be earlier ones of theirs. */
export async function partsOfIds(
  db: Db | Tx,
  artworkIds: readonly bigint[],
  viewer: CustomerId,
  auctionIds: readonly bigint[] = [],
): Promise<Parts> {
  const parts = await partsOf(db, await artworksById(db, artworkIds), viewer)
  if (auctionIds.length === 0) return parts
  const auctions = await auctionsById(db, auctionIds)
  return { ...parts, auctions: new Map([...parts.auctions, ...auctions]) }
}
