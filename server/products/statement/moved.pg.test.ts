// long-running
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#domain/endpoint.ts'
import * as calls from '#domain/statement/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { walletTransfers } from '#domain/wallet/contract.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { auditHistory, auditLedger, isConsistent, isUnbroken } from '#server/core/ledger/audit.ts'
import { post, type Transfer } from '#server/core/ledger/ledger.ts'
import { addMonths } from '#server/core/ledger/months.ts'
import { historyErrors } from '#server/core/ledger/moved/audit.ts'
import { copyMonths } from '#server/core/ledger/moved/copy.ts'
import { rollUpOldest } from '#server/core/ledger/rollup.ts'
import { verifyNewEntries } from '#server/core/ledger/verify.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { type History, openHistory } from '#server/platform/db/history.ts'
import { openTestApp, START_MS, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { testDatabaseKind } from '#server/testing/database.ts'
import { type HistoryServer, historyServers } from '#server/testing/history.ts'
import { requestOf } from '#server/testing/http.ts'
import { isFull } from '#server/testing/length.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { periodOf } from './period.ts'

/** The statement over two databases: months move to the history, and every answer is what it was, to the byte. */

const KEEP_MONTHS = 13
const SEPTEMBER = Date.UTC(2024, 8, 10)
const OCTOBER = Date.UTC(2024, 9, 1)
const NOVEMBER = Date.UTC(2024, 10, 1)
/** The first month that stays. */
const DECEMBER = Date.UTC(2024, 11, 1)
const MONTHS = [SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER, Date.UTC(2025, 2, 3), START_MS]

const signer = tapeKeyFrom(new Uint8Array(32).fill(5))
let server: HistoryServer

interface Fixture {
  readonly app: TestApp
  readonly me: TestCustomer
  readonly history: History
  readonly historyUrl: string
  /** Copies what is over, verifies and has the oldest months leave. Returns: the number of the roll-up. */
  move(): Promise<bigint | undefined>
  rollUp(): Promise<bigint | undefined>
  copy(runMs?: number): Promise<number | undefined>
  verify(): Promise<unknown>
  /** Runs statements on the history as its owner. */
  inHistory(statement: string): Promise<pg.QueryResult>
}

/** A customer with bookings of half a year ago, of a year ago, and around the midnight that a month ends at. */
async function openFixture(): Promise<Fixture> {
  const historyUrl = await server.createDatabase()
  const history = openHistory(historyUrl, { migrates: true })
  const app = await openTestApp({ history })
  const { db, clock, dataDir } = app
  const me = await app.newCustomer()
  const other = await app.newCustomer()
  for (const month of MONTHS) await addMonths(db, month)
  const own = (currency: string, kind: 'funding' | 'spot' = 'funding') =>
    accountId(me.id, wallets[kind], 'available', currency)
  const give = (currency: string, amount: bigint, reference = 1n): Transfer => ({
    ...{ debit: outsideAccount(currency), credit: own(currency) },
    ...{ amount: amount as Transfer['amount'], reason: 'demo-grant', reference },
  })
  const shift = (currency: string, amount: bigint, reference: bigint): Transfer => ({
    ...{ debit: own(currency), credit: own(currency, 'spot') },
    ...{ amount: amount as Transfer['amount'], reason: 'account-transfer', reference },
  })
  const record = (atMs: number, ...transfers: Transfer[]) =>
    db.transaction().execute((tx) => post(tx, transfers, atMs))
  await record(SEPTEMBER, give('USDT', 9_000n), give('BTC', 70n))
  await record(SEPTEMBER + DAY_MS, shift('USDT', 11n, 5n), shift('USDT', 12n, 6n))
  await record(OCTOBER, shift('USDT', 13n, 7n))
  await record(NOVEMBER - 1, give('ETH', 40n))
  await record(NOVEMBER, shift('BTC', 3n, 8n), shift('ETH', 4n, 9n))
  await record(NOVEMBER + 3 * DAY_MS, shift('USDT', 14n, 5n), give('USDT', 50n))
  // Under way together at midnight: the later number has the earlier date.
  await record(DECEMBER + 1, shift('ETH', 1n, 20n))
  await record(DECEMBER - 1, shift('BTC', 2n, 21n))
  await record(DECEMBER + 2, shift('USDT', 15n, 5n))
  await record(DECEMBER + 5 * DAY_MS, give('USDT', 60n), shift('USDT', 16n, 22n))
  await record(Date.UTC(2025, 2, 3), give('BTC', 8n), shift('BTC', 5n, 23n))
  await record(START_MS - DAY_MS, shift('USDT', 17n, 24n), give('ETH', 1n))
  await record(START_MS - DAY_MS, {
    ...give('USDT', 3n),
    credit: accountId(other.id, wallets.funding, 'available', 'USDT'),
  })
  const verify = () => verifyNewEntries(db, signer, clock.nowMs())
  const copy = (runMs?: number) => copyMonths({ db, history }, clock.nowMs(), runMs)
  const rollUp = () => rollUpOldest({ db, clock, signer, dataDir, history, keepMonths: KEEP_MONTHS })
  return {
    ...{ app, me, history, historyUrl, verify, copy, rollUp },
    async move() {
      await copy()
      await verify()
      return rollUp()
    },
    async inHistory(statement) {
      const client = new pg.Client({ connectionString: historyUrl })
      await client.connect()
      try {
        return await client.query(statement)
      } finally {
        await client.end()
      }
    },
  }
}

const close = async ({ app, history }: Fixture) => {
  await app.close()
  await history.close()
}

/** What a list answers, page after page by its cursor, as it came. */
async function pagesOf(
  { app, me }: Pick<Fixture, 'app' | 'me'>,
  call: Endpoint,
  input: Record<string, unknown>,
): Promise<string[]> {
  const bodies: string[] = []
  for (let cursor: string | undefined; ; ) {
    const asked = { ...input, ...(cursor === undefined ? {} : { cursor }) }
    const { body, data, error } = await app.call(call, asked, me.token)
    expect(error).toBeUndefined()
    bodies.push(body)
    if (data.next === null) return bodies
    cursor = data.next
  }
}

const LIMITS = isFull ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 30, 39, 48] : [1, 3, 7, 12, 48]
/** The first of a month that leaves, and the milliseconds around that of the one that stays. */
const BOUNDARIES = [
  ...(isFull ? [SEPTEMBER, OCTOBER, NOVEMBER] : [OCTOBER]),
  ...[DECEMBER - 1, DECEMBER, DECEMBER + 1],
  ...(isFull ? [DECEMBER + 2] : []),
]
const FILTERS: readonly Record<string, unknown>[] = [
  {},
  { currency: 'USDT' },
  { currency: 'ETH' },
  { walletType: 'spot' },
  { reason: 'account-transfer' },
  { reason: 'demo-grant', currency: 'BTC' },
  { reason: 'spot-fee' },
  { kind: 'account-transfer' },
  { minAmount: '0.000001' },
  ...BOUNDARIES.flatMap((atMs) => [
    { fromMs: atMs },
    { toMs: atMs },
    { fromMs: atMs, toMs: atMs + 40 * DAY_MS, currency: 'USDT' },
  ]),
]

