import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { type CustomerId, customerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { auditInstallation } from '#server/audit.ts'
import { products } from '#server/contract.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { newestCheckpoint, type Signer } from '#server/core/ledger/checkpoint.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { verifyNewEntries } from '#server/core/ledger/verify.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openListing } from '#server/markets/listing.ts'
import { openTapeKey } from '#server/markets/tape/key.ts'
import { realClock } from '#server/platform/clock.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { hashOfFile, openMediaFiles } from '#server/platform/media/media-files.ts'
import { openSealer } from '#server/platform/sealer.ts'
import { createUploads } from '#server/platform/uploads/uploads.ts'
import { openLiabilities } from '#server/products/liabilities/service.ts'
import { keepMedia } from '#server/products/nft/media.ts'
import { setAsideIn } from '#server/products/product.ts'
import { createRandom } from '#server/sim/random.ts'
import {
  asPostgres,
  besideAsPostgres,
  type Cluster,
  postgresOwned,
  startCluster,
} from '#server/testing/cluster.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { pause, startServer } from '#server/testing/server-process.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { differences, otherAnswers } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { settle, type Trader, type Trading, trade } from './traffic.ts'

/** What a drill found. */
export interface RestoreReport {
  /** Of the database when the backup began. */
  readonly megabytes: number
  readonly steps: readonly { readonly name: string; readonly seconds: number }[]
  /** Calls that were answered before the point in time, and after it. */
  readonly kept: number
  readonly dropped: number
  /** Calls that were answered between the begin and the end of the backup. */
  readonly during: number
  /** Calls that were answered before the machine was lost, and of which no log had come into the archive: they are gone. */
  readonly lost: number
  /** From the newest that the archive has until the machine was lost. */
  readonly lossSeconds: number
  /** Uploads and media that the restored database names, each compared with its hash. */
  readonly files: number
  /** The signed checkpoint of the ledger, and the published snapshot, at the point in time. */
  readonly checkpoint: bigint
  readonly snapshot: number
  /** What is not as it was, a sentence each. Empty when all is. */
  readonly problems: readonly string[]
}

export interface RestoreOptions {
  /** How large the database is before anybody trades in it. */
  readonly megabytes: number
  readonly seed: number
  readonly traders?: number
  /** How many calls are made before the backup, while it is made, and on each side of the point in time. */
  readonly calls?: number
  /** Alters what was restored before it is looked at: what the drill must find. */
  readonly spoil?: (db: Db, dataDir: string) => Promise<void>
  readonly onStep?: (line: string) => void
}

/** What the log is cut after, however little is in it, so that it comes into the archive. Short: the drill waits for it. */
const ARCHIVE_TIMEOUT_S = 2

/** Of the folder of data what a backup has to hold beside the database; see docs/operations.md. */
const KEPT_FOLDERS = ['keys', 'uploads', 'archive', 'media']

const VERIFIER = join(import.meta.dirname, '..', '..', 'scripts', 'verify-liabilities.mjs')

/** What the database says of itself at a moment when nothing writes. */
interface Sealed {
  /** The newest signed checkpoint of the ledger: its number, the hash of all marks, and the signature. */
  readonly checkpoint: string
  /** The newest published snapshot of what is owed: its statement, with the root, and the signature. */
  readonly liabilities: string
  /** How far the price tape goes, and the root that was signed there. */
  readonly tape: string
  /** Every balance there is. */
  readonly balances: string
  /** Every entry, by a hash of all that it says: their amounts add up to nothing whatever they are. */
  readonly entries: string
}

/**
 * Restores a database from a base backup and its archived log to a point in time, on another folder, and compares it
 * with what it was then: balances, entries, signed roots, files, every answer that customers had; then audits it whole, checks
 * a customer's proof of their balance, and starts a server on it. Restores it once more to the end of the archive: what had
 * come there is all there, and what had not is lost, and counted.
 *
 * By PostgreSQL's own tools; the first cluster is killed while customers trade, as a lost machine is. Nothing is brought into
 * the archive before, but what `archive_timeout` brought there.
 */
export async function drillRestore(options: RestoreOptions): Promise<RestoreReport> {
  const { megabytes, seed, traders: count = 3, calls = 40, onStep = () => {} } = options
  const random = createRandom(seed)
  const steps: { name: string; seconds: number }[] = []
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startMs = performance.now()
    const result = await work()
    const seconds = (performance.now() - startMs) / 1_000
    steps.push({ name, seconds })
    onStep(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
    return result
  }

  const backup = postgresOwned('plumb-backup-')
  const callOff = runAfterExit('sleep 2; rm -rf "$1"', backup)
  const [base, log, files] = [join(backup, 'base'), join(backup, 'log'), join(backup, 'files')]
  asPostgres('/bin/mkdir', [log])
  const isAway = join(backup, 'away')
  const archive = `archive_command=test ! -f ${isAway} && test ! -f ${log}/%f && cp %p ${log}/%f.part && mv ${log}/%f.part ${log}/%f`
  const clusters: Cluster[] = []
  async function startOne(...args: Parameters<typeof startCluster>): Promise<Cluster> {
    const cluster = await startCluster(...args)
    clusters.push(cluster)
    return cluster
  }

  try {
    const dataDir = temporaryFolder()
    const first = await startOne({
      settings: ['archive_mode=on', `archive_timeout=${ARCHIVE_TIMEOUT_S}`, archive],
    })
    const url = await createMigratedDatabase(first.port)
    const settings = { DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'warn' }
    const size = await step(`make a database of ${megabytes} MB`, () =>
      inside(settings, async (db) => {
        await openListing(db, realClock.nowMs())
        await addTraders({ db }, count)
        return fill(db, megabytes)
      }),
    )
    await inside(settings, (db) => upload(db, dataDir))

    let server = await step('start a server', () => startServer(settings))
    const kept = await signIn(server.url, count)
    let during = 0
    await step(`${calls} calls, and a base backup during ${calls} more`, async () => {
      const trading = trade(server.url, kept, random.fork(1))
      await trading.hasDone(calls)
      const before = trading.answered()
      await backUp(first, base, trading, calls)
      await copyFiles(dataDir, files)
      during = trading.answered() - before
      await trading.end()
      await settle(server.url, kept)
      await server.kill('SIGTERM')
    })
    await step('check the backup against its manifest', async () => asPostgres('pg_verifybackup', [base]))

    // After the backup, so that only a later copy of the folders has them.
    await inside(settings, (db) => upload(db, dataDir))
    await step('sign the ledger, publish what is owed', () => seal(settings))
    const { sealed, pointInTime } = await inside(settings, async (db) => ({
      sealed: await readSealed(db),
      pointInTime: await timeOf(db),
    }))
    await copyFiles(dataDir, files)

    server = await startServer(settings)
    const anew = () => kept.map(({ token }): Trader => ({ token, attempts: [] }))
    const dropped = anew()
    await step(`${calls} calls after the point in time`, async () => {
      const trading = trade(server.url, dropped, random.fork(2))
      await trading.hasDone(calls)
      await trading.end()
      await settle(server.url, dropped)
      await server.kill('SIGTERM')
      await seal(settings)
    })
    await step(
      `wait until archive_timeout (${ARCHIVE_TIMEOUT_S} s) has brought all of it into the archive`,
      () => untilArchived(settings),
    )
    // Not every call keeps its key.
    const archived = await inside(settings, (db) => keysIn(db, keysOf([...kept, ...dropped])))
    server = await startServer(settings)
    const tail = anew()
    // From here on nothing comes into the archive: the machine is lost before.
    asPostgres('/usr/bin/touch', [isAway])
    let lostAtMs = 0
    await step(`${calls} calls more, and the machine is lost while they are made`, async () => {
      const trading = trade(server.url, tail, random.fork(3))
      await trading.hasDone(calls)
      lostAtMs = realClock.nowMs()
      await first.kill()
      await server.kill('SIGKILL')
      await trading.end()
    })

    const restored = await step('restore to the point in time', async () => {
      const cluster = await startOne({
        lay(data) {
          asPostgres('/bin/cp', ['-a', base, data])
          asPostgres('/usr/bin/touch', [join(data, 'recovery.signal')])
        },
        settings: [
          `restore_command=cp ${log}/%f %p`,
          `recovery_target_time=${pointInTime}`,
          'recovery_target_action=promote',
        ],
      })
      await untilPromoted(urlOfSame(url, cluster))
      return cluster
    })
    const restoredDir = temporaryFolder()
    await copyFiles(files, restoredDir)
    const at = { ...settings, DATABASE_URL: urlOfSame(url, restored), DATA_DIR: restoredDir }
    const { spoil } = options
    if (spoil) await inside(at, (db) => spoil(db, restoredDir))

    const problems: string[] = []
    if (during === 0) problems.push('no call was answered while the backup was made')
    await step('compare what is signed, and every balance', async () => {
      const now = await inside(at, readSealed)
      for (const name of Object.keys(sealed) as (keyof Sealed)[])
        if (now[name] !== sealed[name])
          problems.push(`${name}: ${now[name]}, and at the point in time ${sealed[name]}`)
    })
    const compared = await step('compare every file that it names with its hash', () =>
      inside(at, (db) => compareFiles(db, restoredDir)),
    )
    problems.push(...compared.problems)
    await step("check a customer's proof of their balance", async () => {
      problems.push(...(await inside(at, (db) => proofErrors(db, restoredDir))))
    })
    const audit = await step('audit everything', () => auditInstallation(at))
    problems.push(...audit.errors)
    // A server on what is damaged would only add to it.
    if (problems.length === 0) {
      server = await step('start a server on it', () => startServer(at))
      await step('compare with every answer that customers had', async () => {
        problems.push(...(await differences(server.url, kept)))
        problems.push(...(await otherAnswers(server.url, kept, 5)))
        await server.kill('SIGTERM')
      })
    }
    await restored.stop()

    const end = await step('restore to the end of the archive', async () => {
      const cluster = await startOne({
        lay(data) {
          asPostgres('/bin/cp', ['-a', base, data])
          asPostgres('/usr/bin/touch', [join(data, 'recovery.signal')])
        },
        settings: [`restore_command=cp ${log}/%f %p`],
      })
      await untilPromoted(urlOfSame(url, cluster))
      return cluster
    })
    const atEnd = { ...settings, DATABASE_URL: urlOfSame(url, end), DATA_DIR: temporaryFolder() }
    await copyFiles(files, atEnd.DATA_DIR)
    const { lost, lossSeconds } = await step('count what is lost', () =>
      inside(atEnd, async (db) => {
        const missing = archived.length - (await keysIn(db, archived)).length
        if (missing > 0) problems.push(`${missing} calls are lost that had come into the archive`)
        const there = await keysIn(db, keysOf(tail))
        const newestMs = await newestCommitMs(db)
        return { lost: answered(tail) - there.length, lossSeconds: (lostAtMs - newestMs) / 1_000 }
      }),
    )
    if (lost !== answered(tail))
      problems.push(`of ${answered(tail)} calls that had not come into the archive ${lost} are lost`)
    problems.push(...(await step('audit that as well', () => auditInstallation(atEnd))).errors)
    return {
      ...{
        megabytes: size,
        steps,
        problems,
        checkpoint: audit.checkpoint,
        files: compared.files,
        lost,
        lossSeconds,
      },
      ...{ kept: answered(kept), dropped: answered(dropped), during, snapshot: snapshotOf(sealed) },
    }
  } finally {
    for (const cluster of clusters) await cluster.stop()
    callOff()
    rmSync(backup, { recursive: true, force: true })
  }
}

type Where = { readonly DATA_DIR: string; readonly DATABASE_URL: string }

async function inside<T>({ DATABASE_URL, DATA_DIR }: Where, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

const answered = (traders: readonly Trader[]): number =>
  traders.flatMap(({ attempts }) => attempts).filter(({ answer }) => answer?.ok).length

/** Takes a base backup, in the middle of which so many calls are answered: it stands still until they are. */
async function backUp(cluster: Cluster, base: string, trading: Trading, calls: number): Promise<void> {
  const { child, done } = besideAsPostgres('pg_basebackup', [
    ...['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres', '-D', base, '--checkpoint=fast'],
  ])
  let hasEnded = false
  const ended = done.finally(() => {
    hasEnded = true
  })
  // The first file that it writes, after the checkpoint from which the log is replayed.
  while (!hasEnded && !existsSync(join(base, 'backup_label'))) await Promise.race([ended, pause(5)])
  child.kill('SIGSTOP')
  try {
    await trading.hasDone(trading.answered() + calls)
  } finally {
    child.kill('SIGCONT')
    await ended
  }
}

/** Copies what a backup has to hold of a folder of data; what was copied before stays. */
async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of KEPT_FOLDERS) {
    const folder = join(from, name)
    if (existsSync(folder)) await cp(folder, join(to, name), { recursive: true, preserveTimestamps: true })
  }
}

