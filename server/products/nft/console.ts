import type { AuditAction } from '#domain/console/audit-actions.ts'
import type { ProposalView } from '#domain/console/contract.ts'
import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/nft/console.ts'
import {
  type ArtistDraft,
  type ArtworkDraft,
  type CollectionDraft,
  type OfferDraft,
  PAID_IN,
} from '#domain/nft/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import {
  amountField,
  feeField,
  fieldLines,
  line,
  type ProposalField,
  type ProposalFields,
  readFields,
  textField,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import type { ProposalAction, Proposed } from '#server/console/proposals.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireArtist, requireCollection } from './artist-store.ts'
import { requireArtworkById } from './artwork-store.ts'
import { cancelAuction, lockById } from './auction.ts'
import { requireAuction } from './auction-store.ts'
import { consoleOverview } from './console-overview.ts'
import { consoleMediaView } from './console-views.ts'
import { keepMedia, type MediaDeps, replyToOperator } from './media.ts'
import { findMedia, setHidden } from './media-store.ts'
import { lockOrder, orderOfAuction } from './order-store.ts'
import { cancelOrder } from './orders.ts'
import { showMoney } from './views.ts'
import {
  checkArtist,
  checkArtwork,
  checkCollection,
  checkOffer,
  closeArtwork,
  makeArtworks,
  offerArtwork,
  offerRun,
  openArtwork,
  saveArtist,
  saveCollection,
  startArtist,
  stopArtist,
} from './works.ts'

/** What operators do with artworks: two together, or one alone in the safe direction. */

const optionalText = (label: string): ProposalField<string | undefined> => ({
  label,
  read: (text) => text,
  write: (text) => text,
  show: (text) => text ?? 'none',
})
const idField = (label: string): ProposalField<bigint> => ({
  label,
  read: (text) => BigInt(text!),
  write: String,
  show: String,
})
const optionalId = (label: string): ProposalField<bigint | undefined> => ({
  label,
  read: (text) => (text === undefined ? undefined : BigInt(text)),
  write: (id) => (id === undefined ? undefined : String(id)),
  show: (id) => (id === undefined ? 'none' : String(id)),
})
const numberField = (label: string): ProposalField<number> => ({
  label,
  read: (text) => Number(text),
  write: String,
  show: String,
})
const momentField = (label: string): ProposalField<number> => ({
  label,
  read: (text) => Number(text),
  write: String,
  show: (atMs) => `${utcMinute(atMs)} UTC`,
})
const sellerField: ProposalField<boolean> = {
  label: 'Sold by',
  read: (text) => text === 'true',
  write: String,
  show: (isArtists) => (isArtists ? 'the artist, from their own account' : 'the platform'),
}

const artistFields: ProposalFields<ArtistDraft> = {
  name: textField('Name'),
  bio: textField('Text'),
  portrait: optionalText('Portrait'),
  customer: optionalId('Account'),
}
const collectionFields: ProposalFields<CollectionDraft> = {
  artistId: idField('Artist'),
  name: textField('Name'),
  description: textField('Text'),
  cover: optionalText('Cover'),
}
const artworkFields: ProposalFields<ArtworkDraft> = {
  code: textField('Code'),
  title: textField('Title'),
  description: textField('Text'),
  artistId: idField('Artist'),
  collectionId: optionalId('Collection'),
  media: textField('Picture or video'),
  poster: optionalText('Poster'),
  royaltyBps: feeField('Royalty'),
  editions: numberField('Works in the run'),
  isArtists: sellerField,
}
const offerFields: ProposalFields<OfferDraft> = {
  offer: textField('Offered', (offer) => (offer === 'auction' ? 'by auction' : 'at a fixed price')),
  price: amountField('Price, or that of the first bid'),
  opensAtMs: momentField('Opens'),
  endsAtMs: momentField('Ends'),
}

const artists = subjectsOf('nft-artist')
const collections = subjectsOf('nft-collection')
const artworks = subjectsOf('nft-artwork')
const auctions = subjectsOf('nft-auction')
const mediaSubject = (id: string) => `nft-media:${id}`
const mediaOf = (subject: string) => subject.slice('nft-media:'.length)

/** Who decides on artworks, and who sees what is being decided. */
const roles = { roles: canManageProducts, viewers: canViewProducts }

const linesOf = <Values>(fields: ProposalFields<Values>, params: Proposed['params'], before?: Values) =>
  fieldLines(fields, readFields(fields, params, PAID_IN), PAID_IN, before)
type Lines = ProposalView['lines']

