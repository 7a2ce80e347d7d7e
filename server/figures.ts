import { statfs } from 'node:fs/promises'
import { differencesOf } from '#domain/console/contract.ts'
import { reservesOf } from '#domain/liabilities/stated.ts'
import { readStatement } from '#domain/liabilities/statement.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Services } from './app.ts'
import { beyondLevels } from './console/levels.ts'
import { oldestMonthMs } from './core/ledger/months.ts'
import type { Database, PoolUse } from './platform/db/database.ts'
import { keptFor } from './platform/kept.ts'
import type { Metric } from './platform/metrics.ts'
import { countGivenUp, countWaiting, oldestWaitingAtMs } from './platform/outbox.ts'
import type { RedisCounters } from './platform/redis-counters.ts'
import { liabilities } from './products/liabilities/product.ts'
import { reserves } from './products/reserves/product.ts'
import { mostLooks } from './products/verification/photo-store.ts'
import { withdrawal } from './products/withdrawal/product.ts'
import type { Host } from './roles/host.ts'
import type { SharedJobs } from './roles/jobs.ts'
import type { Lease } from './roles/lease.ts'
import { keptStatus } from './status.ts'

/** What reads much of the database is read once in so long, however many ask. */
const KEPT_MS = 5 * SECOND_MS

/** What is asked for figures, beside the services. */
export interface Measured {
  readonly services: Services
  readonly database: Pick<Database, 'pools' | 'commitWaitMs'>
  readonly dataDir: string
  readonly jobs: Pick<SharedJobs, 'health'>
  readonly lease: Pick<Lease, 'ageMs' | 'lateRenewals'> | undefined
  readonly redis: Pick<RedisCounters, 'isAlone'> | undefined
  readonly host: Pick<Host, 'refused' | 'connected'> | undefined
  readonly isReady: () => Promise<boolean>
  readonly customers: {
    connections(): number
    aborted(): number
    answered(): ReadonlyMap<string, number>
  }
}

/**
 * The figures of an installation, which `deploy/alerts.yaml` and `deploy/dashboard.json` go by. None is of one customer, and
 * no amount that is not published anyway.
 */
export function figuresOf(measured: Measured): readonly Metric[] {
  const { services } = measured
  return [
    ...ofCalls(measured),
    ...ofProcess(measured),
    ...ofMarkets(measured),
    ...ofOperators(services),
    ...ofMoney(services),
  ]
}

function ofCalls({ services, customers, database }: Measured): Metric[] {
  const pools = (read: (pool: PoolUse) => number) => () =>
    new Map(database.pools().map((pool) => [pool.name, read(pool)]))
  return [
    { name: 'sockets', help: 'Open customer sockets', read: customers.connections },
    {
      ...{ name: 'requests_aborted', help: 'Requests of customers who left before they were whole' },
      read: customers.aborted,
    },
    {
      ...{ name: 'answers_total', label: 'status', read: customers.answered },
      help: 'Answers of the customers’ listener by status: 429 by itself, others by their hundred',
    },
    {
      ...{ name: 'database_connections_max', label: 'pool', read: pools(({ max }) => max) },
      help: 'Connections to PostgreSQL that a pool may have',
    },
    {
      ...{ name: 'database_connections_used', label: 'pool', read: pools(({ used }) => used) },
      help: 'Those of them that are used',
    },
    {
      ...{ name: 'database_connections_waiting', label: 'pool', read: pools(({ waiting }) => waiting) },
      help: 'Queries that wait for one',
    },
    {
      name: 'database_commit_wait_seconds',
      help: 'How long the oldest commit has waited for a second machine; 0 where none does',
      read: () => database.commitWaitMs() / SECOND_MS,
    },
    {
      name: 'history_lag_seconds',
      help: 'How long a month of the ledger could have been in the history that is not; 0 without HISTORY_URL',
      read: () => (services.copying?.lagMs() ?? 0) / SECOND_MS,
    },
    {
      name: 'history_age_seconds',
      help: 'Since months were copied to the history or found to be there; 0 without HISTORY_URL',
      read: () => (services.copying?.ageMs() ?? 0) / SECOND_MS,
    },
    {
      name: 'ledger_oldest_month_seconds',
      help: 'How long ago the oldest month began whose entries are in the ledger’s own database',
      read: async () => (services.clock.nowMs() - (await oldestMonthMs(services.db))) / SECOND_MS,
    },
  ]
}

