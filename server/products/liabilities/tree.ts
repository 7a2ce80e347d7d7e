import { setImmediate as turn } from 'node:timers/promises'
import { assert } from '#domain/errors.ts'
import { decodeSums, HASH_BYTES, MAX_SUM, PARTS, SUM_BYTES, type SumNode } from '#domain/liabilities/rules.ts'
import { hashInto } from './hashing.ts'
import { type Salts, saltsOf } from './salts.ts'
import { openTreeThreads } from './tree-threads.ts'

/**
 * Makes the tree of `domain/liabilities/rules.ts`, by Node's own SHA-256 and over plain bytes: for 100,000 customers
 * half a million hashes. Its leaves are kept in tiles of 256, each with the node above it, so that a path reads one
 * tile and the nodes of all others. A leaf is kept as what it is made of; its hash is computed again when asked.
 */

export const TILE = 256

/** What customers are owed, in units: of each, an amount for each currency, one after the other. */
export interface Owed {
  readonly customers: readonly number[]
  readonly currencies: number
  readonly amounts: BigInt64Array
}

/** 256 leaves, or all of a smaller tree. */
export interface Tile {
  readonly index: number
  /** The beginning of its first leaf's commitment: leaves are in the order of these. */
  readonly firstKey: bigint
  /** Hash and sums. */
  readonly node: Uint8Array
  readonly leaves: Uint8Array
}

export interface Tree {
  readonly root: SumNode
  readonly height: number
  readonly tiles: readonly Tile[]
}

/** Others have their turns after so many leaves. */
const LEAVES_A_TURN = 2_048
/** A commitment's beginning and a leaf's number share 64 bits while leaves are put in order. */
const NUMBER_BITS = 24n
const MAX_LEAVES = 2 ** Number(NUMBER_BITS)
/** A tree of so many leaves is made by threads, of fewer here: to start them takes as long as that. */
const THREADED_LEAVES = 2 ** 16
const THREADS = 2

/** What leaves are in the order of: the first 40 bits of a commitment. */
export const keyOf = (commitment: Buffer): bigint => BigInt(commitment.readUIntBE(0, 5))

/** How high a tree is that has two leaves for each of so many customers. */
export const heightOf = (customers: number): number =>
  customers === 0 ? 0 : Math.ceil(Math.log2(PARTS * customers))

const nodeBytes = (currencies: number): number => HASH_BYTES + currencies * SUM_BYTES

/** What a tree is made in: memory that threads share. */
export interface Workspace {
  readonly key: Uint8Array
  readonly currencies: number
  readonly customers: Float64Array
  readonly amounts: BigInt64Array
  /** Of each leaf, customers first: its commitment, and its amounts. Those behind the last customer are empty. */
  readonly commitments: Uint8Array
  readonly parts: BigInt64Array
  /** Keys with the numbers of their leaves, to be put in order. */
  readonly order: BigUint64Array
}

/** Does a part of the work: from a leaf or a tile on, up to another. */
export interface TreeWork {
  /** Writes commitments, amounts and keys of leaves; `from` and `to` do not divide a customer. */
  commit(from: number, to: number): Promise<void>
  /** Makes tiles once leaves are in order. */
  tiles(from: number, to: number): Promise<Tile[]>
}

/**
 * Makes a tree with a key of its own; a large one by threads.
 *
 * Refuses: (by throwing) an amount below zero, and amounts that are more than MAX_SUM together.
 */
export async function buildTree(
  owed: Owed,
  key: Uint8Array,
  threads = 2 ** heightOf(owed.customers.length) < THREADED_LEAVES ? 0 : THREADS,
): Promise<Tree> {
  const height = heightOf(owed.customers.length)
  const count = 2 ** height
  assert(count <= MAX_LEAVES, `a tree has at most ${MAX_LEAVES} leaves, this one has ${count}`)
  const space = workspaceOf(owed, key, count)
  const opened = threads === 0 ? undefined : openTreeThreads(space, threads)
  const work = opened ?? inTurns(space)
  try {
    await work.commit(0, count)
    space.order.sort()
    const tiles = await work.tiles(0, count / Math.min(TILE, count))
    return { root: rootOfTiles(tiles, owed.currencies), height, tiles }
  } finally {
    await opened?.close()
  }
}

function workspaceOf({ customers, currencies, amounts }: Owed, key: Uint8Array, count: number): Workspace {
  const shared = (bytes: number) => new SharedArrayBuffer(bytes)
  const space = {
    ...{ key, currencies, customers: new Float64Array(shared(customers.length * 8)) },
    amounts: new BigInt64Array(shared(amounts.byteLength)),
    commitments: new Uint8Array(shared(count * HASH_BYTES)),
    parts: new BigInt64Array(shared(customers.length * PARTS * currencies * SUM_BYTES)),
    order: new BigUint64Array(shared(count * 8)),
  }
  space.customers.set(customers)
  space.amounts.set(amounts)
  return space
}

