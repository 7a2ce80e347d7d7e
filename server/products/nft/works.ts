import { refusal } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import {
  type ArtistDraft,
  type ArtworkDraft,
  type CollectionDraft,
  codesOf,
  invalidArtwork,
  invalidOffer,
  LEFT_AFTER_REOPENING_MS,
  type OfferDraft,
} from '#domain/nft/rules.ts'
import type { NftMediaKind } from '#domain/nft/words.ts'
import { isAtLeast } from '#domain/user/tiers.ts'
import { broadcast } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { MediaFiles } from '#server/platform/media/media-files.ts'
import { customerById } from '#server/users/store.ts'
import {
  artistOfCustomer,
  insertArtist,
  insertCollection,
  lockArtist,
  requireArtist,
  requireCollection,
  updateArtist,
  updateCollection,
} from './artist-store.ts'
import { artistOfRun, lockArtwork, lockRun, requireArtworkById, updateArtwork } from './artwork-store.ts'
import { insertAuction, moveAuction, requireAuction } from './auction-store.ts'
import { findMedia, publishMedia } from './media-store.ts'
import { reopenedNotice } from './notices.ts'
import type { ArtistRow, ArtworkRow, MediaRow } from './tables.ts'

/** What operators make: artists, collections, artworks and offers, inside the caller's transaction. */

const wrong = (field: string) => refusal('TERMS_INVALID', { field })

/** Checks that something can be shown. Refuses: TERMS_INVALID for what is missing, of another kind, or hidden. */
async function checkMedia(
  db: Db | Tx,
  files: Pick<MediaFiles, 'has'>,
  id: string | undefined,
  { field, kinds }: { readonly field: string; readonly kinds: readonly NftMediaKind[] },
): Promise<MediaRow | undefined> {
  if (id === undefined) return undefined
  const row = await findMedia(db, id)
  if (!row || row.hidden_at !== null || !kinds.includes(row.kind) || !(await files.has(id)))
    throw wrong(field)
  return row
}

/** Refuses: TERMS_INVALID with the first wrong field. */
export async function checkArtist(
  db: Db | Tx,
  files: Pick<MediaFiles, 'has'>,
  draft: ArtistDraft,
  id?: bigint,
): Promise<void> {
  await checkMedia(db, files, draft.portrait, { field: 'portrait', kinds: ['picture'] })
  if (draft.customer === undefined) return
  const customer = await customerById(db, customerId(draft.customer))
  if (!customer || !isAtLeast(customer.tier, 'basic')) throw wrong('customer')
  const other = await artistOfCustomer(db, customer.id)
  if (other && other.id !== id) throw wrong('customer')
}

/** Adds an artist, or changes one; the portrait is published. Refuses: as `checkArtist`. */
export async function saveArtist(
  tx: Tx,
  files: Pick<MediaFiles, 'has'>,
  draft: ArtistDraft,
  id: bigint | undefined,
  nowMs: number,
): Promise<bigint> {
  if (id !== undefined) await lockArtist(tx, id)
  await checkArtist(tx, files, draft, id)
  if (draft.portrait !== undefined) await publishMedia(tx, [draft.portrait], nowMs)
  if (id === undefined) return (await insertArtist(tx, draft, nowMs)).id
  await updateArtist(tx, id, draft, nowMs)
  return id
}

/** Refuses: NOT_FOUND without its artist; TERMS_INVALID. */
export async function checkCollection(
  db: Db | Tx,
  files: Pick<MediaFiles, 'has'>,
  draft: CollectionDraft,
): Promise<void> {
  await requireArtist(db, draft.artistId)
  await checkMedia(db, files, draft.cover, { field: 'cover', kinds: ['picture'] })
}

/** Adds a collection, or changes one; the cover is published. Refuses: as `checkCollection`. */
export async function saveCollection(
  tx: Tx,
  files: Pick<MediaFiles, 'has'>,
  draft: CollectionDraft,
  id: bigint | undefined,
  nowMs: number,
): Promise<bigint> {
  await checkCollection(tx, files, draft)
  if (draft.cover !== undefined) await publishMedia(tx, [draft.cover], nowMs)
  if (id === undefined) return (await insertCollection(tx, draft, nowMs)).id
  await updateCollection(tx, id, draft, nowMs)
  return id
}