/** Keeps a customer's upload, and a picture that everybody may see, as a server does. */
async function upload(db: Db, dataDir: string): Promise<void> {
  const uploads = createUploads({ db, clock: realClock, dataDir, sealer: await openSealer(dataDir) })
  await uploads.keep(customerId(FIRST_FILLER), await newPicture())
  const media = openMediaFiles(dataDir)
  const sent = { bytes: await newPicture(), fileName: 'picture.png' }
  await keepMedia({ db, clock: realClock, media }, 1n, sent)
}

/** Opens every upload and medium that a database names, and compares it with its hash. */
async function compareFiles(db: Db, dataDir: string): Promise<{ files: number; problems: string[] }> {
  const problems: string[] = []
  let files = 0
  async function compare(what: string, hash: string, read: () => Promise<string | undefined>): Promise<void> {
    files++
    const found = await read().catch(
      (error: NodeJS.ErrnoException) => `not to be read: ${error.code ?? error.message}`,
    )
    if (found !== hash) problems.push(`${what}: ${found}, and it was ${hash}`)
  }
  const uploads = createUploads({ db, clock: realClock, dataDir, sealer: await openSealer(dataDir) })
  for (const { id, sha256 } of await db
    .selectFrom('upload')
    .select(['id', 'sha256'])
    .where('state', '<>', 'deleting')
    .execute())
    await compare(`upload ${id}`, sha256, async () => {
      const { bytes } = (await uploads.readUpload(id))!
      return createHash('sha256').update(bytes).digest('hex')
    })
  const media = openMediaFiles(dataDir)
  for (const { id } of await db.selectFrom('nft_media').select('id').execute())
    await compare(`medium ${id}`, id, () => hashOfFile(media.pathOf(id)))
  return { files, problems }
}