/** Works in this thread, where everything else has its turns. */
function inTurns(space: Workspace): TreeWork {
  const steps = treeSteps(space)
  return {
    async commit(from, to) {
      for (let at = from; at < to; at += LEAVES_A_TURN) {
        await turn()
        steps.commit(at, Math.min(to, at + LEAVES_A_TURN))
      }
    },
    async tiles(from, to) {
      const tiles: Tile[] = []
      for (let at = from; at < to; at += LEAVES_A_TURN / TILE) {
        await turn()
        tiles.push(...steps.tiles(at, Math.min(to, at + LEAVES_A_TURN / TILE)))
      }
      return tiles
    },
  }
}

/** The work itself, without a pause. */
export function treeSteps({ key, currencies, customers, amounts, commitments, parts, order }: Workspace) {
  const salts = saltsOf(key)
  const own = Buffer.from(commitments.buffer, commitments.byteOffset, commitments.byteLength)
  const put = (leaf: number, commitment: Buffer): void => {
    commitment.copy(own, leaf * HASH_BYTES)
    order[leaf] = (keyOf(commitment) << NUMBER_BITS) | BigInt(leaf)
  }
  const used = PARTS * customers.length

  function commit(from: number, to: number): void {
    for (let leaf = from; leaf < Math.min(to, used); leaf += PARTS) {
      const n = leaf / PARTS
      const { commitments, split } = salts.of(customers[n]!)
      for (const [part, commitment] of commitments.entries()) put(leaf + part, commitment)
      divide(amounts.subarray(n * currencies, (n + 1) * currencies), split, (place, part, amount) => {
        parts[(leaf + part) * currencies + place] = amount
      })
    }
    for (let leaf = Math.max(from, used); leaf < to; leaf++) put(leaf, salts.padding(leaf))
  }

  const nothing = new BigInt64Array(currencies)
  const hashLeaf = leafHasher(currencies)
  const size = nodeBytes(currencies)
  const width = Math.min(TILE, order.length)

  function tile(index: number): Tile {
    const nodes = Buffer.alloc(width * size)
    const records = recordWriter(width, currencies)
    for (let n = 0; n < width; n++) {
      const leaf = Number(BigInt.asUintN(Number(NUMBER_BITS), order[index * width + n]!))
      const isEmpty = leaf >= used
      const sums = isEmpty ? nothing : parts.subarray(leaf * currencies, (leaf + 1) * currencies)
      hashLeaf(own.subarray(leaf * HASH_BYTES, (leaf + 1) * HASH_BYTES), sums, nodes, n)
      records.add(
        isEmpty ? 0 : customers[Math.floor(leaf / PARTS)]!,
        isEmpty ? leaf : leaf % PARTS,
        nodes,
        n * size + HASH_BYTES,
      )
    }
    const { node } = reduce(nodes, width, currencies)
    return { index, firstKey: order[index * width]! >> NUMBER_BITS, node, leaves: records.bytes() }
  }

  return {
    commit,
    tiles: (from: number, to: number) => Array.from({ length: to - from }, (_, n) => tile(from + n)),
  }
}

/** The node above all tiles. */
export function rootOfTiles(tiles: readonly Pick<Tile, 'node'>[], currencies: number): SumNode {
  const { node } = reduce(Buffer.concat(tiles.map((tile) => tile.node)), tiles.length, currencies)
  return { hash: node.subarray(0, HASH_BYTES), sums: decodeSums(node.subarray(HASH_BYTES)) }
}

/** Divides a customer's amounts among the parts, at random: the last has the rest. */
function divide(
  amounts: BigInt64Array,
  split: (place: number) => bigint,
  put: (place: number, part: number, amount: bigint) => void,
): void {
  for (const [place, amount] of amounts.entries()) {
    if (amount < 0n) throw new RangeError(`a customer's amount is not below zero, got ${amount}`)
    const first = (amount * split(place)) >> 32n
    put(place, 0, first)
    put(place, 1, amount - first)
  }
}

/** Hashes leaves, each into its place among nodes. */
function leafHasher(currencies: number) {
  const input = Buffer.alloc(1 + HASH_BYTES + currencies * SUM_BYTES)
  const view = new DataView(input.buffer, input.byteOffset, input.length)
  const size = nodeBytes(currencies)
  return (commitment: Uint8Array, sums: BigInt64Array, nodes: Buffer, at: number): void => {
    input.set(commitment, 1)
    for (let n = 0; n < currencies; n++) view.setBigInt64(1 + HASH_BYTES + n * SUM_BYTES, sums[n]!)
    hashInto('sha256', input, nodes, at * size)
    input.copy(nodes, at * size + HASH_BYTES, 1 + HASH_BYTES)
  }
}

/**
 * The node above so many nodes, a power of two; of the one at a place, also the siblings on its way up. Overwrites them.
 *
 * Refuses: (by throwing) sums above MAX_SUM.
 */