/** Refuses: NOT_FOUND; TERMS_INVALID with the first wrong field. */
export async function checkArtwork(
  db: Db | Tx,
  files: Pick<MediaFiles, 'has'>,
  draft: ArtworkDraft,
): Promise<{ readonly artist: ArtistRow; readonly media: MediaRow }> {
  const field = invalidArtwork(draft)
  if (field) throw wrong(field)
  const artist = await requireArtist(db, draft.artistId)
  if (artist.status !== 'active') throw wrong('artistId')
  // Without an account nobody gets a royalty, and nobody but the platform sells.
  if (artist.customer_id === null && draft.royaltyBps > 0) throw wrong('royaltyBps')
  if (artist.customer_id === null && draft.isArtists) throw wrong('isArtists')
  if (draft.collectionId !== undefined) {
    const { artist_id } = await requireCollection(db, draft.collectionId)
    if (artist_id !== draft.artistId) throw wrong('collectionId')
  }
  const media = await checkMedia(db, files, draft.media, { field: 'media', kinds: ['picture', 'video'] })
  await checkMedia(db, files, draft.poster, { field: 'poster', kinds: ['picture'] })
  if ((media!.kind === 'video') !== (draft.poster !== undefined)) throw wrong('poster')
  const codes = codesOf(draft.code, draft.editions)
  const taken = await db
    .selectFrom('nft_artwork')
    .select('id')
    .where((on) => on.or([on('code', 'in', codes), on('run', '=', draft.code)]))
    .executeTakeFirst()
  if (taken) throw wrong('code')
  return { artist, media: media! }
}

/** Makes an artwork, or a run of them, and publishes its picture or video. Refuses: as `checkArtwork`. Returns: their ids. */
export async function makeArtworks(
  tx: Tx,
  files: Pick<MediaFiles, 'has'>,
  draft: ArtworkDraft,
  proposal: bigint | null,
  nowMs: number,
  newId: () => bigint = nextId,
): Promise<bigint[]> {
  await lockArtist(tx, draft.artistId)
  const { artist, media } = await checkArtwork(tx, files, draft)
  await publishMedia(tx, draft.poster === undefined ? [draft.media] : [draft.media, draft.poster], nowMs)
  const owner = draft.isArtists ? artist.customer_id : null
  const at = new Date(nowMs)
  const works = codesOf(draft.code, draft.editions).map((code, index) => ({
    ...{ id: newId(), code, run: draft.code, edition: index + 1, editions: draft.editions },
    ...{ artist_id: draft.artistId, collection_id: draft.collectionId ?? null, title: draft.title },
    ...{ description: draft.description, media_id: draft.media, media_kind: media.kind },
    ...{ poster_id: draft.poster ?? null, royalty_bps: draft.royaltyBps, owner_id: owner },
    ...{ owned_since: at, history_id: nextId(), created_at: at, proposal },
  }))
  await tx
    .insertInto('nft_history')
    .values(
      works.map(({ id, history_id }) => ({
        ...{ id: history_id, artwork_id: id, kind: 'created' as const, from_id: null, to_id: owner },
        ...{ price: null, order_id: null, at },
      })),
    )
    .execute()
  await tx.insertInto('nft_artwork').values(works).execute()
  return works.map(({ id }) => id)
}

/**
 * Checks whether operators may offer an artwork: one that the platform has, or that its artist has and nobody bought yet.
 * One that the platform offers at a fixed price gets another offer only once it is closed.
 *
 * Refuses: NFT_NOT_YOURS for a customer's; NFT_IN_AUCTION; PROPOSAL_OUTDATED for one that is offered; TERMS_INVALID.
 */
export function checkOffer(artwork: ArtworkRow, artist: ArtistRow, draft: OfferDraft, nowMs: number): void {
  const field = invalidOffer(draft)
  if (field) throw wrong(field)
  if (nowMs >= draft.endsAtMs) throw wrong('endsAtMs')
  // An auction that began before anybody could bid would be shorter than it says.
  if (draft.offer === 'auction' && nowMs > draft.opensAtMs) throw wrong('opensAtMs')
  const { owner_id, offer, is_sold, is_boxed, is_open } = artwork
  const isArtistsOwn = owner_id !== null && owner_id === artist.customer_id && !is_sold
  if (owner_id !== null && !isArtistsOwn) throw refusal('NFT_NOT_YOURS')
  if (offer === 'auction') throw refusal('NFT_IN_AUCTION')
  if (artist.status !== 'active' || is_boxed || (offer === 'fixed' && (is_open || owner_id !== null)))
    throw refusal('PROPOSAL_OUTDATED')
}

/**
 * Offers an artwork: at a fixed price, or by an auction. One that is closed is opened by that only where whoever decided on
 * the offer knew of this closing: `knownClosedMs` is when it was closed.
 *
 * Refuses: NOT_FOUND; PROPOSAL_OUTDATED for one that was closed since; as `checkOffer`.
 */
