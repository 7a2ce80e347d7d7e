import { randomBytes } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { LiabilitiesProofFile } from '#domain/liabilities/contract.ts'
import { statementLeaf } from '#domain/liabilities/log.ts'
import { HASH_BYTES, PARTS } from '#domain/liabilities/rules.ts'
import { type LiabilitiesStatement, readStatement, statementText } from '#domain/liabilities/statement.ts'
import { append, type Edge, emptyEdge, rootOf } from '#domain/proof/merkle.ts'
import { isSignature } from '#domain/proof/tape.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { ReadChain } from '#server/core/chain/read-chains.ts'
import type { Signer } from '#server/core/ledger/checkpoint.ts'
import type { SetAside } from '#server/core/ledger/set-aside.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { recordedReserves } from '../treasury/service.ts'
import { readOwed } from './owed.ts'
import { saltsOf } from './salts.ts'
import { noteAt, openStatementLog, signedText } from './statements.ts'
import {
  deleteTreesBefore,
  findStatement,
  insertSnapshot,
  keptTrees,
  keyOfTree,
  leafHashesAfter,
  newestStatement,
  nodesOfTiles,
  type StoredStatement,
  tilesWith,
} from './store.ts'
import { buildTree, findLeaf, keyOf } from './tree.ts'

/** How long customers can find themselves in a snapshot. Its statement stays for good. */
export const TREES_KEPT_MS = 2 * DAY_MS

/** Not sooner after one than this is another published ahead of the hour: the log stays for good. */
export const MIN_INTERVAL_MS = 5 * MINUTE_MS

/** Writes down whose choice a published snapshot was. */
export type PublishedLog = (tx: Tx, statement: LiabilitiesStatement) => Promise<void>

/** What the platform owes all customers, published hour by hour. */
export interface Liabilities {
  /** Publishes what is owed now; who asks while it is being done gets the same. */
  take(): Promise<LiabilitiesStatement>
  /**
   * The same, at a moment that an operator chose; `log` writes down who, in the transaction that publishes. It is not called
   * where somebody else had begun.
   *
   * Refuses: LIABILITIES_TOO_SOON within MIN_INTERVAL_MS of the newest.
   */
  takeAhead(log: PublishedLog): Promise<LiabilitiesStatement>
  /** Publishes where nothing was in this hour. */
  takeDue(): Promise<void>
  newest(): Promise<StoredStatement | undefined>
  /** What everybody may see. */
  published(): Promise<Published>
  /** Refuses: NOT_FOUND of a statement that there is not. */
  statement(number: number): Promise<Stated>
  /** That the log of one size begins with all of a smaller one. Refuses: NOT_FOUND of a size that there is not. */
  consistency(from: number, to: number): Promise<string[]>
  /**
   * That a customer's balances are part of a total, of the newest one without a number.
   *
   * Refuses: NOT_FOUND without such a snapshot, LIABILITIES_NOTHING_OWED where the customer had nothing in it.
   */
  proofFor(customer: CustomerId, number?: number): Promise<LiabilitiesProofFile>
}

interface Published {
  readonly publicKey: string
  readonly checkpoint: string | null
  readonly statement: string | null
  readonly snapshots: { readonly number: number; readonly atMs: number }[]
}

/** A statement with the proof that the log has it. */
interface Stated {
  readonly statement: string
  readonly proof: string[]
  readonly checkpoint: string
}

/** What customers are owed as it was published last, by currency and in units; undefined before the first statement. */
export async function publishedOwed(
  db: Db,
): Promise<{ readonly atMs: number; readonly owed: ReadonlyMap<string, bigint> } | undefined> {
  const newest = await newestStatement(db)
  const said = newest && readStatement(newest.statement)
  return (
    said && {
      atMs: said.atMs,
      owed: new Map(said.currencies.map(({ code, liabilities }) => [code, liabilities])),
    }
  )
}

interface LiabilitiesOptions {
  readonly db: Db
  readonly clock: Clock
  /** Signs the log. */
  readonly signer: Signer
  /** What was read of chains that are watched, in the transaction that reads the ledger. Left out: none is watched. */
  readonly readChains?: (tx: Tx, nowMs: number) => Promise<readonly ReadChain[]>
  /** What of the customers' money accounts of the platform's have: what all products say. */
  readonly setAside: readonly SetAside[]
}

