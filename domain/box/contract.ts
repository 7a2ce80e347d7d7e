import * as z from 'zod/mini'
import { endpoint, type WireNames } from '../endpoint.ts'
import { decimalString, id, text, timeMs, whole } from '../fields.ts'
import { listOf } from '../list.ts'
import { nftMediaView } from '../nft/contract.ts'
import { boxProofFile } from '../proof/contract.ts'
import { CLIENT_SEED } from './rules.ts'
import { boxFailures, boxListed, boxPhases, boxRarities, boxStates } from './words.ts'

/** Blind boxes on the wire. Prices are decimal strings of `currency`. Reads answer GET and POST. */

/** A series' code. @example 'HARBOR' */
export const boxCode = z.string().check(z.regex(/^[A-Z0-9]{2,12}$/, 'a series’ code'))

/** The customer's own seed of one box. */
export const clientSeed = text(64).check(z.regex(CLIENT_SEED, '8 to 64 letters, digits, - and _'))

const rarity = z.enum(boxRarities)

/** An artwork as a box shows it. */
const boxArtwork = z.object({
  code: z.string(),
  title: z.string(),
  /** The picture, or the one that stands for a video. */
  picture: nftMediaView,
  /** Whether it is a video: its page plays it. */
  isVideo: z.boolean(),
})
export type BoxArtwork = z.output<typeof boxArtwork>

const seriesView = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  currency: z.string(),
  price: decimalString,
  phase: z.enum(boxPhases),
  /** Whether a box can be bought now. */
  purchase: z.enum(['soon', 'open', 'closed']),
  /** How many items there are, how many are drawn, how many boxes wait for their draw, and how many can be bought. */
  items: z.number(),
  drawn: z.number(),
  sealed: z.number(),
  left: z.number(),
  /** Boxes that were paid back because they could not be drawn in time. */
  refunded: z.number(),
  perCustomer: z.number(),
  /** Boxes of the customer who asks, without those that were paid back. */
  own: z.number(),
  opensAtMs: timeMs,
  endsAtMs: timeMs,
  /** Of each rarity: how many there are, how many are left, and the chance that the next box has one, in percent. */
  odds: z.array(z.object({ rarity, items: z.number(), left: z.number(), chancePercent: decimalString })),
  /** The first of the rarest: what stands for the series. */
  cover: boxArtwork,
})
export type BoxSeriesView = z.output<typeof seriesView>

export const boxSeriesDetailView = z.extend(seriesView, {
  /** The root of the contents and that of the commitments to the secrets, hex, since before the sale. */
  inventory: z.string(),
  commitment: z.string(),
  /** For how many boxes there is a secret. */
  boxes: z.number(),
  publishedAtMs: timeMs,
  /** Whose first tick after a purchase the draw takes. */
  symbol: z.string(),
  /** How soon a box that is not drawn is paid back, and after how long a drawn one opens by itself. */
  refundedWithinMs: z.number(),
  openedWithinMs: z.number(),
})
export type BoxSeriesDetail = z.output<typeof boxSeriesDetailView>

const boxItemView = z.extend(boxArtwork, {
  /** Its place in the tree of the contents, from 1. */
  place: z.number(),
  rarity,
  digest: z.string(),
  /** The number of the box that it was in; null while no box has it. */
  drawnIn: z.nullable(z.number()),
})
export type BoxItemView = z.output<typeof boxItemView>

const boxDrawView = z.object({
  number: z.number(),
  state: z.enum(boxStates),
  failure: z.nullable(z.enum(boxFailures)),
  boughtAtMs: timeMs,
  drawnAtMs: z.nullable(timeMs),
  /** Place and code of the item; null before the draw and of one that was paid back. */
  place: z.nullable(z.number()),
  artwork: z.nullable(z.string()),
  rarity: z.nullable(rarity),
})
export type BoxDrawView = z.output<typeof boxDrawView>

