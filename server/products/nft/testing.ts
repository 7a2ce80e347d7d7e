import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import * as operators from '#domain/nft/console.ts'
import * as calls from '#domain/nft/contract.ts'
import { type ArtworkDraft, lowestBid, MAX_AUCTION_MS, PAID_IN, RESALE_AFTER_MS } from '#domain/nft/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Services } from '#server/app.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { MediaFiles } from '#server/platform/media/media-files.ts'
import type { Player } from '#server/sim/player.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'
import { insertArtist, insertCollection } from './artist-store.ts'
import { giveArtwork, requireArtworkById } from './artwork-store.ts'
import { endAuction } from './auction.ts'
import { insertMedia } from './media-store.ts'
import { makeArtworks, offerArtwork } from './works.ts'

/** A picture of one pixel. */
export const testPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
export const testPictureId = createHash('sha256').update(testPicture).digest('hex')

/** Keeps the picture as a draft, as if an operator had sent it. */
export async function keepTestPicture(db: Db | Tx, files: MediaFiles, nowMs: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-picture-'))
  const path = join(folder, 'picture')
  writeFileSync(path, testPicture)
  await files.keep(path, testPictureId)
  rmSync(folder, { recursive: true, force: true })
  const media = { id: testPictureId, kind: 'picture', type: 'image/png', width: 1, height: 1 } as const
  await insertMedia(db, { ...media, bytes: testPicture.length, operator: 1n }, nowMs)
  return testPictureId
}

/** An artwork of the platform's. */
export const testArtwork = (
  code: string,
  artistId: bigint,
  changes: Partial<ArtworkDraft> = {},
): ArtworkDraft => ({
  ...{ code, title: `Work ${code}`, description: 'Made for tests', artistId, collectionId: undefined },
  ...{ media: testPictureId, poster: undefined, royaltyBps: 0, editions: 1, isArtists: false },
  ...changes,
})

/** Of the exchange that is tested, which is one at a time. */
let services: Services | undefined

/** The names of these tests' things: nobody else's. */
const ARTIST = 'An artist of the tests'
const PRICE = '10'
const UNOFFERED = 8_101n
const CLOSED = 8_102n
const [TO_BUY, TO_JOIN, JOINED] = [8_103n, 8_104n, 8_105n]

/** An artist without an account, a collection, and artworks that stay as they are. */
async function start(opened: Services): Promise<void> {
  services = opened
  const { db, clock, media } = opened
  const nowMs = clock.nowMs()
  await keepTestPicture(db, media, nowMs)
  await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('nft_artist').select('id').where('name', '=', ARTIST).executeTakeFirst()) return
    const draft = { name: ARTIST, bio: 'Of the tests', portrait: testPictureId, customer: undefined }
    const { id: artistId } = await insertArtist(tx, draft, nowMs)
    const collection = { artistId, name: 'Tests', description: 'Made for tests', cover: testPictureId }
    const { id: collectionId } = await insertCollection(tx, collection, nowMs)
    for (const [code, fixed] of [
      ['MATRIX', UNOFFERED],
      ['MATRIXB', CLOSED],
      ['MATRIXF', TO_BUY],
      ['MATRIXU', TO_JOIN],
      ['MATRIXJ', JOINED],
    ] as const)
      await makeArtworks(tx, media, testArtwork(code, artistId, { collectionId }), null, nowMs, () => fixed)
    await tx
      .updateTable('nft_artwork')
      .set({ closed_at: new Date(nowMs) })
      .where('id', '=', CLOSED)
      .execute()
    const terms = { price: readAmount(PRICE, PAID_IN), opensAtMs: nowMs, endsAtMs: nowMs + MAX_AUCTION_MS }
    await offerArtwork(tx, TO_BUY, { offer: 'fixed', ...terms }, nowMs)
    for (const id of [TO_JOIN, JOINED]) await offerArtwork(tx, id, { offer: 'auction', ...terms }, nowMs)
  })
}

const artistOf = async (db: Db | Tx): Promise<bigint> =>
  (await db.selectFrom('nft_artist').select('id').where('name', '=', ARTIST).executeTakeFirstOrThrow()).id

/** A new artwork of the platform's; returns its id and code. */
async function newArtwork(db: Db, nowMs: number): Promise<{ id: bigint; code: string }> {
  const code = `T${nextId()}`
  const draft = testArtwork(code, await artistOf(db))
  const { media } = services!
  const [id] = await db.transaction().execute((tx) => makeArtworks(tx, media, draft, null, nowMs))
  return { id: id!, code }
}

