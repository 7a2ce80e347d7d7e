import { sha256 } from '@noble/hashes/sha2.js'
import { concat, isSameBytes } from './bytes.ts'

/**
 * The Merkle tree hash of a list that only grows, as RFC 6962 defines it, with its proofs.
 *
 * A leaf is hashed behind a byte 0 and an inner node behind a byte 1, so that neither can be taken for the other.
 * Sizes and indexes are safe integers; nothing here computes with 32 bits.
 */

export type Hash = Uint8Array

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
const half = (value: number): number => Math.floor(value / 2)
const isOdd = (value: number): boolean => value % 2 === 1

/** The hash of a leaf. Source: RFC 6962, section 2.1. */
export const leafHash = (bytes: Uint8Array): Hash => sha256(concat(LEAF, bytes))
/** The hash of a node above two others. Source: RFC 6962, section 2.1. */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(concat(NODE, left, right))

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array())

/** All that a growing tree needs to be known by: the roots of its complete subtrees, the largest first. */
export interface Edge {
  size: number
  readonly hashes: Hash[]
}

/** The edge of a tree without leaves. */
export const emptyEdge = (): Edge => ({ size: 0, hashes: [] })
/** An edge that can grow by itself. */
export const copyOfEdge = ({ size, hashes }: Edge): Edge => ({ size, hashes: [...hashes] })

/**
 * Adds a leaf; `onNode` gets each subtree that it completes, the leaf itself as height 0. A server that has a faster
 * SHA-256 brings its own `hashNode`.
 */
export function append(
  edge: Edge,
  leaf: Hash,
  onNode?: (height: number, index: number, hash: Hash) => void,
  hashNode: (left: Hash, right: Hash) => Hash = nodeHash,
): void {
  let [hash, index, height] = [leaf, edge.size, 0]
  onNode?.(height, index, hash)
  while (isOdd(index)) {
    hash = hashNode(edge.hashes.pop()!, hash)
    index = half(index)
    height++
    onNode?.(height, index, hash)
  }
  edge.hashes.push(hash)
  edge.size++
}

/** The root of subtrees that stand side by side, the largest first. */
const joined = (hashes: readonly Hash[]): Hash =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right))

/** The root of the whole tree. */
export const rootOf = ({ hashes }: Edge): Hash => joined(hashes)

/** Leaves from `start` up to but not including `end`. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/** A complete subtree: 2^height leaves from index * 2^height on. */
export interface Subtree {
  readonly height: number
  readonly index: number
}

/** The largest power of two below a size of at least two: where its tree divides. */
function divide(size: number): number {
  let left = 1
  while (2 * left < size) left *= 2
  return left
}

/** The complete subtrees of a range that a tree of RFC 6962 has a node for, the largest first. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const found: Subtree[] = []
  for (let at = start; at < end; ) {
    let [height, count] = [0, 1]
    while (at % (2 * count) === 0 && at + 2 * count <= end) {
      count *= 2
      height++
    }
    found.push({ height, index: at / count })
    at += count
  }
  return found
}

/** The hash of a range of leaves, of its complete subtrees. */
export const hashOfRange = (range: LeafRange, hashOf: (subtree: Subtree) => Hash): Hash =>
  joined(subtreesOf(range).map(hashOf))

/** The ranges whose hashes prove that a leaf is in the tree of a size, in the order of RFC 6962's PATH. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + divide(end - start)
    const isLeft = index < middle
    ranges.push(isLeft ? { start: middle, end } : { start, end: middle })
    if (isLeft) end = middle
    else start = middle
  }
  return ranges.reverse()
}

/** The ranges whose hashes prove that a tree of size `to` begins with that of size `from`: RFC 6962's PROOF. */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  if (from === 0 || from === to) return []
  const ranges: LeafRange[] = []
  let [start, end] = [0, to]
  while (from < end) {
    const middle = start + divide(end - start)
    const isLeft = from <= middle
    ranges.push(isLeft ? { start: middle, end } : { start, end: middle })
    if (isLeft) end = middle
    else start = middle
  }
  if (start > 0) ranges.push({ start, end })
  return ranges.reverse()
}

/** Whether the leaf of that hash is at this index of the tree with this size and root. */
export function isIncluded(
  leaf: Hash,
  place: { readonly index: number; readonly size: number },
  proof: readonly Hash[],
  root: Hash,
): boolean {
  let [at, last, hash] = [place.index, place.size - 1, leaf]
  if (at < 0 || at > last) return false
  for (const sibling of proof) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = nodeHash(hash, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && isSameBytes(hash, root)
}

/** A tree at some size. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

/** Whether the newer tree begins with all leaves of the older, in their order. */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): boolean {
  if (older.size < 0 || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && isSameBytes(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && isSameBytes(older.root, EMPTY_ROOT)
  let [at, last] = [older.size - 1, newer.size - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  // The older tree is one complete subtree of the newer: its root begins the proof, and need not be sent.
  const [first, ...rest] = at === 0 ? [older.root, ...proof] : proof
  if (first === undefined) return false
  let [olderRoot, newerRoot] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      olderRoot = nodeHash(sibling, olderRoot)
      newerRoot = nodeHash(sibling, newerRoot)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else newerRoot = nodeHash(newerRoot, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && isSameBytes(olderRoot, older.root) && isSameBytes(newerRoot, newer.root)
}
