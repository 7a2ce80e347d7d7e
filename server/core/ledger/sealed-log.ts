import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { GENESIS } from '#domain/proof/tape.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/**
 * What a checkpoint signs of the operators' log, so that a line that is changed or taken away behind the application's back
 * is seen: to hide it the ledger's own checkpoints would have to go, and they sign the balances.
 */
export interface SealedLog {
  /** How many lines are signed by this checkpoint and those before it. */
  readonly lines: bigint
  /** The hash of the head before and of the lines that this checkpoint adds; hex. */
  readonly head: string
}

/** Before the first line. */
const EMPTY: SealedLog = { lines: 0n, head: GENESIS }

/** What is hashed of a line: everything that it says. */
const lineHash = sql`sha256(convert_to(jsonb_build_array(l.id, l.operator, l.action, l.subject, l.detail,
  (extract(epoch from l.at) * 1000000)::bigint)::text, 'UTF8'))`

/** A line gets its number before its transaction ends, and so many others may be signed meanwhile. */
const UNDER_WAY = 10_000
/** More of them are signed by the next checkpoint: each check hashes those of the newest again. */
export const MAX_LINES = 5_000

/** The oldest lines that no checkpoint signs yet, in order. Cost: as many as were added since, and those that may have been under way. */
export async function unsealedLines(tx: Tx): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select l.id from audit_log l
    where l.id > (select coalesce(max(line), 0) from audit_log_sealed) - ${UNDER_WAY}::bigint
      and not exists (select from audit_log_sealed s where s.line = l.id)
    order by l.id limit ${MAX_LINES}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The hashes of these lines, in order. */
export async function hashesOf(tx: Tx, lines: readonly bigint[]): Promise<string[]> {
  if (lines.length === 0) return []
  const { rows } = await sql<{ hash: string }>`
    select encode(${lineHash}, 'hex') as hash from audit_log l
    where l.id = any(${arrayLiteral(lines, (id) => id)}::bigint[]) order by l.id`.execute(tx)
  return rows.map((row) => row.hash)
}

/** What a checkpoint signs that adds lines with these hashes to the one before. */
export function logAfter(before: SealedLog | null | undefined, hashes: readonly string[]): SealedLog {
  const { lines, head } = before ?? EMPTY
  if (hashes.length === 0) return { lines, head }
  return { lines: lines + BigInt(hashes.length), head: hash('sha256', [head, ...hashes].join('\n')) }
}

/** Notes which checkpoint signs these lines. */
export async function sealLines(tx: Tx, lines: readonly bigint[], checkpoint: bigint): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into audit_log_sealed (line, checkpoint)
    select line, ${checkpoint} from unnest(${arrayLiteral(lines, (id) => id)}::bigint[]) line`.execute(tx)
}

/** The hashes of the lines that the checkpoints of a range signed, as the log has them now. */
export async function hashesSealed(
  db: Db | Tx,
  [from, to]: readonly [from: bigint, to: bigint],
): Promise<ReadonlyMap<bigint, readonly string[]>> {
  const { rows } = await sql<{ checkpoint: bigint; hashes: string[] }>`
    select s.checkpoint, array_agg(encode(${lineHash}, 'hex') order by l.id) as hashes
    from audit_log_sealed s join audit_log l on l.id = s.line
    where s.checkpoint between ${from}::bigint and ${to}::bigint group by s.checkpoint`.execute(db)
  return new Map(rows.map(({ checkpoint, hashes }) => [checkpoint, hashes]))
}

/** How many of the lines that are signed there are. */
export async function countSealed(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ lines: bigint }>`
    select count(*) as lines from audit_log_sealed s join audit_log l on l.id = s.line`.execute(tx)
  return rows[0]!.lines
}

/** How many lines are in the log that no checkpoint signs and none will, as their number is below what may still be under way. */
export async function countUnsignable(db: Db | Tx): Promise<bigint> {
  const { rows } = await sql<{ lines: bigint }>`
    select count(*) as lines from audit_log l
    where l.id <= (select max(line) from audit_log_sealed) - ${UNDER_WAY}::bigint
      and not exists (select from audit_log_sealed s where s.line = l.id)`.execute(db)
  return rows[0]!.lines
}

interface Signing {
  readonly number: bigint
  readonly log: SealedLog | null
}

/** What of the lines that a checkpoint added, with these hashes, is not as it signs it, in words. */
export function logErrors(
  { number, log }: Signing,
  before: Signing | undefined,
  hashes: readonly string[],
): string[] {
  if (log === null) return before?.log ? [`checkpoint ${number} signs no log, and one before it does`] : []
  const found = logAfter(before?.log, hashes)
  if (found.lines === log.lines && found.head === log.head) return []
  return [`the operators' log is not what checkpoint ${number} signs`]
}
