import { hash } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { GENESIS, isSignature } from '#domain/proof/tape.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import {
  countSealed,
  countUnsignable,
  hashesOf,
  hashesSealed,
  logAfter,
  logErrors,
  type SealedLog,
  sealLines,
} from './sealed-log.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ledger_checkpoint: {
      number: bigint
      made_at: number | Date
      accounts: bigint
      content: Uint8Array
      previous: Uint8Array
      signature: Uint8Array
      log_lines: bigint | null
      log_head: Uint8Array | null
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

/** What all marks of the ledger and the operators' log said at one moment. */
export interface LedgerCheckpoint {
  readonly number: bigint
  readonly atMs: number
  readonly accounts: bigint
  /** Hash of all marks, hex. */
  readonly content: string
  /** Null in those of earlier versions. */
  readonly log: SealedLog | null
  /** Hash of the text of the checkpoint before; GENESIS for the first. */
  readonly previous: string
  readonly signature: string
}

/** The text of a checkpoint that is signed. */
const textOf = ({
  number,
  atMs,
  accounts,
  content,
  log,
  previous,
}: Omit<LedgerCheckpoint, 'signature'>): string =>
  [
    ...[`plumb ledger checkpoint ${log ? 'v2' : 'v1'}`, number, accounts, content],
    ...(log ? [log.lines, log.head] : []),
    ...[previous, new Date(atMs).toISOString(), ''],
  ].join('\n')

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
  return rows.map(toCheckpoint)
}

const toCheckpoint = ({
  number,
  made_at,
  accounts,
  ...row
}: Selectable<Tables['ledger_checkpoint']>): LedgerCheckpoint => ({
  ...{ number, atMs: Number(made_at), accounts },
  ...{ content: hex(row.content), previous: hex(row.previous), signature: hex(row.signature) },
  log: row.log_lines === null ? null : { lines: row.log_lines, head: hex(row.log_head!) },
})

/** The newest checkpoint; undefined before the first. */
export const newestCheckpoint = async (db: Db | Tx): Promise<LedgerCheckpoint | undefined> =>
  (await checkpointsFrom(db, 1))[0]

/** A checkpoint that was there, as whoever saw it keeps it. */
export interface SeenCheckpoint {
  readonly number: bigint
  /** The hash of its text. */
  readonly hash: string
}

/** The newest checkpoint, to be kept outside the database. */
export async function seeNewest(db: Db): Promise<SeenCheckpoint | undefined> {
  const newest = await newestCheckpoint(db)
  return newest && { number: newest.number, hash: hashOf(newest) }
}

async function isStillThere(tx: Tx, { number, hash }: SeenCheckpoint): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_checkpoint')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst()
  return row !== undefined && hashOf(toCheckpoint(row)) === hash
}

/**
 * What is wrong with the newest checkpoint and the marks and the log that it signs, in words. Empty when consistent.
 *
 * `seen`: one that must be there still. `countsLog`: whether all lines of the log are counted, which costs more the longer it is.
 */
export async function checkpointErrors(
  tx: Tx,
  publicKey: string,
  {
    countsLog = true,
    seen,
  }: { readonly countsLog?: boolean; readonly seen?: SeenCheckpoint | undefined } = {},
): Promise<string[]> {
  if (seen && !(await isStillThere(tx, seen)))
    return [`checkpoint ${seen.number}, which was there before, is gone or another one`]
  const [newest, before] = await checkpointsFrom(tx, 2)
  const { accounts, content } = await contentOfMarks(tx)
  if (newest === undefined)
    return accounts === 0n ? [] : ['there are marks, and no checkpoint that signs them']
  const { signature, ...signed } = newest
  if (!isSignature(publicKey, textOf(signed), signature))
    return [`checkpoint ${newest.number} was altered, or signed with another key than keys/tape.key`]
  if (newest.accounts !== accounts || newest.content !== content)
    return [`the marks are not those that checkpoint ${newest.number} signs`]
  if (countsLog && newest.log && newest.log.lines !== (await countSealed(tx)))
    return [`the operators' log has not as many lines as checkpoint ${newest.number} signs`]
  const sealed = await hashesSealed(tx, [newest.number, newest.number])
  return logErrors(newest, before, sealed.get(newest.number) ?? [])
}

const CHECKPOINTS_A_PAGE = 1_000

/**
 * Checks every checkpoint there ever was: that each names the one before, the signature of the newest, which so is of all of
 * them, and what each signs of the log.
 */
export async function checkpointChainErrors(db: Db | Tx, publicKey: string): Promise<string[]> {
  const errors: string[] = []
  let before: LedgerCheckpoint | undefined
  for (;;) {
    const rows = await db
      .selectFrom('ledger_checkpoint')
      .selectAll()
      .where('number', '>', before?.number ?? 0n)
      .orderBy('number')
      .limit(CHECKPOINTS_A_PAGE)
      .execute()
    const page = rows.map(toCheckpoint)
    const sealed = await hashesSealed(db, [page[0]?.number ?? 0n, page.at(-1)?.number ?? 0n])
    for (const checkpoint of page) {
      const { number, previous } = checkpoint
      if (previous !== hashOf(before) || number !== (before?.number ?? 0n) + 1n)
        errors.push(`checkpoint ${number} does not follow the one before it`)
      errors.push(...logErrors(checkpoint, before, sealed.get(number) ?? []))
      before = checkpoint
    }
    if (rows.length < CHECKPOINTS_A_PAGE) break
    // A year has half a million of them, and others want the process too.
    await pause()
  }
  if (before && !isSignature(publicKey, textOf(before), before.signature))
    errors.push(`checkpoint ${before.number} does not verify`)
  const unsigned = await countUnsignable(db)
  if (unsigned > 0n) errors.push(`the operators' log has ${unsigned} lines that no checkpoint signs`)
  return errors
}

/** The name of a checkpoint in the one after it. */
const hashOf = (checkpoint: LedgerCheckpoint | undefined): string =>
  checkpoint ? hash('sha256', textOf(checkpoint)) : GENESIS

/** Signs what the marks say now, and these lines of the operators' log, after the newest checkpoint. */
export async function signCheckpoint(
  tx: Tx,
  signer: Signer,
  nowMs: number,
  lines: readonly bigint[],
): Promise<LedgerCheckpoint> {
  const before = await newestCheckpoint(tx)
  const unsigned = {
    number: (before?.number ?? 0n) + 1n,
    atMs: nowMs,
    ...(await contentOfMarks(tx)),
    log: logAfter(before?.log, await hashesOf(tx, lines)),
    previous: hashOf(before),
  }
  const checkpoint = { ...unsigned, signature: signer.sign(textOf(unsigned)) }
  await tx
    .insertInto('ledger_checkpoint')
    .values({
      ...{ number: checkpoint.number, made_at: new Date(nowMs), accounts: checkpoint.accounts },
      ...{ log_lines: checkpoint.log.lines, log_head: Buffer.from(checkpoint.log.head, 'hex') },
      content: Buffer.from(checkpoint.content, 'hex'),
      previous: Buffer.from(checkpoint.previous, 'hex'),
      signature: Buffer.from(checkpoint.signature, 'hex'),
    })
    .execute()
  await sealLines(tx, lines, checkpoint.number)
  return checkpoint
}
