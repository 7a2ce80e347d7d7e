import { createHash, hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { GENESIS, isSignature } from '#domain/proof/tape.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { isContention } from '#server/platform/db/errors.ts'
import type { History, HistoryDb } from '#server/platform/db/history.ts'
import { createFolder } from '#server/platform/folder.ts'
import type { Job } from '#server/platform/jobs.ts'
import { LEDGER_MONTHS } from '#server/platform/retention.ts'
import type { Signer } from './checkpoint.ts'
import { contentInHistory, differenceFromRollup } from './moved/compare.ts'
import { copyAnew, isCopied } from './moved/copy.ts'
import { markMoved } from './moved/moved.ts'
import { exportEntries, type Stretch } from './rollup-export.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ledger_rollup: {
      number: bigint
      begins: number | Date
      ends: number | Date
      entries: bigint
      accounts: bigint
      content: Uint8Array
      file: string
      file_hash: Uint8Array
      made_at: number | Date
      previous: Uint8Array
      signature: Uint8Array
    }
  }
}

/** One or more months that left the ledger's tables, as it is signed. */
interface Rollup {
  readonly number: bigint
  readonly begins: number
  readonly ends: number
  readonly entries: bigint
  readonly accounts: bigint
  /** Hash of its rows, one of each account. */
  readonly content: string
  readonly file: string
  readonly fileHash: string
  readonly madeAtMs: number
  /** Hash of the text of the roll-up before; GENESIS for the first. */
  readonly previous: string
}

const iso = (ms: number) => new Date(ms).toISOString()
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytesOf = (text: string) => Buffer.from(text, 'hex')

/** The text of a roll-up that is signed. */
const textOf = (rollup: Rollup): string =>
  [
    ...['plumb ledger roll-up v1', rollup.number, iso(rollup.begins), iso(rollup.ends)],
    ...[rollup.entries, rollup.accounts, rollup.content, rollup.file, rollup.fileHash],
    ...[iso(rollup.madeAtMs), rollup.previous, ''],
  ].join('\n')

/** Where a data folder has the months that left. */
export const archiveOf = (dataDir: string): string => join(dataDir, 'archive')

/** What a roll-up needs of the installation. */
export interface RollupDeps {
  readonly db: Db
  readonly clock: Clock
  readonly signer: Signer
  readonly dataDir: string
  /** Where months go that leave; their files alone without it. */
  readonly history?: History | undefined
  /** How many whole months after its end a month stays; as many as without a history unless told. */
  readonly keepMonths?: number | undefined
}

/** Has the months leave whose time is over, one roll-up in each run. */
export const rollupJob = (deps: RollupDeps): Job => ({
  name: 'ledger: roll up the oldest month',
  everyMs: HOUR_MS,
  run: async () => void (await rollUpOldest(deps)),
})

/** The first moment at which a month that ends then may leave. */
function leavesAtMs(endsMs: number, keepMonths = LEDGER_MONTHS): number {
  const end = new Date(endsMs)
  return end.setUTCMonth(end.getUTCMonth() + keepMonths)
}

/**
 * Rolls up the oldest month whose time is over: exports its entries, sums them, signs the sums, drops it. Where an
 * account has entries of two months in another order than they were made, the two leave together. Where there is a history a month
 * leaves only when that has all of it.
 *
 * The file is on the disk before anything else; sums, signature and drop are one transaction. Whoever is cut off in
 * between begins again, and writes the same file.
 *
 * Refuses: (by throwing) to drop a month of which the history has something else; SERVICE_UNAVAILABLE while that is away.
 * Returns: the number of the roll-up; undefined when no month can leave, its entries are not verified yet, or not copied.
 */