export async function offerArtwork(
  tx: Tx,
  id: bigint,
  draft: OfferDraft,
  nowMs: number,
  knownClosedMs: number | null = null,
): Promise<void> {
  const artist = await lockArtist(tx, (await requireArtworkById(tx, id)).artist_id)
  const artwork = await lockArtwork(tx, { id })
  const { closed_at: closedAtMs } = artwork
  if (closedAtMs !== null && closedAtMs !== knownClosedMs) throw refusal('PROPOSAL_OUTDATED')
  await offerLocked(tx, { artwork, artist }, draft, nowMs)
}

/** The artist is locked before the artwork, as where an artist is stopped: what is offered before that is closed by it. */
async function offerLocked(
  tx: Tx,
  { artwork, artist }: { readonly artwork: ArtworkRow; readonly artist: ArtistRow },
  draft: OfferDraft,
  nowMs: number,
): Promise<void> {
  checkOffer(artwork, artist, draft, nowMs)
  const { offer, price, opensAtMs, endsAtMs } = draft
  const auction = offer === 'auction' ? { auction_id: await insertAuction(tx, artwork, draft, nowMs) } : {}
  await updateArtwork(tx, artwork.id, { offer, price, opensAtMs, endsAtMs, closedAtMs: null, ...auction })
}

/**
 * Offers those works of a run that nobody has bought and that are neither offered nor closed. Refuses: NOT_FOUND where there
 * is none.
 */
export async function offerRun(
  tx: Tx,
  run: string,
  draft: Omit<OfferDraft, 'offer'>,
  nowMs: number,
): Promise<number> {
  const artistId = await artistOfRun(tx, run)
  if (artistId === undefined) throw refusal('NOT_FOUND')
  const artist = await lockArtist(tx, artistId)
  const works = (await lockRun(tx, run)).filter(
    ({ offer, is_sold, is_boxed, is_open }) => offer === 'none' && !is_sold && !is_boxed && is_open,
  )
  if (works.length === 0) throw refusal('NOT_FOUND')
  for (const artwork of works) await offerLocked(tx, { artwork, artist }, { ...draft, offer: 'fixed' }, nowMs)
  return works.length
}

/** Lets nobody buy or bid for an artwork; done before, it stays as it was. Refuses: NOT_FOUND. */
export async function closeArtwork(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const { is_open } = await lockArtwork(tx, { id })
  if (is_open) await updateArtwork(tx, id, { closedAtMs: nowMs })
}

/**
 * Lets customers buy or bid again: an auction that stood still ends as much later, in an hour at the earliest, and its bidders
 * are told. Refuses: PROPOSAL_OUTDATED when it is open.
 */
export async function openArtwork(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const artwork = await lockArtwork(tx, { id })
  const { closed_at: closedAtMs, offer, opens_at, ends_at, auction_id } = artwork
  if (closedAtMs === null) throw refusal('PROPOSAL_OUTDATED')
  const beganMs = Math.max(closedAtMs, opens_at ?? closedAtMs)
  const stoodMs = offer === 'auction' && closedAtMs < ends_at! ? Math.max(0, nowMs - beganMs) : 0
  const isOn = stoodMs > 0 && (await requireAuction(tx, auction_id!)).status === 'open'
  await updateArtwork(tx, id, { closedAtMs: null })
  if (!isOn) return
  const byMs = Math.max(stoodMs, nowMs + LEFT_AFTER_REOPENING_MS - ends_at!)
  const endsAtMs = ends_at! + byMs
  await moveAuction(tx, auction_id!, byMs)
  await updateArtwork(tx, id, { endsAtMs })
  await broadcast(tx, reopenedNotice(artwork, auction_id!, { endsAtMs, nowMs }))
}

/** Offers nothing more of an artist: what is offered at a fixed price by the platform or the artist is closed. Refuses: NOT_FOUND. */
export async function stopArtist(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const { customer_id } = await lockArtist(tx, id)
  await updateArtist(tx, id, { status: 'stopped' }, nowMs)
  let query = tx
    .updateTable('nft_artwork')
    .set({ closed_at: new Date(nowMs) })
    .where('artist_id', '=', id)
    .where('offer', '=', 'fixed')
    .where('closed_at', 'is', null)
  query =
    customer_id === null
      ? query.where('owner_id', 'is', null)
      : query.where((on) =>
          on.or([on('owner_id', 'is', null), on('owner_id', '=', customer_id as CustomerId)]),
        )
  await query.execute()
}

/** Lets works of an artist be offered again. Refuses: PROPOSAL_OUTDATED for one who is not stopped. */
export async function startArtist(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const { status } = await lockArtist(tx, id)
  if (status !== 'stopped') throw refusal('PROPOSAL_OUTDATED')
  await updateArtist(tx, id, { status: 'active' }, nowMs)
}