function ofProcess({ services, dataDir, jobs, lease, redis, host, isReady }: Measured): Metric[] {
  return [
    { name: 'ready', help: '1 while orders are taken', read: async () => Number(await isReady()) },
    ...services.opened.flatMap(({ name, isReady }) =>
      isReady
        ? [{ name: `${name}_ready`, help: '1 while requests are taken', read: () => Number(isReady()) }]
        : [],
    ),
    {
      name: 'practice_ready',
      help: '0 while practice does not run, which is tried again',
      read: () => Number(services.isPracticeReady() ?? true),
    },
    {
      name: 'clock_right',
      help: '0 while the time of this machine cannot be relied on',
      read: () => Number(services.clock.unreliable?.() === undefined),
    },
    {
      name: 'engine_lease_age_seconds',
      help: 'Since the lease of the engines was renewed, which holds for three seconds; 0 without BUS',
      read: () => (lease?.ageMs() ?? 0) / SECOND_MS,
    },
    {
      name: 'engine_lease_late_total',
      help: 'Renewals of that lease that came more than two seconds after the one before; 0 without BUS',
      read: () => lease?.lateRenewals() ?? 0,
    },
    {
      name: 'bus_connected',
      help: 'Processes of ROLE=api that are connected',
      read: () => host?.connected() ?? 0,
    },
    {
      name: 'bus_refused_total',
      help: 'Connections to the bus that were refused',
      read: () => host?.refused() ?? 0,
    },
    {
      name: 'redis_away',
      help: '1 while limits are counted by this process alone although there is REDIS_URL',
      read: () => Number(redis?.isAlone() ?? false),
    },
    {
      name: 'jobs_late',
      help: 'Jobs that did not end for three of their intervals, wherever they run',
      read: async () => (await jobs.health()).filter(({ isLate }) => isLate).length,
    },
    {
      name: 'jobs_failing',
      help: 'Those that failed the last time',
      read: async () => (await jobs.health()).filter(({ lastError }) => lastError !== undefined).length,
    },
    {
      name: 'disk_free_ratio',
      help: 'What is free where DATA_DIR is, of all',
      async read() {
        const { bavail, blocks } = await statfs(dataDir)
        return bavail / blocks
      },
    },
  ]
}

function ofMarkets({ services }: Measured): Metric[] {
  const { db, clock, markets, opened, console: operators } = services
  const status = keptStatus({ db, clock, opened, quotes: markets.quotes, ledger: operators.lastLedgerCheck })
  const feeds =
    (read: (feed: Awaited<ReturnType<typeof status>>['feeds'][number]) => number | null) => async () =>
      new Map(
        (await status()).feeds.flatMap((feed) => {
          const figure = read(feed)
          return figure === null ? [] : [[feed.class, figure] as const]
        }),
      )
  const settlement = (which: 'medianMs' | 'slowestMs') => async () =>
    ((await status()).settlement?.[which] ?? 0) / SECOND_MS
  return [
    {
      name: 'tape_ready',
      help: '1 while the tape is written',
      read: () => Number(markets.tape.isReady()),
    },
    {
      name: 'tape_sequence',
      help: 'Ticks recorded on the tape',
      read: () => markets.tape.newest()?.sequence ?? 0,
    },
    {
      name: 'ticks_failed_total',
      help: 'Ticks of the tape that this process failed to take in, and went on behind',
      read: markets.failedTicks,
    },
    {
      ...{ name: 'instruments_open', label: 'class', read: feeds(({ open }) => open) },
      help: 'Instruments whose market is open',
    },
    {
      ...{ name: 'instruments_stale', label: 'class', read: feeds(({ stale }) => stale) },
      help: 'Those of them whose last price is too old to trade on',
    },
    {
      ...{ name: 'price_age_seconds', label: 'class' },
      help: 'Age of the oldest last price of an open market',
      read: feeds(({ delayMs }) => (delayMs === null ? null : delayMs / SECOND_MS)),
    },
    {
      name: 'settlement_lag_median_seconds',
      help: 'From the price that decided a seconds option until it was booked, of the newest hundred',
      read: settlement('medianMs'),
    },
    {
      name: 'settlement_lag_slowest_seconds',
      help: 'The slowest of them',
      read: settlement('slowestMs'),
    },
    {
      ...{ name: 'queue_oldest_seconds', label: 'queue' },
      help: 'Since when the oldest request waits for an operator, in whole minutes; 0 where none does',
      read: async () =>
        new Map((await status()).queues.map(({ queue, oldestMs }) => [queue, (oldestMs ?? 0) / SECOND_MS])),
    },
  ]
}

function ofOperators({ db, clock, opened, users }: Services): Metric[] {
  return [
    {
      ...{ name: 'queue_beyond_level_seconds', label: 'queue' },
      help: 'How long beyond its service level the oldest that waits for an operator has waited; 0 within it',
      read: keptFor(KEPT_MS, clock, async (nowMs) => {
        const beyond = await beyondLevels(db, opened, nowMs)
        return new Map([...beyond].map(([queue, beyondMs]) => [queue, beyondMs / SECOND_MS]))
      }),
    },
    {
      name: 'document_looks_most',
      help: 'The most looks at customers’ documents that one operator has had within the last hour',
      read: keptFor(KEPT_MS, clock, (nowMs) => mostLooks(db, nowMs - HOUR_MS)),
    },
    { name: 'messages_waiting', help: 'Mails and SMS not sent yet', read: () => countWaiting(db) },
    { name: 'messages_given_up', help: 'Mails and SMS never sent', read: () => countGivenUp(db) },
    {
      name: 'messages_oldest_seconds',
      help: 'Since when the oldest mail or SMS waits to be sent; 0 where none does',
      async read() {
        const sinceMs = await oldestWaitingAtMs(db)
        return sinceMs === undefined ? 0 : Math.max(0, clock.nowMs() - sinceMs) / SECOND_MS
      },
    },
    {
      ...{ name: 'mobile_codes_unused', label: 'prefix', read: () => users.messagesSent().unused },
      help: 'Mobile messages to strangers within the last hour whose code nobody has used, by calling code',
    },
    {
      ...{ name: 'mobile_codes_used', label: 'prefix', read: () => users.messagesSent().used },
      help: 'Those whose code was used',
    },
    {
      name: 'mobile_codes_challenged_total',
      help: 'Requests for a code to a mobile that were answered by asking for some work',
      read: () => users.messagesSent().challenged,
    },
  ]
}