/** The same, offered for ten USDT, or from ten USDT for an hour and more. */
async function offered(db: Db, offer: 'fixed' | 'auction', nowMs: number, forMs = 2 * HOUR_MS) {
  const artwork = await newArtwork(db, nowMs)
  const price = readAmount('10', PAID_IN)
  const draft = { offer, price, opensAtMs: nowMs, endsAtMs: nowMs + forMs }
  await db.transaction().execute((tx) => offerArtwork(tx, artwork.id, draft, nowMs))
  return artwork
}

const now = () => services!.clock.nowMs()

async function toBuy() {
  return { code: (await offered(services!.db, 'fixed', now())).code, price: PRICE }
}
const auctioned = async () => ({ code: (await offered(services!.db, 'auction', now())).code })

async function withMargin(customer: Customer) {
  const { code } = await auctioned()
  await customer.ask(calls.payNftMargin, { code })
  return { code, price: PRICE }
}

/** An artwork that a customer has had for a day. */
async function owned(customer: Customer): Promise<string> {
  const { db } = services!
  const before = now() - RESALE_AFTER_MS
  const { id, code } = await newArtwork(db, before)
  // By the mark it is known which customer asks.
  await customer.ask(calls.collectNft, { code })
  await db.transaction().execute(async (tx) => {
    const { customer_id: to } = await tx
      .selectFrom('nft_favourite')
      .select('customer_id')
      .where('artwork_id', '=', id)
      .executeTakeFirstOrThrow()
    await giveArtwork(
      tx,
      await requireArtworkById(tx, id),
      { kind: 'box', to, price: null, orderId: null },
      before,
    )
  })
  return String(id)
}

async function offeredByOwner(customer: Customer): Promise<string> {
  const id = await owned(customer)
  await customer.ask(calls.resellNft, { id, price: PRICE })
  return id
}