/** Opens them on a database. */
export function openLiabilities(options: LiabilitiesOptions): Liabilities {
  const { db, clock, signer } = options
  const statements = openStatementLog(db)
  const { publicKey } = signer
  let underWay: Promise<LiabilitiesStatement> | undefined

  async function stated(number: number): Promise<Stated> {
    const [found, newest] = await Promise.all([findStatement(db, number), newestStatement(db)])
    if (!found || !newest) throw refusal('NOT_FOUND')
    return {
      statement: found.statement,
      proof: await statements.inclusion(number - 1, newest.number),
      checkpoint: noteAt(publicKey, newest.number, await statements.root(newest.number), newest.signature),
    }
  }

  /** One at a time: whoever asks meanwhile waits for the same. */
  function once(work: () => Promise<LiabilitiesStatement>): Promise<LiabilitiesStatement> {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  const take = () => once(() => takeSnapshot(options))

  return {
    take,
    takeAhead: (log) =>
      once(async () => {
        const newest = await newestStatement(db)
        const minutes = MIN_INTERVAL_MS / MINUTE_MS
        if (newest && clock.nowMs() - newest.atMs < MIN_INTERVAL_MS)
          throw refusal('LIABILITIES_TOO_SOON', { minutes })
        return takeSnapshot(options, log)
      }),
    async takeDue() {
      const newest = await newestStatement(db)
      const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS)
      if (!newest || hourOf(newest.atMs) < hourOf(clock.nowMs())) await take()
    },
    newest: () => newestStatement(db),
    async published() {
      const newest = await newestStatement(db)
      if (!newest) return { publicKey, checkpoint: null, statement: null, snapshots: [] }
      const { number, statement, signature } = newest
      const checkpoint = noteAt(publicKey, number, await statements.root(number), signature)
      return { publicKey, checkpoint, statement, snapshots: await keptTrees(db) }
    },
    statement: stated,
    async consistency(from, to) {
      if (from > to || to > (await statements.size())) throw refusal('NOT_FOUND')
      return statements.consistency(from, to)
    },
    async proofFor(customer, wanted) {
      const number = wanted ?? (await newestStatement(db))?.number
      const key = number === undefined ? undefined : await keyOfTree(db, number)
      if (number === undefined || key === undefined) throw refusal('NOT_FOUND')
      const told = await stated(number)
      const { currencies } = readStatement(told.statement)!
      const own = await leavesOf(db, { number, key, currencies: currencies.length }, customer)
      return {
        ...{ version: 1, product: 'liabilities', publicKey, customer: String(customer) },
        ...told,
        ...own,
      }
    },
  }
}

/** The leaves of a customer in a tree. Refuses: LIABILITIES_NOTHING_OWED without any. */
async function leavesOf(
  db: Db,
  tree: { readonly number: number; readonly key: Uint8Array; readonly currencies: number },
  customer: CustomerId,
): Promise<Pick<LiabilitiesProofFile, 'salt' | 'leaves'>> {
  const salts = saltsOf(tree.key)
  const { salt, commitments } = salts.of(Number(customer))
  const nodes = await nodesOfTiles(db, tree.number)
  const leaves: LiabilitiesProofFile['leaves'] = []
  for (const [part, commitment] of commitments.entries()) {
    const sought = { customer: Number(customer), part }
    for (const tile of await tilesWith(db, tree.number, keyOf(commitment))) {
      const leaf = findLeaf(tile, nodes, sought, salts, tree.currencies)
      if (!leaf) continue
      leaves.push({
        ...{ index: leaf.index, amounts: leaf.amounts.map(String) },
        siblings: base64.encode(leaf.siblings),
      })
      break
    }
  }
  if (leaves.length === 0) throw refusal('LIABILITIES_NOTHING_OWED')
  assert(leaves.length === PARTS, 'a customer has all parts in a tree or none')
  return { salt: bytesToHex(salt), leaves }
}

/**
 * Publishes what customers are owed now: read at one moment, compared with the ledger's sums, signed, and written
 * with its tree.
 */
async function takeSnapshot(
  { db, signer, clock, readChains = async () => [], setAside }: LiabilitiesOptions,
  log?: PublishedLog,
): Promise<LiabilitiesStatement> {
  const atMs = clock.nowMs()
  const { owed, recorded, chains } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      owed: await readOwed(tx, setAside),
      recorded: await recordedReserves(tx),
      chains: await readChains(tx, atMs),
    }))
  const key = randomBytes(HASH_BYTES)
  const { root, height, tiles } = await buildTree(owed, key)
  const isWhole = root.sums.every((sum, place) => sum === owed.sums[place])
  assert(isWhole, 'what customers are owed is what the ledger sums up to')
  const said = {
    ...{ version: 2 as const, atMs, transfer: owed.transfer, height, root: bytesToHex(root.hash) },
    currencies: owed.listed.map(({ code, decimals }, place) => {
      const own = chains.filter(({ currency }) => currency === code)
      const booked = own.reduce((sum, one) => sum + one.booked, 0n)
      return {
        ...{ code, decimals, liabilities: root.sums[place]!, ledger: (recorded.get(code) ?? 0n) - booked },
        chains: own.map(({ stated }) => stated),
      }
    }),
  }
  return db.transaction().execute(async (tx) => {
    const edge = await checkedEdge(tx, signer.publicKey)
    const statement = { number: edge.size + 1, ...said }
    const text = statementText(statement)
    assert(readStatement(text), 'what is signed can be read')
    append(edge, statementLeaf(text))
    const signature = signer.sign(signedText(signer.publicKey, edge.size, rootOf(edge)))
    await insertSnapshot(tx, { number: edge.size, atMs, statement: text, signature }, { key, tiles })
    await deleteTreesBefore(tx, atMs - TREES_KEPT_MS)
    await log?.(tx, statement)
    return statement
  })
}

/**
 * Where the log ends.
 *
 * Refuses: (by throwing) one that is not what was signed last: nothing is signed on top of it.
 */
async function checkedEdge(tx: Tx, publicKey: string): Promise<Edge> {
  const edge = emptyEdge()
  for (const leaf of await leafHashesAfter(tx, 0)) append(edge, leaf)
  const newest = await newestStatement(tx)
  const isSigned =
    newest === undefined ||
    (newest.number === edge.size &&
      isSignature(publicKey, signedText(publicKey, edge.size, rootOf(edge)), newest.signature))
  assert(isSigned, 'the published liabilities are those that were signed')
  return edge
}