const keysOf = (traders: readonly Trader[]): string[] =>
  traders.flatMap(({ attempts }) => attempts.flatMap(({ answer, key }) => (answer?.ok ? [key] : [])))

/** Which of the keys of calls a database has kept. */
async function keysIn(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from idempotent_call where key = any(${keys}::text[])`.execute(db)
  return rows.map(({ key }) => key)
}

/** When the newest transaction was committed that was restored. */
async function newestCommitMs(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]!.ms
}

/** The same database on another cluster. */
function urlOfSame(url: string, { port }: Cluster): string {
  const other = new URL(url)
  other.port = String(port)
  return other.href
}

const FILLERS = 50
/** Far from the numbers that new customers get. */
const FIRST_FILLER = 1_000_001n
const A_POSTING = 2_000
const POSTINGS_A_LOOK = 5

/** Posts to the ledger until the database is of that size. Returns: its size in megabytes. */
async function fill(db: Db, megabytes: number): Promise<number> {
  const fillers = Array.from({ length: FILLERS }, (_, n) => customerId(FIRST_FILLER + BigInt(n)))
  for (const filler of fillers) await giveFunds(db, filler, [['spot', 'USDT', '1000000']], realClock.nowMs())
  const account = (filler: CustomerId, wallet: 'spot' | 'funding') =>
    accountId(filler, wallets[wallet], 'available', 'USDT')
  let posted = 0
  for (;;) {
    const { rows } = await sql<{ bytes: bigint }>`
      select pg_database_size(current_database()) as bytes`.execute(db)
    const size = Number(rows[0]!.bytes) / 2 ** 20
    // Not the other way round: of what is no number no size is enough.
    if (!(size < megabytes)) return Math.round(size)
    for (let n = 0; n < POSTINGS_A_LOOK; n++) {
      const moved = Array.from({ length: A_POSTING }, (_, m) => {
        const filler = fillers[Math.floor(m / 2) % FILLERS]!
        const [from, to] = m % 2 === 0 ? (['spot', 'funding'] as const) : (['funding', 'spot'] as const)
        return {
          ...{ debit: account(filler, from), credit: account(filler, to), amount: 1n as Units },
          ...{ reason: 'account-transfer' as const, reference: BigInt(++posted) },
        }
      })
      await db.transaction().execute((tx) => post(tx, moved, realClock.nowMs()))
    }
  }
}

/** Signs what the ledger says and publishes what is owed, as the jobs of a server do from time to time. */
async function seal(at: Where): Promise<void> {
  const signer = await openTapeKey(at.DATA_DIR)
  await inside(at, async (db) => {
    await openListing(db, realClock.nowMs())
    const { isBehind } = await verifyNewEntries(db, signer, realClock.nowMs())
    if (isBehind) throw new Error('one run of the check was not enough for so large a database')
    await liabilitiesOf(db, signer).take()
  })
}

/** As the server publishes them, but for the chains. */
const liabilitiesOf = (db: Db, signer: Signer) =>
  openLiabilities({ db, clock: realClock, signer, setAside: setAsideIn(products) })

async function readSealed(db: Db): Promise<Sealed> {
  const checkpoint = await newestCheckpoint(db)
  const { rows } = await sql<Record<Exclude<keyof Sealed, 'checkpoint'>, string>>`
    select
      (select concat_ws(' ', number, encode(signature, 'hex'), statement) from liability_statement order by number desc limit 1) as liabilities,
      (select concat_ws(' ', last_sequence, encode(head, 'hex'), encode(signature, 'hex')) from tape_segment
        order by last_sequence desc limit 1) as tape,
      (select concat_ws(' ', count(*), encode(sha256(string_agg(int8send(id) || int8send(balance) || int8send(version),
        ''::bytea order by id)), 'hex')) from account) as balances,
      (select concat_ws(' ', count(*), max(transfer_id), sum(hash_record_extended(e, 0)::numeric))
        from entry e) as entries`.execute(db)
  const { number, content, signature } = checkpoint!
  return { ...rows[0]!, checkpoint: `${number} ${content} ${signature}` }
}

const snapshotOf = ({ liabilities }: Sealed): number => Number(liabilities.split(' ')[0])

/** By the database's clock, to the microsecond: that is what its log is stopped by. */
async function timeOf(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  return rows[0]!.now
}

const LOOK_EVERY_MS = 50

/** Waits until all of the log that there is has come into the archive by itself. */
async function untilArchived(at: Where): Promise<void> {
  await inside(at, async (db) => {
    await sql`reset role`.execute(db)
    // A file of the log is cut only where something is in it.
    const { rows } = await sql<{ name: string }>`
      select pg_walfile_name(pg_logical_emit_message(true, 'plumb', 'the end')) as name`.execute(db)
    for (;;) {
      const stat = await sql<{ is: boolean | null }>`
        select last_archived_wal >= ${rows[0]!.name} as is from pg_stat_archiver`.execute(db)
      if (stat.rows[0]?.is) return
      await pause(LOOK_EVERY_MS)
    }
  })
}

async function untilPromoted(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
      if (rows[0]?.is === false) return
      await pause(LOOK_EVERY_MS)
    }
  } finally {
    await client.end()
  }
}

/** What the verifier says, without any server, of a proof that is made of the database for one of its customers. */
async function proofErrors(db: Db, dataDir: string): Promise<string[]> {
  await openListing(db, realClock.nowMs())
  const signer = await openTapeKey(dataDir)
  const file = await liabilitiesOf(db, signer).proofFor(customerId(FIRST_FILLER))
  const path = join(dataDir, 'proof.json')
  writeFileSync(path, JSON.stringify(file))
  const { status, stderr } = spawnSync(process.execPath, [VERIFIER, path, signer.publicKey], {
    encoding: 'utf8',
  })
  return status === 0 ? [] : [`a customer's proof does not check out: ${stderr.trim()}`]
}
