/**
 * Published liabilities: how long a snapshot takes, what a customer's proof costs, and how long a browser checks it.
 *
 *   node bench/liabilities.ts [customers]
 *
 * Each customer has an available and a held amount in each of eight currencies. Measured is a whole snapshot on
 * PostgreSQL, from the question to the commit, and its parts by themselves. The check runs in Chromium with a CPU four
 * times slower, each time in a page that has never done it: its code is not compiled yet. Every other page first does what
 * the app does while the proof is on its way (`warmUp`).
 */
import '#domain/seed/adopt.ts'
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { build, type Rollup } from 'vite'
import { customerId } from '#domain/ids.ts'
import type { LiabilitiesProofFile } from '#domain/liabilities/contract.ts'
import { checkLiabilities } from '#domain/liabilities/proof.ts'
import { currencies } from '#domain/money/currencies.ts'
import { products } from '#server/contract.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readOwed } from '#server/products/liabilities/owed.ts'
import { openLiabilities } from '#server/products/liabilities/service.ts'
import { buildTree } from '#server/products/liabilities/tree.ts'
import { setAsideIn } from '#server/products/product.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import type { warmUp } from '#web/products/liabilities/warm-up.ts'
import { openBrowser } from '../e2e/support/browser.ts'
import { slowDown } from './main-thread.ts'
import { median, quantile, table, writeResult } from './report.ts'

const CUSTOMERS = Number(process.argv[2] ?? 100_000)
const CURRENCIES = 8
const ROUNDS = 5
const PROOFS = 50
const PAGES = 20
const CPU_SLOWDOWN = 4
const FIRST = 10_000

/** Two accounts for each customer and currency, as the owner of the database: nobody could post so much. */
const fill = (db: Db): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection)
    const numbers = currencies.slice(0, CURRENCIES).map(({ number }) => number)
    await sql`
      insert into account (id, balance, version, last_transfer)
      select (${FIRST} + n::bigint) << 23 | (c << 11) | (256 << 1) | h, 1000000 + (n::bigint * 7919 * (c + h)) % 900000000000, 1, n
      from generate_series(0, ${CUSTOMERS - 1}) n, unnest(${numbers}::int[]) c, generate_series(0, 1) h`.execute(
      connection,
    )
    await sql`vacuum analyze account`.execute(connection)
    await sql`set role plumb_app`.execute(connection)
  })

const timed = async <T>(work: () => Promise<T> | T): Promise<readonly [ms: number, result: T]> => {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

async function snapshots() {
  const { db, close } = await openTestDatabase('postgres')
  await fill(db)
  const clock = virtualClock(Date.now())
  const setAside = setAsideIn(products)
  const liabilities = openLiabilities({ db, clock, setAside, signer: tapeKeyFrom(randomBytes(32)) })
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const [readMs, owed] = await timed(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => readOwed(tx, setAside)),
    )
    const cpu = process.cpuUsage()
    const [treeMs] = await timed(() => buildTree(owed, randomBytes(32)))
    const { user, system } = process.cpuUsage(cpu)
    const [wholeMs] = await timed(() => liabilities.take())
    rounds.push({ readMs, treeMs, 'tree, CPU ms': (user + system) / 1_000, wholeMs, load: loadavg()[0]! })
  }
  const proofs: number[] = []
  let file: LiabilitiesProofFile | undefined
  for (let n = 0; n < PROOFS; n++) {
    const [ms, found] = await timed(() =>
      liabilities.proofFor(customerId(BigInt(FIRST + Math.floor((n * CUSTOMERS) / PROOFS)))),
    )
    proofs.push(ms)
    file = found
  }
  if (!file || !checkLiabilities(file, file.customer).ok) throw new Error('the proof does not check out')
  const { rows } = await sql<{ bytes: bigint }>`
    select (pg_total_relation_size('liability_tile') / ${ROUNDS})::bigint as bytes`.execute(db)
  await close()
  return { rounds, proofs, file, bytesASnapshot: Number(rows[0]!.bytes) }
}

/** The code of the check as a script of its own. */
async function checkScript(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ...{ write: false, target: 'es2023' },
      lib: {
        ...{ entry: join(import.meta.dirname, 'liabilities-check.ts') },
        ...{ formats: ['iife'], name: 'liabilities' },
      },
    },
  })) as Rollup.RollupOutput[]
  return built[0]!.output[0].code
}

declare const liabilities: { checkLiabilities: typeof checkLiabilities; warmUp: typeof warmUp }

async function checks(file: LiabilitiesProofFile) {
  const content = await checkScript()
  const browser = await openBrowser()
  const times: { isWarm: boolean; warmUp: number; first: number; second: number }[] = []
  for (let n = 0; n < 2 * PAGES; n++) {
    const page = await browser.newPage()
    await slowDown(await page.context().newCDPSession(page), CPU_SLOWDOWN)
    await page.addScriptTag({ content })
    times.push(
      await page.evaluate(
        ({ file, isWarm }) => {
          const beganAt = performance.now()
          if (isWarm && !liabilities.warmUp()) throw new Error('is not warm')
          const warmUp = performance.now() - beganAt
          const run = () => {
            const start = performance.now()
            if (!liabilities.checkLiabilities(file, file.customer).ok) throw new Error('does not check out')
            return performance.now() - start
          }
          return { isWarm, warmUp, first: run(), second: run() }
        },
        { file, isWarm: n % 2 === 1 },
      ),
    )
    await page.close()
  }
  await browser.close()
  return times
}

const { rounds, proofs, file, bytesASnapshot } = await snapshots()
const times = await checks(file)
const rounded = (row: Record<string, number>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(1))]))
table(`${CUSTOMERS} customers in ${CURRENCIES} currencies, PostgreSQL`, rounds.map(rounded))
const json = JSON.stringify(file)
const summary = {
  'snapshot, median ms': median(rounds.map(({ wholeMs }) => wholeMs)),
  'proof, median ms': median(proofs),
  'proof, bytes': json.length,
  'proof, gzip': gzipSync(json).length,
  'snapshot, MB': bytesASnapshot / 1e6,
}
table('Proofs', [rounded(summary)])
const of = (isWarm: boolean) => times.filter((time) => time.isWarm === isWarm)
const [first, second] = [of(false).map((time) => time.first), of(false).map((time) => time.second)]
const [warmUps, warmed] = [of(true).map((time) => time.warmUp), of(true).map((time) => time.first)]
const browserRow = {
  ...{ 'first, median ms': median(first), 'first, p95 ms': quantile(first, 0.95) },
  ...{ 'warming, median ms': median(warmUps) },
  ...{ 'warmed first, median ms': median(warmed), 'warmed first, p95 ms': quantile(warmed, 0.95) },
  ...{ 'second, median ms': median(second), 'second, p95 ms': quantile(second, 0.95) },
}
table(`The check in Chromium, CPU ${CPU_SLOWDOWN} times slower`, [rounded(browserRow)])
writeResult('liabilities', { customers: CUSTOMERS, rounds, summary, browser: browserRow, load: loadavg() })