export async function rollUpOldest(deps: RollupDeps): Promise<bigint | undefined> {
  // The database drops no month before the ledger has gone on for three more (migration 17).
  const { rows } = await sql<Stretch>`
    select begins, ends from ledger_months() m
    where exists (select from entry where created_at >= m.ends + interval '3 months')
    order by begins`.execute(deps.db)
  const due = rows.filter(({ ends }) => leavesAtMs(ends, deps.keepMonths) <= deps.clock.nowMs())
  for (let count = 1; count <= due.length; count++) {
    const number = await rollUp(deps, due.slice(0, count))
    if (number !== undefined) return number
  }
  return undefined
}

/** These months cannot leave by themselves, or not yet. */
class NotReady extends Error {}

/** The history has something else of these months than the ledger. */
class HistoryDiffers extends Error {}

async function rollUp(deps: RollupDeps, months: readonly Stretch[]): Promise<bigint | undefined> {
  const { db, dataDir, history } = deps
  if (history && !(await isCopied(history, months))) return undefined
  const stretch = { begins: months[0]!.begins, ends: months.at(-1)!.ends }
  const folder = archiveOf(dataDir)
  createFolder(folder)
  const file = `ledger-${iso(stretch.begins).slice(0, 7)}-to-${iso(stretch.ends - 1).slice(0, 7)}.csv.gz`
  const exported = { ...(await exportEntries(db, join(folder, file), stretch)), file }
  const replace = (held?: HistoryDb) =>
    db.transaction().execute((tx) => replaceMonths(tx, deps, stretch, exported, held))
  try {
    return await (history ? whileHeld(history, stretch, replace) : replace())
  } catch (error) {
    if (error instanceof NotReady) return undefined
    if (history && error instanceof HistoryDiffers) await copyAnew(history, stretch)
    throw error
  }
}

/** Works while nobody can write into the history's months. */
const whileHeld = <T>(
  history: History,
  { begins, ends }: Stretch,
  work: (held: HistoryDb) => Promise<T>,
): Promise<T> =>
  history.use((db) =>
    db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`select history_hold_months(${new Date(begins)}::timestamptz, ${new Date(ends)}::timestamptz)`.execute(
        tx,
      )
      return work(tx)
    }),
  )

async function replaceMonths(
  tx: Tx,
  { clock, signer }: RollupDeps,
  { begins, ends }: Stretch,
  exported: {
    readonly file: string
    readonly entries: number
    readonly hash: Buffer
    readonly content: string
  },
  held: HistoryDb | undefined,
): Promise<bigint> {
  await sql`set local statement_timeout = 0`.execute(tx)
  // The history is compared meanwhile.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  const before = await newestRollup(tx)
  const number = (before?.number ?? 0n) + 1n
  const { rows } = await sql<{
    entries: bigint
    accounts: bigint
    is_whole: boolean
    is_verified: boolean
    content: Uint8Array
  }>`select * from ledger_sum_months(${number}::bigint, ${new Date(begins)}::timestamptz,
    ${new Date(ends)}::timestamptz)`.execute(tx)
  const sums = rows[0]!
  if (!sums.is_whole || !sums.is_verified) throw new NotReady()
  assert(Number(sums.entries) === exported.entries, `the file has all ${sums.entries} entries`)
  if (held) {
    const ofMonths = { number, begins, ends, entries: sums.entries }
    const difference =
      (await differenceFromRollup(tx, held, ofMonths)) ??
      ((await contentInHistory(held, ofMonths)) === exported.content
        ? undefined
        : `its transfers of roll-up ${number} are not the ledger's`)
    if (difference)
      throw new HistoryDiffers(`no month leaves the ledger, as the history differs: ${difference}`)
  }
  const rollup: Rollup = {
    ...{ number, begins, ends, entries: sums.entries, accounts: sums.accounts, content: hex(sums.content) },
    ...{ file: exported.file, fileHash: hex(exported.hash), madeAtMs: clock.nowMs() },
    previous: before ? hash('sha256', textOf(before)) : GENESIS,
  }
  await tx
    .insertInto('ledger_rollup')
    .values({
      ...{ number, begins: new Date(begins), ends: new Date(ends), entries: sums.entries },
      ...{ accounts: sums.accounts, content: Buffer.from(sums.content), file: rollup.file },
      ...{ file_hash: exported.hash, made_at: new Date(rollup.madeAtMs) },
      previous: bytesOf(rollup.previous),
      signature: bytesOf(signer.sign(textOf(rollup))),
    })
    .execute()
  if (held) await markMoved(tx, number, rollup.madeAtMs)
  await dropMonths(tx, number)
  return number
}