/** The proposals of artworks, on the files of pictures and videos. */
export function nftProposals(files: MediaDeps['media']) {
  const createArtist: ProposalAction = {
    kind: 'nft-artist',
    ...roles,
    describe: async (_, { params }) => ({
      title: `Artist ${params.name}`,
      lines: linesOf(artistFields, params),
    }),
    apply: async (tx, { params }, nowMs) =>
      void (await saveArtist(tx, files, readFields(artistFields, params, PAID_IN), undefined, nowMs)),
  }
  const editArtist: ProposalAction = {
    kind: 'nft-artist-edit',
    ...roles,
    async describe(db, { subject, params }) {
      const row = await requireArtist(db, artists.idOf(subject))
      const before = {
        ...{ name: row.name, bio: row.bio, portrait: row.portrait ?? undefined },
        customer: row.customer_id ?? undefined,
      }
      return {
        title: `What is said of ${row.name}`,
        lines: linesOf<ArtistDraft>(artistFields, params, before),
      }
    },
    async apply(tx, { subject, params }, nowMs) {
      const id = artists.idOf(subject)
      if (String((await requireArtist(tx, id)).updated_at) !== params.state)
        throw refusal('PROPOSAL_OUTDATED')
      await saveArtist(tx, files, readFields(artistFields, params, PAID_IN), id, nowMs)
    },
  }
  const beginArtist: ProposalAction = {
    kind: 'nft-artist-start',
    ...roles,
    async describe(db, { subject }) {
      const { name } = await requireArtist(db, artists.idOf(subject))
      return { title: `Offer works of ${name} again`, lines: [line('Offers', 'taken', 'refused')] }
    },
    apply: (tx, { subject }, nowMs) => startArtist(tx, artists.idOf(subject), nowMs),
  }
  const createCollection: ProposalAction = {
    kind: 'nft-collection',
    ...roles,
    async describe(db, { params }) {
      const draft = readFields(collectionFields, params, PAID_IN)
      const { name } = await requireArtist(db, draft.artistId)
      return { title: `Collection ${draft.name} of ${name}`, lines: linesOf(collectionFields, params) }
    },
    apply: async (tx, { params }, nowMs) =>
      void (await saveCollection(tx, files, readFields(collectionFields, params, PAID_IN), undefined, nowMs)),
  }
  const editCollection: ProposalAction = {
    kind: 'nft-collection-edit',
    ...roles,
    async describe(db, { subject, params }) {
      const row = await requireCollection(db, collections.idOf(subject))
      const before = {
        ...{ artistId: row.artist_id, name: row.name, description: row.description },
        cover: row.cover ?? undefined,
      }
      return {
        title: `What is said of the collection ${row.name}`,
        lines: linesOf<CollectionDraft>(collectionFields, params, before),
      }
    },
    async apply(tx, { subject, params }, nowMs) {
      const id = collections.idOf(subject)
      if (String((await requireCollection(tx, id)).updated_at) !== params.state)
        throw refusal('PROPOSAL_OUTDATED')
      await saveCollection(tx, files, readFields(collectionFields, params, PAID_IN), id, nowMs)
    },
  }
  const createArtwork: ProposalAction = {
    kind: 'nft-artwork',
    ...roles,
    async describe(db, { params }) {
      const { name } = await requireArtist(db, BigInt(params.artistId!))
      return { title: `Artwork ${params.title} of ${name}`, lines: linesOf(artworkFields, params) }
    },
    apply: async (tx, { id, params }, nowMs) =>
      void (await makeArtworks(tx, files, readFields(artworkFields, params, PAID_IN), id, nowMs)),
  }
  const offer: ProposalAction = {
    kind: 'nft-offer',
    ...roles,
    async describe(db, { subject, params }) {
      const row = await requireArtworkById(db, artworks.idOf(subject))
      const lines: Lines = linesOf(offerFields, params)
      if (params.closedAtMs !== undefined) lines.push(line('Buying and bidding', 'open', 'closed'))
      return { title: `Offer ${row.title} (${row.code})`, lines }
    },
    async apply(tx, { subject, params }, nowMs) {
      const knownClosedMs = params.closedAtMs === undefined ? null : Number(params.closedAtMs)
      const draft = readFields(offerFields, params, PAID_IN)
      await offerArtwork(tx, artworks.idOf(subject), draft, nowMs, knownClosedMs)
    },
  }
  const offerAll: ProposalAction = {
    kind: 'nft-offer-run',
    ...roles,
    describe: async (_, { params }) => ({
      title: `Offer the run ${params.code}`,
      lines: linesOf(offerFields, params),
    }),
    apply: async (tx, { params }, nowMs) =>
      void (await offerRun(tx, params.code!, readFields(offerFields, params, PAID_IN), nowMs)),
  }
  const opening: ProposalAction = {
    kind: 'nft-open',
    ...roles,
    async describe(db, { subject }) {
      const row = await requireArtworkById(db, artworks.idOf(subject))
      const lines: Lines = [line('Buying and bidding', 'open', 'closed')]
      if (row.offer === 'auction')
        lines.push(line('End', 'as much later as it stood still, in an hour at the earliest'))
      return { title: `Open ${row.title} (${row.code})`, lines }
    },
    apply: (tx, { subject }, nowMs) => openArtwork(tx, artworks.idOf(subject), nowMs),
  }
  const cancelling: ProposalAction = {
    kind: 'nft-cancel',
    ...roles,
    async describe(db, { subject }) {
      const auction = await requireAuction(db, auctions.idOf(subject))
      const { title, code } = await requireArtworkById(db, auction.artwork_id)
      const highest = auction.highest === null ? 'none' : `${showMoney(auction.highest)} ${PAID_IN}`
      return {
        title: `Cancel the auction of ${title} (${code})`,
        lines: [
          line('Bidders who get their margin back', String(auction.bidders)),
          line('Highest bid', highest),
        ],
      }
    },
    apply: (tx, { subject }, nowMs) => cancelByOperators(tx, auctions.idOf(subject), nowMs),
  }
  const releasing: ProposalAction = {
    kind: 'nft-media-release',
    ...roles,
    describe: async (_, { subject }) => ({
      title: 'Show a picture or video again',
      lines: [line('File', mediaOf(subject)), line('Shown', 'to everybody', 'to nobody')],
    }),
    async apply(tx, { subject }, nowMs) {
      if (!(await setHidden(tx, mediaOf(subject), false, nowMs))) throw refusal('PROPOSAL_OUTDATED')
    },
  }
  return {
    ...{ createArtist, editArtist, beginArtist, createCollection, editCollection, createArtwork },
    ...{ offer, offerAll, opening, cancelling, releasing },
  }
}

