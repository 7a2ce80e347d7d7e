import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { concat, isSameBytes } from '../proof/bytes.ts'
import { append, emptyEdge, type Hash, isIncluded, leafHash, rootOf } from '../proof/merkle.ts'
import type { BoxRarity } from './words.ts'

/**
 * How what is in a blind box is drawn, and what was promised of it before: decision 0024.
 *
 * Neither side can choose. The platform has published what is in the series and a commitment to a secret for each
 * box before the first was sold; the customer's own seed is signed into the receipt of the purchase; and the draw takes the
 * first tick of the price tape after it, which nobody knows then. Boxes are drawn in the order of their numbers, without
 * replacement. The server, the pages and the stand-alone verifier run this same file.
 */

/** Bytes or texts one behind the other, each behind its length in four bytes, so that no two lists are written alike. */
export function fieldsOf(...fields: readonly (Uint8Array | string)[]): Uint8Array {
  const parts = fields.flatMap((field) => {
    const bytes = typeof field === 'string' ? utf8ToBytes(field) : field
    const length = new Uint8Array(4)
    new DataView(length.buffer).setUint32(0, bytes.length)
    return [length, bytes]
  })
  return concat(...parts)
}

/** An item of a series as it is promised: which artwork, how rare, and the digest of what the artwork is. */
export interface BoxItem {
  readonly rarity: BoxRarity
  readonly artwork: string
  /** SHA-256 of the artwork's file, hex. */
  readonly digest: string
}

/** The leaf of an item in the tree of the contents; `index` from 1. */
export const itemLeaf = (index: number, { rarity, artwork, digest }: BoxItem): Hash =>
  leafHash(fieldsOf('plumb-box-item-1', String(index), rarity, artwork, digest))

/** The root of the contents of a series, hex: published before the first box is sold. */
export function inventoryRoot(items: readonly BoxItem[]): string {
  const edge = emptyEdge()
  for (const [n, item] of items.entries()) append(edge, itemLeaf(n + 1, item))
  return bytesToHex(rootOf(edge))
}

/** The commitment to the secret of one box: says nothing about it, and fits no other. */
export const commitmentOf = (series: string, number: number, secret: Uint8Array): Hash =>
  sha256(fieldsOf('plumb-box-secret-1', series, String(number), secret))

/** The leaf of the commitment to a secret; the tree has one for each number that a box of the series can have. */
export const secretLeaf = (series: string, number: number, secret: Uint8Array): Hash =>
  leafHash(commitmentOf(series, number, secret))

/** Whether a secret is the one that was committed to for a box. */
export const isCommitted = (
  { series, number, boxes, commitment }: Pick<DrawTerms, 'series' | 'number' | 'boxes' | 'commitment'>,
  secret: Uint8Array,
  proof: readonly string[],
): boolean =>
  isIncluded(
    secretLeaf(series, number, secret),
    { index: number - 1, size: boxes },
    proof.map(hexToBytes),
    hexToBytes(commitment),
  )

/** What the receipt of a purchase fixes of its draw. */
export interface DrawTerms {
  readonly order: string
  readonly series: string
  readonly number: number
  readonly clientSeed: string
  /** How many items there are, and for how many boxes there is a commitment. */
  readonly items: number
  readonly boxes: number
  /** The roots, hex. */
  readonly inventory: string
  readonly commitment: string
  /** The tape at the purchase: the first tick of `symbol` behind it is the seal tick. */
  readonly symbol: string
  readonly tapeSize: number
}

const WORD = 2n ** 64n

/**
 * Draws a number below `pool`, each as likely as every other: HMAC-SHA-256 with the secret as its key, the first eight
 * bytes as a number. One that would favor small results is left out, and the next is computed.
 */
export function drawBelow(pool: number, terms: DrawTerms, secret: Uint8Array, sealTick: Uint8Array): number {
  const { order, series, number, clientSeed, inventory, tapeSize } = terms
  const fields = ['plumb-box-draw-1', series, String(number), order, clientSeed, inventory, String(tapeSize)]
  const fair = WORD - (WORD % BigInt(pool))
  for (let attempt = 0; ; attempt++) {
    const hash = hmac(sha256, secret, fieldsOf(...fields, sealTick, String(attempt)))
    const drawn = new DataView(hash.buffer, hash.byteOffset).getBigUint64(0)
    if (drawn < fair) return Number(drawn % BigInt(pool))
  }
}

/** What became of a box, as the boxes after it see it: the item that is gone, or 0 of one that was paid back. */
export type Decided = number

/** The items that are left after some boxes were decided, in the order of the contents. */
export function itemsLeft(items: number, decided: readonly Decided[]): number[] {
  const gone = new Set(decided)
  return Array.from({ length: items }, (_, n) => n + 1).filter((item) => !gone.has(item))
}

/** The item of a box, among those that the boxes before it left. */
export const drawItem = (
  left: readonly number[],
  terms: DrawTerms,
  secret: Uint8Array,
  sealTick: Uint8Array,
): number => left[drawBelow(left.length, terms, secret, sealTick)]!

/** What sums up the decided boxes of a series before the first. */
export const NO_DRAWS: string = bytesToHex(sha256(fieldsOf('plumb-box-draws-1')))

/** What sums up all decided boxes, one more with each: who has a receipt knows what was decided until then. */
export const nextHead = (head: string, number: number, decided: Decided): string =>
  bytesToHex(sha256(fieldsOf('plumb-box-draws-1', hexToBytes(head), String(number), String(decided))))

/** The same of the first boxes of a series at once. */
export const headOf = (decided: readonly Decided[]): string =>
  decided.reduce((head, each, n) => nextHead(head, n + 1, each), NO_DRAWS)

/** Whether two hashes in hex are the same, whatever their case. */
export const isSameHash = (one: string, other: string): boolean =>
  isSameBytes(hexToBytes(one), hexToBytes(other))