function ofMoney({ db, clock, console: operators, opened, of }: Services): Metric[] {
  const startedAtMs = clock.nowMs()
  const sinceSeconds = (atMs: number | undefined) =>
    Math.max(0, clock.nowMs() - (atMs ?? startedAtMs)) / SECOND_MS
  const newest = keptFor(KEPT_MS, clock, () => of(liabilities).liabilities.newest())
  const uncoveredCurrencies = keptFor(KEPT_MS, clock, async () => {
    const all = new Set<string>()
    for (const { uncovered } of opened) for (const one of (await uncovered?.(db)) ?? []) all.add(one)
    return all.size
  })
  const allExposures = keptFor(KEPT_MS, clock, async () => {
    const found: (readonly [string, Exposure])[] = []
    for (const { name, exposure } of opened) if (exposure) found.push([name, await exposure(db)])
    return found
  })
  return [
    {
      name: 'ledger_differences',
      help: "What the last check of the ledger found wrong: currencies, accounts, entries, checkpoints, the operators' log",
      read() {
        const last = operators.lastLedgerCheck()
        return last === null ? 0 : differencesOf(last)
      },
    },
    {
      name: 'ledger_check_age_seconds',
      help: 'Since the last check of the ledger, or since the start before the first',
      read: () => sinceSeconds(operators.lastLedgerCheck()?.checkedAtMs),
    },
    {
      name: 'uncovered_currencies',
      help: 'Currencies in which other is set aside than what a product owes customers',
      read: uncoveredCurrencies,
    },
    {
      ...{ name: 'solvency_difference', label: 'currency' },
      help: 'Reserves less liabilities as they were published last, below zero where less is there than is owed',
      async read() {
        const said = await newest()
        const currencies = (said && readStatement(said.statement))?.currencies ?? []
        return new Map(
          currencies.map((one) => [one.code, Number(reservesOf(one) - one.liabilities) / 10 ** one.decimals]),
        )
      },
    },
    {
      name: 'solvency_age_seconds',
      help: 'Since what is owed was published last, or since the start before the first',
      read: async () => sinceSeconds((await newest())?.atMs),
    },
    {
      ...{ name: 'reserves_missing', label: 'asset' },
      help: 'What of a coin or token of a watched chain should be on the platform’s addresses and was not found there',
      read: keptFor(KEPT_MS, clock, () => of(reserves).reserves.missing()),
    },
    {
      ...{ name: 'reserves_look_age_seconds', label: 'chain' },
      help: 'Since a watched chain was looked at last, or since the start before the first look',
      read: keptFor(KEPT_MS, clock, () => of(reserves).reserves.ages()),
    },
    {
      name: 'screening_addresses',
      help: 'Addresses on the screening lists, to which no money is sent; 0 without SCREENING_LISTS',
      read: () => of(withdrawal).screening.state()?.addresses ?? 0,
    },
    {
      name: 'screening_age_seconds',
      help: 'Since the screening lists were read, which is done every hour; 0 without SCREENING_LISTS',
      read() {
        const lists = of(withdrawal).screening.state()
        return lists ? sinceSeconds(lists.readAtMs) : 0
      },
    },
    {
      ...{ name: 'exposure_used_ratio', label: 'product' },
      help: 'What a product may have to pay by what is open, of what it has for that',
      read: () => exposures(({ needed, has }) => ratio(needed, has)),
    },
    {
      ...{ name: 'insurance_used_ratio', label: 'product' },
      help: 'What the insurance fund would have to pay of it, of what the fund has',
      read: () => exposures(({ insurance }) => insurance && ratio(insurance.needed, insurance.has)),
    },
  ]

  type Exposure = Awaited<ReturnType<NonNullable<(typeof opened)[number]['exposure']>>>
  async function exposures(read: (exposure: Exposure) => number | undefined) {
    const found = new Map<string, number>()
    for (const [name, exposure] of await allExposures()) {
      const figure = read(exposure)
      if (figure !== undefined) found.set(name, figure)
    }
    return found
  }
}

/** Infinity of something where there is nothing. */
const ratio = (part: bigint, whole: bigint): number =>
  part === 0n ? 0 : whole <= 0n ? Number.POSITIVE_INFINITY : Number(part) / Number(whole)
