import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { concat, isSameBytes } from '../proof/bytes.ts'
import type { Hash } from '../proof/merkle.ts'

/**
 * The tree of what the platform owes its customers: a Merkle tree whose nodes also add up, by currency, what is below
 * them. The root says the total; a path says that a customer's balance is part of it.
 *
 *     leaf = SHA-256(0 | commitment | sums)
 *     node = SHA-256(1 | left hash | left sums | right hash | right sums), its sums are left + right
 *
 * The hash of a node covers the sums of both its children, not their total alone. With the total alone (Maxwell's first
 * tree) the operator can show the left customer a right sum, and the right customer a left sum, that are both too
 * small: each path adds up, and the root says the larger of the two in place of their sum. A sum below zero would hide
 * what others are owed in the same way, and so would one that wraps around: each sum of a path, and each addition, is
 * from 0 to 2^63 - 1, which is also the most that the ledger holds of a currency.
 *
 * A customer is two leaves (`PARTS`): each amount is divided at random, so that whoever gets a neighbour's leaf in a path
 * sees a random part of somebody's balance. Leaves stand in the order of their commitments, which are hashes with a
 * salt of the customer's for this snapshot: neither order nor hashes say who it is, or who registered when. Empty
 * leaves fill the tree up to a power of two, so that its height says how many customers there are only roughly.
 *
 * The commitment contains the customer's id and the number of the part. With hashes of balances alone, two customers
 * with the same balance could be shown the same leaf, counted once.
 */

/** Leaves of each customer. */
export const PARTS = 2
export const MAX_SUM = 2n ** 63n - 1n
/** More than any tree has: 2^40 leaves. */
export const MAX_HEIGHT = 40
/** Of a salt, a commitment and a hash. */
export const HASH_BYTES = 32
export const SUM_BYTES = 8

/** Amounts in units, in the order of the snapshot's currencies. */
export type Sums = readonly bigint[]

export interface SumNode {
  readonly hash: Hash
  readonly sums: Sums
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
/** What a commitment begins with. */
export const COMMITMENT = 'plumb liability v1\n'
const commitmentPrefix = utf8ToBytes(COMMITMENT)

/** What stands for a part of a customer's balance in the tree; says nothing to who does not know the salt. */
export const commitmentOf = (customer: string, part: number, salt: Uint8Array): Hash =>
  sha256(concat(commitmentPrefix, salt, utf8ToBytes(`${customer} ${part}`)))

/**
 * Sums as they are hashed: eight bytes each, highest first.
 *
 * Refuses: (by throwing) one below 0 or above MAX_SUM.
 */
export function encodeSums(sums: Sums): Uint8Array {
  const bytes = new Uint8Array(sums.length * SUM_BYTES)
  const view = new DataView(bytes.buffer)
  for (const [n, sum] of sums.entries()) view.setBigUint64(n * SUM_BYTES, inRange(sum))
  return bytes
}

/** Reads what encodeSums wrote. Refuses: (by throwing) a sum above MAX_SUM. */
export function decodeSums(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Array.from({ length: bytes.length / SUM_BYTES }, (_, n) => inRange(view.getBigUint64(n * SUM_BYTES)))
}

function inRange(sum: bigint): bigint {
  if (sum < 0n || sum > MAX_SUM) throw new RangeError(`a sum from 0 to 2^63 - 1, got ${sum}`)
  return sum
}

/** A leaf. Refuses: (by throwing) an amount below 0. */
export const leafOf = (commitment: Hash, sums: Sums): SumNode => ({
  hash: sha256(concat(LEAF, commitment, encodeSums(sums))),
  sums,
})

/** The node above two. Refuses: (by throwing) sums of different currencies, and those that are too large together. */
export function nodeOf(left: SumNode, right: SumNode): SumNode {
  if (left.sums.length !== right.sums.length) throw new RangeError('sums of the same currencies')
  return {
    hash: sha256(concat(NODE, left.hash, encodeSums(left.sums), right.hash, encodeSums(right.sums))),
    sums: addSums(left.sums, right.sums),
  }
}

/** Adds sums, currency by currency. Refuses: (by throwing) more than MAX_SUM. */
export const addSums = (one: Sums, other: Sums): bigint[] => one.map((sum, n) => inRange(sum + other[n]!))

/** A leaf's place, and the siblings on its way to the root: hash and sums of each, the lowest first. */
export interface Path {
  readonly index: number
  readonly siblings: Uint8Array
}

/**
 * The root that a leaf's path leads to.
 *
 * Refuses: (by throwing) a path that is not of a tree of this height, an index outside it, and a sum out of range.
 */
export function rootBy(leaf: SumNode, { index, siblings }: Path, height: number): SumNode {
  const size = HASH_BYTES + leaf.sums.length * SUM_BYTES
  if (siblings.length !== height * size) throw new RangeError('a path of another height')
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** height)
    throw new RangeError('a place in the tree')
  let [node, at] = [leaf, index]
  for (let level = 0; level < height; level++) {
    const bytes = siblings.subarray(level * size, (level + 1) * size)
    const sibling = { hash: bytes.subarray(0, HASH_BYTES), sums: decodeSums(bytes.subarray(HASH_BYTES)) }
    node = at % 2 === 1 ? nodeOf(sibling, node) : nodeOf(node, sibling)
    at = Math.floor(at / 2)
  }
  return node
}

/** Whether two nodes are the same in their hash and in every sum. */
export const isSameNode = (one: SumNode, other: SumNode): boolean =>
  isSameBytes(one.hash, other.hash) &&
  one.sums.length === other.sums.length &&
  one.sums.every((sum, n) => sum === other.sums[n])
