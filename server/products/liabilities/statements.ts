import { bytesToHex } from '@noble/hashes/utils.js'
import { checkpointNote, checkpointText } from '#domain/liabilities/log.ts'
import {
  consistencyRanges,
  EMPTY_ROOT,
  type Hash,
  hashOfRange,
  inclusionRanges,
  type LeafRange,
  nodeHash,
  type Subtree,
} from '#domain/proof/merkle.ts'
import type { Db } from '#server/platform/db/database.ts'
import { leafHashesAfter } from './store.ts'

/** The log of statements, by the hashes of its leaves: some 9,000 a year, kept in memory as far as they were read. */
export interface StatementLog {
  /** How many there are by now. */
  size(): Promise<number>
  /** The root of the first so many. */
  root(size: number): Promise<Hash>
  inclusion(index: number, size: number): Promise<string[]>
  consistency(from: number, to: number): Promise<string[]>
}

/** Opens the log of a database. */
export function openStatementLog(db: Db): StatementLog {
  const leaves: Hash[] = []
  /** Of complete subtrees. */
  const known = new Map<string, Hash>()

  async function read(): Promise<void> {
    const from = leaves.length
    const fresh = await leafHashesAfter(db, from)
    // Another call may have read them meanwhile.
    if (leaves.length === from) leaves.push(...fresh)
  }

  async function hashesOf(ranges: readonly LeafRange[], size: number): Promise<string[]> {
    if (leaves.length < size) await read()
    return ranges.map((range) => bytesToHex(hashOfRange(range, hashIn(leaves, known))))
  }

  return {
    async size() {
      await read()
      return leaves.length
    },
    async root(size) {
      if (leaves.length < size) await read()
      return size === 0 ? EMPTY_ROOT : hashOfRange({ start: 0, end: size }, hashIn(leaves, known))
    },
    inclusion: (index, size) => hashesOf(inclusionRanges(index, size), size),
    consistency: (from, to) => hashesOf(consistencyRanges(from, to), to),
  }
}

/** The hash of a complete subtree. */
const hashIn =
  (leaves: readonly Hash[], known: Map<string, Hash>) =>
  ({ height, index }: Subtree): Hash => {
    if (height === 0) return leaves[index]!
    const name = `${height}/${index}`
    const below = (side: number) => hashIn(leaves, known)({ height: height - 1, index: 2 * index + side })
    const hash = known.get(name) ?? nodeHash(below(0), below(1))
    known.set(name, hash)
    return hash
  }

/** The text that is signed of the log at a size. */
export const signedText = (publicKey: string, size: number, root: Hash): string =>
  checkpointText(publicKey, { size, root: bytesToHex(root) })

/** The note of the log at a size. */
export const noteAt = (publicKey: string, size: number, root: Hash, signature: string): string =>
  checkpointNote(publicKey, { size, root: bytesToHex(root) }, signature)
