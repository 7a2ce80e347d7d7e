import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { splitTicks } from '#domain/proof/log.ts'
import {
  append,
  consistencyRanges,
  type Edge,
  type Hash,
  hashOfRange,
  inclusionRanges,
  type LeafRange,
  type Subtree,
  subtreesOf,
} from '#domain/proof/merkle.ts'
import type { Db } from '#server/platform/db/database.ts'
import { bytesBetween } from './store.ts'

/**
 * The hashes of the log, by tiles of 256: those of leaves are computed from the ticks, those above are stored.
 *
 * A proof needs one tile of a level at most for each of its two sides: 256 ticks are read and hashed, and some
 * hundred stored hashes, whatever the size of the tape.
 */

export const TILE_HEIGHT = 8
const TILE = 2 ** TILE_HEIGHT

/** Reads hashes of the log that begins after this tick, each tile once. */
export function createHashReader(db: Db, logStart: number, newest: number) {
  const tiles = new Map<string, Promise<readonly Hash[]>>()
  const ticks = new Map<number, Uint8Array>()

  function tile(level: number, index: number): Promise<readonly Hash[]> {
    const key = `${level}/${index}`
    const found = tiles.get(key) ?? (level === 0 ? leafTile(index) : storedTile(level, index))
    tiles.set(key, found)
    return found
  }

  async function leafTile(index: number): Promise<readonly Hash[]> {
    const first = logStart + 1 + index * TILE
    const parts = await bytesBetween(db, first, Math.min(first + TILE - 1, newest))
    const own = parts
      .flatMap(splitTicks)
      .filter(({ tick }) => tick.sequence >= first && tick.sequence < first + TILE)
    for (const { tick, bytes } of own) ticks.set(tick.sequence, bytes)
    return own.map(({ bytes }) => nativeLeaf(bytes))
  }

  async function storedTile(level: number, index: number): Promise<readonly Hash[]> {
    const { rows } = await sql<{ hash: Uint8Array }>`
      select hash from tape_node where level = ${level}::smallint
        and index >= ${index * TILE}::bigint and index < ${(index + 1) * TILE}::bigint order by index`.execute(
      db,
    )
    return rows.map(({ hash }) => hash)
  }

  async function hashOf({ height, index }: Subtree): Promise<Hash> {
    const level = Math.floor(height / TILE_HEIGHT)
    const count = 2 ** (height % TILE_HEIGHT)
    const first = index * count
    const hashes = await tile(level, Math.floor(first / TILE))
    const own = hashes.slice(first % TILE, (first % TILE) + count)
    assert(
      own.length === count,
      `the tape has ${own.length} of ${count} hashes of level ${level} from ${first}`,
    )
    return rootOfComplete(own)
  }

  async function hashesOf(ranges: readonly LeafRange[]): Promise<Hash[]> {
    const known = new Map<string, Hash>()
    for (const subtree of ranges.flatMap(subtreesOf)) {
      const key = `${subtree.height}/${subtree.index}`
      if (!known.has(key)) known.set(key, await hashOf(subtree))
    }
    return ranges.map((range) => hashOfRange(range, ({ height, index }) => known.get(`${height}/${index}`)!))
  }

  return {
    /** A tick as it was hashed; undefined of one that is not in the log. */
    async tick(sequence: number): Promise<Uint8Array | undefined> {
      const index = sequence - logStart - 1
      if (index < 0 || sequence > newest) return undefined
      await tile(0, Math.floor(index / TILE))
      return ticks.get(sequence)
    },
    /** The right edge of the log at a size. */
    async edge(size: number): Promise<Edge> {
      const subtrees = subtreesOf({ start: 0, end: size })
      const hashes: Hash[] = []
      for (const subtree of subtrees) hashes.push(await hashOf(subtree))
      return { size, hashes }
    },
    /** The proof that a leaf is in the log at a size. */
    inclusion: (index: number, size: number) => hashesOf(inclusionRanges(index, size)),
    /** The proof that the log at a size begins with that at another. */
    consistency: (from: number, to: number) => hashesOf(consistencyRanges(from, to)),
  }
}

function rootOfComplete(hashes: readonly Hash[]): Hash {
  let row = hashes
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, n) => nativeNode(row[2 * n]!, row[2 * n + 1]!))
  return row[0]!
}

/** A hash that is stored: of a tile's subtree. */
export interface TapeNode {
  readonly level: number
  readonly index: number
  readonly hash: Hash
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** RFC 6962's hashes by Node's own SHA-256, which takes a fraction of the time. */
const nativeLeaf = (bytes: Uint8Array): Hash => createHash('sha256').update(LEAF).update(bytes).digest()
const nativeNode = (left: Hash, right: Hash): Hash =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** Adds ticks, as they are hashed, to an edge; returns what is to be stored with them. */
export function appendTicks(edge: Edge, ticks: readonly Uint8Array[]): TapeNode[] {
  const nodes: TapeNode[] = []
  const onNode = (height: number, index: number, hash: Hash) => {
    if (height > 0 && height % TILE_HEIGHT === 0) nodes.push({ level: height / TILE_HEIGHT, index, hash })
  }
  for (const bytes of ticks) append(edge, nativeLeaf(bytes), onNode, nativeNode)
  return nodes
}
