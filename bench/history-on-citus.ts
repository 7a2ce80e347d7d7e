/**
 * A customer's statement from a history on Citus, and the audit's comparison of a month with it.
 *
 *   node bench/history-on-citus.ts [--millions 100]
 *
 * A coordinator and two workers on loopback, with fsync, get so many millions of entries in 23 months, most of them written into
 * the shards; the ledger has the 14 months after, with less than a tenth as many. The newest month of the history goes there
 * as any month does: it is copied, compared, signed, and leaves. Then 200 customers ask the real app once each, through its routes and
 * without a network, and the audit compares that month: with the roll-up's rows, and with the file.
 */
import './on-postgres.ts'
import '#domain/seed/adopt.ts'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { customerId } from '#domain/ids.ts'
import { statement } from '#domain/statement/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { accountsOfKind, outsideAccount } from '#server/core/ledger/accounts.ts'
import { addMonths } from '#server/core/ledger/months.ts'
import { historyErrors } from '#server/core/ledger/moved/audit.ts'
import { copyMonths } from '#server/core/ledger/moved/copy.ts'
import { rollUpOldest } from '#server/core/ledger/rollup.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { openHistory } from '#server/platform/db/history.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { type CitusCluster, startCitus } from '#server/testing/citus.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { median, quantile, table, writeResult } from './report.ts'

const { values } = parseArgs({ options: { millions: { type: 'string', default: '100' } } })

/** Months that are filled in the history, the one that moves there, and those that stay; the last ends after the app's clock. */
const [FILLED, MOVED, KEPT] = [22, 1, 14]
/** Transfers of a customer in a month before, and in one that stays. */
const [PAST_TRANSFERS, KEPT_TRANSFERS] = [22, 3]
const PAST = (FILLED + MOVED) * PAST_TRANSFERS
const ALL = PAST + KEPT * KEPT_TRANSFERS
const CUSTOMERS = Math.round((Number(values.millions) * 1e6) / (2 * PAST))
const FIRST = 1_000_000
/** Each by another customer, where there are as many. */
const REQUESTS = 200
const SIGNED_IN = Math.min(REQUESTS, CUSTOMERS)
const SHARDS = 32

const monthMs = (month: number): number => Date.UTC(2023, month, 1)
const nameOf = (month: number): string => new Date(monthMs(month)).toISOString().slice(0, 7).replace('-', '_')
const timeOf = (month: number): string => `'${new Date(monthMs(month)).toISOString()}'::timestamptz`

/*
 * Customer n's transfer t, as SQL: the first brings 1000 units, and then one unit goes from funding to spot and back. A month's
 * begin on its first day, half an hour apart, each customer's at a second of its own.
 */
const of = (kind: 'funding' | 'spot'): string =>
  `(((${FIRST} + n)::bigint << 23) | ${accountsOfKind(wallets[kind], 'available', 'USDT')(customerId(0n))})`
const OUTSIDE = `${outsideAccount('USDT')}::bigint`
const ID = `(t::bigint * ${CUSTOMERS} + n + 1)`
const isToSpot = 't % 2 = 1'
const DEBIT = `case when t = 0 then ${OUTSIDE} when ${isToSpot} then ${of('funding')} else ${of('spot')} end`
const CREDIT = `case when ${isToSpot} then ${of('spot')} else ${of('funding')} end`
const AMOUNT = 'case when t = 0 then 1000 else 1 end'
const REASON = `case when t = 0 then 'demo-grant' else 'account-transfer' end`

interface Month {
  readonly month: number
  readonly first: number
  readonly transfers: number
}

const months: readonly Month[] = Array.from({ length: FILLED + MOVED + KEPT }, (_, month) => {
  const kept = month - FILLED - MOVED
  return kept < 0
    ? { month, first: month * PAST_TRANSFERS, transfers: PAST_TRANSFERS }
    : { month, first: PAST + kept * KEPT_TRANSFERS, transfers: KEPT_TRANSFERS }
})

