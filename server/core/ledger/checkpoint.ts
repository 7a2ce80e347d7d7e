import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { isSignature } from '#domain/proof/tape.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ledger_checkpoint: {
      number: bigint
      made_at: number | Date
      accounts: bigint
      content: Uint8Array
      previous: Uint8Array
      signature: Uint8Array
    }
  }
}

/** Who signs what the ledger says: the holder of the price tape's key. */
export interface Signer {
  /** Hex, 32 bytes. */
  readonly publicKey: string
  /** Ed25519 over the text; hex, 64 bytes. */
  sign(text: string): string
}

/** What all marks of the ledger said at one moment. */
export interface LedgerCheckpoint {
  readonly number: bigint
  readonly atMs: number
  readonly accounts: bigint
  /** Hash of all marks, hex. */
  readonly content: string
  /** Hash of the text of the checkpoint before; GENESIS for the first. */
  readonly previous: string
  readonly signature: string
}

/** Hash of the checkpoint before the first. */
export const GENESIS = '0'.repeat(64)

/** The text of a checkpoint that is signed. */
const textOf = ({ number, atMs, accounts, content, previous }: Omit<LedgerCheckpoint, 'signature'>): string =>
  ['plumb ledger checkpoint v1', number, accounts, content, previous, new Date(atMs).toISOString(), ''].join(
    '\n',
  )

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** How many accounts have a mark, and the hash of all marks: of some thousand neighbours each, then of these. */
async function contentOfMarks(tx: Tx): Promise<{ accounts: bigint; content: string }> {
  const { rows } = await sql<{ accounts: bigint; content: Uint8Array }>`
    select coalesce(sum(n), 0)::bigint as accounts,
      sha256(coalesce(string_agg(part, ''::bytea order by group_number), ''::bytea)) as content
    from (
      select account_id >> 33 as group_number, count(*) as n, sha256(string_agg(
        int8send(account_id) || int8send(version) || int8send(balance) || int8send(last_transfer) || history,
        ''::bytea order by account_id)) as part
      from ledger_mark group by 1
    ) parts`.execute(tx)
  const { accounts, content } = rows[0]!
  return { accounts, content: hex(content) }
}

async function checkpointsFrom(db: Db | Tx, count: number): Promise<LedgerCheckpoint[]> {
  const rows = await db
    .selectFrom('ledger_checkpoint')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ number, made_at, accounts, ...row }) => ({
    ...{ number, atMs: Number(made_at), accounts },
    ...{ content: hex(row.content), previous: hex(row.previous), signature: hex(row.signature) },
  }))
}

/** The newest checkpoint; undefined before the first. */
export const newestCheckpoint = async (db: Db | Tx): Promise<LedgerCheckpoint | undefined> =>
  (await checkpointsFrom(db, 1))[0]

/** What is wrong with the newest checkpoint and the marks that it signs, in words. Empty when consistent. */
export async function checkpointErrors(tx: Tx, publicKey: string): Promise<string[]> {
  const newest = await newestCheckpoint(tx)
  const { accounts, content } = await contentOfMarks(tx)
  if (newest === undefined)
    return accounts === 0n ? [] : ['there are marks, and no checkpoint that signs them']
  const { signature, ...signed } = newest
  if (!isSignature(publicKey, textOf(signed), signature))
    return [`checkpoint ${newest.number} was altered, or signed with another key than keys/tape.key`]
  if (newest.accounts !== accounts || newest.content !== content)
    return [`the marks are not those that checkpoint ${newest.number} signs`]
  return []
}

const CHECKPOINTS_A_PAGE = 1_000

/** Checks every checkpoint there ever was: signatures, and that each names the one before. */
export async function checkpointChainErrors(db: Db | Tx, publicKey: string): Promise<string[]> {
  const errors: string[] = []
  let before = GENESIS
  let last = 0n
  for (;;) {
    const rows = await db
      .selectFrom('ledger_checkpoint')
      .selectAll()
      .where('number', '>', last)
      .orderBy('number')
      .limit(CHECKPOINTS_A_PAGE)
      .execute()
    for (const { number, made_at, accounts, ...row } of rows) {
      const unsigned = { number, atMs: Number(made_at), accounts, content: hex(row.content) }
      const text = textOf({ ...unsigned, previous: hex(row.previous) })
      if (!isSignature(publicKey, text, hex(row.signature)))
        errors.push(`checkpoint ${number} does not verify`)
      if (hex(row.previous) !== before || number !== last + 1n)
        errors.push(`checkpoint ${number} does not follow the one before it`)
      before = hash('sha256', text)
      last = number
    }
    if (rows.length < CHECKPOINTS_A_PAGE) return errors
  }
}

/** Signs what the marks say now, after the newest checkpoint. */
export async function signCheckpoint(tx: Tx, signer: Signer, nowMs: number): Promise<LedgerCheckpoint> {
  const before = await newestCheckpoint(tx)
  const unsigned = {
    number: (before?.number ?? 0n) + 1n,
    atMs: nowMs,
    ...(await contentOfMarks(tx)),
    previous: before ? hash('sha256', textOf(before)) : GENESIS,
  }
  const checkpoint = { ...unsigned, signature: signer.sign(textOf(unsigned)) }
  await tx
    .insertInto('ledger_checkpoint')
    .values({
      ...{ number: checkpoint.number, made_at: new Date(nowMs), accounts: checkpoint.accounts },
      content: Buffer.from(checkpoint.content, 'hex'),
      previous: Buffer.from(checkpoint.previous, 'hex'),
      signature: Buffer.from(checkpoint.signature, 'hex'),
    })
    .execute()
  return checkpoint
}
