import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Tile } from './tree.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    liability_statement: {
      number: bigint
      made_at: number | Date
      statement: string
      signature: Uint8Array
    }
    liability_tree: { number: bigint; made_at: number | Date; key: Uint8Array }
    liability_tile: {
      number: bigint
      index: number
      first_key: bigint
      node: Uint8Array
      leaves: Uint8Array
    }
  }
}

export interface StoredStatement {
  readonly number: number
  readonly atMs: number
  readonly statement: string
  /** Of the log that it ends; hex. */
  readonly signature: string
}

const toStatement = (row: {
  number: bigint
  made_at: number | Date
  statement: string
  signature: Uint8Array
}): StoredStatement => ({
  ...{ number: Number(row.number), atMs: Number(row.made_at), statement: row.statement },
  signature: Buffer.from(row.signature).toString('hex'),
})

/** The newest statement; undefined before the first. */
export async function newestStatement(db: Db | Tx): Promise<StoredStatement | undefined> {
  const row = await db
    .selectFrom('liability_statement')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toStatement(row)
}

/** One statement. */
export async function findStatement(db: Db, number: number): Promise<StoredStatement | undefined> {
  const row = await db
    .selectFrom('liability_statement')
    .selectAll()
    .where('number', '=', BigInt(number))
    .executeTakeFirst()
  return row && toStatement(row)
}

/** The hashes that the statements after a number are in the log, in order: RFC 6962's of a leaf. */
export async function leafHashesAfter(db: Db | Tx, number: number): Promise<Uint8Array[]> {
  const { rows } = await sql<{ leaf: Uint8Array }>`
    select sha256('\\x00'::bytea || convert_to(statement, 'UTF8')) as leaf from liability_statement
    where number > ${number}::bigint order by number`.execute(db)
  return rows.map(({ leaf }) => leaf)
}

/** The snapshots whose trees are still kept, newest first. */
export async function keptTrees(db: Db): Promise<{ readonly number: number; readonly atMs: number }[]> {
  const rows = await db
    .selectFrom('liability_tree')
    .select(['number', 'made_at'])
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, made_at }) => ({ number: Number(number), atMs: Number(made_at) }))
}

/** The key of a tree; undefined of one that is not kept. */
export async function keyOfTree(db: Db | Tx, number: number): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('liability_tree')
    .select('key')
    .where('number', '=', BigInt(number))
    .executeTakeFirst()
  return row?.key
}

/** The nodes of a tree's tiles, in order. */
export async function nodesOfTiles(db: Db | Tx, number: number): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('liability_tile')
    .select('node')
    .where('number', '=', BigInt(number))
    .orderBy('index')
    .execute()
  return rows.map(({ node }) => node)
}

/** The tiles that can have a leaf with this key: the last that begins at or before it, and where it begins with the key, the one before. */
export async function tilesWith(
  db: Db | Tx,
  number: number,
  key: bigint,
): Promise<Pick<Tile, 'index' | 'leaves'>[]> {
  return db
    .selectFrom('liability_tile')
    .select(['index', 'leaves'])
    .where('number', '=', BigInt(number))
    .where('first_key', '<=', key)
    .orderBy('first_key', 'desc')
    .orderBy('index', 'desc')
    .limit(2)
    .execute()
}

const TILES_A_STATEMENT = 128

/** Writes a snapshot. Refuses: (by throwing, as a unique violation) a number that is taken. */
export async function insertSnapshot(
  tx: Tx,
  { number, atMs, statement, signature }: StoredStatement,
  tree: { readonly key: Uint8Array; readonly tiles: readonly Tile[] },
): Promise<void> {
  const stamp = { number: BigInt(number), made_at: new Date(atMs) }
  await tx
    .insertInto('liability_statement')
    .values({ ...stamp, statement, signature: Buffer.from(signature, 'hex') })
    .execute()
  await tx
    .insertInto('liability_tree')
    .values({ ...stamp, key: tree.key })
    .execute()
  for (let at = 0; at < tree.tiles.length; at += TILES_A_STATEMENT) {
    const tiles = tree.tiles.slice(at, at + TILES_A_STATEMENT).map(({ firstKey, ...tile }) => ({
      ...{ number: stamp.number, first_key: firstKey },
      ...tile,
    }))
    await tx.insertInto('liability_tile').values(tiles).execute()
  }
}

/** Removes the trees that were made before a moment; their statements stay. */
export async function deleteTreesBefore(tx: Tx, atMs: number): Promise<void> {
  await tx.deleteFrom('liability_tree').where('made_at', '<', new Date(atMs)).execute()
}
