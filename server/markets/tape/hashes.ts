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

/** A tile that was read: its hashes, above them those of each pair, and so on; of leaves also their ticks as hashed. */
interface Tile {
  readonly rows: readonly (readonly Hash[])[]
  readonly ticks: readonly Uint8Array[]
}

/** Complete tiles, which never change, by `level/index`: those that were asked for last. */
export type KeptTiles = Map<string, Tile>
/** Each is some 50 KB: 512 hashes, and 256 ticks with the hashes that they name. */
const MAX_KEPT = 64

/** Reads hashes of the log that begins after this tick, each tile once, and those in `kept` never again. */
export function createHashReader(db: Db, logStart: number, newest: number, kept: KeptTiles = new Map()) {
  const tiles = new Map<string, Promise<Tile>>()

  function tile(level: number, index: number): Promise<Tile> {
    const key = `${level}/${index}`
    const found = tiles.get(key) ?? readTile(key, level, index)
    tiles.set(key, found)
    return found
  }

  async function readTile(key: string, level: number, index: number): Promise<Tile> {
    const found = kept.get(key) ?? (await (level === 0 ? leafTile(index) : storedTile(level, index)))
    if (found.rows[0]!.length < TILE) return found
    // The last of a Map is what was set last: the first is what nobody has asked for the longest.
    kept.delete(key)
    kept.set(key, found)
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
    return found
  }

  async function leafTile(index: number): Promise<Tile> {
    const first = logStart + 1 + index * TILE
    const parts = await bytesBetween(db, first, Math.min(first + TILE - 1, newest))
    const ticks = parts
      .flatMap(splitTicks)
      .filter(({ tick }) => tick.sequence >= first && tick.sequence < first + TILE)
      .map(({ bytes }) => new Uint8Array(bytes))
    return { rows: rowsOver(ticks.map(nativeLeaf)), ticks }
  }

  async function storedTile(level: number, index: number): Promise<Tile> {
    const { rows } = await sql<{ hash: Uint8Array }>`
      select hash from tape_node where level = ${level}::smallint
        and index >= ${index * TILE}::bigint and index < ${(index + 1) * TILE}::bigint order by index`.execute(
      db,
    )
    return { rows: rowsOver(rows.map(({ hash }) => hash)), ticks: [] }
  }

  async function hashOf({ height, index }: Subtree): Promise<Hash> {
    const row = height % TILE_HEIGHT
    const perTile = TILE / 2 ** row
    const { rows } = await tile(Math.floor(height / TILE_HEIGHT), Math.floor(index / perTile))
    const hash = rows[row]?.[index % perTile]
    assert(hash, `the tape has not all hashes below ${index} of height ${height}`)
    return hash
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
      return (await tile(0, Math.floor(index / TILE))).ticks[index % TILE]
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

/** Hashes, above them that of each pair, and so on, for a tile's height. */
function rowsOver(hashes: readonly Hash[]): readonly (readonly Hash[])[] {
  const rows = [hashes]
  while (rows.length < TILE_HEIGHT) {
    const below = rows.at(-1)!
    rows.push(
      Array.from({ length: Math.floor(below.length / 2) }, (_, n) =>
        nativeNode(below[2 * n]!, below[2 * n + 1]!),
      ),
    )
  }
  return rows
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