function reduce(
  nodes: Buffer,
  count: number,
  currencies: number,
  place?: number,
): { readonly node: Buffer; readonly siblings: readonly Buffer[] } {
  const size = nodeBytes(currencies)
  const view = new DataView(nodes.buffer, nodes.byteOffset, nodes.length)
  const input = Buffer.alloc(1 + 2 * size, 1)
  const siblings: Buffer[] = []
  let at = place ?? -1
  for (let left = count; left > 1; left /= 2) {
    if (place !== undefined) {
      const beside = at % 2 === 1 ? at - 1 : at + 1
      siblings.push(Buffer.from(nodes.subarray(beside * size, (beside + 1) * size)))
      at = Math.floor(at / 2)
    }
    for (let n = 0; n < left / 2; n++) {
      nodes.copy(input, 1, 2 * n * size, 2 * (n + 1) * size)
      for (let c = 0; c < currencies; c++) {
        const place = HASH_BYTES + c * SUM_BYTES
        const sum = view.getBigUint64(2 * n * size + place) + view.getBigUint64((2 * n + 1) * size + place)
        if (sum > MAX_SUM) throw new RangeError('amounts that are more than 2^63 - 1 together')
        view.setBigUint64(n * size + place, sum)
      }
      hashInto('sha256', input, nodes, n * size)
    }
  }
  return { node: Buffer.from(nodes.subarray(0, size)), siblings }
}

/** Where a part of a customer's balance is in a tree, and the way to the root. */
export interface FoundLeaf {
  readonly index: number
  readonly amounts: readonly bigint[]
  /** Hash and sums of each sibling, the lowest first. */
  readonly siblings: Buffer
}

/**
 * Finds a part of a customer's balance in a tile that can have it, with its path; `nodes` are those of all tiles.
 * Undefined where the tile does not have it.
 */
export function findLeaf(
  { index, leaves }: Pick<Tile, 'index' | 'leaves'>,
  nodes: readonly Uint8Array[],
  sought: { readonly customer: number; readonly part: number },
  salts: Salts,
  currencies: number,
): FoundLeaf | undefined {
  const records = readRecords(leaves, currencies)
  const place = records.findIndex(
    ({ customer, part }) => customer === sought.customer && part === sought.part,
  )
  if (place < 0) return undefined
  const size = nodeBytes(currencies)
  const hashLeaf = leafHasher(currencies)
  const own = Buffer.alloc(records.length * size)
  for (const [n, { customer, part, amounts }] of records.entries())
    hashLeaf(customer === 0 ? salts.padding(part) : salts.of(customer).commitments[part]!, amounts, own, n)
  const below = reduce(own, records.length, currencies, place)
  const above = reduce(Buffer.concat(nodes), nodes.length, currencies, index)
  return {
    index: index * records.length + place,
    amounts: [...records[place]!.amounts],
    siblings: Buffer.concat([...below.siblings, ...above.siblings]),
  }
}

interface LeafRecord {
  /** 0 of an empty leaf. */
  readonly customer: number
  /** Of an empty leaf its number. */
  readonly part: number
  readonly amounts: BigInt64Array
}

const ID_BYTES = 6
const PART_BYTES = 4

/** Writes what leaves are made of; amounts without the zero bytes in front of them, behind how many there are. */
function recordWriter(count: number, currencies: number) {
  const bytes = Buffer.alloc(count * (ID_BYTES + PART_BYTES + currencies * (1 + SUM_BYTES)))
  let at = 0
  return {
    /** Its sums are read where they stand as they are hashed. */
    add(customer: number, part: number, nodes: Buffer, sums: number): void {
      at = bytes.writeUIntBE(customer, at, ID_BYTES)
      at = bytes.writeUInt32BE(part, at)
      for (let end = sums + SUM_BYTES, last = sums + currencies * SUM_BYTES; end <= last; end += SUM_BYTES) {
        let first = end - SUM_BYTES
        while (first < end && nodes[first] === 0) first++
        bytes[at++] = end - first
        while (first < end) bytes[at++] = nodes[first++]!
      }
    },
    bytes: () => Buffer.from(bytes.subarray(0, at)),
  }
}

function readRecords(leaves: Uint8Array, currencies: number): LeafRecord[] {
  const bytes = Buffer.from(leaves.buffer, leaves.byteOffset, leaves.length)
  const records: LeafRecord[] = []
  for (let at = 0; at < bytes.length; ) {
    const [customer, part] = [bytes.readUIntBE(at, ID_BYTES), bytes.readUInt32BE(at + ID_BYTES)]
    at += ID_BYTES + PART_BYTES
    const amounts = new BigInt64Array(currencies)
    for (let n = 0; n < currencies; n++) {
      const length = bytes[at++]!
      for (let end = at + length; at < end; at++) amounts[n] = (amounts[n]! << 8n) | BigInt(bytes[at]!)
    }
    records.push({ customer, part, amounts })
  }
  return records
}