/** What a call answers as it came, or its refusal. */
async function answerOf(
  { app, me }: Fixture,
  call: Endpoint,
  input: Record<string, unknown>,
): Promise<string> {
  const { body, error } = await app.call(call, input, me.token)
  return error ?? body
}

/** Everything that the customer can be told, as it comes. */
async function everything(fixture: Fixture): Promise<Record<string, unknown>> {
  const { app, me } = fixture
  const told: Record<string, unknown> = {}
  for (const limit of LIMITS)
    for (const call of [calls.statement, calls.statementEvents, walletTransfers])
      told[`${call.path} by ${limit}`] = await pagesOf(fixture, call, { limit })
  for (const filter of FILTERS) {
    const name = JSON.stringify(filter)
    told[`entries ${name}`] = await pagesOf(fixture, calls.statement, { ...filter, limit: 3 })
    told[`events ${name}`] = await pagesOf(fixture, calls.statementEvents, { ...filter, limit: 3 })
    told[`file ${name}`] = (await app.call(calls.statementCsv, filter, me.token)).body
  }
  for (let page = 1; page <= 12; page++)
    for (const call of [calls.statement, calls.statementEvents])
      told[`${call.path} page ${page}`] = (await app.call(call, { limit: 4, page }, me.token)).body
  for (const id of [1n, 5n, 6n, 8n, 20n, 21n, 22n])
    for (let page = 1; page <= 4; page++)
      told[`event ${id} page ${page}`] = await answerOf(fixture, calls.statementEvent, {
        ...{ kind: id === 1n ? 'demo-grant' : 'account-transfer', id: String(id), limit: 2, page },
      })
  for (const fromMs of BOUNDARIES)
    for (const toMs of [fromMs + DAY_MS, fromMs + 35 * DAY_MS, fromMs + 365 * DAY_MS])
      told[`document ${fromMs} ${toMs}`] = (
        await requestOf(app.app, calls.statementPdf, { fromMs, toMs }, { token: me.token })
      ).body
  return told
}

