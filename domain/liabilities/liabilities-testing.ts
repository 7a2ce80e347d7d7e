import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { concat } from '../proof/bytes.ts'
import { append, emptyEdge, rootOf } from '../proof/merkle.ts'
import type { LiabilitiesProofFile } from './contract.ts'
import { checkpointNote, checkpointText, statementLeaf } from './log.ts'
import { commitmentOf, encodeSums, leafOf, nodeOf, PARTS, type SumNode, type Sums } from './rules.ts'
import { type LiabilitiesStatement, statementText } from './statement.ts'

/** A tree for tests, made the plain way of the functions that check it. */

const secretKey = new Uint8Array(32).fill(9)
export const publicKey = bytesToHex(ed25519.getPublicKey(secretKey))
export const sign = (text: string): string => bytesToHex(ed25519.sign(utf8ToBytes(text), secretKey))

export interface TestCustomer {
  readonly id: string
  /** The amounts of each part. */
  readonly parts: readonly Sums[]
}

export const saltOf = (id: string): Uint8Array => sha256(utf8ToBytes(`salt of ${id}`))

/** Rows of nodes from the leaves up, a power of two of them; the last has the root alone. */
export function rowsOver(leaves: readonly SumNode[], join = nodeOf): SumNode[][] {
  const rows = [[...leaves]]
  for (let row = rows[0]!; row.length > 1; row = rows.at(-1)!)
    rows.push(Array.from({ length: row.length / 2 }, (_, n) => join(row[2 * n]!, row[2 * n + 1]!)))
  return rows
}

/** The siblings of a leaf up to the root. */
export function siblingsIn(rows: readonly SumNode[][], index: number): SumNode[] {
  return rows.slice(0, -1).map((row, level) => row[Math.floor(index / 2 ** level) ^ 1]!)
}

export const encodePath = (siblings: readonly SumNode[]): Uint8Array =>
  concat(...siblings.flatMap(({ hash, sums }) => [hash, encodeSums(sums)]))

/** A leaf of each part of each customer, and empty ones up to a power of two. */
export function leavesOf(customers: readonly TestCustomer[], currencies: number): SumNode[] {
  const leaves = customers.flatMap(({ id, parts }) =>
    parts.map((sums, part) => leafOf(commitmentOf(id, part, saltOf(id)), sums)),
  )
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, leaves.length)))
  const empty = leafOf(new Uint8Array(32), Array<bigint>(currencies).fill(0n))
  return [...leaves, ...Array<SumNode>(count - leaves.length).fill(empty)]
}

export const CODES = ['BTC', 'USDT']

/** What is published of a root. */
export const statementOver = (rows: readonly SumNode[][]): LiabilitiesStatement => {
  const root = rows.at(-1)![0]!
  return {
    ...{ version: 2, number: 1, atMs: Date.UTC(2026, 0, 2, 12), transfer: 7n, height: rows.length - 1 },
    root: bytesToHex(root.hash),
    currencies: CODES.map((code, n) => ({
      ...{ code, decimals: 8, liabilities: root.sums[n]!, ledger: root.sums[n]!, chains: [] },
    })),
  }
}

/** The proof for the customer at a place of the list, of a tree in which they stand in this order. */
export function fileFor(
  customers: readonly TestCustomer[],
  place: number,
  rows = rowsOver(leavesOf(customers, CODES.length)),
  said = statementOver(rows),
): LiabilitiesProofFile {
  const { id, parts } = customers[place]!
  const statement = statementText(said)
  const edge = emptyEdge()
  append(edge, statementLeaf(statement))
  const checkpoint = { size: 1, root: bytesToHex(rootOf(edge)) }
  return {
    ...{ version: 1, product: 'liabilities', publicKey, customer: id, salt: bytesToHex(saltOf(id)) },
    ...{ statement, proof: [] },
    checkpoint: checkpointNote(publicKey, checkpoint, sign(checkpointText(publicKey, checkpoint))),
    leaves: parts.map((sums, part) => {
      const index = PARTS * place + part
      const siblings = base64.encode(encodePath(siblingsIn(rows, index)))
      return { index, amounts: sums.map(String), siblings }
    }),
  }
}
