import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/time.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { idsOf } from '#server/platform/ids.ts'
import { checkpointErrors, type SeenCheckpoint, type Signer, signCheckpoint } from './checkpoint.ts'
import { MAX_LINES, unsealedLines } from './sealed-log.ts'

/** What is wrong in what was looked at, as the full audit would name it. */
export interface NewEntriesAudit {
  /** Accounts whose balance, number or newest transfer is not what their verified entries say. */
  readonly drifted: readonly bigint[]
  /** Accounts with an entry that does not follow from the one before, or has no transfer. */
  readonly broken: readonly bigint[]
  /** Transfers of late without their two entries. */
  readonly torn: readonly bigint[]
  /** What is wrong with the signed checkpoint that this began from, in words. */
  readonly checkpoint: readonly string[]
  /** How many entries were verified. */
  readonly entries: number
  /** Whether there was more than one run verifies: the next goes on. */
  readonly isBehind: boolean
}

interface VerifyOptions {
  readonly firstStep?: number
  readonly runMs?: number
  /** A checkpoint that was there before and must be there still. */
  readonly seen?: SeenCheckpoint | undefined
}

/** The first transaction's share; a slower one makes the next smaller. The embedded database does nothing else then. */
const FIRST_STEP = 1_000
const STEPS = { min: 250, max: 50_000 }
/** A transaction that takes longer is too large, one that takes less than a third of it too small. */
const STEP_MS = 150
/** A run ends after this; what is left, after an upgrade for example, is the next run's. */
const RUN_MS = 3 * MINUTE_MS
/** Between two steps others have the database for as long as the step took, and no longer than this. */
const MAX_PAUSE_MS = 2_000
/** Transfers this much older than the newest verified one are looked at again: they may have been under way then. */
const UNDER_WAY_MS = 10 * MINUTE_MS
const MAX_REPORTED = 100

/**
 * Verifies the entries that are new since the last signed checkpoint, and signs the next, with what the operators' log says.
 *
 * Costs as much as happened since, and one look at every account's balance; see `auditLedger` for the whole.
 */
export async function verifyNewEntries(
  db: Db,
  signer: Signer,
  nowMs: number,
  { firstStep = FIRST_STEP, runMs = RUN_MS, seen }: VerifyOptions = {},
): Promise<NewEntriesAudit> {
  const begunMs = performance.now()
  // Once a run, and not timed as part of a step: it costs as much as was posted in ten minutes, and steps that
  // took that for their own became the smallest there are, and fell behind.
  const lookedAtFrom = (await newestVerified(db)) - idsOf(UNDER_WAY_MS)
  let size = firstStep
  let entries = 0
  for (;;) {
    const stepMs = performance.now()
    const found = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      // Later steps begin from what this run has signed itself.
      .execute((tx) => verifyStep(tx, signer, nowMs, { size, isFirst: entries === 0, seen }))
    entries += found.entries
    const endMs = performance.now()
    const isOver = !found.isBehind || !isSound(found) || endMs - begunMs > runMs
    if (isOver) {
      // Nothing is verified on top of what cannot be relied on.
      const torn = found.checkpoint.length > 0 ? [] : await tornSince(db, lookedAtFrom)
      return { ...found, entries, torn }
    }
    size = nextSize(size, endMs - stepMs, Math.min(STEPS.min, firstStep))
    await pause(Math.min(endMs - stepMs, MAX_PAUSE_MS))
  }
}

/** How many entries the next step takes, by how long this one took. */
function nextSize(size: number, tookMs: number, least: number): number {
  if (tookMs > STEP_MS) return Math.max(least, Math.floor(size / 2))
  return tookMs < STEP_MS / 3 ? Math.min(STEPS.max, size * 2) : size
}

/** Whether nothing wrong was found. */
export const isSound = (audit: NewEntriesAudit): boolean =>
  [audit.drifted, audit.broken, audit.torn, audit.checkpoint].every((found) => found.length === 0)

async function verifyStep(
  tx: Tx,
  signer: Signer,
  nowMs: number,
  { size, isFirst, seen }: { size: number; isFirst: boolean; seen: SeenCheckpoint | undefined },
): Promise<NewEntriesAudit> {
  const checkpoint = await checkpointErrors(tx, signer.publicKey, { countsLog: isFirst, seen })
  const nothing = { drifted: [], broken: [], torn: [], entries: 0, isBehind: false }
  // Nothing is verified on top of what cannot be relied on.
  if (checkpoint.length > 0) return { ...nothing, checkpoint }
  const { rows } = await sql<{ entries: bigint; is_more: boolean; broken: string[] }>`
    select entries, is_more, broken::text[] as broken from ledger_verify(${size}::integer)`.execute(tx)
  const { entries, is_more: isMore, broken } = rows[0]!
  const drifted = await driftedAccounts(tx, isMore)
  const lines = await unsealedLines(tx)
  if (entries > 0n || lines.length > 0) await signCheckpoint(tx, signer, nowMs, lines)
  const isBehind = isMore || lines.length === MAX_LINES
  return { ...nothing, drifted, broken: broken.map(BigInt), checkpoint, entries: Number(entries), isBehind }
}

/** Accounts that say something else than their mark. Those that are not verified to their end yet are left out. */
async function driftedAccounts(tx: Tx, isBehind: boolean): Promise<bigint[]> {
  const { rows } = await sql<{ account: bigint }>`
    select coalesce(a.id, m.account_id) as account
    from account a full join ledger_mark m on m.account_id = a.id
    where (a.id is null or (a.balance, a.version, a.last_transfer)
        is distinct from (coalesce(m.balance, 0), coalesce(m.version, 0), coalesce(m.last_transfer, 0)))
      ${isBehind ? sql`and (a.id is null or a.version <= coalesce(m.version, 0))` : sql``}
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ account }) => account)
}

/** The newest transfer that a verified entry is of. */
async function newestVerified(db: Db): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select coalesce(max(last_transfer), 0)::bigint as id from ledger_mark`.execute(db)
  return rows[0]!.id
}

/** Transfers from an id on that do not have exactly their two entries. */
async function tornSince(db: Db, from: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select t.id from transfer t
    where t.id >= ${from}::bigint and (
      select count(*) from entry e
      where e.account_id in (t.debit, t.credit) and e.transfer_id = t.id and e.created_at = t.created_at
        and e.amount = case when e.account_id = t.debit then -t.amount else t.amount end
    ) <> 2
    limit ${MAX_REPORTED}`.execute(db)
  return rows.map(({ id }) => id)
}