const madeAt = ({ month, first }: Month): string =>
  `${timeOf(month)} + make_interval(mins => 30 * (t - ${first}), secs => n % 1800)`

/** A month's entries of the customers that a condition lets through, account by account, with what their transfers say. */
function entriesOf(month: Month, condition: string): string {
  const account = (kind: 'funding' | 'spot', [version, amount, balance]: readonly string[]) =>
    `select ${of(kind)} as account_id, ${version} as version, ${amount} as amount, ${balance} as balance, t
      from generate_series(${kind === 'spot' ? Math.max(1, month.first) : month.first}, ${month.first + month.transfers - 1}) t`
  const own = `select a.*, n from generate_series(0, ${CUSTOMERS - 1}) n cross join lateral (
      ${account('funding', ['t + 1', `case when t = 0 then 1000 when ${isToSpot} then -1 else 1 end`, `case when ${isToSpot} then 999 else 1000 end`])}
      union all
      ${account('spot', ['t', `case when ${isToSpot} then 1 else -1 end`, `case when ${isToSpot} then 1 else 0 end`])}
    ) a where ${condition}`
  const outside =
    month.first === 0
      ? `union all select ${OUTSIDE}, n + 1, -1000, -1000 * (n + 1), 0, n from generate_series(0, ${CUSTOMERS - 1}) n
        where ${condition.replaceAll(`${FIRST} + n`, `${outsideAccount('USDT') >> 23n}`)}`
      : ''
  return `select account_id, ${ID} as transfer_id, version, amount, balance, ${madeAt(month)} as created_at,
    ${REASON} as reason, ${ID} as reference, ${DEBIT} as debit, ${CREDIT} as credit from (${own} ${outside}) e`
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Writes the filled months into the shards, on both workers at once. */
async function fillHistory({ workers }: CitusCluster, historyUrl: string): Promise<void> {
  const filled = months.slice(0, FILLED)
  const { rows: shards } = await onServer(historyUrl, async (client) => {
    for (const { month } of filled) {
      await client.query(`select history_add_month(${timeOf(month)})`)
      await client.query(`insert into history_month values (${timeOf(month)}, 0, 0, true)`)
    }
    return client.query<{ name: string; id: string; port: number; low: number; high: number }>(`
      select logicalrelid::text as name, shardid as id, nodeport as port, shardminvalue::int as low, shardmaxvalue::int as high
      from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid) order by 1, 2`)
  })
  const database = new URL(historyUrl).pathname.slice(1)
  await Promise.all(
    workers.map(({ port }) =>
      onServer(urlOf(port, database), async (client) => {
        await client.query('set citus.enable_manual_changes_to_shards = on; set synchronous_commit = off')
        for (const month of filled)
          for (const shard of shards.filter(
            (one) => one.port === port && one.name.endsWith(nameOf(month.month)),
          ))
            await client.query(`
              insert into ${shard.name}_${shard.id} (owner, account_id, transfer_id, version, amount, balance, created_at,
                reason, reference, debit, credit)
              select account_id >> 23, e.* from (
                ${entriesOf(month, `worker_hash((${FIRST} + n)::bigint) between ${shard.low} and ${shard.high}`)}) e`)
      }),
    ),
  )
  await onServer(historyUrl, (client) => client.query('analyze history_entry'))
}

/** Fills the ledger: the month that moves and those that stay, and what the filled ones came to. */
async function fillLedger({ db, databaseUrl }: TestApp): Promise<void> {
  const here = months.slice(FILLED)
  for (const { month } of here) await addMonths(db, monthMs(month))
  await onServer(databaseUrl!, async (client) => {
    await client.query('set synchronous_commit = off')
    for (const month of here) {
      await client.query(`
        insert into transfer_${nameOf(month.month)} (id, debit, credit, amount, reason, reference, created_at)
        select ${ID}, ${DEBIT}, ${CREDIT}, ${AMOUNT}, ${REASON}, ${ID}, ${madeAt(month)}
        from generate_series(${month.first}, ${month.first + month.transfers - 1}) t, generate_series(0, ${CUSTOMERS - 1}) n`)
      await client.query(`
        insert into entry_${nameOf(month.month)} (account_id, transfer_id, version, amount, balance, created_at)
        select account_id, transfer_id, version, amount, balance, created_at from (${entriesOf(month, 'true')}) e`)
    }
    /** Every account after its first transfers. */
    const after = (transfers: number) => {
      const t = transfers - 1
      const last = `${t}::bigint * ${CUSTOMERS} + n + 1`
      const [toSpot, back] = [Math.ceil(t / 2), Math.floor(t / 2)]
      return `
        select ${of('funding')} as id, ${toSpot} as debits, ${1_000 + back} as credits, ${transfers} as version, ${last} as last
        from generate_series(0, ${CUSTOMERS - 1}) n
        union all
        select ${of('spot')}, ${back}, ${toSpot}, ${t}, ${last} from generate_series(0, ${CUSTOMERS - 1}) n
        union all select ${OUTSIDE}, ${1_000 * CUSTOMERS}, 0, ${CUSTOMERS}, ${CUSTOMERS}`
    }
    await client.query(`insert into account (id, balance, version, last_transfer)
      select id, credits - debits, version, last from (${after(ALL)}) a`)
    // What the filled months hash to is not asked: what comes after is chained to it.
    await client.query(`
      insert into ledger_rollup_account (account_id, number, opening, debits, credits, closing, entries, version, last_transfer, history)
      select id, 1, 0, debits, credits, credits - debits, version, version, last, sha256(int8send(id))
      from (${after(FILLED * PAST_TRANSFERS)}) a`)
    await client.query(`insert into ledger_mark (account_id, version, balance, last_transfer, history)
      select account_id, version, closing, last_transfer, history from ledger_rollup_account`)
    await client.query(`
      insert into ledger_rollup (number, begins, ends, entries, accounts, content, file, file_hash, made_at, previous, signature)
      select 1, ${timeOf(0)}, ${timeOf(FILLED)}, sum(entries), count(*), ledger_rollup_content(1), 'filled',
        sha256(''), now(), decode(repeat('00', 32), 'hex'), decode(repeat('00', 64), 'hex') from ledger_rollup_account`)
    await client.query(`insert into ledger_moved (number, newest, moved_at)
      values (1, ${FILLED * PAST_TRANSFERS}::bigint * ${CUSTOMERS}, now())`)
    await client.query('analyze')
  })
}

/** Verifies what is new, without the checkpoints between, which would each read all marks. */
async function verify({ db }: TestApp): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<{ is_more: boolean; broken: string[] }>`
      select is_more, broken::text[] as broken from ledger_verify(50000)`.execute(db)
    if (rows[0]!.broken.length > 0) throw new Error(`account ${rows[0]!.broken[0]} does not add up`)
    isMore = rows[0]!.is_more
  }
}

