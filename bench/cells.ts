/**
 * Money between two cells, each on a PostgreSQL cluster of its own with fsync: how many transfers a second go from a wallet
 * here to a wallet there and are settled, and whether that, and the audit of both, costs more the more there were before.
 *
 *   node bench/cells.ts [transfers a round]
 */
import '#domain/seed/adopt.ts'
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { settlementAccount } from '#server/core/cells/accounts.ts'
import { auditCells } from '#server/core/cells/audit.ts'
import { sendDue, sendToCell } from '#server/core/cells/send.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import {
  addCellCustomer,
  fund,
  openCell,
  sendsOver,
  straightTo,
  type TestCell,
} from '#server/testing/cells.ts'
import { startCluster, urlOf } from '#server/testing/cluster.ts'
import { table, writeResult } from './report.ts'

const ROUND = Number(process.argv[2] ?? 1_000)
const CUSTOMERS = 64
const NOW_MS = Date.UTC(2026, 5, 1)
const SOME = units(100n)

const clusters = [await startCluster(), await startCluster()]
const databases = await Promise.all(
  clusters.map(({ port }) => openDatabase({ databaseUrl: urlOf(port), dataDir: '' })),
)
const [a, b] = databases.map(({ db }, n) => openCell(n + 1, db)) as [TestCell, TestCell]
await fund(b, 1, 'USDT', '1000000', NOW_MS)
const senders: CustomerId[] = []
for (let n = 0; n < CUSTOMERS; n++) {
  senders.push(await addCellCustomer(a, { USDT: '100000' }, NOW_MS))
  await addCellCustomer(b, {}, NOW_MS)
}

const sending = (customer: CustomerId) => ({
  ...{ to: 2, customer, toCustomer: customer, currency: 'USDT', amount: SOME },
})
/** So many at once, each its own transaction. Returns: how many a second. */
async function sendSome(atOnce: number): Promise<number> {
  const begunMs = performance.now()
  let left = ROUND
  const one = async (n: number) => {
    while (left-- > 0)
      await a.real.transaction().execute((tx) => sendToCell(tx, sending(senders[n]!), NOW_MS))
  }
  await Promise.all(Array.from({ length: atOnce }, (_, n) => one(n)))
  return (ROUND / (performance.now() - begunMs)) * 1_000
}
/** So many jobs, each a hundred at a time, until all is settled. Returns: how many a second. */
async function settleAll(jobs: number): Promise<number> {
  const begunMs = performance.now()
  const deps = sendsOver(a, straightTo(b, NOW_MS))
  const job = async () => {
    while ((await sendDue(deps, 2, NOW_MS)) > 0);
  }
  await Promise.all(Array.from({ length: jobs }, job))
  return (ROUND / (performance.now() - begunMs)) * 1_000
}

/** Puts settled transfers into both cells, as many rows as if each had been sent, and their sum into the ledgers. */
async function fill(count: number): Promise<void> {
  const at = new Date(NOW_MS)
  const { rows } = await sql<{
    last: bigint
  }>`select last_number as last from cell_counter where cell = 2`.execute(a.real)
  const first = rows[0]!.last + 1n
  const numbers = sql`generate_series(${first}::bigint, ${first + BigInt(count) - 1n}::bigint) n`
  const who = sql`${senders[0]!}::bigint + (n % ${CUSTOMERS})`
  await alterAsOwner(
    { db: a.real },
    sql`insert into cell_sent (cell, number, id, customer_id, to_customer, currency, decimals, amount, state, attempts, due_at, sent_at, ended_at)
      select 2, n, ${nextId()}::bigint + n, ${who}, ${who}, 'USDT', 7, ${SOME}::bigint, 'settled', 1, ${at}, ${at}, ${at} from ${numbers}`,
    sql`update cell_counter set last_number = last_number + ${count}::bigint where cell = 2`,
  )
  await alterAsOwner(
    { db: b.real },
    sql`insert into cell_received (cell, number, id, to_customer, currency, decimals, amount, outcome, received_at)
      select 1, n, ${nextId()}::bigint + n, ${who}, 'USDT', 7, ${SOME}::bigint, 'accepted', ${at} from ${numbers}`,
  )
  const amount = units(SOME * BigInt(count))
  const wallet = accountId(customerId(senders[0]!), wallets.funding, 'available', 'USDT')
  const moved = { amount, reference: nextId() }
  await a.real
    .transaction()
    .execute((tx) =>
      post(
        tx,
        [{ ...moved, debit: wallet, credit: settlementAccount(2, 'USDT', 'available'), reason: 'cell-sent' }],
        NOW_MS,
      ),
    )
  await b.real.transaction().execute((tx) =>
    post(
      tx,
      [
        {
          ...moved,
          debit: settlementAccount(1, 'USDT', 'available'),
          credit: wallet,
          reason: 'cell-received',
        },
      ],
      NOW_MS,
    ),
  )
  for (const { real } of [a, b]) await sql`analyze`.execute(real).catch(() => undefined)
}

const rounds: Record<string, number>[] = []
let before = 0
for (const [filled, atOnce, jobs] of [
  [0, 1, 1],
  [0, 16, 1],
  [0, 64, 4],
  [100_000, 64, 4],
  [900_000, 64, 4],
] as const) {
  if (filled > 0) await fill(filled)
  before += filled
  const sent = await sendSome(atOnce)
  const settled = await settleAll(jobs)
  const begunMs = performance.now()
  const { findings } = await auditCells({ db: a.real, cell: 1 }, { db: b.real, cell: 2 })
  if (findings.length > 0)
    throw new Error(
      findings
        .map(({ text }) => text)
        .slice(0, 5)
        .join('; '),
    )
  rounds.push({
    ...{ 'there before': before, 'at once': atOnce, 'sent/s': sent, jobs, 'settled/s': settled },
    'audit, s': (performance.now() - begunMs) / 1_000,
  })
  before += ROUND
}
table(`Transfers between two cells, ${ROUND} a round`, rounds)
for (const database of databases) await database.close()
for (const cluster of clusters) await cluster.stop()
writeResult('cells', { transfers: ROUND, rounds, load: loadavg()[0]! })