/** Cancels an auction, or its order while it is not paid. Refuses: PROPOSAL_OUTDATED for what is over. */
async function cancelByOperators(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const locked = await lockById(tx, id)
  const { status } = locked.auction
  if (status === 'open' || status === 'awaiting') return cancelAuction(tx, locked, 'operators', nowMs)
  const found = status === 'won' ? await orderOfAuction(tx, id) : undefined
  if (found?.status !== 'unpaid') throw refusal('PROPOSAL_OUTDATED')
  await cancelOrder(tx, locked.artwork, await lockOrder(tx, found.id), 'operators', nowMs)
}

/** What a call read, as texts again; a decision's reason is none of its terms. */
const textsOf = (typed: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      value === undefined || name === 'reason' ? [] : [[name, String(value)]],
    ),
  )

/** Does what one operator may alone, with its line in the log. */
async function alone(
  { db, clock, operator }: Context,
  line: { readonly action: AuditAction; readonly subject: string; readonly reason: string },
  act: (tx: Tx, nowMs: number) => Promise<unknown>,
) {
  const nowMs = clock.nowMs()
  const { action, subject, reason } = line
  await db.transaction().execute(async (tx) => {
    await act(tx, nowMs)
    await appendAuditLog(tx, { operator: operator.id, action, subject, detail: { reason } }, nowMs)
  })
  return {}
}