const monthsHere = async ({ app }: Fixture): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from ledger_months()`.execute(app.db)
  return rows.map(({ name }) => name)
}

const isPostgres = testDatabaseKind === 'postgres'
for (const { kind, isThere, start } of historyServers)
  describe.runIf(isPostgres && isThere)(`on ${kind}`, () => {
    beforeAll(async () => {
      server = await start()
    }, 60_000)
    afterAll(() => server.stop())

    describe('months that move to the history', () => {
      let fixture: Fixture
      let before: Record<string, unknown>
      beforeAll(async () => {
        fixture = await openFixture()
        before = await everything(fixture)
      }, 120_000)
      afterAll(() => close(fixture))

      test('every answer is the same to the byte, however many months have moved', async () => {
        expect(Object.keys(before).length).toBeGreaterThan(100)
        const months = ['2024_09', '2024_10', '2024_11']
        // It takes as long as all else here: but at full length it is not asked after each, and on the second kind of
        // server once.
        const askedAfter = kind === 'PostgreSQL' ? (isFull ? months : ['2024_09', '2024_11']) : ['2024_11']
        for (const month of months) {
          expect(await monthsHere(fixture)).toContain(month)
          expect(await fixture.move()).toBeDefined()
          expect(await monthsHere(fixture)).not.toContain(month)
          if (askedAfter.includes(month)) expect(await everything(fixture)).toEqual(before)
        }
        expect(await fixture.move()).toBeUndefined()
        expect(await monthsHere(fixture)).toContain('2024_12')
        const { db } = fixture.app
        expect(isConsistent(await auditLedger(db))).toBe(true)
        expect(isUnbroken(await auditHistory(db))).toBe(true)
      }, 300_000)

      test('what somebody changed in a month that left is found by the audit', async () => {
        const { app, history, inHistory } = fixture
        const audit = () => historyErrors({ db: app.db, history }, app.dataDir)
        expect(await audit()).toEqual([])
        for (const column of ['balance', 'version', 'reference']) {
          const change = (by: string) =>
            inHistory(`update history_entry set ${column} = ${column} ${by} where amount = 11`)
          expect((await change('+ 1')).rowCount).toBe(1)
          expect(await audit(), column).toEqual([
            expect.stringMatching(
              column === 'reference'
                ? /roll-up 1 is not what its file says$/
                : /entries of account \d+ are not those of roll-up 1$/,
            ),
          ])
          await change('- 1')
        }
        expect(await audit()).toEqual([])
      })

      /** What is away of the history, by which of its machines; a position is asked of the first alone. */
      const away = [
        ['the history is', 0, 1],
        ...(kind === 'Citus' ? [['its workers are', 1, 3] as const] : []),
      ] as const
      test.each(away)(
        'while %s away older pages are refused and newer ones go on',
        async (_, from, to) => {
          const gone = server.machines.slice(from, to)
          const { app, me } = fixture
          const ask = (input: Record<string, unknown>, call: Endpoint = calls.statement) =>
            app.call(call, input, me.token)
          const newest = await ask({ limit: 3, currency: 'BTC', page: 1 })
          await Promise.all(gone.map((machine) => machine.kill()))
          try {
            for (const call of [calls.statement, calls.statementEvents])
              expect((await ask({ limit: 2, fromMs: DECEMBER }, call)).error).toBeUndefined()
            const first = await ask({ limit: 2, page: 2 })
            expect(first.error).toBeUndefined()
            expect((await ask({ limit: 2, cursor: first.data.next })).error).toBeUndefined()
            for (const call of [calls.statement, calls.statementCsv]) {
              const { status, error } = await ask({ toMs: DECEMBER }, call)
              expect([status, error]).toEqual([503, 'SERVICE_UNAVAILABLE'])
            }
            const whole = await ask({ limit: 48 })
            expect([whole.status, whole.error]).toEqual([503, 'SERVICE_UNAVAILABLE'])
            if (from === 0)
              await expect(fixture.copy()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
          } finally {
            await Promise.all(gone.map((machine) => machine.start()))
          }
          expect((await ask({ limit: 3, currency: 'BTC', page: 1 })).body).toBe(newest.body)
          expect((await pagesOf(fixture, calls.statement, { limit: 48 })).join()).toBe(
            (before['/wallet/legal_log by 48'] as string[]).join(),
          )
        },
        60_000,
      )
    })

    describe('a month leaves only when the history has all of it', () => {
      let fixture: Fixture
      let page: string[]
      const readAll = () => pagesOf(fixture, calls.statement, { limit: 5 })
      beforeEach(async () => {
        fixture = await openFixture()
        page = await readAll()
        return () => close(fixture)
      })

      async function nothingLeft() {
        expect(await monthsHere(fixture)).toContain('2024_09')
        const { rows } = await sql`select from ledger_rollup`.execute(fixture.app.db)
        expect(rows).toEqual([])
        expect(await readAll()).toEqual(page)
      }

      test('not while it is behind', async () => {
        await fixture.verify()
        expect(await fixture.rollUp()).toBeUndefined()
        expect(await fixture.copy(0)).toBe(OCTOBER)
        expect(await fixture.rollUp()).toBeUndefined()
        await nothingLeft()
      })

      const update = (what: string) => `update history_entry set ${what}`
      const LATER = `'2024-09-11 00:00:00.000001+00'`
      /** What may differ there, and how it is as it was again. */
      const differences = [
        [
          'an amount',
          update('amount = 12 where amount = 11'),
          update('amount = 11 where amount = 12 and reference = 5'),
        ],
        [
          'a balance',
          update('balance = balance + 1 where amount = 11'),
          update('balance = balance - 1 where amount = 11'),
        ],
        [
          'a time',
          update(`created_at = ${LATER} where amount = 11`),
          // As it was it is copied again, beside this one.
          `delete from history_entry where created_at = ${LATER}`,
        ],
        [
          'a reason',
          update(`reason = 'demo-grant' where amount = 11`),
          update(`reason = 'account-transfer' where amount = 11`),
        ],
        [
          'a reference',
          update('reference = 77 where amount = 11'),
          update('reference = 5 where amount = 11'),
        ],
        [
          'a credit',
          update('credit = credit + 2 where amount = 11'),
          update('credit = credit - 2 where amount = 11'),
        ],
        [
          'one row more',
          `insert into history_entry select owner, account_id, transfer_id + 1000000, version, amount, balance, created_at, reason,
        reference, debit, credit from history_entry where amount = 11`,
          'delete from history_entry where transfer_id = (select max(transfer_id) from history_entry where amount = 11)',
        ],
      ] as const

      test('not where it differs in anything, and the ledger keeps what it has', LONG, async () => {
        await fixture.copy()
        await fixture.verify()
        for (const [what, change, back] of differences) {
          expect((await fixture.inHistory(change)).rowCount, what).toBe(1)
          for (let n = 0; n < 2; n++) {
            await expect(fixture.rollUp(), what).rejects.toThrow(/the history differs/)
            await nothingLeft()
            await fixture.copy()
          }
          expect((await fixture.inHistory(back)).rowCount, what).toBe(1)
        }
        expect(await fixture.move()).toBe(1n)
        expect(await readAll()).toEqual(page)
      })

      test('a row that is missing there is copied again, and then it leaves', async () => {
        await fixture.copy()
        await fixture.verify()
        await fixture.inHistory('delete from history_entry where amount = 11')
        await expect(fixture.rollUp()).rejects.toThrow(
          /the history differs: it has 7 entries of roll-up 1, which is of 8/,
        )
        await nothingLeft()
        expect(await fixture.rollUp()).toBeUndefined()
        expect(await fixture.move()).toBe(1n)
        expect(await readAll()).toEqual(page)
      })

      // Both are of the ledger alone: on another server they run at full length only.
      if (kind === 'PostgreSQL' || isFull) {
        test('not before its entries are verified and signed', async () => {
          await fixture.copy()
          expect(await fixture.rollUp()).toBeUndefined()
          await nothingLeft()
          expect(await fixture.move()).toBe(1n)
        })

        test('killed in the middle nothing has left, and the next run has it leave', LONG, async () => {
          await fixture.copy()
          await fixture.verify()
          const { app } = fixture
          // It waits for whoever reads, with the roll-up written and not committed.
          const reader = new pg.Client({ connectionString: app.databaseUrl })
          await reader.connect()
          await reader.query('begin; select from entry limit 1')
          const leaving = fixture.rollUp()
          const killed = expect(leaving).rejects.toThrow()
          for (let n = 0; n === 0; ) {
            const { rows } = await reader.query(`
        select pg_terminate_backend(a.pid) from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.query like '%ledger_drop_months%' and a.datname = current_database()`)
            n = rows.length
          }
          await killed
          await reader.query('commit')
          await reader.end()
          await nothingLeft()
          expect(await fixture.rollUp()).toBe(1n)
          expect(await readAll()).toEqual(page)
        })
      }

      test('pages that are read meanwhile are the same', async () => {
        await fixture.copy()
        await fixture.verify()
        let isOver = false
        const read = async () => {
          do expect(await readAll()).toEqual(page)
          while (!isOver)
        }
        const reading = Promise.all([read(), read()])
        for (let n = 0; n < 3; n++)
          await fixture.rollUp().catch((error) => {
            isOver = true
            throw error
          })
        isOver = true
        await reading
        expect(await monthsHere(fixture)).not.toContain('2024_11')
      }, 60_000)

      test('a document adds up that is read while a month leaves', async () => {
        expect(await fixture.move()).toBe(1n)
        const { history, me, rollUp } = fixture
        const { db } = fixture.app
        const period = { fromMs: SEPTEMBER, toMs: NOVEMBER - DAY_MS }
        const whole = await periodOf({ db, history }, me.id, period)
        let asked = 0
        const use: History['use'] = async (work) => {
          const answer = await history.use(work)
          // Once its entries were counted and the ledger was read.
          if (++asked === 2) expect(await rollUp()).toBe(2n)
          return answer
        }
        expect(await periodOf({ db, history: { ...history, use } }, me.id, period)).toEqual(whole)
        expect(await monthsHere(fixture)).not.toContain('2024_10')
      })

      // Where which month is, the ledger alone says: there is nothing to it on another server.
      if (kind === 'PostgreSQL')
        test('where a month left for its file before, what moves later is read from then on', async () => {
          const { app } = fixture
          const { db, clock, dataDir } = app
          await fixture.verify()
          expect(await rollUpOldest({ db, clock, signer, dataDir, keepMonths: KEEP_MONTHS })).toBe(1n)
          const { data } = await app.call(calls.statement, { limit: 1 }, fixture.me.token)
          expect(data.keptFromMs).toBe(OCTOBER)
          const since = await everything(fixture)
          expect(await fixture.move()).toBe(2n)
          expect(await fixture.move()).toBe(3n)
          expect(await everything(fixture)).toEqual(since)
        }, 120_000)
    })
  })