/** A session of each of some customers who are spread over all, by their number. */
async function signIn(app: TestApp): Promise<readonly (readonly [n: number, token: string])[]> {
  const signedIn: (readonly [number, string])[] = []
  for (let i = 0; i < SIGNED_IN; i++) {
    const n = Math.floor(((i + 0.5) * CUSTOMERS) / SIGNED_IN)
    await onServer(app.databaseUrl!, (client) =>
      client.query(`alter table customer alter column id restart with ${FIRST + n}`),
    )
    const { id, token } = await app.newCustomer()
    if (id !== customerId(BigInt(FIRST + n))) throw new Error(`customer ${id} is not ${FIRST + n}`)
    signedIn.push([n, token])
  }
  return signedIn
}

const timings: Record<string, number> = {}
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startMs = performance.now()
  const done = await work()
  timings[name] = (performance.now() - startMs) / 1_000
  console.log(`${name}: ${timings[name].toFixed(1)} s`)
  return done
}

const citus = await startCitus({ fsync: true, shards: SHARDS })
const historyUrl = await citus.createDatabase()
const history = openHistory(historyUrl, { migrates: true })
const app = await openTestApp({ history })
const { db, clock, dataDir } = app
try {
  await history.use(async () => {})
  await timed('filling the history', () => fillHistory(citus, historyUrl))
  await timed('filling the ledger', () => fillLedger(app))
  await timed('verifying the ledger', () => verify(app))
  const moveMs = monthMs(FILLED + MOVED) + DAY_MS
  await timed('copying a month', () => copyMonths({ db, history }, moveMs, Infinity))
  const signer = tapeKeyFrom(new Uint8Array(32).fill(5))
  const number = await timed('comparing, signing and dropping it', () =>
    rollUpOldest({ db, clock, signer, dataDir, history, keepMonths: KEPT - 1 }),
  )
  if (number !== 2n) throw new Error('the month did not leave')

  const signedIn = await signIn(app)
  const questions: Record<string, (n: number, i: number) => Record<string, unknown>> = {
    'the newest page, with the sums of all': () => ({ limit: 20 }),
    'a month in the history, with its sums': (_, i) => ({
      ...{ limit: 20, fromMs: monthMs(i % FILLED), toMs: monthMs((i % FILLED) + 1) },
    }),
    'a page in the history': (n, i) => ({
      ...{
        limit: 20,
        cursor: `${BigInt(((i % FILLED) + 1) * PAST_TRANSFERS) * BigInt(CUSTOMERS) + BigInt(n + 1)}.0`,
      },
    }),
  }
  const pages = []
  for (const [question, inputOf] of Object.entries(questions)) {
    const times: number[] = []
    for (let i = 0; i < REQUESTS; i++) {
      const [n, token] = signedIn[i % SIGNED_IN]!
      const startMs = performance.now()
      const { data, error } = await app.call(statement, inputOf(n, i), token)
      times.push(performance.now() - startMs)
      if (error || data.items.length !== 20) throw new Error(`${question}: ${error ?? data.items.length}`)
    }
    const [p50, p95, p99] = [median(times), quantile(times, 0.95), quantile(times, 0.99)]
    pages.push({ question, 'p50 ms': p50, 'p95 ms': p95, 'p99 ms': p99, load: loadavg()[0]! })
  }

  const sizes = await onServer(historyUrl, async (client) => {
    const { rows } = await client.query<{ entries: string; bytes: string }>(
      `select (select count(*) from history_entry) as entries,
        (select sum(citus_total_relation_size(logicalrelid)) from pg_dist_partition) as bytes`,
    )
    return { entries: Number(rows[0]!.entries), bytes: Number(rows[0]!.bytes) }
  })
  const { rows } = await sql<{ entries: bigint; bytes: bigint }>`
    select (select count(*) from entry) as entries, pg_database_size(current_database()) as bytes`.execute(db)
  const hot = { entries: Number(rows[0]!.entries), bytes: Number(rows[0]!.bytes) }

  // The audit of the month that moved alone: the filled ones have no hash to compare.
  await onServer(app.databaseUrl!, (client) => client.query('delete from ledger_moved where number = 1'))
  const errors = await timed('audit of the month', () => historyErrors({ db, history }, dataDir))
  if (errors.length > 0) throw new Error(errors.join('; '))

  table(
    `${REQUESTS} pages of ${SIGNED_IN} customers of ${CUSTOMERS.toLocaleString('en')}, one after the other`,
    pages,
  )
  table('Sizes', [
    { side: 'history', entries: sizes.entries, GB: sizes.bytes / 1e9 },
    { side: 'ledger', entries: hot.entries, GB: hot.bytes / 1e9 },
  ])
  writeResult('history-on-citus', {
    shards: SHARDS,
    customers: CUSTOMERS,
    pages,
    history: sizes,
    ledger: hot,
    timings,
  })
} finally {
  await app.close()
  await history.close()
  await citus.stop()
}