/** The routes for the calls of `domain/nft/console.ts`, but for its tables. */
export function nftConsoleRoutes(deps: MediaDeps): Route[] {
  const files = deps.media
  const actions = nftProposals(files)
  const nowMs = () => deps.clock.nowMs()
  return [
    route(calls.consoleNft, (_, { db, operator }) => consoleOverview(db, Object.values(actions), operator)),
    route(calls.uploadNftMedia, async (_, { operator, file }) =>
      consoleMediaView(await keepMedia(deps, operator.id, file)),
    ),
    route(calls.consoleNftMedia, ({ id }, ctx) => replyToOperator(deps, ctx, id)),
    route(calls.hideNftMedia, ({ id, reason }, ctx) =>
      alone(ctx, { action: 'closed', subject: mediaSubject(id), reason }, async (tx, at) => {
        if (!(await findMedia(tx, id))) throw refusal('NOT_FOUND')
        await setHidden(tx, id, true, at)
      }),
    ),
    proposalRoute(calls.proposeNftMediaRelease, actions.releasing, async (tx, { id }) => {
      const row = await findMedia(tx, id)
      if (!row?.hidden_at) throw refusal('NOT_FOUND')
      return { subject: mediaSubject(id), params: {} }
    }),
    proposalRoute(calls.proposeNftArtist, actions.createArtist, async (tx, typed) => {
      const draft = readFields(artistFields, textsOf(typed), PAID_IN)
      await checkArtist(tx, files, draft)
      return { subject: `nft-artist:new:${nextId()}`, params: writeFields(artistFields, draft, PAID_IN) }
    }),
    proposalRoute(calls.proposeNftArtistEdit, actions.editArtist, async (tx, { id, ...typed }) => {
      const { updated_at } = await requireArtist(tx, id)
      const draft = readFields(artistFields, textsOf(typed), PAID_IN)
      await checkArtist(tx, files, draft, id)
      const params = { ...writeFields(artistFields, draft, PAID_IN), state: String(updated_at) }
      return { subject: artists.of(id), params }
    }),
    route(calls.stopNftArtist, ({ id, reason }, ctx) =>
      alone(ctx, { action: 'closed', subject: artists.of(id), reason }, (tx, at) => stopArtist(tx, id, at)),
    ),
    proposalRoute(calls.proposeNftArtistStart, actions.beginArtist, async (tx, { id }) => {
      if ((await requireArtist(tx, id)).status !== 'stopped') throw refusal('PROPOSAL_OUTDATED')
      return { subject: artists.of(id), params: {} }
    }),
    proposalRoute(calls.proposeNftCollection, actions.createCollection, async (tx, typed) => {
      const draft = readFields(collectionFields, textsOf(typed), PAID_IN)
      await checkCollection(tx, files, draft)
      return {
        subject: `nft-collection:new:${nextId()}`,
        params: writeFields(collectionFields, draft, PAID_IN),
      }
    }),
    proposalRoute(calls.proposeNftCollectionEdit, actions.editCollection, async (tx, { id, ...typed }) => {
      const { artist_id, updated_at } = await requireCollection(tx, id)
      const draft = readFields(collectionFields, { ...textsOf(typed), artistId: String(artist_id) }, PAID_IN)
      await checkCollection(tx, files, draft)
      const params = { ...writeFields(collectionFields, draft, PAID_IN), state: String(updated_at) }
      return { subject: collections.of(id), params }
    }),
    proposalRoute(calls.proposeNftArtwork, actions.createArtwork, async (tx, typed) => {
      const draft = readFields(artworkFields, textsOf(typed), PAID_IN)
      await checkArtwork(tx, files, draft)
      return { subject: `nft-artwork:new:${draft.code}`, params: writeFields(artworkFields, draft, PAID_IN) }
    }),
    proposalRoute(calls.proposeNftOffer, actions.offer, async (tx, { id, ...typed }) => {
      const artwork = await requireArtworkById(tx, id)
      const draft = readFields(offerFields, textsOf(typed), PAID_IN)
      checkOffer(artwork, await requireArtist(tx, artwork.artist_id), draft, nowMs())
      const { closed_at } = artwork
      // Which closing this offer would end: a later one is somebody else's decision, which it must not undo.
      const known = closed_at === null ? {} : { closedAtMs: String(closed_at) }
      return { subject: artworks.of(id), params: { ...writeFields(offerFields, draft, PAID_IN), ...known } }
    }),
    proposalRoute(calls.proposeNftOfferRun, actions.offerAll, async (tx, { code, ...typed }) => {
      const draft = readFields(offerFields, { ...textsOf(typed), offer: 'fixed' }, PAID_IN)
      await requireRun(tx, code)
      return {
        subject: `nft-run:${code}`,
        params: { ...writeFields(offerFields, draft, PAID_IN), code },
      }
    }),
    route(calls.closeNft, ({ id, reason }, ctx) =>
      alone(ctx, { action: 'closed', subject: artworks.of(id), reason }, (tx, at) =>
        closeArtwork(tx, id, at),
      ),
    ),
    proposalRoute(calls.proposeNftOpening, actions.opening, async (tx, { id }) => {
      if ((await requireArtworkById(tx, id)).is_open) throw refusal('PROPOSAL_OUTDATED')
      return { subject: artworks.of(id), params: {} }
    }),
    proposalRoute(calls.proposeNftCancel, actions.cancelling, async (tx, { id }) => {
      const { status } = await requireAuction(tx, id)
      if (!['open', 'awaiting', 'won'].includes(status)) throw refusal('PROPOSAL_OUTDATED')
      return { subject: auctions.of(id), params: {} }
    }),
  ]
}

/** Refuses: NOT_FOUND where there is no run of this name. */
async function requireRun(tx: Db | Tx, run: string): Promise<void> {
  const row = await tx.selectFrom('nft_artwork').select('id').where('run', '=', run).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
}