/** An order of an auction that a customer won. */
async function won(customer: Customer): Promise<string> {
  const { db } = services!
  const { code, price } = await withMargin(customer)
  await customer.ask(calls.bidNft, { code, price })
  const { auction_id: id, ends_at } = await db
    .selectFrom('nft_artwork')
    .select(['auction_id', 'ends_at'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => endAuction(tx, id!, ends_at!))
  const order = await db
    .selectFrom('nft_order')
    .select('id')
    .where('auction_id', '=', id)
    .executeTakeFirstOrThrow()
  return String(order.id)
}

// ── The simulation

/** Makes an artwork and offers it. */
async function offerSomething({ exchange, random }: Player): Promise<string> {
  const { real, clock } = exchange
  const isAuction = random.chance(2)
  const forMs = isAuction ? HOUR_MS + random.below(30) * MINUTE_MS : DAY_MS
  await offered(real, isAuction ? 'auction' : 'fixed', clock.nowMs(), forMs)
  return isAuction ? 'auction' : 'fixed price'
}

/** One of the newest artworks that are offered so. */
async function someOffered({ exchange, random }: Player, offer: 'fixed' | 'auction') {
  const rows = await exchange.real
    .selectFrom('nft_artwork')
    .select(['id', 'code', 'price', 'auction_id', 'owner_id'])
    .where('offer', '=', offer)
    .orderBy('id', 'desc')
    .limit(6)
    .execute()
  return rows.length === 0 ? undefined : random.one(rows)
}

const show = (price: bigint | Units) => formatAmount(price, PAID_IN)

/** One of a customer's artworks. */
async function someOwned({ exchange, random }: Player, customer: CustomerId) {
  const rows = await exchange.real
    .selectFrom('nft_artwork')
    .select('id')
    .where('owner_id', '=', customer)
    .orderBy('history_id', 'desc')
    .limit(6)
    .execute()
  return rows.length === 0 ? undefined : String(random.one(rows).id)
}

const simulatedCalls: NonNullable<ProductTesting['simulation']>['calls'] = [
  {
    ...{ name: 'artwork bought', weight: 3, call: calls.buyNft },
    async input(player) {
      const found = await someOffered(player, 'fixed')
      if (!found) return undefined
      const price = player.random.chance(6) ? found.price! + 1n : found.price!
      return { code: found.code, price: show(price) }
    },
  },
  {
    ...{ name: 'margin of an auction', weight: 3, call: calls.payNftMargin },
    async input(player) {
      const found = await someOffered(player, 'auction')
      return found && { code: found.code }
    },
  },
  {
    ...{ name: 'bid', weight: 5, call: calls.bidNft },
    async input(player) {
      const found = await someOffered(player, 'auction')
      if (!found) return undefined
      const { highest, start_price: startPrice } = await player.exchange.real
        .selectFrom('nft_auction')
        .select(['highest', 'start_price'])
        .where('id', '=', found.auction_id)
        .executeTakeFirstOrThrow()
      const lowest = lowestBid({ highest, startPrice })
      const more = BigInt(player.random.below(3)) * 1_0000000n
      return { code: found.code, price: show(player.random.chance(8) ? lowest - 1n : lowest + more) }
    },
  },
  {
    ...{ name: 'won artwork paid', weight: 3, call: calls.payNftOrder },
    async input({ exchange, random }, customer) {
      const rows = await exchange.real
        .selectFrom('nft_order')
        .select('id')
        .where('buyer_id', '=', customer)
        .orderBy('id', 'desc')
        .limit(4)
        .execute()
      return rows.length === 0 ? undefined : { id: String(random.one(rows).id) }
    },
  },
  {
    ...{ name: 'artwork offered by its owner', weight: 3, call: calls.resellNft },
    async input(player, customer) {
      const id = await someOwned(player, customer)
      return id === undefined ? undefined : { id, price: String(1 + player.random.below(40)) }
    },
  },
  {
    ...{ name: 'artwork offered no more', weight: 1, call: calls.withdrawNft },
    async input(player, customer) {
      const id = await someOwned(player, customer)
      return id === undefined ? undefined : { id }
    },
  },
]

const later = { opensAtMs: '1893456000000', endsAtMs: '1893542400000' }

export const nftTesting: ProductTesting = {
  start,
  fields: {
    ...{ code: 'MATRIX', price: PRICE, artistId: '1', name: 'Somebody', bio: 'Of the tests', offer: 'fixed' },
    ...{ title: 'A work', description: 'Of the tests', media: testPictureId, royaltyBps: '0', ...later },
  },
  calls: [
    { call: calls.nftArtist, fields: { id: '1' } },
    { call: calls.nftCollection, fields: { id: '1' } },
    { call: calls.nftMedia, fields: { id: testPictureId } },
    { call: calls.buyNft, fields: { code: 'MATRIXF' } },
    { call: calls.payNftMargin, fields: { code: 'MATRIXU' } },
    { call: calls.bidNft, fields: { code: 'MATRIXJ' } },
    { call: calls.resellNft, things: { id: 'nftOwned' } },
    { call: calls.withdrawNft, things: { id: 'nftOffered' } },
    ...[calls.nftOrder, calls.readNftOrder, calls.payNftOrder].map((call) => ({
      ...{ call, things: { id: 'nftOrder' } },
    })),
    ...[operators.consoleNftMedia, operators.hideNftMedia, operators.proposeNftMediaRelease].map((call) => ({
      ...{ call, fields: { id: testPictureId } },
    })),
    { call: operators.proposeNftArtwork, fields: { code: 'MATRIXC' } },
    { call: operators.proposeNftOffer, fields: { id: String(UNOFFERED) } },
    ...[operators.closeNft, operators.proposeNftOpening].map((call) => ({
      ...{ call, fields: { id: String(CLOSED) } },
    })),
  ],
  matrix: {
    async doOneOfEach(customer) {
      await customer.ask(calls.payNftMargin, { code: 'MATRIXJ' })
      await customer.ask(calls.buyNft, await toBuy())
      return {
        ...{ nftOwned: await owned(customer), nftOffered: await offeredByOwner(customer) },
        nftOrder: await won(customer),
      }
    },
    effects: [
      { call: calls.buyNft, isGuarded: true, prepare: toBuy },
      { call: calls.payNftMargin, isGuarded: true, prepare: auctioned },
      { call: calls.bidNft, isGuarded: true, prepare: withMargin },
      {
        call: calls.resellNft,
        isGuarded: true,
        prepare: async (one) => ({ id: await owned(one), price: PRICE }),
      },
      {
        call: calls.withdrawNft,
        isGuarded: true,
        prepare: async (one) => ({ id: await offeredByOwner(one) }),
      },
      { call: calls.payNftOrder, isGuarded: true, prepare: async (one) => ({ id: await won(one) }) },
    ],
  },
  simulation: {
    calls: simulatedCalls,
    actions: [{ name: 'artwork is offered', weight: 2, act: offerSomething }],
    hostile: [
      [calls.buyNft, 'code', 'price'],
      [calls.bidNft, 'code', 'price'],
      [calls.resellNft, 'id', 'price'],
      [calls.payNftOrder, 'id'],
    ],
    async audit({ db }) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from nft_artwork where owner_id is null and is_sold and not is_boxed`.execute(
        db,
      )
      return rows[0]!.count === 0 ? [] : ['an artwork that was sold is the platform’s again']
    },
  },
}