/** How often a lock is tried for that everybody else waits behind, and for how long at a time. */
const MAX_ATTEMPTS = 20
const ATTEMPT = sql.lit('300ms')
const BETWEEN_MS = 500

/** Drops the months of a roll-up as soon as nobody reads or writes the ledger for a moment. */
async function dropMonths(tx: Tx, number: bigint): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint before_drop`.execute(tx)
    try {
      await sql`set local lock_timeout = ${ATTEMPT}`.execute(tx)
      await sql`select ledger_drop_months(${number}::bigint)`.execute(tx)
      return
    } catch (error) {
      await sql`rollback to savepoint before_drop`.execute(tx)
      if (!isContention(error) || attempt === MAX_ATTEMPTS) throw error
      await pause(BETWEEN_MS)
    }
  }
}

type StoredRollup = Rollup & { readonly signature: string }

async function rollups(db: Db | Tx, order: 'asc' | 'desc', limit?: number): Promise<StoredRollup[]> {
  let query = db.selectFrom('ledger_rollup').selectAll().orderBy('number', order)
  if (limit !== undefined) query = query.limit(limit)
  const rows = await query.execute()
  return rows.map(({ file_hash, made_at, ...row }) => ({
    ...row,
    ...{ begins: Number(row.begins), ends: Number(row.ends), madeAtMs: Number(made_at) },
    ...{ content: hex(row.content), fileHash: hex(file_hash) },
    ...{ previous: hex(row.previous), signature: hex(row.signature) },
  }))
}

const newestRollup = async (db: Db | Tx): Promise<StoredRollup | undefined> =>
  (await rollups(db, 'desc', 1))[0]

/**
 * What is wrong with the months that left, in words: signatures, rows, their row of openings and closings, files.
 * Empty when consistent.
 */
export async function rollupErrors(db: Db, publicKey: string, dataDir: string): Promise<string[]> {
  const errors: string[] = []
  let previous = GENESIS
  for (const { signature, ...rollup } of await rollups(db, 'asc')) {
    const { number, file } = rollup
    const text = textOf(rollup)
    if (!isSignature(publicKey, text, signature)) errors.push(`roll-up ${number} does not verify`)
    if (rollup.previous !== previous) errors.push(`roll-up ${number} does not follow the one before it`)
    previous = hash('sha256', text)
    const { rows } = await sql<{ content: Uint8Array }>`
      select ledger_rollup_content(${number}::bigint) as content`.execute(db)
    if (hex(rows[0]!.content) !== rollup.content)
      errors.push(`the rows of roll-up ${number} are not those that were signed`)
    const path = join(archiveOf(dataDir), file)
    if (!existsSync(path)) errors.push(`${path} of roll-up ${number} is missing`)
    else if ((await hashFile(path)) !== rollup.fileHash)
      errors.push(`${path} of roll-up ${number} was altered`)
  }
  const { rows: unchained } = await sql<{ account_id: bigint; number: bigint }>`
    select account_id, number from (
      select *, coalesce(lag(closing) over own, 0) as before, coalesce(lag(version) over own, 0) as version_before
      from ledger_rollup_account window own as (partition by account_id order by number)
    ) r where opening <> before or version <> version_before + entries`.execute(db)
  for (const { account_id, number } of unchained)
    errors.push(`account ${account_id}: roll-up ${number} does not begin where the one before ended`)
  return errors
}

async function hashFile(path: string): Promise<string> {
  const sha = createHash('sha256')
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) sha.update(chunk)
  })
  return sha.digest('hex')
}
