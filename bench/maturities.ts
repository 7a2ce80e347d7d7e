/**
 * Maturities: how long the job needs for all term orders of one midnight, killed in the middle and started again.
 *
 *   node bench/maturities.ts [orders]
 *
 * Locked deposits of one day, each of a customer of its own, on PostgreSQL. Their money is posted by the ledger's own
 * function, a thousand orders to a transaction; the rows of the orders are inserted in bulk. The job runs in a process of
 * its own, which is killed with SIGKILL when a part of them is paid, and in another one that finishes. Counted is from
 * the first start to the last payment. Afterwards the ledger, the products and each payment are audited: every order has
 * one day of interest and one end.
 */
import '#domain/seed/adopt.ts'
import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { interestPerDay, RULES_VERSION, schedule } from '#domain/earn/rules.ts'
import { customerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { HOUR_MS } from '#domain/time.ts'
import { outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import { withNextDue } from '#server/products/earn/accrue.ts'
import { accountsOf, subscriptionTransfers } from '#server/products/earn/flows.ts'
import { settleDue } from '#server/products/earn/jobs.ts'
import { auditEarn, createProduct, setProductStatus } from '#server/products/earn/products.ts'
import { type SubscriptionRow, termsOf, updateProductTotals } from '#server/products/earn/store.ts'
import { auditPayments } from '#server/products/earn/testing.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { table, writeResult } from './report.ts'

const START_MS = Date.parse('2024-02-28T08:00:00Z')
/** Two midnights later, all at once. */
const DUE_MS = schedule(1, START_MS).maturesAtMs
const PER_TRANSACTION = 1_000
const PRINCIPAL = readAmount('100', 'USDT')
const FIRST = 1_000_000

// What is killed: the job alone.
const [command, url] = process.argv.slice(2)
if (command === 'settle') {
  const { db, close } = await openDatabase({ databaseUrl: url!, dataDir: '' })
  await settleDue(db, DUE_MS)
  await close()
  process.exit(0)
}
const ORDERS = Number(command ?? 100_000)

async function prepare(db: Db): Promise<void> {
  const product = await db.transaction().execute(async (tx) => {
    const amount = units(PRINCIPAL * BigInt(ORDERS))
    const draft = {
      ...({ kind: 'locked' } as const),
      ...{ currency: 'USDT', rewardCurrency: 'USDT', termDays: 1, noticeHours: 0, tag: null },
      ...{ dailyRate: parseRate('0.0001')!, penaltyRate: parseRate('0.01')! },
      ...{ minimum: PRINCIPAL, maximum: PRINCIPAL, cap: amount },
    } as const
    const fund = { credit: platformAccount(earnAccounts.interest, 'USDT'), amount }
    await post(
      tx,
      [{ debit: outsideAccount('USDT'), ...fund, reason: 'treasury-funding', reference: 1n }],
      START_MS,
    )
    const { id } = await createProduct(tx, draft, START_MS)
    return setProductStatus(tx, id, 'open', START_MS)
  })
  const { startsAtMs, maturesAtMs } = schedule(1, START_MS)
  for (let from = 0; from < ORDERS; from += PER_TRANSACTION) {
    const count = Math.min(PER_TRANSACTION, ORDERS - from)
    const rows = Array.from({ length: count }, (_, n): SubscriptionRow => {
      const { kind, currency, reward_currency, term_days, notice_hours } = product
      return withNextDue({
        ...{ id: nextId(), product_id: product.id, customer_id: customerId(BigInt(FIRST + from + n)) },
        ...{ kind, currency, reward_currency, principal: PRINCIPAL, term_days, notice_hours },
        ...{ daily_rate: product.daily_rate, penalty_rate: product.penalty_rate, terms_version: 1 },
        interest_per_day: interestPerDay(PRINCIPAL, termsOf(product)),
        ...{ rules_version: RULES_VERSION, subscribed_at: START_MS, starts_at: startsAtMs },
        ...{ matures_at: maturesAtMs, status: 'active', ends_at: maturesAtMs, notice_at: null },
        ...{ days_covered: 1, days_earned: 0, next_due_at: null, ended_at: null },
        ...{ interest_paid: null, penalty: null, refund: null },
      })
    })
    await db.transaction().execute(async (tx) => {
      const date = (atMs: number) => new Date(atMs)
      await tx
        .insertInto('earn_subscription')
        .values(
          rows.map((row) => ({
            ...row,
            subscribed_at: date(START_MS),
            starts_at: date(startsAtMs),
            matures_at: date(maturesAtMs),
            ends_at: date(maturesAtMs),
            next_due_at: date(row.next_due_at!),
            ...{ notice_at: null, ended_at: null },
          })),
        )
        .execute()
      await updateProductTotals(tx, [], rows)
      const grants = rows.map((row) => ({
        ...{ debit: outsideAccount('USDT'), credit: accountsOf(row).funding, amount: PRINCIPAL },
        ...({ reason: 'treasury-funding', reference: row.id } as const),
      }))
      await post(tx, [...grants, ...rows.flatMap(subscriptionTransfers)], START_MS + HOUR_MS)
    })
  }
}

const settle = (databaseUrl: string) =>
  spawn(process.execPath, [import.meta.filename, 'settle', databaseUrl], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const ended = (job: ReturnType<typeof settle>) =>
  new Promise<NodeJS.Signals | number | null>((resolve) =>
    job.on('exit', (code, signal) => resolve(signal ?? code)),
  )

const { db, url: databaseUrl, close } = await openTestDatabase('postgres')
const counted = async () => {
  const { rows } = await sql<{ matured: number; credited: number }>`
    select (select count(*) from earn_subscription where status = 'matured')::int as matured,
      (select count(*) from earn_accrual)::int as credited`.execute(db)
  return rows[0]!
}

let at = performance.now()
await prepare(db)
await sql`analyze`.execute(db).catch(() => undefined)
const preparedMs = performance.now() - at

at = performance.now()
const first = settle(databaseUrl!)
const firstEnd = ended(first)
// Killed when a third is paid, wherever it is then.
while ((await counted()).matured < ORDERS / 3) await new Promise((resolve) => setTimeout(resolve, 50))
first.kill('SIGKILL')
const signal = await firstEnd
const atKill = await counted()
const second = await ended(settle(databaseUrl!))
const wholeMs = performance.now() - at
const done = await counted()
// Once more: nothing is left to do.
await settleDue(db, DUE_MS)
const again = await counted()

const faults = [...(await auditEarn(db)), ...(await auditPayments(db))]
const isWhole = isConsistent(await auditLedger(db))
await close()

const result = {
  orders: ORDERS,
  'prepared, s': preparedMs / 1_000,
  'paid when killed': atKill.matured,
  'whole, s': wholeMs / 1_000,
  'ms per 1,000': (wholeMs / ORDERS) * 1_000,
  load: loadavg()[0]!,
}
table('Orders that mature at one midnight, PostgreSQL, one SIGKILL', [
  Object.fromEntries(Object.entries(result).map(([name, value]) => [name, Number(value.toFixed(1))])),
])
if (signal !== 'SIGKILL' || second !== 0) throw new Error(`the job ended with ${signal}, then ${second}`)
if (
  done.matured !== ORDERS ||
  done.credited !== ORDERS ||
  again.matured !== ORDERS ||
  again.credited !== ORDERS
)
  throw new Error(`paid ${done.matured}, credited ${done.credited}, then ${again.matured}, ${again.credited}`)
if (faults.length > 0 || !isWhole) throw new Error(`not consistent: ${faults.slice(0, 5).join('; ')}`)
writeResult('maturities', result)