export const boxView = z.object({
  id: z.string(),
  series: z.string(),
  name: z.string(),
  number: z.number(),
  state: z.enum(boxStates),
  failure: z.nullable(z.enum(boxFailures)),
  currency: z.string(),
  price: decimalString,
  clientSeed: z.string(),
  boughtAtMs: timeMs,
  /** Paid back by then at the latest where it is not drawn. */
  refundedByMs: timeMs,
  drawnAtMs: z.nullable(timeMs),
  /** Opens by itself then; null before the draw. */
  opensByMs: z.nullable(timeMs),
  endedAtMs: z.nullable(timeMs),
  /** What was in it; null until it is opened. */
  item: z.nullable(z.extend(boxArtwork, { rarity })),
  /** The picture of the series. */
  cover: boxArtwork,
})
export type BoxView = z.output<typeof boxView>

/** With what was signed when it was bought: whoever has it needs no word of the platform for it later. */
const boxWithReceipt = z.extend(boxView, { receipt: z.string() })

/** The specification's names and purchase states. Source: rulings, section 1. */
const boxOnWire: WireNames = {
  purchase: { name: 'state', values: { soon: '2', open: '1', closed: '0' } },
  clientSeed: 'client_seed',
}
/** A box has a state of its own. */
const ownOnWire: WireNames = { clientSeed: 'client_seed' }

export const boxList = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getBoxList',
  access: 'public',
  showsMoney: true,
  summary:
    'Series of blind boxes that are on sale or announced, or with `listed` those that are over, the newest first, with odds and what is left of each rarity',
  wire: boxOnWire,
  ...listOf(seriesView, { filters: { listed: z.prefault(z.enum(boxListed), 'sale') } }),
})

export const boxDetail = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getBoxDetail',
  access: 'public',
  showsMoney: true,
  summary: 'One series of blind boxes, with what it has committed to',
  input: { code: boxCode },
  wire: boxOnWire,
  output: boxSeriesDetailView,
})

export const boxItems = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getBoxItems',
  access: 'public',
  summary: 'What is in a series, in the order of its tree, and which box each item was in',
  ...listOf(boxItemView, { filters: { code: boxCode } }),
})

export const boxDraws = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getBoxDraws',
  access: 'public',
  summary: 'The boxes of a series and what was drawn, without names, the newest first',
  wire: {},
  ...listOf(boxDrawView, { filters: { code: boxCode } }),
})

export const boxProof = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getBoxProof',
  access: 'public',
  rate: 'chart',
  summary:
    'All that is needed to compute the draw of one box again; anybody may check any box that was drawn',
  input: { code: boxCode, number: whole(1, 100_000) },
  outputWire: {},
  output: boxProofFile,
})

export const buyBox = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/buyBlindBox',
  access: 'user',
  money: true,
  summary:
    'Buy a blind box from funding with a seed of one’s own; it is drawn by the first price tick after that, or paid back within five minutes. Takes basic verification',
  input: { code: boxCode, clientSeed },
  wire: ownOnWire,
  output: boxWithReceipt,
})

export const openBox = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/openBlindBox',
  access: 'user',
  rate: 'write',
  showsMoney: true,
  summary:
    'Open a box that was drawn: its artwork is the customer’s then. A box that is open stays as it is. A seed is only compared with that of the purchase',
  input: { id, clientSeed: z.optional(clientSeed) },
  wire: ownOnWire,
  output: boxView,
})

export const myBoxes = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getMyBoxes',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s blind boxes, newest first',
  wire: ownOnWire,
  ...listOf(boxView, { filters: { state: z.optional(z.enum(boxStates)) } }),
})

export const myBox = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getMyBox',
  access: 'user',
  showsMoney: true,
  summary: 'One blind box of the customer',
  input: { id },
  wire: ownOnWire,
  output: boxWithReceipt,
})

/** Every call of blind boxes. */
export const boxEndpoints = [
  boxList,
  boxDetail,
  boxItems,
  boxDraws,
  boxProof,
  buyBox,
  openBox,
  myBoxes,
  myBox,
] as const
